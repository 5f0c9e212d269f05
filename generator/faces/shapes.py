"""The cut line of a piece, by its shape. One geometry for faces, marks and cut files.

Lengths in mm from the top left corner of the trimmed piece, y down.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from components.decks import STRIPS, Deck
from generator.faces.rect import Rect
from generator.faces.svg.path import Point, number

_FLAT = 0.01  # the lines that replace an arc may deviate from it by this, mm


class Vertex(NamedTuple):
    """A corner of a contour. `bulge` bends the side to the next corner: the tangent of a quarter of the
    angle of its arc, 0 for a straight side (as in DXF); positive bends outwards on a clockwise contour."""

    x: float
    y: float
    bulge: float = 0.0


def contour(deck: Deck, corner: float, inset: float = 0) -> tuple[Vertex, ...]:
    """The cut line, clockwise, `inset` mm inside the cut. `corner`: the radius of a card's corners, mm."""
    width, height = deck.size
    if deck.shape == "circle":
        return (Vertex(inset, height / 2, 1.0), Vertex(width - inset, height / 2, 1.0))
    if deck.shape in ("hex", *STRIPS):
        return tuple(Vertex(x, y) for x, y in _shrunk(vertices(deck), inset))
    radius = max(0.0, corner - inset) if deck.shape == "card" else 0.0
    return _rectangle(inset, inset, width - inset, height - inset, radius)


def mirrored(line: Sequence[Vertex], width: float) -> tuple[Vertex, ...]:
    """A clockwise contour as seen from behind, again clockwise; `width` of the piece, mm."""
    # In reverse, a side's bend belongs to the corner that was its end.
    bends = [line[index - 1].bulge for index in range(len(line))]
    return tuple(
        Vertex(width - vertex.x, vertex.y, bend) for vertex, bend in zip(line[::-1], bends[::-1], strict=True)
    )


def inside(line: Sequence[Vertex], window: Rect) -> tuple[Vertex, ...]:
    """The part of a window that a clockwise contour encloses, as a contour of straight sides; may be empty.

    Arcs become lines that deviate by a hundredth of a millimetre at most. If the result is in several
    pieces, the sides of the window connect them.
    """
    points = [point for here, after in _sides(line) for point in _flattened(here, after)]
    edges = (
        ((1.0, 0.0), window.x), ((-1.0, 0.0), -window.right),
        ((0.0, 1.0), window.y), ((0.0, -1.0), -window.bottom),
    )  # fmt: skip
    for normal, least in edges:
        points = list(_cut_off(points, normal, least))
    corners = [corner for corner, _ in itertools.groupby((round(x, 4), round(y, 4)) for x, y in points)]
    return tuple(itertools.starmap(Vertex, corners[corners[:1] == corners[-1:] :]))


def fold_inside(start: Vertex, end: Vertex, window: Rect) -> tuple[Vertex, ...]:
    """The part of a straight line inside a window; empty if there is none."""
    low, high = 0.0, 1.0
    for first, step, near, far in (
        (start.x, end.x - start.x, window.x, window.right),
        (start.y, end.y - start.y, window.y, window.bottom),
    ):
        if step:
            enter, leave = sorted(((near - first) / step, (far - first) / step))
            low, high = max(low, enter), min(high, leave)
        elif not near - 1e-6 <= first <= far + 1e-6:
            return ()
    if high - low < 1e-9:
        return ()
    x, y = end.x - start.x, end.y - start.y
    return tuple(Vertex(round(start.x + x * t, 4), round(start.y + y * t, 4)) for t in (low, high))


def path_data(deck: Deck, corner: float, inset: float = 0) -> str:
    """The cut line as SVG path data."""
    return contour_path(contour(deck, corner, inset))


def contour_path(corners: Sequence[Vertex]) -> str:
    """A closed contour as SVG path data."""
    parts = [f"M{number(corners[0].x)} {number(corners[0].y)}"]
    for here, after in _sides(corners):
        if here.bulge:
            chord = math.dist((here.x, here.y), (after.x, after.y))
            exact = chord * (1 + here.bulge**2) / (4 * abs(here.bulge))
            # A radius rounded up would flatten half a circle visibly; one that is too small is corrected
            # to half the distance, which is right.
            radius = number(exact - 0.002 if abs(here.bulge) == 1 else exact)
            parts.append(f"A{radius} {radius} 0 0 {int(here.bulge > 0)} {number(after.x)} {number(after.y)}")
        elif after is not corners[0]:
            parts.append(f"L{number(after.x)} {number(after.y)}")
    return "".join(parts) + "Z"


def open_path(points: Sequence[Vertex]) -> str:
    """Straight lines from point to point as SVG path data."""
    return "M" + "L".join(f"{number(point.x)} {number(point.y)}" for point in points)


