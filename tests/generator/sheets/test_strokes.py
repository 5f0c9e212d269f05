"""The strokes that cut a sheet, counted by hand on small sheets, and what the five games take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.catalogue import Deck, load
from components.pieces import Piece
from generator.faces.drawing import compile_svg
from generator.sheets.imposition import Item, impose
from generator.sheets.inventory import inventory
from generator.sheets.strokes import Strokes, strokes
from tests.generator.presswork import A4

LAPPED = (8 * 8.5, 8 / 3**0.5 * 6.5)


def deck(shape: str, size: tuple[float, float], grid: tuple[int, int] = (0, 0)) -> Deck:
    return Deck(shape, shape, size, shape, "face", "", shape, (Piece("A", 1, {}),), grid)


@pytest.mark.parametrize(
    ("shape", "size", "count", "wanted"),
    [
        # Three rows of three: four lines each way; or four across, and four through each of three strips.
        ("card", (63, 88), 9, Strokes(ruler=8, strips=16)),
        ("card", (63, 88), 10, Strokes(ruler=12, strips=20)),
        ("square", (190, 128), 1, Strokes(ruler=4, strips=4)),
        ("hex", (30, 34.64), 1, Strokes(knife=6)),
        ("circle", (25, 25), 7, Strokes(punched=7)),
        ("circle", (26, 26), 7, Strokes(scissors=7)),
        # Two even rows are cut back: a side and a slope at the corner, a side between two slopes.
        ("lapped", LAPPED, 1, Strokes(ruler=4, strips=4, knife=5)),
    ],
)
def test_strokes_of_a_sheet(shape: str, size: tuple[float, float], count: int, wanted: Strokes) -> None:
    one = deck(shape, size, (8, 4))
    sheets = impose([Item(one, "A", copy, "front", "") for copy in range(count)], A4)
    assert strokes(sheets, {}) == wanted


def test_hexes_of_a_honeycomb_share_their_sides() -> None:
    one = deck("hex", (30, 34.64))
    sheets = impose([Item(one, "A", copy, "front", "") for copy in range(2)], A4)
    assert strokes(sheets, {}).knife == 11


def test_a_net_is_cut_and_scored_as_it_is_drawn() -> None:
    drawing = compile_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        '<path class="cut" d="M10 0H30V40H10Z"/><path class="score" d="M10 20H30"/></svg>',
        "net",
    )
    [sheet] = impose([Item(deck("net", (40, 40)), "A", 1, "front", "")], A4)
    # The ends lie on the lines that cut the sheet, the sides do not.
    assert strokes([sheet], {"front": drawing}) == Strokes(ruler=4, strips=4, knife=2, scored=1)


@pytest.mark.parametrize(("discs", "ruler"), [(0, 4 + 10), (5, 4 + 14)])
def test_a_line_ends_where_a_piece_is_in_its_way(discs: int, ruler: int) -> None:
    """Squares of 40 mm above squares of 20 mm share five lines, but a row of discs between them bars four."""
    rows = [(deck("square", (40, 40)), 4), (deck("circle", (30, 30)), discs)]
    rows.append((replace(deck("square", (20, 20)), name="small"), 9))
    [sheet] = impose([Item(one, "A", copy, "front", "") for one, count in rows for copy in range(count)], A4)
    assert strokes([sheet], {})[:2] == (ruler, 4 + 5 + 10)


def test_a_ruler_takes_eight_seconds() -> None:
    assert Strokes(ruler=15, strips=30).minutes == (2, 4)
    assert Strokes(punched=12).minutes == (1, 1)


@pytest.mark.parametrize(
    ("game", "most"),
    [("last-blast", 26), ("mlem", 35), ("per-aspera", 60), ("planetary", 90), ("rayguns", 43)],
)
def test_a_game_is_cut_within_the_time_it_promises(game: str, most: int) -> None:
    box = load(game)
    last = inventory(box.for_players(box.boxed), A4).splitlines()[-1]
    assert int(last.split(", ")[1].split()[0]) <= most
