"""The cut line of a piece, by its shape. One geometry for faces, marks and cut files.

Lengths in mm from the top left corner of the trimmed piece, y down.
"""

from __future__ import annotations

import math

from components.catalogue import Deck
from generator.svgpath import Point, number


def path_data(deck: Deck, corner: float, inset: float = 0) -> str:
    """The cut line as SVG path data, `inset` mm inside the cut. `corner`: the radius of a card's corners."""
    width, height = deck.size
    if deck.shape == "circle":
        return _circle(width, height, inset)
    if deck.shape in ("hex", "stepped"):
        return _polygon(_shrunk(vertices(deck), inset))
    radius = max(0.0, corner - inset) if deck.shape == "card" else 0.0
    return _rectangle(inset, inset, width - inset, height - inset, radius)


def vertices(deck: Deck) -> list[Point]:
    """The corners of a hex (from the top, clockwise) or of a stepped strip of hexes."""
    width, height = deck.size
    if deck.shape == "hex":
        x, y = width / 2, height / 4
        return [(x, 0), (width, y), (width, 3 * y), (x, height), (0, 3 * y), (0, y)]
    return stepped(*deck.grid, width / (deck.grid[0] + 0.5))


def stepped(columns: int, rows: int, flat: float) -> list[Point]:
    """The outline of rows of pointy-top hexes, `flat` mm wide each, odd rows half a hex to the right."""
    side = flat / math.sqrt(3)

    def top(row: int) -> float:
        return row * 1.5 * side

    def shift(row: int) -> float:
        return flat / 2 if row % 2 else 0.0

    right: list[Point] = []
    left: list[Point] = []
    for row in range(rows):
        edge = shift(row) + columns * flat
        right += [(edge, top(row) + side / 2), (edge, top(row) + 1.5 * side)]
        left += [(shift(row), top(row) + side / 2), (shift(row), top(row) + 1.5 * side)]
    teeth = [(i * flat / 2, 0.0 if i % 2 else side / 2) for i in range(1, 2 * columns)]
    last = shift(rows - 1)
    bottom = top(rows - 1) + 1.5 * side
    roots = [
        (last + i * flat / 2, bottom + side / 2 if i % 2 else bottom) for i in range(2 * columns - 1, 0, -1)
    ]
    return [*teeth, *right, *roots, *reversed(left)]


def inside_by(deck: Deck, point: Point) -> float:
    """How far a point lies inside the cut line, mm; negative if it is cut off."""
    width, height = deck.size
    if deck.shape == "circle":
        return width / 2 - math.dist(point, (width / 2, height / 2))
    if deck.shape in ("hex", "stepped"):
        corners = vertices(deck)
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        nearest = min(_distance(point, start, end) for start, end in edges)
        return nearest if _encloses(edges, point) else -nearest
    x, y = point
    return min(x, y, width - x, height - y)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))


def _encloses(edges: list[tuple[Point, Point]], point: Point) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in edges:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def _shrunk(points: list[Point], inset: float) -> list[Point]:
    """The polygon with every edge moved inwards (points go clockwise on a page whose y goes down)."""
    if not inset:
        return points
    moved: list[Point] = []
    for before, here, after in zip([points[-1], *points], points, [*points[1:], points[0]], strict=False):
        ax, ay = _inward(before, here)
        bx, by = _inward(here, after)
        scale = inset / (1 + ax * bx + ay * by)
        moved.append((here[0] + (ax + bx) * scale, here[1] + (ay + by) * scale))
    return moved


def _inward(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return (-dy / length, dx / length)


def _polygon(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _circle(width: float, height: float, inset: float) -> str:
    rx, ry = width / 2 - inset, height / 2 - inset
    arc = f"A{number(rx)} {number(ry)} 0 0 1"
    middle = number(height / 2)
    return f"M{number(inset)} {middle}{arc} {number(width - inset)} {middle}{arc} {number(inset)} {middle}Z"


def _rectangle(left: float, top: float, right: float, bottom: float, radius: float) -> str:
    if not radius:
        return _polygon([(left, top), (right, top), (right, bottom), (left, bottom)])
    arc = f"a{number(radius)} {number(radius)} 0 0 1"
    r, along, down = number(radius), number(right - left - 2 * radius), number(bottom - top - 2 * radius)
    return (
        f"M{number(left + radius)} {number(top)}h{along}{arc} {r} {r}v{down}{arc} -{r} {r}"
        f"h-{along}{arc} -{r} -{r}v-{down}{arc} {r} -{r}Z"
    )
