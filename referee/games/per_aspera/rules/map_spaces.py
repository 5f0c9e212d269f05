"""The hexagon of the map: its spaces, in axial coordinates with the homeworld at (0, 0) (PA 2.2)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple


class Space(NamedTuple):
    """Coordinates of a space: q grows to the right; r is the row and grows downwards."""

    q: int
    r: int

    @property
    def text(self) -> str:
        """The coordinates as people write them: "-1,3"."""
        return f"{self.q},{self.r}"


HOME = Space(0, 0)


def hexagon(rows: Sequence[int]) -> tuple[Space, ...]:
    """Return every space of a map, row by row from the top, each row from left to right.

    rows  spaces in each row
    """
    middle = len(rows) // 2
    return tuple(
        Space(first + column, row - middle)
        for row, length in enumerate(rows)
        for first in [-min(middle, row)]
        for column in range(length)
    )


@cache
def distance(one: Space, other: Space) -> int:
    """Return the steps from one space to the other (PA 2.2)."""
    dq, dr = other.q - one.q, other.r - one.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2
