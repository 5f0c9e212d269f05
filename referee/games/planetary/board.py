"""The board a ship is built on (PL 2.3): cells in rows from the top left, `A1` to `G7`."""

from __future__ import annotations

import re
from functools import cache

from referee.games.planetary.box import box
from referee.games.planetary.numbers import numbers

_CELL = re.compile(r"([a-z])(\d)", re.IGNORECASE | re.ASCII)


def cell_text(cell: int) -> str:
    """`D4`."""
    row, column = divmod(cell, numbers().ship.board)
    return f"{chr(ord('A') + column)}{row + 1}"


def find_cell(text: str) -> int | None:
    """The number of the cell `D4`; None if there is none."""
    found = _CELL.fullmatch(text.strip())
    if not found:
        return None
    size = numbers().ship.board
    column, row = ord(found[1].upper()) - ord("A"), int(found[2]) - 1
    return row * size + column if 0 <= column < size and 0 <= row < size else None


@cache
def near() -> tuple[tuple[int, ...], ...]:
    """The cells that share an edge with each cell."""
    return tuple(tuple(line[0] for line in lines if line) for lines in all_lines())


@cache
def all_lines() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell the rows and columns of cells that go out from it, the nearest first."""
    size = numbers().ship.board
    return tuple(
        (
            tuple(range(cell + 1, (row + 1) * size)),
            tuple(range(cell - 1, row * size - 1, -1)),
            tuple(range(cell + size, size * size, size)),
            tuple(range(cell - size, -1, -size)),
        )
        for cell in range(size * size)
        for row in [cell // size]
    )


@cache
def core_cell() -> int:
    cell = find_cell(box().core_cell)
    assert cell is not None
    return cell
