"""Pieces in a photograph: what is certain is read, and what is not is a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy

from referee.camera.comparing import Likeness, compare
from referee.camera.faces import Index, Name
from referee.camera.features import Array, find_features
from referee.camera.photograph import Picture
from referee.camera.seeking import seek

ALIKE: Final = 0.7  # likeness from which a piece may be certain
MAYBE: Final = 0.35  # likeness from which it is a question and not something else
_FEATURES = 7000


class Seen(NamedTuple):
    """A piece in a photograph.

    name     the side that it shows; None if that is a question
    maybe    the likeliest sides, the first one first
    corners  of its rectangle in the photograph, clockwise from its upper left one, in pixels
    size     its width and height, mm
    """

    name: Name | None
    maybe: tuple[Name, ...]
    corners: Array
    size: tuple[float, float]

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(0)
        return float(x), float(y)

    @property
    def turn(self) -> float:
        """The direction of its upper edge from left to right, clockwise in the photograph, in radians."""
        across = self.corners[1] - self.corners[0] + self.corners[2] - self.corners[3]
        return math.atan2(float(across[1]), float(across[0]))


def read_pieces(photograph: Picture, known: Sequence[Index]) -> list[Seen]:
    """The pieces of these sizes in the photograph, from the surest to the least sure."""
    features = find_features(photograph, _FEATURES)
    pixels = photograph.shape[1], photograph.shape[0]
    places = [(place, index) for index in known for place in seek(index, features, pixels)]
    places.sort(key=lambda one: -one[0].votes)
    found: list[tuple[Seen, float]] = []
    for place, index in places:
        place, likely = compare(index, photograph, place)
        middle = place.corners.mean(0)
        if likely[0].alike < MAYBE or any(_lies_in(middle, one.corners) for one, _ in found):
            continue
        name = likely[0].name if _is_certain(likely[0]) else None
        found.append(
            (Seen(name, tuple(one.name for one in likely), place.corners, index.size), likely[0].ahead)
        )
    return [seen for seen, _ in found]


def _is_certain(likeliest: Likeness) -> bool:
    return likeliest.alike >= ALIKE and likeliest.ahead >= likeliest.needed


def _lies_in(point: Array, corners: Array) -> bool:
    """Tell whether the point is in the middle of that piece."""
    middle = corners.mean(0)
    inner = ((corners - middle) * 0.45 + middle).astype(numpy.float32)
    return bool(cv2.pointPolygonTest(inner, (float(point[0]), float(point[1])), False) >= 0)
