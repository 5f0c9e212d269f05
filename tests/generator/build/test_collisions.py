"""Words over words on a face: reported as soon as letters meet, and not for a shadow or for neighbours."""

from __future__ import annotations

import math

import pytest

from generator.build.inspection import collisions
from generator.faces.drawing import compile_svg
from tests.generator.build.test_inspection import face_of, words

SIZE = 10 * 25.4 / 72  # mm
CAPITAL = 0.7 * SIZE


def met(*texts: str) -> bool:
    face = face_of("".join(texts))
    return bool(list(collisions(face, compile_svg(face.svg))))


@pytest.mark.parametrize(("down", "said"), [(0.5, True), (0.9, True), (1.02, False), (1.4, False)])
def test_a_line_under_another_is_reported_while_its_capitals_reach_into_it(down: float, said: bool) -> None:
    assert met(words(10, text="ABOVE"), words(10, y=45 + down * CAPITAL, text="BELOW")) == said


def test_what_reaches_below_the_line_counts() -> None:
    under = words(10, y=45 + 1.02 * CAPITAL, text="BELOW")
    assert met(words(10, text="(gap)"), under)
    assert not met(words(10, text="roam"), under)


@pytest.mark.parametrize(("right", "said"), [(-1.0, True), (0.0, False), (1.0, False)])
def test_a_text_beside_another_is_reported_while_it_begins_inside_it(right: float, said: bool) -> None:
    face = face_of(words(10, text="NEAR"))
    [(text, _)] = compile_svg(face.svg).texts()
    assert met(words(10, text="NEAR"), words(10, x=20 + text.advance + right, text="FAR")) == said


def test_a_shadow_is_the_same_text_and_meant() -> None:
    assert not met(words(10, text="TITLE"), words(10, x=20.5, y=45.5, text="TITLE"))


@pytest.mark.parametrize("degrees", [0, 30, 90, 200])
def test_lines_may_be_turned(degrees: float) -> None:
    """Two lines of a paragraph stay apart and two that meet stay together, however both are turned."""
    turn = f'transform="rotate({degrees} 30 45)"'
    first = words(10, more=turn, text="first line")
    assert not met(first, words(10, y=45 + 1.2 * SIZE, more=turn, text="OTHER LINE"))
    assert met(first, words(10, y=45 + 0.4 * SIZE, more=turn, text="OTHER LINE"))


def test_boxes_about_turned_words_may_meet_where_the_words_do_not() -> None:
    along = f'transform="rotate({math.degrees(math.atan2(1, 1)):.0f} 10 10)"'
    assert not met(words(8, 10, 10, along, "slanting words"), words(8, 24, 12, text="level"))


def test_it_is_told_with_the_face_and_both_texts() -> None:
    face = face_of(
        words(10, text="ABOVE") + words(10, text="BELOW that is a very long line, and goes on here")
    )
    [said] = collisions(face, compile_svg(face.svg))
    assert said == 'it: "ABOVE" and "BELOW that is a very long line, and g…" are printed over each other.'
