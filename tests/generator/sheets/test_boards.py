"""Boards that are larger than the paper, and what shares a sheet: worked out by hand, mm, y down."""

from __future__ import annotations

import pytest

from components.catalogue import Deck
from components.errors import PaperError
from generator.faces.rect import Rect
from generator.sheets.imposition import Item, Placement, _parts, impose
from tests.generator.presswork import A4

ONE_SIDED = A4._replace(duplex="off")


def deck(name: str, width: float, height: float, shape: str = "card") -> Deck:
    return Deck(name, name, (width, height), shape, "face", "back", name, ())


def item(width: float, height: float, *, name: str = "it", copy: int = 1, back: str = "") -> Item:
    return Item(deck(name, width, height), name, copy, "front", back)


def box(rect: Rect) -> tuple[float, ...]:
    return tuple(round(side, 3) for side in (rect.x, rect.y, rect.width, rect.height))


@pytest.mark.parametrize(
    ("length", "parts"), [(10, 1), (198, 1), (198.001, 2), (386, 2), (386.001, 3), (574, 3), (574.001, 4)]
)
def test_parts_overlap_by_10_mm(length: float, parts: int) -> None:
    """Pages of 198: two show 386, three 574."""
    assert _parts(length, 198) == parts


def test_a_board_in_two_parts() -> None:
    """300 × 200 on A4, of which 198 × 275 are free between margins and labels: two parts of 155."""
    one, other = impose([item(300, 200)], ONE_SIDED)
    (left,), (right,) = one.placements, other.placements
    assert [(placed.part, placed.slot, placed.turn) for placed in (left, right)] == [
        ("1 of 2", 1, 0),
        ("2 of 2", 1, 0),
    ]
    assert (box(left.window), box(right.window)) == ((0, 0, 155, 200), (145, 0, 155, 200))
    assert box(left.trim) == box(right.trim) == (27.5, 48.5, 155, 200), "in the middle of the page"
    assert (box(left.clip), box(right.clip)) == ((24.5, 45.5, 158, 206), (27.5, 45.5, 158, 206))
    joins = [(line.x1, line.y1, line.x2, line.y2) for line in one.marks if line.kind == "join"]
    assert joins == [(172.5, 43.5, 172.5, 47.5), (172.5, 249.5, 172.5, 253.5)]
    assert not [line for line in other.marks if line.kind == "join"]
    crops = {(line.x1, line.y1) for line in one.marks if line.kind == "crop"}
    assert {(24, 48.5), (24, 248.5), (27.5, 45), (182.5, 45)} <= crops, "its parts are cut straight"
    assert [(sheet.number, sheet.of) for sheet in (one, other)] == [(1, 2), (2, 2)]


def test_a_board_in_rows_and_columns() -> None:
    """330 × 500: two by two parts. Ink runs over the board's own edges only."""
    sheets = impose([item(330, 500)], ONE_SIDED)
    windows = [box(sheet.placements[0].window) for sheet in sheets]
    assert windows == [(0, 0, 170, 255), (160, 0, 170, 255), (0, 245, 170, 255), (160, 245, 170, 255)]
    bleeds = [beyond(sheet.placements[0]) for sheet in sheets]
    assert bleeds == [(3, 3, 0, 0), (0, 3, 3, 0), (3, 0, 0, 3), (0, 0, 3, 3)]


def beyond(placed: Placement) -> tuple[float, ...]:
    """Return how far ink reaches beyond the left, upper, right and lower edge."""
    trim, clip = placed.trim, placed.clip
    sides = (trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom)
    return tuple(round(side, 6) for side in sides)


def test_the_page_with_the_fewest_parts_is_taken() -> None:
    """540 × 180: two wide pages of 285 × 188, and not three upright ones."""
    sheets = impose([item(540, 180)], ONE_SIDED)
    assert [(sheet.width, sheet.placements[0].trim.width) for sheet in sheets] == [(297, 275), (297, 275)]


def test_the_back_of_a_board_lies_behind_its_front() -> None:
    """The right part of the back is behind the left part of the front, and so are the marks for the joint."""
    _, back, *_ = impose([item(300, 200, back="back")], A4)
    (behind,) = back.placements
    assert (behind.face, behind.part, box(behind.window)) == ("back", "1 of 2", (145, 0, 155, 200))
    assert box(behind.trim) == (27.5, 48.5, 155, 200)
    assert beyond(behind) == (0, 4, 4, 4), "backs bleed 1 further"
    joins = [(line.x1, line.y1, line.x2, line.y2) for line in back.marks if line.kind == "join"]
    assert joins == [(37.5, 43.5, 37.5, 47.5), (37.5, 249.5, 37.5, 253.5)]
    over = impose([item(300, 200, back="back")], A4._replace(duplex="short"))[1]
    joins = [(line.x1, line.y1, line.x2, line.y2) for line in over.marks if line.kind == "join"]
    assert joins == [(172.5, 253.5, 172.5, 249.5), (172.5, 47.5, 172.5, 43.5)]


@pytest.mark.parametrize(("room", "enough"), [(20, False), (20.5, True)])
def test_paper_that_shows_little_more_than_the_overlap_is_too_small(room: float, enough: bool) -> None:
    paper = ONE_SIDED._replace(width=room, height=60, margin=0, band=0)
    board = Item(deck("it", 30, 40, "square"), "it", 1, "front", "")
    if enough:
        assert len(impose([board], paper)) == 2
        return
    with pytest.raises(PaperError, match="too small to print it in parts"):
        impose([board], paper)


