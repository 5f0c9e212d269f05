"""Text on a face: each run is where SVG places it."""

from __future__ import annotations

import pytest

from generator.faces import fonts
from generator.faces.drawing import compile_svg
from generator.faces.svg.operations import Text
from generator.faces.svg.values import apply

BARLOW = 'font-family="Barlow" font-size="4"'


def runs(body: str) -> list[Text]:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{body}</svg>'
    return [text for text, _ in compile_svg(svg).texts()]


def width(text: str, weight: int = 400) -> float:
    return fonts.font("Barlow", weight).width(text, 4)


@pytest.mark.parametrize(("anchor", "before"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_an_anchor_is_the_place_of_the_whole_chunk(anchor: str, before: float) -> None:
    bold = '<tspan font-weight="bold">B</tspan>'
    first, second, third = runs(f'<text x="20" y="9" text-anchor="{anchor}" {BARLOW}>A {bold} c</text>')
    total = width("A ") + width("B", 700) + width(" c")
    assert first.x == pytest.approx(20 - before * total)
    assert second.x == pytest.approx(first.x + width("A "))
    assert third.x == pytest.approx(second.x + width("B", 700))
    assert [run.font.weight for run in (first, second, third)] == [400, 700, 400]
    assert {run.y for run in (first, second, third)} == {9}


def test_a_span_with_its_own_position_begins_a_new_chunk() -> None:
    first, second = runs(
        f'<text x="9" y="5" text-anchor="end" {BARLOW}>one'
        '<tspan x="30" y="12" text-anchor="start">two</tspan></text>'
    )
    assert first.x == pytest.approx(9 - width("one"))
    assert (second.x, second.y) == (30, 12)


def test_a_shift_moves_what_follows() -> None:
    first, second, third = runs(f'<text x="2" y="5" {BARLOW}>a<tspan dx="3" dy="1.5">b</tspan>c</text>')
    assert first.x == 2
    assert second.x == pytest.approx(2 + width("a") + 3)
    assert third.x == pytest.approx(second.x + width("b"))
    assert (second.y, third.y) == (6.5, 6.5)


def test_letter_spacing_widens_each_letter() -> None:
    plain, spaced = runs(
        f'<text x="40" text-anchor="end" {BARLOW}>abc</text>'
        f'<text x="40" text-anchor="end" letter-spacing="0.5" {BARLOW}>abc</text>'
    )
    assert spaced.advance == pytest.approx(plain.advance + 1.5)
    assert spaced.x == pytest.approx(plain.x - 1.5)


WHITE_SPACE = [
    ("  a \n\t b  ", ["a b"]),
    ("\n<tspan>a</tspan>\n<tspan>b</tspan>\n", ["a", " ", "b"]),
    ("a <tspan> b</tspan>", ["a ", "b"]),
    ("a<tspan> b </tspan> c", ["a", " b ", "c"]),
    ("   ", []),
    ("", []),
]


@pytest.mark.parametrize(("written", "seen"), WHITE_SPACE, ids=[repr(row[0]) for row in WHITE_SPACE])
def test_white_space_is_one_space_and_none_at_the_ends(written: str, seen: list[str]) -> None:
    texts = runs(f'<text x="2" y="5" {BARLOW}>{written}</text>')
    assert [run.text for run in texts] == seen
    if texts:
        assert texts[0].x == 2


def test_white_space_at_the_end_does_not_count_for_an_anchor() -> None:
    (run,) = runs(f'<text x="20" text-anchor="end" {BARLOW}>\n  word\n</text>')
    assert run.x == pytest.approx(20 - width("word"))


FONTS = [
    ('font-family="Barlow"', ("Barlow", 400, False)),
    ('font-family="Barlow, sans-serif" font-weight="bold"', ("Barlow", 700, False)),
    ('font-family="\'Chakra Petch\'" font-weight="600"', ("Chakra Petch", 600, False)),
    ('font-family="Barlow" font-weight="normal" font-style="italic"', ("Barlow", 400, True)),
    ('style="font-family:Barlow;font-weight:500"', ("Barlow", 500, False)),
]


@pytest.mark.parametrize(("said", "font"), FONTS, ids=[row[0] for row in FONTS])
def test_a_font_is_chosen_as_in_svg(said: str, font: tuple[str, int, bool]) -> None:
    (run,) = runs(f'<text font-size="4" {said}>a</text>')
    assert (run.font.family, run.font.weight, run.font.italic) == font


def test_a_point_takes_the_transforms_of_its_ancestors() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50"><g transform="translate(10 20)">'
        f'<text x="1" y="2" transform="scale(3)" {BARLOW}>a</text></g></svg>'
    )
    ((text, matrix),) = compile_svg(svg).texts()
    assert apply(matrix, text.x, text.y) == (13, 26)


def test_a_text_without_fill_is_present_but_invisible() -> None:
    (run,) = runs(f'<text fill="none" {BARLOW}>a</text>')
    assert run.opacity == 0
