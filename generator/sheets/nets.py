"""The cut lines in a face: the outline of a net and the folds where it is scored.

A template marks them where it draws them, `class="cut"` on the outline and `class="score"` on the folds, so
that the knife follows the print. Lengths in mm from the corner of the trimmed piece, y down.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from generator.faces import shapes
from generator.faces.drawing import Drawing
from generator.faces.rect import Rect
from generator.faces.shapes import Vertex
from generator.faces.svg.path import Point
from generator.faces.svg.values import Matrix

_STEPS = 24  # number of lines that replace a curve


class Net(NamedTuple):
    """Closed outlines, clockwise, and open lines."""

    cut: tuple[tuple[Vertex, ...], ...]
    score: tuple[tuple[Vertex, ...], ...]


def net(drawing: Drawing, size: tuple[float, float]) -> Net:
    """The marked lines of a face of that trimmed size; folds are clipped to the piece."""
    piece = Rect(0, 0, *size)
    cut: list[tuple[Vertex, ...]] = []
    score: list[tuple[Vertex, ...]] = []
    for shape, matrix in drawing.shapes():
        if not shape.role:
            continue
        for points in _lines(shape.outline.operators, matrix):
            if shape.role == "cut":
                cut.append(_vertices(_clockwise(points)))
            else:
                folds = (shapes.fold_inside(a, b, piece) for a, b in itertools.pairwise(_vertices(points)))
                score += [fold for fold in folds if fold]
    return Net(tuple(cut), tuple(score))


def _vertices(points: list[Point]) -> tuple[Vertex, ...]:
    return tuple(Vertex(round(x, 4), round(y, 4)) for x, y in points)


def _lines(operators: str, matrix: Matrix) -> Iterator[list[Point]]:
    """The lines of a path's PDF operators on the face, curves as many short lines."""
    a, b, c, d, e, f = matrix
    points: list[Point] = []
    numbers: list[float] = []
    for word in operators.split():
        if word not in ("m", "l", "c", "h"):
            numbers.append(float(word))
            continue
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        to = [(a * x + c * y + e, b * x + d * y + f) for x, y in pairs]
        numbers = []
        if word == "m":
            if len(points) > 1:
                yield points
            points = to
        elif word == "l":
            points += to
        elif word == "c":
            points += _curve(points[-1], *to)
        else:
            points = [*points, points[0]] if points[0] != points[-1] else points
    if len(points) > 1:
        yield points


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """A cubic as lines, without its first point."""
    points = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        x, y = (
            sum(w * p[axis] for w, p in zip(weights, (start, first, second, end), strict=True))
            for axis in (0, 1)
        )
        points.append((x, y))
    return points


def _clockwise(points: list[Point]) -> list[Point]:
    """A closed outline without a repeated last point, clockwise on a page whose y goes down."""
    ring = points[:-1] if points[0] == points[-1] else points
    turned = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True))
    return ring if turned > 0 else ring[::-1]
