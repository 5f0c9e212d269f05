"""The mark-up of texts on pieces, and how paragraphs that use it are set."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from components import catalogue
from components.errors import TemplateError
from generator.faces import fonts
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Renderer
from generator.faces.svg.operations import Text
from generator.faces.theme import Style
from generator.faces.type import typesetting
from generator.faces.type.hyphens import hyphens_of
from generator.faces.type.markup import Look, MarkupError, parsed, plain

BODY = Style("Barlow", 400, False, 3.0, 2.3, 1.2)
BOLD, ITALIC = Look(bold=True), Look(italic=True)
LONG = "Whoever has discovered the largest uninhabited asteroid immediately receives additional provisions."


def no_symbol(*_: Any) -> str:
    return ""


def lines(
    text: str, width: float = 60, height: float = 60, style: Style = BODY, **options: Any
) -> list[Text]:
    """The runs of a paragraph at (0, 0), in the order in which they are drawn."""
    svg = typesetting.paragraph(text, (0, 0, width, height), style, "#000000", no_symbol, **options)
    drawing = compile_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{svg}</svg>')
    return [one for one, _ in drawing.texts()]


CASES: dict[str, list[tuple[str, Look]]] = {
    "one **two three** four": [("one", Look()), ("two", BOLD), ("three", BOLD), ("four", Look())],
    "*one*, two": [("one", ITALIC), (",", Look()), ("two", Look())],
    "***both***": [("both", Look(bold=True, italic=True))],
    "**a *b* c**": [("a", BOLD), ("b", Look(bold=True, italic=True)), ("c", BOLD)],
    "*a **b***": [("a", ITALIC), ("b", Look(bold=True, italic=True))],
    "{accent|red}": [("red", Look(colour="accent"))],
    "{#ff0000|x} y": [("x", Look(colour="#ff0000")), ("y", Look())],
    "{150%|big}": [("big", Look(scale=1.5))],
    "{accent 200%|{50%|same}}": [("same", Look(colour="accent", scale=1.0))],
    r"2 \* 3 \{x\} \[fuel] \\": [
        ("2", Look()), ("*", Look()), ("3", Look()), ("{", Look()), ("x", Look()), ("}", Look()),
        ("[", Look()), ("fuel]", Look()), ("\\", Look()),
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_what_marks_mean(text: str) -> None:
    (part,) = parsed(text)
    assert [(run.text, run.look) for word in part.words for run in word] == CASES[text]


WRONG = {
    "2 * 3": r"has a \* that nothing closes",
    "**never": r"has a \*\* that nothing closes",
    "*a\nb*": r"has a \* that nothing closes in its line",
    "****": r"has a",
    "*a **b* c**": "closes across",
    "{accent}": "has a { without a |",
    "a } b": "has a } that closes nothing",
    "{accent|x": "has a { that nothing closes",
    "{|x}": "without a colour or a size",
    "{900%|x}": 'has the size "900%"',
    "{10%|x}": 'has the size "10%"',
    "<b>x</b>": "has the HTML <b>",
    "Fish &amp; chips": "has the HTML &amp;",
    "{500pt|x}": 'has the size "500pt"',
    "{accent|" * 9 + "}" * 9: "nested more than 8 deep",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_not_understood_is_an_error_and_never_printed(text: str) -> None:
    with pytest.raises(MarkupError, match=WRONG[text]):
        list(parsed(text))


def test_a_fault_is_named_with_the_row_that_it_is_in(small_game: Path) -> None:
    (small_game / "cards.csv").write_text("code,suit,value,text\nR1,red,1,fine\nR2,red,2,2 * 3\n")
    (small_game / "game.toml").write_text(
        (small_game / "game.toml").read_text().replace("count = 4\n", "", 1)
    )
    catalogue.forget()
    game = catalogue.load(str(small_game))
    with pytest.raises(TemplateError, match=r'cards\.csv, line 3: The text "2 \* 3" has a \*'):
        Renderer(game).faces(game.decks[0], game.decks[0].pieces[1])


def test_colours_and_sizes_are_drawn() -> None:
    small, red, big = lines("small {red|red} {200%|big}", paint={"red": "#ff0000"}.__getitem__)
    assert (red.colour, small.colour) == ((1, 0, 0), (0, 0, 0))
    assert big.size == pytest.approx(2 * small.size) and big.y == small.y
    points = lines("{9pt|nine}")[0]
    assert points.size == pytest.approx(9 * 25.4 / 72, abs=0.001)


def test_a_line_with_larger_type_has_more_room() -> None:
    first, second, third = lines("one\n{200%|two}\nthree", gap=0)
    assert second.y - first.y == pytest.approx(2 * (third.y - second.y), abs=0.01)


def test_italic_words_are_in_the_italic_font() -> None:
    plain_run, italic = lines("plain *italic*")
    assert (plain_run.font.italic, italic.font.italic) == (False, True)
    upright = lines("*upright*", style=BODY._replace(italic=True))[0]
    assert not upright.font.italic


@pytest.mark.parametrize(
    ("text", "mark"), [("- {} words", "•"), ("1. {} words", "1."), ("12) {} words", "12)")]
)
def test_entries_of_a_list_hang_beside_their_mark(text: str, mark: str) -> None:
    item, *rest = lines(text.format("some more words of an entry " * 3), width=40)
    assert item.text == mark and item.x == 0
    assert len(rest) > 2 and len({run.x for run in rest}) == 1
    assert rest[0].x >= fonts.font("Barlow").width(mark, item.size) + 0.5


def test_justified_lines_fill_the_width_but_for_the_last() -> None:
    runs = lines(
        "some words that fill a few lines of this narrow box and then end", width=30, align="justify"
    )
    rows = [list(row) for _, row in itertools.groupby(runs, lambda run: run.y)]
    for row in rows[:-1]:
        assert row[-1].x + row[-1].advance == pytest.approx(30, abs=0.01)
    assert rows[-1][-1].x + rows[-1][-1].advance < 29


@pytest.mark.parametrize("language", ["en", "de", "de-CH", "en_GB"])
def test_words_are_divided_where_their_language_allows(language: str) -> None:
    pytest.importorskip("pyphen", reason="pip install starbox[design]")
    runs = lines(LONG, width=26, hyphens=language)
    divided = [run.text for run in runs if run.text.endswith("-")]
    assert divided
    whole = "".join(run.text[:-1] if run.text.endswith("-") else f"{run.text} " for run in runs)
    assert whole.strip() == LONG
    assert all(run.advance <= 26.01 for run in runs)
    assert len(runs) <= len(lines(LONG, width=26))


def test_an_unknown_language_is_an_error_with_a_near_one() -> None:
    pytest.importorskip("pyphen", reason="pip install starbox[design]")
    with pytest.raises(TemplateError, match='There are no hyphens for "xx"'):
        hyphens_of("xx")


@pytest.mark.parametrize(
    ("text", "broken"),
    [("gain 2 [ore].", "gain|2 ore."), ("**+3** [ore]", "+3 ore"), ("all [ore]", "all|ore"), ("2 x", "2|x")],
)
def test_a_symbol_stays_in_the_line_of_its_number(text: str, broken: str) -> None:
    (one,) = parsed(text)
    assert "|".join("".join(run.text for run in word) for word in one.words) == broken


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("dit : « Oui ! » Et", "dit~:|«~Oui~!~»|Et"),
        ("**dit** : non", "dit~:|non"),
        ("a:b  c", "a:b|c"),
        ("perd [coin] ; il", "perd|coin~;|il"),
    ],
)
def test_french_marks_stay_with_their_words(text: str, broken: str) -> None:
    (one,) = parsed(text)
    assert "|".join("".join(run.text for run in word) for word in one.words) == broken.replace("~", "\xa0")


def test_french_marks_are_no_letters_of_the_word_that_is_divided() -> None:
    pytest.importorskip("pyphen", reason="pip install starbox[design]")
    for word in ("anecdote", "voiture", "table"):
        divided = {before for before, _ in hyphens_of("fr").parts(word)}
        assert divided == {before for before, _ in hyphens_of("fr").parts(f"{word}\xa0;")}


def test_the_plain_text_has_no_marks() -> None:
    assert plain("**Pay** {accent|two}[ore], *then*\n- draw") == "Pay twoore, then draw"


@pytest.mark.parametrize("option", [{"align": "left"}, {"valign": "centre"}])
def test_an_unknown_alignment_is_refused(option: dict[str, str]) -> None:
    with pytest.raises(TemplateError, match=re.escape(next(iter(option.values())))):
        lines("words", **option)
