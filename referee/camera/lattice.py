"""Pieces that lie edge to edge, hexes of a map or tiles of a field: which place each of them has."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy

from referee.camera.features import Array
from referee.camera.reading import Seen

Place = tuple[int, int]

_OFF = 0.35  # a piece lies at most so many of its widths from where its place is expected
_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_ENOUGH = 6  # pieces from which the plane is known better by all of them than by the first


class _Grid(NamedTuple):
    """Pieces of one size, and how many sides they have: 4 or 6."""

    pieces: Sequence[Seen]
    size: tuple[float, float]
    sides: tuple[Place, ...]

    def on_table(self, place: Place) -> tuple[float, float]:
        """The middle of that place in mm from that of the first piece."""
        column, row = place
        if len(self.sides) == 4:
            return column * self.size[0], row * self.size[1]
        return (column + row / 2) * self.size[0], row * 0.75 * self.size[1]

    def middle(self, place: Place, plane: Array) -> tuple[float, float]:
        """The middle of that place in the photograph."""
        x, y = cv2.perspectiveTransform(numpy.array([[self.on_table(place)]], float), plane)[0, 0]
        return float(x), float(y)


def places(pieces: Sequence[Seen], *, hexes: bool) -> list[Place | None]:
    """The place of each piece, 0, 0 for the surest: column and row; None for one that lies apart.

    Most of them are upright. Hexes have a point up: their places are q and r, of which q grows to the right,
    r down and to the right. The map grows from the surest piece: whatever lies where a neighbour is expected
    is one, and all of them tell the plane.
    """
    if not pieces:
        return []
    first = max(range(len(pieces)), key=lambda number: (pieces[number].ahead, pieces[number].alike))
    grid, plane = _Grid(pieces, pieces[first].size, _HEX if hexes else _SQUARE), pieces[first].plane
    found: dict[Place, int] = {(0, 0): first}
    while new := _beside(grid, found, plane):
        found |= new
        if len(found) >= _ENOUGH:
            plane = _fitted(grid, found, plane)
    turns = _turns(grid, found, plane)
    of = {number: _turned(place, turns, hexes) for place, number in found.items()}
    return [of.get(number) for number in range(len(pieces))]


def _beside(grid: _Grid, found: dict[Place, int], plane: Array) -> dict[Place, int]:
    """The pieces that lie beside those found, each where it fits best."""
    free = {(x + right, y + down) for x, y in found for right, down in grid.sides} - set(found)
    left = [number for number in range(len(grid.pieces)) if number not in found.values()]
    offs = sorted(
        (math.dist(grid.middle(place, plane), grid.pieces[number].middle), place, number)
        for place in free
        for number in left
    )
    new: dict[Place, int] = {}
    for off, place, number in offs:
        width = math.dist(*grid.pieces[number].corners[:2])
        if off < _OFF * width and place not in new and number not in new.values():
            new[place] = number
    return new


def _fitted(grid: _Grid, found: dict[Place, int], before: Array) -> Array:
    """The plane of all pieces found; the one before where they lie in one line, which tells none."""
    table = numpy.array([grid.on_table(place) for place in found])
    if numpy.linalg.matrix_rank(table - table.mean(0), tol=grid.size[0] / 3) < 2:
        return before
    seen = numpy.array([grid.pieces[number].middle for number in found.values()])
    plane, _ = cv2.findHomography(table, seen, 0)
    return before if plane is None else plane


def _turns(grid: _Grid, found: dict[Place, int], plane: Array) -> int:
    """The turns, clockwise and each from one side to the next, by which most pieces are turned."""
    back, sides = numpy.linalg.inv(plane), len(grid.sides)
    counts: Counter[int] = Counter()
    for number in found.values():
        left, right = cv2.perspectiveTransform(grid.pieces[number].corners[None, :2].astype(float), back)[0]
        angle = math.atan2(right[1] - left[1], right[0] - left[0])
        counts[round(angle / (2 * math.pi / sides)) % sides] += 1
    return counts.most_common(1)[0][0]


def _turned(place: Place, turns: int, hexes: bool) -> Place:
    """The same place where the table is turned back by so many turns."""
    for _ in range(turns):
        place = (place[0] + place[1], -place[0]) if hexes else (place[1], -place[0])
    return place
