"""The cells of a ship's board, in rows from the top left: `A1` to `G7` (PL 2.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import isqrt

LARGEST = 26  # Cells in a row: their columns are letters.
_CELL = re.compile(r"([a-z])(\d\d?)", re.IGNORECASE | re.ASCII)


class Numbered(int):
    """Number of a unit or of a cell, written as it is printed: `b` or `D4`. The rules count with it.

    name  word where the code is only a letter: "brute"
    """

    code: str
    name: str

    def __new__(cls, number: int, code: str = "", name: str = "") -> Numbered:
        made = super().__new__(cls, number)
        made.code, made.name = code, name
        return made

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, eq=False)
class Board:
    """A board of that many cells in a row and in a column; there is one for each size.

    cells  their numbers, row by row
    lines  rows and columns of cells that go out from each cell, the nearest first
    near   the cells that share an edge with each cell
    """

    size: int
    cells: tuple[Numbered, ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...]
    near: tuple[tuple[int, ...], ...]

    def find(self, text: str) -> Numbered | None:
        """Return the cell `D4`; None if there is none."""
        found = _CELL.fullmatch(text.strip())
        if not found:
            return None
        column, row = ord(found[1].upper()) - ord("A"), int(found[2]) - 1
        inside = 0 <= column < self.size and 0 <= row < self.size
        return self.cells[row * self.size + column] if inside else None


@cache
def board(size: int) -> Board:
    """The board of that size."""
    spots = range(size * size)
    cells = tuple(Numbered(cell, f"{chr(ord('A') + cell % size)}{cell // size + 1}") for cell in spots)
    lines = tuple(
        (
            tuple(range(cell + 1, (row + 1) * size)),
            tuple(range(cell - 1, row * size - 1, -1)),
            tuple(range(cell + size, size * size, size)),
            tuple(range(cell - size, -1, -size)),
        )
        for cell in spots
        for row in [cell // size]
    )
    near = tuple(tuple(line[0] for line in from_cell if line) for from_cell in lines)
    return Board(size, cells, lines, near)


def board_of(cells: bytes) -> Board:
    """The board that has so many cells."""
    return board(isqrt(len(cells)))
