"""Rectangles in mm, x to the right, y down."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    def holds(self, point: tuple[float, float]) -> bool:
        """Tell whether a point is inside or on the edge, with a tolerance for rounding."""
        x, y = point
        return min(x - self.x, self.right - x, y - self.y, self.bottom - y) > -1e-6

    def grown(self, by: float) -> Rect:
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def within(self, other: Rect) -> Rect:
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def around(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)
