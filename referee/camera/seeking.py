"""Places of pieces: features of the photograph vote for them, and those that agree give the plane."""

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import cv2
import numpy

from referee.camera.faces import Index
from referee.camera.features import Array, Features, pairs

LEAST = 10  # features that agree on a piece
LEAST_ON_TABLE = 6  # the same where the plane of the table is known
_LOOSE_ON_TABLE = 4.0  # mm by which they may be off there
_ONE_SCALE = 0.1  # and the share of its size by which a piece may look larger or smaller there
_FAR_MORE = 1.5  # times as many features, from which a plane of its own is taken
_PIECES = 80  # pieces of one size in a photograph, at most
_MISSES = 12  # places in a row where nothing lies, after which it is not looked further
_SMALLEST = 40  # pixels across a piece


class Place(NamedTuple):
    """A piece in the photograph.

    plane    from millimetres on the piece, from its middle, to pixels
    corners  of its rectangle in the photograph, clockwise from its upper left one
    votes    features that agree
    """

    plane: Array
    corners: Array
    votes: int


class _Votes(NamedTuple):
    """Votes for a piece by pairs of features: its middle, the logarithm of its scale, and its turn."""

    seen: Array
    known: Array
    weight: Array
    x: Array
    y: Array
    scale: Array
    turn: Array


def seek(
    index: Index, seen: Features, pixels: tuple[int, int], table: Array | None = None
) -> Iterator[Place]:
    """The places of pieces of that index, the surest first.

    seen    features of the photograph
    pixels  its width and height
    table   the plane of the table, if it is known: from its millimetres to pixels
    """
    if len(seen.descriptors) < LEAST or len(index.features.descriptors) < 2:
        return
    votes = _votes(index, seen, pixels)
    alive = numpy.ones(len(votes.x), bool)
    misses = 0
    for _ in range(_PIECES):
        if alive.sum() < LEAST or misses > _MISSES:
            return
        near = _densest(index, votes, alive)
        if near is None:
            return
        place = _fitted(index, seen, votes, near, table) if len(near) >= 8 else None
        if place is None:
            alive[near] = False
            misses += 1
            continue
        misses = 0
        yield place
        alive &= ~_of(place, index, seen, votes)


def _votes(index: Index, seen: Features, pixels: tuple[int, int]) -> _Votes:
    rows, columns, alike = pairs(seen, index.features)
    there, here = seen.places[rows], index.features.places[columns]
    scale, turn = there[:, 2] / here[:, 2], there[:, 3] - here[:, 3]
    cosine, sine = numpy.cos(turn), numpy.sin(turn)
    x = there[:, 0] - scale * (cosine * here[:, 0] - sine * here[:, 1])
    y = there[:, 1] - scale * (sine * here[:, 0] + cosine * here[:, 1])
    width = scale * index.size[0]
    fits = (width > _SMALLEST) & (width < pixels[0]) & (abs(x - pixels[0] / 2) < 0.55 * pixels[0])
    fits &= abs(y - pixels[1] / 2) < 0.55 * pixels[1]
    weight = (alike - 0.7) / numpy.bincount(rows, minlength=len(seen.places))[rows]
    return _Votes(
        rows[fits], columns[fits], weight[fits], x[fits], y[fits], numpy.log2(scale[fits]), turn[fits]
    )


def _densest(index: Index, votes: _Votes, alive: Array) -> Array | None:
    """The votes around the place for which most of them are; None if there are too few for any.

    Cells are half an octave in scale, 30 degrees, and a quarter of the piece; each vote is counted in two
    sets of cells along each axis, so that no place falls between cells.
    """
    octave = numpy.round(votes.scale * 1.5).astype(int)
    cell = 2 ** (octave / 1.5) * index.size[0] * 0.22
    turns = numpy.mod(votes.turn, 2 * math.pi) / (math.pi / 6)
    best, middle = 0.25, None
    for right, down, round_ in product((0, 0.5), repeat=3):
        key = (
            numpy.floor(votes.x / cell + right).astype(numpy.int64) * 100_003
            + numpy.floor(votes.y / cell + down).astype(numpy.int64) * 1_009
            + numpy.floor(turns + round_).astype(numpy.int64) % 12 * 64
            + octave
        )[alive]
        _, cells = numpy.unique(key, return_inverse=True)
        counts = numpy.bincount(cells, weights=votes.weight[alive])
        top = int(counts.argmax())
        if counts[top] > best:
            best, middle = counts[top], numpy.nonzero(alive)[0][cells == top]
    if middle is None:
        return None
    x, y, scale = (numpy.median(values[middle]) for values in (votes.x, votes.y, votes.scale))
    turn = math.atan2(numpy.sin(votes.turn[middle]).mean(), numpy.cos(votes.turn[middle]).mean())
    near = alive & (numpy.hypot(votes.x - x, votes.y - y) < 0.45 * 2**scale * index.size[0])
    near &= (abs(votes.scale - scale) < 0.8) & (abs(numpy.angle(numpy.exp(1j * (votes.turn - turn)))) < 0.6)
    found = numpy.nonzero(near)[0]
    return found if len(found) else middle


