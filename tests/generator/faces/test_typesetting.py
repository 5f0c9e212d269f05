"""Setting type: text is as large as possible; text that does not fit is an error and never cut off."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.errors import FitError, TemplateError
from generator.faces import fonts
from generator.faces.theme import MM_PER_POINT, Style
from generator.faces.type import characters, typesetting
from generator.faces.type.hyphens import hyphens_of

REGULAR, BOLD = fonts.font("Barlow", 400), fonts.font("Barlow", 700)
BODY = Style("Barlow", 400, False, size=9 * MM_PER_POINT, smallest=6.5 * MM_PER_POINT, leading=1.2)
DISPLAY = Style("Chakra Petch", 400, False, size=4.0, smallest=2.5, leading=1.1)


@dataclass(frozen=True)
class Row:
    """A piece of set text, as the face has it."""

    text: str
    x: float
    y: float
    size: float
    weight: int
    anchor: str

    @property
    def right(self) -> float:
        return self.x + fonts.font("Barlow", self.weight).width(self.text, self.size)


def rows(svg: str) -> list[Row]:
    elements = ElementTree.fromstring(f"<g>{svg}</g>")
    return [
        Row(
            e.text or "", float(e.attrib["x"]), float(e.attrib["y"]), float(e.attrib["font-size"]),
            int(e.attrib["font-weight"]), e.get("text-anchor", "start"),
        )
        for e in elements
        if e.tag == "text"
    ]  # fmt: skip


def no_symbol(name: str, x: float, y: float, size: float, colour: str) -> str:
    raise AssertionError(f"nobody asked for the symbol {name}")


def set_in(
    box: tuple[float, float, float, float], text: str, style: Style = BODY, **options: object
) -> list[Row]:
    return rows(typesetting.paragraph(text, box, style, "#000000", no_symbol, **options))  # type: ignore[arg-type]


class TestLine:
    def test_a_line_that_fits_keeps_its_size(self) -> None:
        (row,) = rows(typesetting.line("Hello", 3, 7, BODY, "#123456", width=50))
        assert (row.text, row.x, row.y, row.weight) == ("Hello", 3, 7, 400)
        assert row.size == pytest.approx(BODY.size, abs=0.001)

    @given(st.text("abcdefgh ", min_size=5, max_size=40).filter(str.strip), st.floats(2, 40))
    def test_a_line_is_shrunk_to_its_width_and_not_below_the_smallest_size(
        self, text: str, width: float
    ) -> None:
        least = REGULAR.width(text, BODY.smallest)
        try:
            (row,) = rows(typesetting.line(text, 0, 0, BODY, "#000000", width=width))
        except FitError as misfit:
            assert least > width
            assert misfit.what == f'"{text}" needs {least:.1f} mm but has {width:.1f} mm.'
            return
        assert least <= width + 1e-3
        wide = REGULAR.width(text, row.size)
        assert wide <= width + 0.001 * len(text)
        assert row.size == pytest.approx(BODY.size, abs=6e-4) or wide == pytest.approx(
            width, abs=0.001 * len(text)
        )

    def test_the_anchor_is_left_to_svg(self) -> None:
        (row,) = rows(typesetting.line("Hello", 30, 7, BODY, "#000000", anchor="middle", width=50))
        assert (row.x, row.anchor) == (30, "middle")

    def test_mark_up_characters_are_escaped(self) -> None:
        svg = typesetting.line("Salt & <Sons>", 0, 0, BODY, "#000000")
        assert rows(svg)[0].text == "Salt & <Sons>"


word_lists = st.lists(st.text("abcdefghilmnorstu", min_size=1, max_size=9), min_size=1, max_size=40)


class TestParagraph:
    @given(word_lists, st.floats(20, 60), st.floats(4, 40), st.sampled_from(["top", "middle", "bottom"]))
    def test_text_is_inside_its_box_and_as_large_as_possible(
        self, words: list[str], width: float, height: float, valign: str
    ) -> None:
        text = " ".join(words)
        try:
            lines = set_in((10, 20, width, height), text, valign=valign)
        except FitError:
            with pytest.raises(FitError):
                set_in((10, 20, width, height), text, BODY._replace(size=BODY.smallest))
            return
        assert [word for line in lines for word in line.text.split()] == words
        (size,) = {line.size for line in lines}
        assert BODY.smallest - 0.001 <= size <= BODY.size + 0.001
        for line in lines:
            assert line.x >= 10 - 0.001
            assert line.right <= 10 + width + 0.02
            assert line.y - REGULAR.cap_height * size / 1000 >= 20 - 0.002
            assert line.y - REGULAR.descent * size / 1000 <= 20 + height + 0.002
        for line, following in itertools.pairwise(lines):
            assert following.y - line.y == pytest.approx(size * BODY.leading, abs=0.003)
            longer = f"{line.text} {following.text.split()[0]}"
            assert REGULAR.width(longer, size) > width - 0.02, "the line had room for another word"
        if size < BODY.size - 0.001:
            larger = min(BODY.size, size + 0.09)
            with pytest.raises(FitError):
                set_in((10, 20, width, height), text, BODY._replace(size=larger, smallest=larger))

    def test_a_misfit_reports_the_needed_and_the_available_height(self) -> None:
        with pytest.raises(
            FitError, match=r'^"(w )+w" needs a height of (\d+\.\d) mm but has 4\.0 mm\.$'
        ) as misfit:
            set_in((0, 0, 10, 4), " ".join("w" * 20))
        needed = re.search(r"height of (\d+\.\d)", misfit.value.what)
        assert needed
        just_enough = set_in((0, 0, 10, float(needed[1]) + 0.05), " ".join("w" * 20))
        assert max(row.size for row in just_enough) == pytest.approx(BODY.smallest, abs=0.02)

    def test_a_word_that_is_too_wide_is_named_with_its_width(self) -> None:
        long = "incomprehensibilities"
        with pytest.raises(FitError) as misfit:
            set_in((0, 0, 10, 50), f"some {long} here")
        needed = REGULAR.width(long, BODY.smallest)
        assert f'the word "{long}" needs {needed:.1f} mm but has 10.0 mm.' in misfit.value.what

    def test_a_long_text_is_shortened_in_errors(self) -> None:
        with pytest.raises(FitError) as misfit:
            set_in((0, 0, 20, 4), "word " * 100)
        assert len(misfit.value.what) < 110
        assert "…" in misfit.value.what

    def test_each_line_of_the_text_is_a_paragraph_with_a_gap(self) -> None:
        first, second, third = set_in((0, 0, 50, 50), "one\ntwo\nthree", gap=0.5)
        pitch = BODY.size * BODY.leading
        assert second.y - first.y == pytest.approx(1.5 * pitch, abs=0.002)
        assert third.y - second.y == pytest.approx(1.5 * pitch, abs=0.002)

    @pytest.mark.parametrize(("align", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
    def test_align(self, align: str, share: float) -> None:
        (row,) = set_in((10, 0, 40, 9), "short", align=align)
        assert row.x == pytest.approx(10 + share * (40 - REGULAR.width("short", row.size)), abs=0.002)

    def test_valign(self) -> None:
        top, middle, bottom = (
            set_in((0, 0, 40, 30), "short", valign=valign)[0].y for valign in ("top", "middle", "bottom")
        )
        assert top == pytest.approx(REGULAR.cap_height * BODY.size / 1000, abs=0.002)
        assert bottom == pytest.approx(30 + REGULAR.descent * BODY.size / 1000, abs=0.002)
        assert middle == pytest.approx((top + bottom) / 2, abs=0.002)

    def test_an_empty_text_makes_no_elements(self) -> None:
        assert set_in((0, 0, 40, 30), "") == []

    def test_a_character_missing_from_the_font_is_named(self) -> None:
        with pytest.raises(TemplateError, match=r'no "星" \(U\+661F CJK UNIFIED IDEOGRAPH-661F, in'):
            set_in((0, 0, 40, 30), "a comet 星")

    def test_a_hard_space_keeps_words_together(self) -> None:
        lines = set_in((0, 0, 12, 30), "aaa bbb\N{NO-BREAK SPACE}ccc")
        assert [line.text for line in lines] == ["aaa", "bbb\N{NO-BREAK SPACE}ccc"]


class TestMarkUp:
    def test_bold_words_are_bold_and_stand_where_the_line_goes_on(self) -> None:
        before, bold, after = set_in((5, 0, 90, 9), "take **two cards** now")
        assert [(run.text, run.weight) for run in (before, bold, after)] == [
            ("take", 400), ("two cards", 700), ("now", 400),
        ]  # fmt: skip
        space = REGULAR.width(" ", BODY.size)
        assert bold.x == pytest.approx(before.right + space, abs=0.005)
        assert after.x == pytest.approx(bold.right + space, abs=0.005)

    def test_bold_inside_a_word_leaves_no_gap(self) -> None:
        bold, rest = set_in((5, 0, 90, 9), "**4**th")
        assert rest.x == pytest.approx(bold.right, abs=0.003)

    def test_a_bold_space_is_as_wide_as_it_is_drawn(self) -> None:
        """The display face has wider spaces in bold: what follows must not run into the bold words."""
        bold, after = rows(
            typesetting.paragraph("**a a a a a a** b", (0, 0, 90, 9), DISPLAY, "#000000", no_symbol)
        )
        heavy = fonts.font("Chakra Petch", 700)
        assert after.x == pytest.approx(
            heavy.width(bold.text, bold.size) + DISPLAY.font.width(" ", after.size), abs=0.005
        )

    @given(
        st.lists(
            st.sampled_from(["a", "**b**", "**c**d", "[bolt]", "e[bolt],", "**ff gg**"]),
            min_size=1,
            max_size=12,
        )
    )
    def test_runs_follow_each_other_as_measured(self, words: list[str]) -> None:
        drawn: list[tuple[float, float]] = []

        def symbol(name: str, x: float, y: float, size: float, colour: str) -> str:
            drawn.append((x, x + size))
            return ""

        texts = rows(typesetting.paragraph(" ".join(words), (0, 0, 200, 9), BODY, "#000000", symbol))
        spans = sorted([(row.x, row.right) for row in texts] + drawn)
        for (_, end), (start, _) in itertools.pairwise(spans):
            gap = start - end
            assert abs(gap) < 0.005 or gap == pytest.approx(REGULAR.width(" ", BODY.size), abs=0.005)

    def test_a_symbol_is_set_in_the_line(self) -> None:
        asked: list[tuple[str, float, float, float, str]] = []

        def symbol(*wanted: str | float) -> str:
            asked.append(wanted)  # type: ignore[arg-type]
            return "<use/>"

        svg = typesetting.paragraph("pay 2[fuel], then [jump-boost]", (0, 0, 90, 9), BODY, "#000000", symbol)
        before, between = rows(svg)
        (name, x, y, size, _), (other, x2, _, _, _) = asked
        assert (before.text, between.text, name, other) == ("pay 2", ", then", "fuel", "jump-boost")
        assert x == pytest.approx(before.right, abs=0.003)
        assert between.x == pytest.approx(x + size, abs=0.003)
        assert x2 == pytest.approx(between.right + REGULAR.width(" ", BODY.size), abs=0.005)
        assert y < before.y - REGULAR.cap_height * BODY.size / 1000 < before.y < y + size

    def test_a_symbol_is_not_separated_from_its_word(self) -> None:
        names: list[str] = []

        def symbol(name: str, x: float, y: float, size: float, colour: str) -> str:
            names.append(name)
            assert x + size <= 12.01
            return ""

        texts = rows(typesetting.paragraph("aaaa 99[fuel]", (0, 0, 12, 20), BODY, "#000000", symbol))
        assert [row.text for row in texts] == ["aaaa", "99"]
        assert names == ["fuel"]

    @pytest.mark.parametrize("text", ["[Not a symbol]", "a ] b [", "a - b", "3.5 of it"])
    def test_text_that_only_looks_like_mark_up_stays_text(self, text: str) -> None:
        (row,) = set_in((0, 0, 90, 9), text)
        assert row.text == text


@given(st.text("abc def ghi", max_size=60), st.floats(1, 30), st.floats(1, 20))
def test_no_box_is_so_small_that_setting_never_ends(text: str, width: float, height: float) -> None:
    assume(text.strip())
    try:
        set_in((0, 0, width, height), text)
    except FitError as misfit:
        assert "needs" in misfit.what


def test_lines_of_japanese_end_between_characters_but_never_before_a_full_stop() -> None:
    assert [*characters.breaks("星を見る。")] == [("星を見", "る。"), ("星を", "見る。"), ("星", "を見る。")]


def test_a_paragraph_without_spaces_is_broken_where_the_box_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # No font of ours has these characters, so their widths are those of letters.
    monkeypatch.setattr(fonts.Font, "width", lambda self, text, size: len(text) * size)
    found = set_in((0, 0, 5 * BODY.size + 0.01, 30), "星を見る人。")
    assert [row.text for row in found] == ["星を見る", "人。"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Move up to 4 spaces", ["Move up to", "4 spaces"]),
        ("Move up to a4 spaces", ["Move up to a4", "spaces"]),
        ("4 spaces", ["4", "spaces"]),
    ],
)
def test_a_number_stays_with_what_it_counts(text: str, wanted: list[str]) -> None:
    width = max(REGULAR.width(text.removesuffix(" spaces"), BODY.size), REGULAR.width("spaces", BODY.size))
    assert [row.text for row in set_in((0, 0, width + 0.1, 30), text)] == wanted


@given(st.lists(st.text("abcde", min_size=1, max_size=9), min_size=4, max_size=14), st.floats(20, 40))
def test_no_short_word_has_the_last_line_to_itself_if_the_line_before_it_can_spare_one(
    words: list[str], width: float
) -> None:
    set_words = [row.text.split(" ") for row in set_in((0, 0, width, 90), " ".join(words))]
    assert [word for line in set_words for word in line] == words
    size, font = BODY.size, fonts.font("Barlow", 400)
    before, last = [[""], *set_words][-2:]
    if len(set_words) > 1 and len(last) == 1 and font.width(last[0], size) < 0.25 * width:
        left = font.width(" ".join(before[:-1]), size)
        assert left <= 0.6 * width + 0.01 or font.width(f"{before[-1]} {last[0]}", size) > width - 0.01


@pytest.mark.parametrize("text", ["שלום", "قمر", "A card: כוכב"])
def test_words_that_run_from_right_to_left_are_refused_by_name(text: str) -> None:
    with pytest.raises(TemplateError, match="runs from right to left"):
        set_in((0, 0, 50, 30), text)


def test_words_are_divided_only_where_type_would_have_to_be_smaller() -> None:
    wide = set_in((0, 0, 40, 8), "Kollisionsschaden des großen Raumschiffs", sparing="de")
    assert not any(row.text.endswith("-") for row in wide)
    narrow = set_in((0, 0, 20, 20), "Kollisionsschaden des großen Raumschiffs", sparing="de")
    assert any(row.text.endswith("-") for row in narrow)
    assert narrow[0].size == wide[0].size


@pytest.mark.parametrize(("width", "divided"), [(0.95, False), (0.82, False), (0.7, True)])
def test_a_title_is_set_a_little_smaller_before_a_word_of_it_is_divided(width: float, divided: bool) -> None:
    title = "Kollisionsschaden"
    found = set_in((0, 0, width * BODY.font.width(title, BODY.size), 14), title, sparing="de")
    assert (len(found) > 1) == divided
    assert found[0].size < BODY.size


def test_a_german_word_is_not_divided_within_sch() -> None:
    assert ("Sprung", "schaden") in hyphens_of("de").parts("Sprungschaden")


@given(
    texts=st.lists(
        st.lists(st.sampled_from(["ion", "drive", "a", "Laderaum"]), min_size=1, max_size=9), min_size=1
    ),
    width=st.floats(14, 50),
    share=st.floats(0.5, 1.0),
)
def test_texts_set_alike_have_one_size_and_the_height_that_they_are_given(
    texts: list[list[str]], width: float, share: float
) -> None:
    said = [" ".join(words) for words in texts]
    _, full = typesetting.alike(said, [width] * len(said), 1e6, BODY)
    room = share * sum(full)
    try:
        size, heights = typesetting.alike(said, [width] * len(said), room, BODY)
    except FitError:
        _, least = typesetting.alike(said, [width] * len(said), 1e6, BODY._replace(size=BODY.smallest))
        assert sum(least) > room
        return
    assert sum(heights) <= room + 1e-6
    for text, height in zip(said, heights, strict=True):
        assert all(
            row.size == pytest.approx(size, abs=1e-3)
            for row in set_in((0, 0, width, height), text, size=size)
        )


def test_texts_set_alike_say_how_much_height_they_need() -> None:
    with pytest.raises(FitError, match=r'"Hull" and what follows need 4\.\d mm but have 4\.0 mm\.'):
        typesetting.alike(["Hull", "Drive"], [30, 30], 4.0, BODY)
    with pytest.raises(FitError, match="need more width but have"):
        typesetting.alike(["Hull", "Drive"], [30, 3], 9.0, BODY)
