"""Where hexes and spaces lie: a planet is a cylinder of hexes (PL 1.4), the ring a circle (PL 1.1).

The hexes of a planet are numbered row by row from the top left; odd rows lie half a hex to the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

# East, north-east, north-west, west, south-west, south-east: rows down, and columns to the right of
# a hex in an even row; in an odd row the columns of a slanting step are one more.
_STEPS = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))


@dataclass(frozen=True)
class Cylinder:
    """A planet of so many columns and rows of hexes.

    near   the hexes next to each hex
    lines  for each hex the straight lines of hexes that go out from it, the nearest first; along a row
           once round the planet at most
    """

    columns: int
    rows: int
    near: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...]

    def distance(self, one: int, other: int) -> int:
        """Steps from hex to hex, the shorter way round."""
        (row, column), (other_row, other_column) = divmod(one, self.columns), divmod(other, self.columns)
        down = other_row - row
        right = (other_column - other_row // 2) - (column - row // 2)
        return min(
            (abs(across) + abs(down) + abs(across + down)) // 2
            for across in (right - self.columns, right, right + self.columns)
        )

    def text(self, hex_: int) -> str:
        """Its column and row, from 0: `12,2`."""
        row, column = divmod(hex_, self.columns)
        return f"{column},{row}"


@cache
def cylinder(columns: int, rows: int) -> Cylinder:
    spots = range(columns * rows)
    lines = tuple(
        tuple(line for step in _STEPS if (line := _line(spot, step, columns, rows))) for spot in spots
    )
    near = tuple(tuple(line[0] for line in from_spot) for from_spot in lines)
    return Cylinder(columns, rows, near, lines)


def ring_distance(one: int, other: int, spaces: int) -> int:
    """Spaces between two of the ring, the shorter way round (PL 3.3)."""
    way = abs(one - other) % spaces
    return min(way, spaces - way)


def _line(spot: int, step: tuple[int, int], columns: int, rows: int) -> tuple[int, ...]:
    down, right = step
    row, column = divmod(spot, columns)
    line: list[int] = []
    while len(line) < columns - 1:
        column = (column + right + (row % 2 if down else 0)) % columns
        row += down
        if not 0 <= row < rows:
            break
        line.append(row * columns + column)
    return tuple(line)