def _fitted(index: Index, seen: Features, votes: _Votes, near: Array, table: Array | None) -> Place | None:
    """The plane through these votes, if enough of them agree and a piece can look like that.

    On a table whose plane is known a piece is only moved and turned, which few features tell. But a plane
    known by a small piece is not that of a large one: a plane of its own, if far more agree on it.
    """
    cv2.setRNGSeed(1)  # the same photograph is read alike each time
    here = index.features.places[votes.known[near], :2].astype(numpy.float64)
    there = seen.places[votes.seen[near], :2].astype(numpy.float64)
    on_plane = None
    if table is not None:
        on_table = cv2.perspectiveTransform(there[None], numpy.linalg.inv(table))[0]
        moved, agree = cv2.estimateAffinePartial2D(here, on_table, ransacReprojThreshold=_LOOSE_ON_TABLE)
        if moved is not None and abs(math.hypot(moved[0, 0], moved[1, 0]) - 1) < _ONE_SCALE:
            count = len(numpy.unique(votes.seen[near][agree.ravel() > 0]))
            plane = table @ numpy.r_[moved, [[0, 0, 1]]]
            if count >= LEAST_ON_TABLE:
                on_plane = Place(plane, outline(index, plane), count)
    loose = max(2.5, 2 ** float(numpy.median(votes.scale[near])) * index.size[0] * 0.012)
    plane, agree = cv2.findHomography(here, there, cv2.RANSAC, loose, maxIters=1500, confidence=0.999)
    if plane is None:
        return on_plane
    count = len(numpy.unique(votes.seen[near][agree.ravel() > 0]))
    corners = outline(index, plane)
    if count < max(LEAST, _FAR_MORE * on_plane.votes if on_plane else 0) or not _is_possible(index, corners):
        return on_plane
    return Place(plane, corners, count)


def outline(index: Index, plane: Array) -> Array:
    """The corners of a piece in the photograph, clockwise from its upper left one."""
    width, height = index.size[0] / 2, index.size[1] / 2
    square = [[[-width, -height], [width, -height], [width, height], [-width, height]]]
    return cv2.perspectiveTransform(numpy.array(square), plane)[0]


def _is_possible(index: Index, corners: Array) -> bool:
    """Tell whether a flat piece can look like that: not turned over, convex, and not from too flat a side."""
    if cv2.contourArea(corners.astype(numpy.float32), True) < 400:
        return False
    top, right, bottom, left = (
        float(numpy.linalg.norm(corners[one] - corners[(one + 1) % 4])) for one in range(4)
    )
    if not cv2.isContourConvex(corners.astype(numpy.float32)):
        return False
    proportion = (top + bottom) / (left + right) / (index.size[0] / index.size[1])
    even = max(top, bottom) < 1.6 * min(top, bottom) and max(left, right) < 1.6 * min(left, right)
    return even and 0.35 < proportion < 2.8


def _of(place: Place, index: Index, seen: Features, votes: _Votes) -> Array:
    """The votes of features inside a piece that has been found, which so are for it."""
    points = seen.places[None, :, :2].astype(float)
    here = cv2.perspectiveTransform(points, numpy.linalg.inv(place.plane))[0]
    inside = (abs(here) <= (index.size[0] / 2, index.size[1] / 2)).all(1)
    return inside[votes.seen]