def corners(deck: Deck) -> list[Point]:
    """Points that show the eye where the cut line runs: the corners of a card or a hex, the ends of a
    circle's two axes, the outermost tips of a strip of hexes."""
    width, height = deck.size
    if deck.shape == "circle":
        return [(width / 2, 0), (width, height / 2), (width / 2, height), (0, height / 2)]
    if deck.shape == "hex":
        return vertices(deck)
    if deck.shape in STRIPS:
        outline = vertices(deck)
        ends = [min(y for _, y in outline), max(y for _, y in outline)]
        tips = [[point for point in outline if abs(point[1] - end) < 1e-6] for end in ends]
        return [tip for row in tips for tip in (min(row), max(row))]
    return [(0, 0), (width, 0), (width, height), (0, height)]


def vertices(deck: Deck) -> list[Point]:
    """The corners of a hex (from the top, clockwise) or of a strip of hexes."""
    width, height = deck.size
    if deck.shape == "hex":
        x, y = width / 2, height / 4
        return [(x, 0), (width, y), (width, 3 * y), (x, height), (0, 3 * y), (0, y)]
    outline = lapped if deck.shape == "lapped" else stepped
    return outline(*deck.grid, width / (deck.grid[0] + 0.5))


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


def lapped(columns: int, rows: int, flat: float) -> list[Point]:
    """The outline of such rows with straight sides and a straight left end; only the right end is stepped."""
    outline = stepped(columns, rows, flat)
    right = outline[2 * columns - 1 :][: 2 * rows]
    bottom = max(y for _, y in outline)
    return [(0, 0), (right[0][0], 0), *right[1:-1], (right[-1][0], bottom), (0, bottom)]


def inside_by(deck: Deck, point: Point) -> float:
    """Return how far a point lies inside the cut line, mm; negative if it is cut off."""
    width, height = deck.size
    if deck.shape == "circle":
        return width / 2 - math.dist(point, (width / 2, height / 2))
    if deck.shape in ("hex", *STRIPS):
        corners = vertices(deck)
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        nearest = min(_distance(point, start, end) for start, end in edges)
        return nearest if _encloses(edges, point) else -nearest
    x, y = point
    return min(x, y, width - x, height - y)


def _sides(corners: Sequence[Vertex]) -> Iterator[tuple[Vertex, Vertex]]:
    """Each corner of a contour with the next."""
    return zip(corners, [*corners[1:], corners[0]], strict=True)


def _flattened(here: Vertex, after: Vertex) -> Iterator[Point]:
    """The points of the lines that replace a side, without the last."""
    yield here.x, here.y
    if not here.bulge:
        return
    x, y = after.x - here.x, after.y - here.y
    # The offset of the circle's centre from the middle of the chord, in chord lengths.
    beside = (1 / here.bulge - here.bulge) / 4
    middle = (here.x + x / 2 - y * beside, here.y + y / 2 + x * beside)
    angle = 4 * math.atan(here.bulge)
    radius = math.dist(middle, (here.x, here.y))
    count = math.ceil(abs(angle) / (2 * math.acos(max(0.0, 1 - _FLAT / radius))))
    for step in range(1, count):
        cos, sin = math.cos(angle * step / count), math.sin(angle * step / count)
        dx, dy = here.x - middle[0], here.y - middle[1]
        yield middle[0] + cos * dx - sin * dy, middle[1] + sin * dx + cos * dy


def _cut_off(points: Sequence[Point], normal: Point, least: float) -> Iterator[Point]:
    """The polygon without what lies beyond a straight line (Sutherland and Hodgman)."""

    def within(point: Point) -> float:
        return point[0] * normal[0] + point[1] * normal[1] - least

    for before, here in zip([*points[-1:], *points], points, strict=False):
        was, now = within(before), within(here)
        if (was < 0) != (now < 0):
            part = was / (was - now)
            yield before[0] + (here[0] - before[0]) * part, before[1] + (here[1] - before[1]) * part
        if now >= 0:
            yield here


def _distance(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))


def _encloses(edges: list[tuple[Point, Point]], point: Point) -> bool:
    """Tell whether a ray to the right crosses the outline an odd number of times."""
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


def _rectangle(left: float, top: float, right: float, bottom: float, radius: float) -> tuple[Vertex, ...]:
    if not radius:
        return Vertex(left, top), Vertex(right, top), Vertex(right, bottom), Vertex(left, bottom)
    quarter = math.tan(math.pi / 8)
    return (
        Vertex(left + radius, top),
        Vertex(right - radius, top, quarter),
        Vertex(right, top + radius),
        Vertex(right, bottom - radius, quarter),
        Vertex(right - radius, bottom),
        Vertex(left + radius, bottom, quarter),
        Vertex(left, bottom - radius),
        Vertex(left, top + radius, quarter),
    )