def test_what_is_too_large_is_apart_from_what_is_not() -> None:
    """All small pieces come first, on common sheets, then each large one."""
    items = [item(300, 200, name="board"), item(50, 50, name="a"), item(60, 60, name="b")]
    sheets = impose(items, ONE_SIDED)
    assert [[placed.item.code for placed in sheet.placements] for sheet in sheets] == [
        ["b", "a"],
        ["board"],
        ["board"],
    ]
    assert [(sheet.number, sheet.of, sheet.side) for sheet in sheets] == [(n, 3, "front") for n in (1, 2, 3)]


def test_pieces_are_turned_where_that_saves_a_sheet() -> None:
    """Nine of 90 × 60: two columns of four as they are, three of three when turned."""
    (sheet,) = impose([item(90, 60, copy=number) for number in range(9)], ONE_SIDED)
    assert {placed.turn for placed in sheet.placements} == {90}
    assert [placed.slot for placed in sheet.placements] == list(range(1, 10))


def test_pieces_that_suit_no_page_together_are_printed_apart() -> None:
    """Each fills another page: 198 × 275 is free above a label, 188 × 285 beside one."""
    sheets = impose([item(188, 285, name="tall"), item(198, 275, name="wide")], ONE_SIDED)
    assert [(sheet.placements[0].item.code, len(sheet.placements)) for sheet in sheets] == [
        ("tall", 1),
        ("wide", 1),
    ]
    assert {sheet.upright for sheet in sheets} == {True, False}


@pytest.mark.parametrize(
    ("turn", "away"), [(0, (-28, -17)), (90, (17, -28)), (180, (28, 17)), (270, (-17, 28))]
)
def test_a_place_of_a_face_on_the_sheet(turn: int, away: tuple[float, float]) -> None:
    """A piece of 60 × 40 about (40, 50) is turned clockwise: the place 2 right of its corner and 3 below."""
    side = Rect(10, 30, 60, 40) if turn % 180 == 0 else Rect(20, 20, 40, 60)
    placed = Placement(item(60, 40), "front", 1, side, side, turn, Rect(0, 0, 60, 40))
    assert placed.on_sheet(2, 3) == (40 + away[0], 50 + away[1])
    part = placed._replace(window=Rect(5, 7, 60, 40))
    assert part.on_sheet(7, 10) == placed.on_sheet(2, 3)


@pytest.mark.parametrize(
    ("size", "duplex", "turns"),
    [
        ((50, 80), "long", (0, 0)),
        ((50, 80), "short", (0, 180)),
        ((90, 60), "long", (90, 270)),
        ((90, 60), "short", (90, 90)),
    ],
)
def test_how_a_back_is_turned(size: tuple[float, float], duplex: str, turns: tuple[int, int]) -> None:
    """Nine of 90 × 60 share a sheet only if they are turned, and so are their backs."""
    front, back = impose(
        [item(*size, copy=number, back="back") for number in range(9)], A4._replace(duplex=duplex)
    )
    found = tuple({placed.turn for placed in sheet.placements} for sheet in (front, back))
    assert found == tuple({turn} for turn in turns)
    assert {box(placed.window) for placed in front.placements} == {(0, 0, *size)}


def test_only_what_has_a_back_is_printed_on_both_sides() -> None:
    for paper, back, sides in (
        (A4, "", ["front"]),
        (A4, "back", ["front", "back"]),
        (ONE_SIDED, "back", ["front"]),
        (A4._replace(duplex="fold"), "back", ["both"]),
        (A4._replace(duplex="fold"), "", ["front"]),
    ):
        assert [sheet.side for sheet in impose([item(50, 80, back=back)], paper)] == sides


def test_a_long_piece_fits_the_half_of_a_folded_sheet() -> None:
    """96 × 275 are free left of the fold, and 139.5 × 188 if the sheet lies on its side."""
    (sheet,) = impose([item(96, 270, back="back")], A4._replace(duplex="fold"))
    assert not any(placed.part for placed in sheet.placements)


def test_a_folded_sheet() -> None:
    """Fronts on the left half and their backs on the right, as far from the fold; it runs down the middle."""
    paper = A4._replace(duplex="fold")
    (sheet,) = impose([item(50, 80, back="back")], paper)
    front, back = sheet.placements
    assert (front.side, back.side, back.turn) == ("front", "back", 0)
    # 6 to 102 are free of margin and fold.
    assert (box(front.trim), box(back.trim)) == ((29, 108.5, 50, 80), (131, 108.5, 50, 80))
    (fold,) = [line for line in sheet.marks if line.kind == "fold"]
    assert (fold.x1, fold.y1, fold.x2, fold.y2) == (105, 2, 105, 295)
    crops = [line for line in sheet.marks if line.kind == "crop"]
    left = {(line.x1, line.y1, line.x2, line.y2) for line in crops if line.x1 < 105}
    right = {(line.x1, line.y1, line.x2, line.y2) for line in crops if line.x1 > 105}
    assert (29, 105, 29, 2) in left and (181, 104, 181, 2) in right, "a back bleeds further"
    assert (25.5, 108.5, 2, 108.5) in left and (185, 108.5, 208, 108.5) not in left
    assert {x1 for x1, y1, x2, y2 in left if x1 == x2} == {29, 79}
    assert {x1 for x1, y1, x2, y2 in right if x1 == x2} == {131, 181}
    assert all(x2 < 105 for x1, y1, x2, y2 in left) and all(x2 > 105 for x1, y1, x2, y2 in right)
    assert sheet.side == "both" and len(impose([item(50, 80)], paper)) == 1
