"""Pages, and where pieces lie on them: places worked out by hand, mm from the upper left corner, y down."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from components.catalogue import Deck
from generator.faces.rect import Rect
from generator.sheets.layout import (
    Cell,
    Turns,
    arrange,
    centred,
    fits,
    pages,
    registration_marks,
    tallest_first,
    turned,
    turns_over,
    turns_sideways,
)
from generator.sheets.paper import Paper

A4 = Paper("a4", 210, 297, duplex="off")
UNEVEN = A4._replace(margins=(1, 2, 3, 4))  # top, right, bottom, left of the upright sheet
AREA = Rect(10, 20, 200, 100)


def deck(width: float, height: float, shape: str = "card") -> Deck:
    return Deck("it", "It", (width, height), shape, "face", "back", "it", ())


def box(rect: Rect) -> tuple[float, ...]:
    return tuple(round(side, 3) for side in (rect.x, rect.y, rect.width, rect.height))


def places(found: list[list[Cell]]) -> list[list[tuple[float, float]]]:
    return [[(round(cell.x, 3), round(cell.y, 3)) for cell in cells] for cells in found]


def test_a_label_is_along_the_bottom_or_up_the_left_side() -> None:
    """A margin of 6, a band of 5 for the label and as much on the other side, upright and turned."""
    assert [
        (page.width, page.height, box(page.area), box(page.label), page.upright) for page in pages(A4)
    ] == [
        (210, 297, (6, 11, 198, 275), (6, 286, 198, 5), True),
        (210, 297, (11, 6, 188, 285), (6, 6, 5, 285), False),
        (297, 210, (6, 11, 285, 188), (6, 199, 285, 5), True),
        (297, 210, (11, 6, 275, 198), (6, 6, 5, 198), False),
    ]


@pytest.mark.parametrize(
    ("duplex", "upright", "wide"),
    [
        ("off", (4, 1, 204, 293), (3, 4, 293, 204)),
        ("long", (4, 1, 202, 293), (3, 4, 293, 202)),
        ("short", (4, 3, 204, 291), (3, 4, 291, 204)),
        ("fold", (4, 1, 202, 293), (3, 4, 291, 204)),
    ],
)
def test_margins_of_the_upright_sheet(
    duplex: str, upright: tuple[float, ...], wide: tuple[float, ...]
) -> None:
    """A wide sheet is the upright one turned clockwise: its top is what was left. Margins that come to lie
    behind each other are as wide as the wider one."""
    paper = UNEVEN._replace(duplex=duplex, band=0)
    first, _, third, _ = pages(paper)
    if duplex == "fold":  # pieces are on the left half only
        upright = (*upright[:2], 210 / 2 - upright[0] - 3, upright[3])
        wide = (*wide[:2], 297 / 2 - wide[0] - 3, wide[3])
    assert (box(first.area), box(third.area)) == (upright, wide)


def test_square_paper_is_not_turned() -> None:
    square = UNEVEN._replace(width=100, height=100, band=0)
    assert {box(page.area) for page in pages(square)} == {(4, 1, 94, 96)}


@pytest.mark.parametrize(
    ("size", "duplex", "sideways", "over"),
    [
        ((210, 297), "long", True, False),
        ((210, 297), "short", False, True),
        ((297, 210), "long", False, True),
        ((297, 210), "short", True, False),
        ((210, 210), "long", True, False),
        ((210, 210), "short", False, True),
        ((210, 297), "off", False, False),
        ((297, 210), "fold", False, False),
    ],
)
def test_about_which_edge_a_sheet_is_turned(
    size: tuple[float, float], duplex: str, sideways: bool, over: bool
) -> None:
    assert (turns_sideways(*size, duplex), turns_over(*size, duplex)) == (sideways, over)


def test_pieces_for_a_machine_lie_between_the_marks_or_beside_them() -> None:
    """Marks reach 15 from the edges; ink, which is 3 beyond a piece, keeps 1 from them. Between the upper
    two, whose arms are 1 thick, a piece may begin at 14."""
    found = [page for page in pages(A4._replace(registration=4)) if page.bleed == 3]
    assert [(page.width, box(page.area), box(page.label)) for page in found] == [
        (210, (19, 14, 172, 272), (19, 286, 172, 5)),
        (210, (6, 19, 198, 259), (19, 286, 172, 5)),
        (297, (19, 14, 259, 185), (19, 199, 259, 5)),
        (297, (6, 19, 285, 172), (19, 199, 259, 5)),
    ]
    assert all(page.upright and len(page.registration) == 8 for page in found)
    between, beside, *_ = pages(A4._replace(registration=3, margin=25))
    assert box(between.area) == box(beside.area) == (25, 25, 160, 242), "margins count as well"


ANGLES = {
    "upper left": [(10, 10, 5, 1), (10, 10, 1, 5)],
    "upper right": [(195, 10, 5, 1), (199, 10, 1, 5)],
    "lower left": [(10, 286, 5, 1), (10, 282, 1, 5)],
    "lower right": [(195, 286, 5, 1), (199, 282, 1, 5)],
}


def test_registration_marks() -> None:
    """An angle of 5 mm in every corner, 10 from the edges; of three marks the first is a square about its
    corner, and there is none in the lower right corner."""
    four = registration_marks(210, 297, 4)
    assert [box(mark) for mark in four] == [mark for angle in ANGLES.values() for mark in angle]
    three = registration_marks(210, 297, 3)
    assert [box(mark) for mark in three] == [
        (7.5, 7.5, 5, 5), *ANGLES["upper right"], *ANGLES["lower left"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("width", "height", "turn", "held"),
    [
        (100, 50, 0, True),
        (50, 100, 0, False),
        (50, 100, 90, True),
        (100, 50, 90, False),
        (100.001, 50, 0, False),
        (100, 50.001, 0, False),
        (100.0000001, 50.0000001, 0, True),
    ],
)
def test_what_fits(width: float, height: float, turn: int, held: bool) -> None:
    """Less than a millionth too large does not count."""
    assert fits(deck(width, height), Rect(7, 8, 100, 50), turn) == held


@pytest.mark.parametrize(("size", "turns"), [((60, 90), (0, 90, 90)), ((90, 60), (0, 90, 0))])
def test_how_a_piece_is_turned(size: tuple[float, float], turns: tuple[int, ...]) -> None:
    """As it is drawn, by 90 degrees, or so that its long side lies across."""
    assert tuple(turned(deck(*size), how) for how in get_args(Turns)) == turns
    tall = {0: (-size[1], -size[0]), 90: (-size[0], -size[1])}
    assert tuple(tallest_first(deck(*size), how) for how in get_args(Turns)) == tuple(map(tall.get, turns))


def test_rows_are_filled_from_the_left_and_sheets_from_the_top() -> None:
    """Four cards of 50 × 40 side by side fill 200, two rows of them 80; a third row needs another sheet."""
    found = arrange([deck(50, 40)] * 9, AREA, A4, "upright")
    row = [10.0, 60, 110, 160]
    assert places(found) == [[(x, 20) for x in row] + [(x, 60) for x in row], [(10, 20)]]
    assert {(cell.width, cell.height, cell.turn) for cell in found[0]} == {(50, 40, 0)}
    full = arrange([deck(50, 50)] * 8, AREA, A4, "upright")
    assert [len(cells) for cells in full] == [8]


def test_a_gap_is_kept_in_both_directions() -> None:
    found = arrange([deck(50, 40)] * 4, AREA, A4._replace(gap=2), "upright")
    assert places(found) == [[(10, 20), (62, 20), (114, 20), (10, 62)]]


def test_pieces_that_lie_sideways() -> None:
    found = arrange([deck(40, 50)] * 5, AREA, A4, "sideways")
    assert places(found) == [[(10, 20), (60, 20), (110, 20), (160, 20), (10, 60)]]
    assert {(cell.width, cell.height, cell.turn) for cell in found[0]} == {(50, 40, 90)}


def test_rows_of_different_pieces_are_apart() -> None:
    """8 mm, for their bleed and the marks of both; a wider gap counts."""
    decks = [deck(50, 40), deck(50, 30)]
    assert places(arrange(decks, AREA, A4, "upright")) == [[(10, 20), (10, 68)]]
    assert places(arrange(decks, AREA, A4._replace(gap=9), "upright")) == [[(10, 20), (10, 69)]]
    high = [deck(50, 62), deck(50, 30)]
    assert places(arrange(high, AREA, A4, "upright")) == [[(10, 20), (10, 90)]]
    assert places(arrange([deck(50, 63), deck(50, 30)], AREA, A4, "upright")) == [[(10, 20)], [(10, 20)]]


@pytest.mark.parametrize("shape", ["circle", "net"])
def test_what_is_cut_along_an_outline_is_3_mm_apart(shape: str) -> None:
    decks = [deck(50, 40, shape)] * 4
    assert places(arrange(decks, AREA, A4, "upright")) == [[(10, 20), (63, 20), (116, 20), (10, 63)]]
    assert places(arrange(decks, AREA, A4._replace(gap=4), "upright"))[0][1] == (64, 20)


def test_round_pieces_share_a_row_with_taller_ones() -> None:
    """The next row begins below the tallest; cards never share a row with others."""
    rounds = [deck(60, 60, "circle"), deck(40, 40, "circle"), deck(90, 30, "circle"), deck(30, 30, "circle")]
    assert places(arrange(rounds, Rect(0, 0, 200, 200), A4, "upright")) == [
        [(0, 0), (63, 0), (106, 0), (0, 63)]
    ]
    mixed = [deck(60, 60, "circle"), deck(60, 60)]
    assert places(arrange(mixed, Rect(0, 0, 200, 200), A4, "upright")) == [[(0, 0), (0, 68)]]


def test_what_does_not_fit_this_way_is_not_arranged() -> None:
    assert arrange([deck(50, 40), deck(40, 101)], AREA, A4, "upright") == []


def test_hexes_lie_in_a_honeycomb() -> None:
    """Hexes of 40 mm: 5 in a row of 200, 4 in the next, which begins half a hex further right and lies three
    quarters of a hex lower."""
    tall = 80 / math.sqrt(3)
    kind = deck(40, tall, "hex")
    found = arrange([kind] * 12, AREA, A4, "upright")
    low = round(20 + 0.75 * tall, 3)
    assert places(found) == [
        [*((10.0 + 40 * n, 20.0) for n in range(5)), *((30.0 + 40 * n, low) for n in range(4))],
        [(10, 20), (50, 20), (90, 20)],
    ]
    assert {(cell.width, cell.height, cell.turn) for cell in found[0]} == {(40, tall, 0)}
    three = arrange([kind] * 30, Rect(0, 0, 200, 2.5 * tall), A4, "upright")
    assert [len(cells) for cells in three] == [14, 14, 2]
    less = arrange([kind] * 30, Rect(0, 0, 199, 2.4 * tall), A4, "upright")
    assert [len(cells) for cells in less] == [8, 8, 8, 6]


def test_a_honeycomb_with_a_gap_has_it_on_all_six_sides() -> None:
    tall = 80 / math.sqrt(3)
    (cells,) = arrange([deck(40, tall, "hex")] * 9, Rect(0, 0, 208, 100), A4._replace(gap=2), "upright")
    middles = [(cell.x + cell.width / 2, cell.y + cell.height / 2) for cell in cells]
    apart = sorted(math.dist(a, b) for n, a in enumerate(middles) for b in middles[n + 1 :])
    assert apart[0] == pytest.approx(42)
    assert sum(distance == pytest.approx(42) for distance in apart) == 3 + 4 + 2 * 4


def test_a_honeycomb_is_turned_as_a_whole() -> None:
    tall = 80 / math.sqrt(3)
    (cells, *_) = arrange([deck(40, tall, "hex")] * 3, Rect(10, 20, 60, 100), A4, "sideways")
    assert places([cells]) == [[(10, 20), (10, 60)]]
    assert {(cell.width, cell.height, cell.turn) for cell in cells} == {(tall, 40, 90)}


def test_all_sheets_are_centred_alike() -> None:
    """By what is left beside the fullest of them."""
    page = pages(A4)[0]._replace(area=AREA)
    found = arrange([deck(60, 40)] * 7, AREA, A4, "upright")
    assert places(centred(found, page)) == [
        [(20, 30), (80, 30), (140, 30), (20, 70), (80, 70), (140, 70)],
        [(20, 30)],
    ]
