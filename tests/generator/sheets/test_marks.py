"""Crop marks: where each begins and ends. Lengths in mm, y down."""

from __future__ import annotations

import pytest

from generator.faces.rect import Rect
from generator.sheets.marks import Inked, Line, crop_marks, dots, join_marks
from tests.generator.presswork import A4

SIZE = (200.0, 300.0)


def piece(x: float, y: float, width: float = 60, height: float = 80, bleed: float = 3) -> Inked:
    trim = Rect(x, y, width, height)
    return Inked(trim, trim.grown(bleed), True)


def marks(*pieces: Inked, kind: str = "crop") -> set[tuple[float, float, float, float]]:
    drawn = crop_marks(pieces, SIZE, A4._replace(marks=kind))
    return {(line.x1, line.y1, line.x2, line.y2) for line in drawn}


def test_the_marks_of_one_piece_run_from_its_ink_to_the_edge() -> None:
    """They begin half a millimetre from the ink and end two millimetres from the edge of the sheet."""
    assert marks(piece(50, 100)) == {
        (46.5, 100, 2, 100),
        (113.5, 100, 198, 100),
        (46.5, 180, 2, 180),
        (113.5, 180, 198, 180),
        (50, 96.5, 50, 2),
        (110, 96.5, 110, 2),
        (50, 183.5, 50, 298),
        (110, 183.5, 110, 298),
    }


def test_lines_join_the_marks_across_the_piece() -> None:
    lines = crop_marks((piece(50, 100),), SIZE, A4._replace(marks="lines"))
    assert {(line.x1, line.y1, line.x2, line.y2) for line in lines if line.kind == "cut"} == {
        (47, 100, 113, 100),
        (47, 180, 113, 180),
        (50, 97, 50, 183),
        (110, 97, 110, 183),
    }


def test_a_row_has_one_cut_for_all_its_pieces() -> None:
    drawn = marks(piece(20, 100), piece(80, 100, bleed=0))
    assert {(x1, x2) for x1, y1, x2, y2 in drawn if y1 == y2 == 100} == {(16.5, 2), (140.5, 198)}
    assert {x1 for x1, y1, x2, y2 in drawn if x1 == x2} == {20, 80, 140}


def test_rows_with_the_same_cuts_share_their_marks() -> None:
    """Between them there is no mark; a row with another cut has marks of its own."""
    one, below, other = piece(20, 20), piece(20, 110), piece(40, 110)
    assert {(y1, y2) for x1, y1, x2, y2 in marks(one, below) if x1 == x2 == 20} == {(16.5, 2), (193.5, 298)}
    ends = {(x1, y1, y2) for x1, y1, x2, y2 in marks(one, other) if x1 == x2}
    assert (20, 103.5, 106.5) not in ends
    assert {x for x, *_ in ends} == {20, 80, 40, 100}


def test_a_piece_in_the_way_shortens_a_mark() -> None:
    """To 2.5 mm, so that it cannot be taken for one of the other piece."""
    one, obstacle = piece(20, 20), Inked(Rect(15, 150, 40, 40), Rect(15, 150, 40, 40), False)
    down = {(x1, y2 - y1) for x1, y1, x2, y2 in marks(one, obstacle) if x1 == x2 and y1 == 103.5}
    assert down == {(20, 2.5), (80, 298 - 103.5)}
    near = obstacle._replace(clip=Rect(15, 105.5, 40, 40))
    down = {(x1, y2 - y1) for x1, y1, x2, y2 in marks(one, near) if x1 == x2 and y1 == 103.5}
    assert (20, 1.5) in down, "half a millimetre from the ink at both ends"
    closer = obstacle._replace(clip=Rect(15, 104.75, 40, 40))
    down = {(x1, y2 - y1) for x1, y1, x2, y2 in marks(one, closer) if x1 == x2 and y1 == 103.5}
    assert (20, 0.75) in down
    for top in (104.5, 104, 103, 102.5, 63.6):  # leaves half a millimetre at most, or nothing
        touching = obstacle._replace(clip=Rect(15, top, 40, 40))
        assert not [x1 for x1, y1, x2, y2 in marks(one, touching) if x1 == x2 == 20 and y1 == 103.5]
    inside = obstacle._replace(clip=Rect(15, 63, 40, 40))
    assert (20, 103.5, 20, 298) in marks(one, inside), "what ends with the ink is not in the way"


@pytest.mark.parametrize(("left", "shorter"), [(80, {80}), (-20, {20}), (80.01, set()), (-20.01, set())])
def test_a_mark_that_only_touches_a_piece_is_shortened(left: float, shorter: set[float]) -> None:
    """The piece has cuts at 20 and 80, and one below it is 40 wide."""
    obstacle = Inked(Rect(left, 150, 40, 40), Rect(left, 150, 40, 40), False)
    ends = {(x1, y2) for x1, y1, x2, y2 in marks(piece(20, 20), obstacle) if x1 == x2 and y1 == 103.5}
    assert {x for x, end in ends if end < 298} == shorter and {x for x, _ in ends} == {20, 80}


@pytest.mark.parametrize("side", ["left", "right", "above", "below"])
def test_what_lies_beside_a_mark_does_not_shorten_it(side: str) -> None:
    """An obstacle counts if the mark would cross it, and on its own side only."""
    one = piece(70, 110)
    places = {
        "left": Rect(5, 115, 30, 70),
        "right": Rect(150, 115, 30, 70),
        "above": Rect(75, 5, 50, 60),
        "below": Rect(75, 250, 50, 30),
    }
    obstacle = Inked(places[side], places[side], False)
    assert marks(one, obstacle) == marks(one)


def test_what_is_cut_out_by_hand_has_no_marks() -> None:
    assert not marks(piece(50, 100)._replace(straight=False))
    assert not marks(piece(50, 100), kind="none")
    assert not crop_marks((piece(50, 100),), SIZE, A4._replace(registration=3))


def test_every_place_has_one_dot() -> None:
    assert list(dots([(3, 4), (3.004, 4), (1, 2)])) == [Line(1, 2, 1, 2, "dot"), Line(3, 4, 3, 4, "dot")]


def test_joins_are_marked_where_another_part_follows() -> None:
    """Ten millimetres from the edge, because so much is shown twice."""
    trim = Rect(20, 30, 100, 200)
    right = [Line(110, 25, 110, 29, "join"), Line(110, 231, 110, 235, "join")]
    below = [Line(15, 220, 19, 220, "join"), Line(121, 220, 125, 220, "join")]
    assert list(join_marks(trim, 0, 0, 2, 2)) == right + below
    assert list(join_marks(trim, 0, 1, 2, 2)) == below
    assert list(join_marks(trim, 1, 0, 2, 2)) == right
    assert list(join_marks(trim, 1, 1, 2, 2)) == []
