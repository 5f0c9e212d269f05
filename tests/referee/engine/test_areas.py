"""The plain text of a table, and the layout of boards."""

from __future__ import annotations

from components.setup import Area, Fact, Placed
from referee.engine.areas import area_lines, fact_lines, lay_out


def placed(*places: tuple[str, int, int]) -> tuple[Placed, ...]:
    return tuple(Placed("", code, (column, row), up=bool(code)) for code, column, row in places)


def test_columns_are_as_wide_as_their_widest_piece() -> None:
    """An empty column is as wide as the widest of all."""
    a, b, c = placed(("A", 0, 0), ("BBB", 2, 0), ("C", 2, 1))
    rows, width = lay_out({a: 3, b: 5, c: 3}, hexes=False)
    assert rows == {0: [(0, 3, a), (8, 5, b)], 1: [(8, 5, c)]}
    assert width == 13


def test_rows_of_hexes_begin_half_a_cell_further_right() -> None:
    """Coordinates may be negative; the leftmost cell is at 0."""
    a, b, c = placed(("A", 0, -1), ("B", -1, 0), ("C", 0, 0))
    rows, width = lay_out(dict.fromkeys((a, b, c), 4), hexes=True)
    assert rows == {-1: [(2, 4, a)], 0: [(0, 4, b), (4, 4, c)]}
    assert width == 8


def test_a_map_that_is_too_wide_has_narrower_cells() -> None:
    wide = Area("map", "Map", "grid", placed(*((f"A{column % 10}", column, 0) for column in range(24))))
    title, row = area_lines(wide)
    assert (title, row) == ("Map", "  " + " ".join(f"A{column % 10}" for column in range(24)))
    short = Area("map", "Map", "grid", placed(("A1", 0, 0), ("", 1, 0)))
    assert area_lines(short) == ["Map", "  A1  ??"]


def test_facts_have_their_rules() -> None:
    assert fact_lines([Fact("Goal", "80 MCR", "PA 6.1"), Fact("Round", "3")]) == [
        "Goal: 80 MCR [PA 6.1]",
        "Round: 3",
    ]
