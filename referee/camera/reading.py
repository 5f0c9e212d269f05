"""Pieces in a photograph: what is certain is read, and what is not is a question."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

import cv2
import numpy

from referee.camera.comparing import likeliest, straightened
from referee.camera.expecting import Expected, beside, in_slots, look_there
from referee.camera.faces import Index, Name, is_board
from referee.camera.features import Array, Features, find_features
from referee.camera.photograph import Photograph, Picture
from referee.camera.printing import Print, Straight, print_of
from referee.camera.seeking import Place, outline, seek

ALIKE: Final = 0.7  # likeness from which a piece may be certain
EXPECTED: Final = 0.8  # the same of a piece for which no features vote, so that it may lie otherwise
COVERED: Final = 0.85  # the same of a board on which pieces lie, if others are like it
MAYBE: Final = 0.35  # likeness from which it is a question and not something else
_FEATURES = 6000
_SMALL, _SMALL_HERE = 30, 64  # mm and pixels across pieces that have too few but fine features
_AS_LARGE = 0.5  # the share of the area of a larger piece from which another has no room on it
_ONE_SCALE = 1.8  # areas of a piece and of what lies on it differ at most so much, in their own measures
_LIKELY = 0.5  # first likeness from which a piece is taken to cover a board
_AGAIN = 0.6  # likeness from which a piece that was only expected is a question
_NEAR = 0.4  # widths of a piece between which a place is one that was looked at
_MOST = 120  # pieces in a photograph, from which no more are expected
_TURNS = 12  # turns of a piece in a place of a board
_BEND = 0.01  # the share of a board's length by which a lens may bend it
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


class _Features:
    """The features of a photograph, of which the finest are mostly dots of a raster, and noise."""

    def __init__(self, photograph: Photograph) -> None:
        self._photograph = photograph.picture

    @cached_property
    def _fine(self) -> Features:
        return self._found(1.0)

    @cached_property
    def _coarse(self) -> Features:
        return self._found(0.5)

    def _found(self, scale: float) -> Features:
        size = round(self._photograph.shape[1] * scale), round(self._photograph.shape[0] * scale)
        small = cv2.resize(self._photograph, size, interpolation=cv2.INTER_AREA)
        return find_features(small, _FEATURES, scale)

    def places(self, index: Index, table: Array | None) -> list[Place]:
        """The places of pieces of that index; fine features find small ones that are small here, too."""
        pixels = self._photograph.shape[1], self._photograph.shape[0]
        found = list(seek(index, self._coarse, pixels, table))
        if not found and is_board(index):  # far away
            found = list(seek(index, self._fine, pixels, table))
        widths = sorted(math.dist(*place.corners[:2]) for place in found) or [0]
        if max(index.size) < _SMALL and widths[len(widths) // 2] < _SMALL_HERE:
            found = list(seek(index, self._fine, pixels, table))
        return found


@dataclass(frozen=True, eq=False)
class _Found:
    seen: Seen
    place: Place
    straight: Straight


def read_pieces(photograph: Photograph, known: Sequence[Index]) -> list[Seen]:
    """The pieces of these sizes in the photograph, from the surest to the least sure, and then boards.

    Boards come last, as they are compared where nothing lies on them.
    """
    features = _Features(photograph)
    there: list[tuple[Place, Straight]] = []
    for _, some in groupby(sorted(known, key=_is_board), _is_board):
        likely = [place for place, straight in there if straight.scores.max() > _LIKELY]
        table = max(likely, key=_area).plane if likely else None
        places = [(place, index) for index in some for place in features.places(index, table)]
        places.sort(key=lambda one: -one[0].votes)
        there += [
            straightened(index, photograph, place, _lying(likely, place, index)) for place, index in places
        ]
    if not there:
        return []
    printed, found = print_of([straight for _, straight in there]), list[_Found]()
    for place, straight in there:
        one = _Found(_seen(place, straight, printed), place, straight)
        if one.seen.alike >= MAYBE and not any(_excludes(other.seen, one.seen) for other in found):
            found.append(one)
    _look_again(photograph, known, found, printed)
    return [one.seen for one in found]


def _look_again(photograph: Photograph, known: Sequence[Index], found: list[_Found], printed: Print) -> None:
    """Add pieces that lie where some are expected: beside those found, and in the places of boards."""
    tried: set[tuple[int, int, int]] = set()
    queue = list(found)
    for one in queue:  # grows as it is walked along
        # A question tells as well as a piece that was read where others may lie.
        if one.seen.alike < ALIKE:
            continue
        size = one.seen.size[0] * one.seen.size[1]
        on_board = any(
            other.seen.size[0] * other.seen.size[1] * _AS_LARGE > size and other.seen.holds(one.seen.middle)
            for other in found
            if other.seen.name
        )
        for it in _expected(one, known, printed, on_board=on_board):
            index, corners = it.of, outline(it.of, it.plane)
            width, (x, y) = math.dist(*corners[:2]), corners.mean(0)
            key = id(index), round(x / width / _NEAR), round(y / width / _NEAR)
            new = Seen(None, (), corners, index.size)
            there = [other for other in found if _excludes(other.seen, new)]
            if key in tried or any(other.seen.alike >= ALIKE for other in there) or len(found) > _MOST:
                continue
            tried.add(key)
            again = look_there(it, photograph, printed)
            if again is None:
                continue
            new = _seen(*again, printed)
            there = [other for other in found if _excludes(other.seen, new)]
            if new.alike >= max([_AGAIN, *(other.seen.alike for other in there)]):
                queue.append(_Found(new, *again))
                found[:] = [*(other for other in found if other not in there), queue[-1]]


def _expected(one: _Found, known: Sequence[Index], printed: Print, *, on_board: bool) -> Iterator[Expected]:
    """The pieces that may lie beside that one or on it."""
    index = one.straight.index
    if not on_board:
        for plane in beside(one.place, index):
            yield Expected(index, plane, index.turns)
    sides: list[tuple[Name, str]] = list(zip(index.names, index.inks.tolist(), strict=True))
    number = sides.index((one.seen.maybe[0], printed.ink))
    for small in known:
        if small.size[0] * small.size[1] < _AS_LARGE * index.size[0] * index.size[1]:
            for plane in in_slots(one.place, one.straight, printed, number, 0.4 * min(small.size)):
                yield Expected(small, plane, _TURNS, _BEND * max(index.size))


def _seen(place: Place, straight: Straight, printed: Print) -> Seen:
    likely = likeliest(straight, printed)
    first, maybe = likely[0], tuple(one.name for one in likely)
    plain, size = len(likely) == 1 or straight.mask is straight.index.mask, straight.index.size
    needed = COVERED if not plain else ALIKE if place.votes else EXPECTED
    certain = first.alike >= needed and first.ahead >= first.needed
    return Seen(first.name if certain else None, maybe, place.corners, size, first.alike, first.ahead)


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


def _is_board(index: Index) -> bool:
    return any(index.slots.values())


def _area(place: Place) -> float:
    return float(cv2.contourArea(place.corners.astype(numpy.float32)))


def _lying(likely: Sequence[Place], place: Place, index: Index) -> list[Array]:
    """The corners of the pieces that lie on a board at that place."""
    line, area = place.corners.astype(numpy.float32), _AS_LARGE * _area(place)
    smaller = [one.corners for one in likely if _is_board(index) and _area(one) < area]
    return [one for one in smaller if cv2.pointPolygonTest(line, one.mean(0).tolist(), False) >= 0]


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
