"""Every character has one meaning: it is printed, it draws nothing, or it is refused by its name."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import fontpkg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue
from components.errors import DataError, FitError, StarboxError, TemplateError
from generator.faces import fonts
from generator.faces.drawing import compile_svg
from generator.faces.theme import MM_PER_POINT, Style
from generator.faces.type import characters, typesetting
from generator.pdf.document import face_pdf

BODY = Style("Barlow", 400, False, 9 * MM_PER_POINT, 6.5 * MM_PER_POINT, 1.2)
SYMBOLS = "★☆✓✔✗→←●○◆■▲♥♠♦♣♂♀⚀⚁⚂⚃⚄⚅⅓⅔☠⚔⚡♪☐☑➤"


def lines(text: str, width: float = 80.0, height: float = 40.0) -> list[str]:
    """The texts of the lines as they are set."""
    svg = typesetting.paragraph(text, (0, 0, width, height), BODY, "#000000", lambda *_: "")
    return [re.sub("<[^>]*>", "", line) for line in re.findall("<text.*?</text>", svg)]


@pytest.mark.parametrize(
    ("typed", "set_as"),
    [
        ("Piochez 2\u202fcartes", ["Piochez 2\u00a0cartes"]),  # Word and LibreOffice write it
        ("1\u2007000", ["1\u00a0000"]),
        ("thin\u2009hair\u200aem\u2003wide\u3000end", ["thin hair em wide end"]),
        ("one\u2028two\u2029three\x85four", ["one", "two", "three", "four"]),
        ("a\u200bb\u2060c\ufeffd\u200ee\ufe0ff", ["abcdef"]),
        (
            "Vie\u0323\u0302t e\u0301te\u0301",
            ["Vi\u1ec7t \u00e9t\u00e9"],
        ),  # accents apart, as macOS names files
    ],
)
def test_spaces_and_what_draws_nothing_have_one_form(typed: str, set_as: list[str]) -> None:
    assert lines(typed) == set_as
    assert BODY.font.width(typed.translate({0x0323: "", 0x0302: "", 0x0301: ""}), 1) > 0


def test_no_line_ends_at_a_narrow_space_that_keeps_words_together() -> None:
    assert lines("aaaa b\u202fcartes", width=14) == ["aaaa", "b\u00a0cartes"]
    assert lines("aaaa b\u2009cartes", width=14) == ["aaaa b", "cartes"]


def test_words_are_divided_where_their_author_says_so() -> None:
    assert lines("Donau\u00addampf", width=12) == ["Donau-", "dampf"]
    assert lines("Donau\u200bdampf", width=12) == ["Donau", "dampf"]
    assert lines("Donau\u00addampf") == ["Donaudampf"]


@given(st.text(max_size=12))
def test_a_text_is_set_or_refused_with_a_sentence(text: str) -> None:
    """No character ends in anything but a line of type, a misfit or an error that says what to do."""
    try:
        svg = typesetting.paragraph(text, (0, 0, 80, 60), BODY, "#000000", lambda *_: "")
    except (StarboxError, FitError) as problem:
        assert problem.what
    else:
        drawn = "".join(re.findall(">([^<]*)<", svg))
        assert not any(ord(sign) in characters.DRAWN_AS and sign not in " \u00a0" for sign in drawn)


def test_a_character_that_nobody_has_is_told_by_number_and_name() -> None:
    with pytest.raises(TemplateError, match=r'no "星" \(U\+661F CJK UNIFIED IDEOGRAPH-661F') as caught:
        lines("星 5")
    assert "theme.toml" in caught.value.todo


class TestSymbols:
    @pytest.fixture(autouse=True)
    def _needs(self) -> None:
        pytest.importorskip("pymupdf_fonts", reason="pip install starbox[design]")

    @pytest.mark.parametrize("symbol", SYMBOLS)
    def test_symbols_are_printed(self, symbol: str) -> None:
        svg = typesetting.paragraph(f"2 {symbol} x", (0, 0, 60, 20), BODY, "#000000", lambda *_: "")
        document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">{svg}</svg>'
        texts = [(text.text, text.font) for text, _ in compile_svg(document).texts()]
        assert "".join(text for text, _ in texts) == f"2 {symbol} x"
        assert not any(font.lacks(text) for text, font in texts)
        assert face_pdf(compile_svg(document), (60, 20)).startswith(b"%PDF")

    def test_russian_and_greek_are_printed_without_a_font_of_the_game(self) -> None:
        assert lines("Возьмите 2 карты") == ["Возьмите 2 карты"]
        assert lines("Τράβα 2 κάρτες") == ["Τράβα 2 κάρτες"]

    def test_bold_words_of_another_script_are_bold(self) -> None:
        ((font, _),) = fonts.font("Barlow", 700).runs("Ж")
        assert font.weight == 700


def test_the_width_of_a_line_is_the_sum_of_its_words_in_whatever_font_they_are() -> None:
    pytest.importorskip("pymupdf_fonts", reason="pip install starbox[design]")
    font, words = BODY.font, ["2", "★", "жук", "→", "end"]
    apart = sum(font.width(word, 10) for word in words) + (len(words) - 1) * font.width(" ", 10)
    assert font.width(" ".join(words), 10) == pytest.approx(apart)


class TestShaping:
    @pytest.fixture(autouse=True)
    def _needs(self) -> None:
        for package in ("uharfbuzz", "icu4py", "pymupdf_fonts"):
            pytest.importorskip(package, reason="pip install starbox[design,scripts]")

    def test_hindi_is_shaped(self) -> None:
        """The vowel sign i stands before its consonant, and a virama joins two letters."""
        font = BODY.font
        assert font.width("हिन्दी", 10) < sum(font.width(letter, 10) for letter in "हिन्दी") - 1
        svg = typesetting.line("हिन्दी", 0, 5, BODY, "#123456", anchor="middle")
        assert svg.startswith("<path") and 'fill="#123456"' in svg
        found = compile_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 0 18 9">{svg}</svg>')
        ((shape, _),) = found.shapes()
        left, _, right, _ = shape.outline.box
        assert left + right == pytest.approx(0, abs=0.6)  # it is centred

    @pytest.mark.parametrize(
        ("text", "words"),
        [("สวัสดีครับยินดีต้อนรับ", "สวัสดี ครับ ยินดี ต้อนรับ"), ("ສະບາຍດີຍິນດີ", "ສະບາຍດີ ຍິນດີ")],
    )
    def test_lines_of_thai_and_lao_end_between_words(self, text: str, words: str) -> None:
        *rest, first = [before for before, _ in characters.breaks(text)]
        assert {text[: len("".join(words.split()[:n]))] for n in range(1, len(words.split()))} == {
            *rest,
            first,
        }

    def test_a_paragraph_of_thai_has_lines(self) -> None:
        svg = typesetting.paragraph("สวัสดีครับยินดีต้อนรับ", (0, 0, 16, 30), BODY, "#000000", lambda *_: "")
        assert svg.count("<path") == 2

    def test_text_in_a_text_element_is_refused(self) -> None:
        text = '<text font-family="Barlow">หมู</text>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>'
        with pytest.raises(TemplateError, match="is Thai, which <text> cannot set"):
            compile_svg(svg)


@pytest.mark.parametrize(("text", "script"), [("שלום", "Hebrew"), ("A card: قمر", "Arabic")])
def test_words_from_right_to_left_are_refused_with_their_script(text: str, script: str) -> None:
    with pytest.raises(TemplateError, match=rf"right to left \({script}, U\+"):
        lines(text)


@pytest.mark.parametrize("text", ["หมู", "हिन्दी", "x\u0323\u0301\u0302\u0303"])
def test_without_its_package_a_script_is_refused_by_name(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "uharfbuzz", None)
    if not unicodedata.normalize("NFC", text).isascii():
        with pytest.raises(StarboxError) as caught:
            lines(f"{text} {len(text)}{text}")
        assert "starbox[" in str(caught.value) or "has no" in str(caught.value)


def test_the_title_of_a_game_may_have_any_space(small_game: Path) -> None:
    file = small_game / "game.toml"
    file.write_text(file.read_text().replace('title = "Small"', 'title = "Loup\u202f!"', 1))
    catalogue.forget()
    assert catalogue.load(str(small_game)).title == "Loup\u202f!"
    assert fonts.font("Barlow", 700).width("Loup\u202f!", 10) > 0


def test_noto_sans_is_fixed_at_a_weight_in_a_budget_of_its_own() -> None:
    pytest.importorskip("fontTools", reason="pip install starbox[design]")
    pytest.importorskip("fontpkg_noto_sans", reason="a font of thousands of letters")
    from generator.faces.templating.sandbox import face_timed
    from generator.faces.type import own

    file = Path(fontpkg.path("Noto Sans"))
    with face_timed():
        assert own.family([file], file.parent).content(700, False)


def test_a_broken_font_is_still_refused(tmp_path: Path) -> None:
    from generator.faces.type import own

    (tmp_path / "a.ttf").write_bytes(b"no font")
    with pytest.raises(DataError):
        own.family([tmp_path / "a.ttf"], tmp_path)
