"""The hexagon of the map: its spaces, in axial coordinates with the homeworld at (0, 0) (PA 2.2)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from referee.games.per_aspera.box import box


class Space(NamedTuple):
    """The coordinates of a space: q grows to the right; r is the row and grows downwards."""

    q: int
    r: int

    @property
    def text(self) -> str:
        """As people write it: "-1,3"."""
        return f"{self.q},{self.r}"


HOME = Space(0, 0)


@cache
def spaces() -> tuple[Space, ...]:
    """Every space, row by row from the top, each row from left to right."""
    rows = box().rows
    middle = len(rows) // 2
    return tuple(
        Space(first + column, row - middle)
        for row, length in enumerate(rows)
        for first in [-min(middle, row)]
        for column in range(length)
    )


@cache
def distance(one: Space, other: Space) -> int:
    """Steps from one space to the other (PA 2.2)."""
    dq, dr = other.q - one.q, other.r - one.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@cache
def greatest_distance() -> int:
    """Steps between the two spaces of the map that are furthest apart."""
    return max(distance(one, other) for one in spaces() for other in spaces())
