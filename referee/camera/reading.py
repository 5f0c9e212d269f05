"""Pieces in a photograph: what is certain is read, and what is not is a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

import cv2
import numpy

from referee.camera.comparing import Likeness, likeliest, straightened
from referee.camera.faces import Index, Name
from referee.camera.features import Array, Features, find_features
from referee.camera.photograph import Picture
from referee.camera.printing import Print, Straight, print_of
from referee.camera.seeking import Place, seek

ALIKE: Final = 0.7  # likeness from which a piece may be certain
MAYBE: Final = 0.35  # likeness from which it is a question and not something else
_FEATURES = 6000
_SMALL = 30  # mm: pieces that are all smaller are looked for with the finest features
_AS_LARGE = 0.5  # the share of the area of a larger piece from which another has no room on it
_ONE_SCALE = 1.8  # areas of a piece and of what lies on it differ at most so much, in their own measures
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_READ, _ASKED, _BACK = (40, 130, 20), (0, 110, 200), (90, 90, 90)  # blue, green and red


class Seen(NamedTuple):
    """A piece in a photograph.

    name     the side that it shows; None if that is a question
    maybe    the likeliest sides, the first one first
    corners  of its rectangle in the photograph, clockwise from its upper left one, in pixels
    size     its width and height, mm
    alike    the likeness of the first one, up to 1
    ahead    its lead over the others, up to 0.5
    """

    name: Name | None
    maybe: tuple[Name, ...]
    corners: Array
    size: tuple[float, float]
    alike: float = 1.0
    ahead: float = 0.5

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(0)
        return float(x), float(y)

    @property
    def area(self) -> float:
        """Its area in the photograph, in pixels."""
        return float(cv2.contourArea(self.corners.astype(numpy.float32)))

    @property
    def plane(self) -> Array:
        """From millimetres on the piece, from its middle, to pixels."""
        width, height = self.size[0] / 2, self.size[1] / 2
        square = [[-width, -height], [width, -height], [width, height], [-width, height]]
        return cv2.getPerspectiveTransform(
            numpy.array(square, numpy.float32), self.corners.astype(numpy.float32)
        )

    def holds(self, point: tuple[float, float], share: float = 1.0) -> bool:
        """Tell whether the point is on that share of the piece, around its middle."""
        middle = self.corners.mean(0)
        inner = ((self.corners - middle) * share + middle).astype(numpy.float32)
        return bool(cv2.pointPolygonTest(inner, point, False) >= 0)

    @property
    def turn(self) -> float:
        """The direction of its upper edge from left to right, clockwise in the photograph, in radians."""
        across = self.corners[1] - self.corners[0] + self.corners[2] - self.corners[3]
        return math.atan2(float(across[1]), float(across[0]))


def read_pieces(photograph: Picture, known: Sequence[Index]) -> list[Seen]:
    """The pieces of these sizes in the photograph, from the surest to the least sure, and then boards.

    Boards come last, as they are compared where nothing lies on them.
    """
    pixels = photograph.shape[1], photograph.shape[0]
    places = []
    for small, some in groupby(known, lambda index: max(index.size) < _SMALL):
        features = _features(photograph, fine=small)
        places += [(place, index) for index in some for place in seek(index, features, pixels)]
    places.sort(key=lambda one: -one[0].votes)
    boards = {id(index) for index in known if any(index.slots.values())}
    found: list[Seen] = []
    printed: Print | None = None
    for last in (False, True):
        there = [
            straightened(
                index, photograph, place, [one.corners for one in found if _lies_on(one, place, index)]
            )
            for place, index in places
            if (id(index) in boards) == last
        ]
        for place, straight in there:
            printed = printed or print_of([straight for _, straight in there])
            one = _seen(place, straight, printed)
            if one.alike >= MAYBE and not any(_excludes(other, one) for other in found):
                found.append(one)
    return found


def _features(photograph: Picture, *, fine: bool) -> Features:
    """The features of a photograph; without the finest ones, which are dots of a raster and noise."""
    if fine:
        return find_features(photograph, _FEATURES)
    small = cv2.resize(photograph, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return find_features(small, _FEATURES, 0.5)


def _seen(place: Place, straight: Straight, printed: Print) -> Seen:
    likely = likeliest(straight, printed)
    first = likely[0]
    name = first.name if _is_certain(first) else None
    maybe = tuple(one.name for one in likely)
    return Seen(name, maybe, place.corners, straight.index.size, first.alike, first.ahead)


def drawn(photograph: Picture, seen: Sequence[Seen]) -> bytes:
    """A PNG of the photograph with outlines: full where a piece was read, broken where it is a question.

    Its colours are green, amber and, for backs, grey.
    """
    picture = photograph.copy()
    for one in seen:
        colour = _ASKED if one.name is None else _READ if one.name.up else _BACK
        for start, end in zip(one.corners, numpy.roll(one.corners, -1, 0), strict=True):
            parts = numpy.linspace(start, end, 2 if one.name else 10).round().astype(int).tolist()
            for first, last in zip(parts[::2], parts[1::2], strict=True):
                cv2.line(picture, first, last, colour, 4)
        words = one.name.code if one.name else " ".join(name.code for name in one.maybe[:2]) + " ?"
        _label(picture, words, one.corners, colour)
    return cv2.imencode(".png", picture)[1].tobytes()


def _label(picture: Picture, words: str, corners: Array, colour: tuple[int, int, int]) -> None:
    """Write these words in white on a plate at the lower edge of a piece, not much wider than it."""
    (width, height), _ = cv2.getTextSize(words, _FONT, 1.0, 2)
    across = float(numpy.ptp(corners[:, 0]))
    size = min(1.0, max(0.45, 0.9 * across / max(1, width)))
    width, height = round(width * size), round(height * size)
    x, y = round(corners[:, 0].mean() - width / 2), round(corners[:, 1].max()) - 8
    cv2.rectangle(picture, (x - 5, y - height - 6), (x + width + 5, y + 6), colour, -1)
    cv2.putText(picture, words, (x, y), _FONT, size, (255, 255, 255), 1 + (size > 0.6), cv2.LINE_AA)


def _is_certain(likeliest: Likeness) -> bool:
    return likeliest.alike >= ALIKE and likeliest.ahead >= likeliest.needed


def _lies_on(one: Seen, place: Place, index: Index) -> bool:
    """Tell whether a piece lies on a board at that place."""
    smaller = one.size[0] * one.size[1] < _AS_LARGE * index.size[0] * index.size[1]
    line = place.corners.astype(numpy.float32)
    return smaller and bool(cv2.pointPolygonTest(line, one.middle, False) >= 0)


def _excludes(one: Seen, other: Seen) -> bool:
    """Tell whether a piece leaves no room for another: it lies there itself, or it bears a picture of it.

    On a table both have one scale, so what is on a board, but as small as if it were far below, is printed.
    """
    smaller, larger = sorted((one, other), key=lambda piece: piece.size[0] * piece.size[1])
    if smaller.size[0] * smaller.size[1] > _AS_LARGE * larger.size[0] * larger.size[1]:
        return one.holds(other.middle, 0.45)
    if not larger.holds(smaller.middle):
        return False
    scales = [piece.area / (piece.size[0] * piece.size[1]) for piece in (smaller, larger)]
    return not 1 / _ONE_SCALE < scales[0] / scales[1] < _ONE_SCALE
