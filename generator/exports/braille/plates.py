"""Plates with braille to print in plastic, as binary STL, to be glued onto pieces.

Lengths in mm; x to the right, y up, z towards the finger. Every plate and every dot is a closed body; the
dots reach a little into their plate, which slicers unite.
"""

import itertools
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.exports.braille.braille import DOT, SPACING, Label

Point: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Point, Point, Point]

BED = 200.0  # the side of the square that is printed at once
THICK = 0.8  # thickness of a plate
HEIGHT = 0.6  # height of a dot above its plate
EDGE = 4.0  # room from the outermost dots to the edge of a plate
TALL = 2 * SPACING + 2 * EDGE  # a plate, across
_GAP = 2.0  # room between plates
_CORNER = 3.0  # cut off the upper right corner, so that fingers know which way up
_SUNK = 0.1  # depth of a dot's foot in its plate
_ROUND = 12  # sides of a dot


@dataclass(frozen=True)
class Plate:
    """A label at a place on the bed: the lower left corner of its plate."""

    label: Label
    x: float
    y: float


def width(label: Label) -> float:
    """Return the width of its plate."""
    return label.width + 2 * EDGE


def beds(labels: Sequence[Label]) -> list[list[Plate]]:
    """The labels as plates in rows, on as many beds as they need; a longer one sticks out of its bed."""
    found: list[list[Plate]] = [[]]
    x = y = 0.0
    for label in labels:
        if x and x + width(label) > BED:
            x, y = 0.0, y + TALL + _GAP
        if y + TALL > BED:
            x, y = 0.0, 0.0
            found.append([])
        found[-1].append(Plate(label, x, y))
        x += width(label) + _GAP
    return [bed for bed in found if bed]


def stl(bed: Sequence[Plate], title: str) -> bytes:
    """The bed as a binary STL file."""
    triangles = [triangle for plate in bed for triangle in _plate(plate)]
    head = title.encode("ascii", "replace")[:80].ljust(80)
    return head + struct.pack("<I", len(triangles)) + b"".join(map(_packed, triangles))


def _plate(plate: Plate) -> Iterator[Triangle]:
    right, top = plate.x + width(plate.label), plate.y + TALL
    outline = [
        (plate.x, plate.y), (right, plate.y), (right, top - _CORNER), (right - _CORNER, top), (plate.x, top),
    ]  # fmt: skip
    yield from _slab(outline, 0.0, THICK)
    for x, y in plate.label.dots():
        yield from _dot(plate.x + EDGE + x, top - EDGE - y)


def _slab(outline: Sequence[tuple[float, float]], low: float, high: float) -> Iterator[Triangle]:
    """A body with a flat bottom and top; its outline is convex and runs anticlockwise."""
    bottom, top = ([(x, y, z) for x, y in outline] for z in (low, high))
    for place in range(1, len(outline) - 1):
        yield top[0], top[place], top[place + 1]
        yield bottom[0], bottom[place + 1], bottom[place]
    for place in range(len(outline)):
        after = (place + 1) % len(outline)
        yield bottom[place], bottom[after], top[after]
        yield bottom[place], top[after], top[place]


def _dot(x: float, y: float) -> Iterator[Triangle]:
    """A dome: two rings and its top, on a foot that is in the plate."""
    rings = [
        _ring(x, y, DOT / 2, THICK - _SUNK),
        _ring(x, y, DOT / 2, THICK),
        _ring(x, y, DOT / 2 * math.cos(math.pi / 4), THICK + HEIGHT * math.sin(math.pi / 4)),
    ]
    top, foot = (x, y, THICK + HEIGHT), (x, y, THICK - _SUNK)
    for side in range(_ROUND):
        after = (side + 1) % _ROUND
        yield foot, rings[0][after], rings[0][side]
        yield rings[-1][side], rings[-1][after], top
        for low, high in itertools.pairwise(rings):
            yield low[side], low[after], high[after]
            yield low[side], high[after], high[side]


def _ring(x: float, y: float, radius: float, z: float) -> list[Point]:
    turns = (2 * math.pi * side / _ROUND for side in range(_ROUND))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn), z) for turn in turns]


def _packed(triangle: Triangle) -> bytes:
    a, b, c = triangle
    u, v = ([end - start for start, end in zip(a, other, strict=True)] for other in (b, c))
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.hypot(*normal) or 1.0
    return struct.pack("<12fH", *(part / length for part in normal), *a, *b, *c, 0)
