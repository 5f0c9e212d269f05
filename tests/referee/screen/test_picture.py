"""A table drawn as text: boards and their marks, lists, what is whose, what a move means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.prose import Block, Lines, table
from components.setup import Area, Fact, Placed
from referee.engine.game import View
from referee.screen.picture import picture, where_of
from referee.screen.styling import as_text

MAP = Area(
    "map",
    "Map",
    "hexes",
    (
        Placed("hexes", "A1", (0, 0), note="demand 4, Ann"),
        Placed("hexes", "B2", (1, 0), note="demand 2"),
        Placed("hexes", "", (0, 1), up=False),
        Placed("hexes", "C3", (1, 1), note="Bo, colony of Ann"),
    ),
)
FIELD = Area(
    "field", "Field", "grid", tuple(Placed("tiles", f"T{x}", (x, y)) for y in (0, 1) for x in (0, 1))
)
HANDS = (
    Area("hand-1", "Hand of Ann", "list", (Placed("cards", "R2-5"), Placed("cards", "A6-3"))),
    Area("hand-2", "Hand of Anna", "list", (Placed("cards", "", up=False),)),
    Area("hand-3", "Hand of Bo", "list", ()),
)


def lines(
    *areas: Area, width: int = 40, mine: str = "", marked: str = "", facts: tuple[Fact, ...] = ()
) -> list[str]:
    drawn = picture(
        View(areas, facts),
        ("Ann", "Bo"),
        width=width,
        mine=mine,
        marked=set(marked.split("|")) if marked else (),
    )
    return [line.rstrip() for line in drawn.plain.splitlines()]


def test_a_hex_map_with_its_marks() -> None:
    """Each row half a cell further right; players first in the key, numbers kept, a letter for the rest."""
    assert lines(MAP, width=20) == [
        "Map",
        "  0   1",
        "   A1    B2   0",
        "  d4A    d2",
        "      ??    C3   1",
        "           BcA",
        "A Ann, B Bo,",
        "  cA colony of Ann,",
        "  d2 demand 2,",
        "  d4 demand 4",
    ]  # fmt: skip


def test_the_place_of_a_move_is_in_brackets() -> None:
    assert "[B2]" in lines(MAP, marked="1,0")[2]
    assert [line.count("[") for line in lines(FIELD, marked="row 2")] == [0, 0, 2]
    assert lines(FIELD, width=10) == ["Field", " 1  T0  T1", " 2  T0  T1"]


def test_a_word_marks_in_the_first_part_that_has_it() -> None:
    own, other = HANDS[0], Area("pile", "Pile", "list", (Placed("cards", "R2-5"),))
    assert lines(other, own, mine="Ann", marked="R2-5") == ["▸ Hand of Ann  [R2-5] A6-3", "Pile  R2-5"]


def test_what_is_mine_is_first_and_what_is_empty_last() -> None:
    """Anna is not Ann."""
    fact = Fact("Round", "3 of 7", "LB 4.2")
    assert lines(*HANDS[::-1], mine="Ann", facts=(fact,)) == [
        "▸ Hand of Ann  R2-5 A6-3",
        "Round: 3 of 7 [LB 4.2]",
        "Hand of Anna  ??",
        "Empty: Hand of Bo",
    ]


def test_notes_of_a_list_stay_with_their_pieces() -> None:
    bar = Area(
        "bar",
        "Bar",
        "list",
        (Placed("c", "LND", note="2 iron"), Placed("c", "LAS", note="3 iron, " + "x" * 30)),
    )
    assert lines(bar) == ["Bar", "  LND 2 iron", "  LAS 3 iron,", f"    {'x' * 30}"]


def test_long_notes_of_a_board_are_below_it() -> None:
    ship = Area(
        "ship", "Ship", "grid", (Placed("", "CORE", (0, 0)), Placed("", "LAS", (1, 0), note="D3: 2 of 4 HP"))
    )
    assert lines(ship, width=20) == ["Ship", "  CORE  LAS", "  D3: 2 of 4 HP"]


def test_a_grid_is_as_wide_as_what_is_in_its_columns() -> None:
    ship = Area(
        "ship",
        "Ship",
        "grid",
        (Placed("", "GEN-S B1", (0, 0)), Placed("", "COR", (1, 0)), Placed("", "·", (1, 1))),
    )
    assert lines(ship, width=16) == ["Ship", "  GEN-S B1  COR", "             ·"]


def test_a_table_that_is_too_high_has_a_glance() -> None:
    """It replaces the table, with what a marked move points to, and anything else that fits."""
    spaces = (Placed("", "7", (0, 0)), Placed("", "8", (1, 0)))
    grid = Area("ring", "Ring", "grid", spaces, "A long note. " * 20)
    brief = View((replace(grid, note=""),), (Fact("Watts", "50"),))
    table = View((grid, *HANDS, MAP), (Fact("Round", "3"),), brief)

    def drawn(height: int, *points: tuple[str, tuple[int, int]]) -> list[str]:
        text = picture(table, ("Ann", "Bo"), width=30, height=height, points=points).plain
        return [" ".join(line.split()) for line in text.splitlines()]

    assert drawn(99)[0] == "Round: 3" and "F3: the whole table" not in drawn(99)
    assert drawn(5) == ["Watts: 50", "Ring", "7 8", "Hand of Ann R2-5 A6-3", "F3: the whole table"]
    assert drawn(5, ("ring", (1, 0)))[2] == "7 [8]"
    assert drawn(5, ("map", (1, 0)))[1:4] == ["Map", "0 1", "A1 [B2] 0"]


def test_what_is_said_of_the_words_of_a_move() -> None:
    assert where_of([MAP])["1,0"] == "B2 demand 2"
    assert where_of([MAP])["0,1"] == "??"


@pytest.mark.parametrize(
    ("block", "drawn"),
    [
        (table([("Moon m1", "+3", "ML 7.2")], indent=2), "  Moon m1  +3  ML 7.2"),
        ("  Planet of no gap [PA 5.4]", "  Planet of no gap\n    [PA 5.4]"),
        ("short", "short"),
        (Lines(("a line of a chart is left as it is",)), "a line of a chart is left as it is"),
    ],
)
def test_blocks_of_an_answer_are_fitted(block: Block | str, drawn: str) -> None:
    assert as_text([block], 23).plain == drawn
