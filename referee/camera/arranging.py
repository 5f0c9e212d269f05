"""Order of pieces: they lie in groups, and in each in rows, as they are seen from below them."""

import math
from collections.abc import Sequence
from itertools import compress
from statistics import median

from referee.camera.reading import Seen

_NEAR = 1.6  # pieces of a group lie within so many of their lengths of another one, middle to middle


def groups(pieces: Sequence[Seen]) -> list[list[Seen]]:
    """The pieces that lie together, the largest group first."""
    left, found = list(pieces), []
    while left:
        group = [left.pop(0)]
        for one in group:  # grows as it is walked along
            near = [math.dist(one.middle, other.middle) < _NEAR * _length(one) for other in left]
            group += compress(left, near)
            left = [other for other, joins in zip(left, near, strict=True) if not joins]
        found.append(group)
    return sorted(found, key=len, reverse=True)


def rows(group: Sequence[Seen]) -> list[list[Seen]]:
    """The rows of a group from the top, each from its left.

    Above is where most pieces have their upper edge, so it does not matter how the camera was held, nor that
    some pieces are turned.
    """
    if not group:
        return []
    turn = _turn(group)
    cosine, sine = math.cos(-turn), math.sin(-turn)

    def placed(one: Seen) -> tuple[float, float]:
        x, y = one.middle
        return cosine * x - sine * y, sine * x + cosine * y

    height = median(_length(one, 1) for one in group)
    found: list[list[Seen]] = []
    for one in sorted(group, key=lambda one: placed(one)[0]):
        y = placed(one)[1]
        ends = [(abs(placed(row[-1])[1] - y), row) for row in found]
        off, row = min(ends, default=(math.inf, []), key=lambda end: end[0])
        if off < 0.5 * height:
            row.append(one)
        else:
            found.append([one])
    return sorted(found, key=lambda row: sum(placed(one)[1] for one in row) / len(row))


def _turn(group: Sequence[Seen]) -> float:
    """The direction from left to right, clockwise in the photograph, in radians."""
    axis = math.atan2(
        sum(math.sin(2 * one.turn) for one in group), sum(math.cos(2 * one.turn) for one in group)
    )
    upright = sum(math.cos(one.turn - axis / 2) for one in group)
    return axis / 2 + (0 if upright >= 0 else math.pi)


def _length(one: Seen, edge: int = -1) -> float:
    """The longer side of a piece in the photograph, in pixels; or its width (0) or height (1)."""
    top, right, bottom, left = (math.dist(one.corners[at], one.corners[(at + 1) % 4]) for at in range(4))
    sides = (top + bottom) / 2, (left + right) / 2
    return sides[edge] if edge >= 0 else max(sides)
