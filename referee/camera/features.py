"""Features of pictures: points that look alike from near and far, from any side and in any light (SIFT)."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy

from referee.camera.photograph import Picture

Array: TypeAlias = Any  # an array of numpy

_EDGE = 0.025  # contrast that a feature has at least
_PART, _AROUND = 800, 60  # pixels of a side of a part that is looked at at once, and beyond its edges


class Features(NamedTuple):
    """Features of a picture.

    places       a row for each: x, y and diameter in the units of the picture, and its angle in radians
    descriptors  a row of 128 for each, of length 1: their product tells how alike two of them look
    """

    places: Array
    descriptors: Array


def find_features(picture: Picture, most: int, scale: float = 1.0) -> Features:
    """The strongest features of a picture, grey or in colours.

    scale  pixels of this picture for each unit of the places
    """
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    corners = product(range(0, width, _PART), range(0, height, _PART))
    found = [part for left, top in corners for part in _of_part(grey, left, top, 2 * most)]
    if not found:
        return Features(numpy.zeros((0, 4), numpy.float32), numpy.zeros((0, 128), numpy.float32))
    rows, raw = (numpy.concatenate(arrays) for arrays in zip(*found, strict=True))
    order = numpy.argsort(-rows[:, 4], kind="stable")[:most]
    places = rows[order, :4].astype(numpy.float32)
    places[:, :3] /= scale
    places[:, 3] = numpy.radians(places[:, 3])
    return Features(places, rooted(raw[order]))


def _of_part(grey: Picture, left: int, top: int, most: int) -> Iterator[tuple[Array, Array]]:
    """The features of a part of the picture, as OpenCV has them, each with its strength.

    The whole picture at once would take half a gigabyte.
    """
    x, y = max(0, left - _AROUND), max(0, top - _AROUND)
    part = grey[y : top + _PART + _AROUND, x : left + _PART + _AROUND]
    points, raw = cv2.SIFT.create(most, contrastThreshold=_EDGE).detectAndCompute(part, None)
    if raw is not None:
        rows = numpy.array([(*one.pt, one.size, one.angle, one.response) for one in points])
        rows[:, :2] += (x, y)
        inside = (rows[:, :2] >= (left, top)).all(1) & (rows[:, :2] < (left + _PART, top + _PART)).all(1)
        yield rows[inside], raw[inside]


def rooted(descriptors: Array) -> Array:
    """Descriptors as the roots of their shares, so that small values count beside great ones."""
    shares = descriptors.astype(numpy.float32)
    shares /= shares.sum(1, keepdims=True) + 1e-9
    return numpy.sqrt(shares)


def pairs(seen: Features, known: Features, each: int = 5, alike: float = 0.75) -> tuple[Array, Array, Array]:
    """For each feature seen, up to so many known ones that look alike: the rows in both, and how alike."""
    found: list[Array] = []
    columns = known.descriptors.T.copy()
    for start in range(0, len(seen.descriptors), 500):  # all at once would take hundreds of megabytes
        products = seen.descriptors[start : start + 500] @ columns
        row, column = numpy.nonzero(products > alike)
        values = products[row, column]
        order = numpy.lexsort((-values, row))
        row, column, values = row[order], column[order], values[order]
        place = numpy.arange(len(row)) - numpy.searchsorted(row, row)  # 0 for the one most alike
        few = place < each
        found.append(numpy.c_[row[few] + start, column[few], values[few]])
    pairs_ = numpy.concatenate(found) if found else numpy.zeros((0, 3))
    return pairs_[:, 0].astype(int), pairs_[:, 1].astype(int), pairs_[:, 2]
