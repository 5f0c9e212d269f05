"""Shapes: how many tiles there are of each rank, which decides the arrays of ranks and what they are worth.

A shape is worked out once for all tiles that have it, so that no hand is searched for where only the names of
arrays matter (RR 6.4), or whether another one scores more.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine.tuples import derived, remembered
from referee.games.rayguns.box import Array, Box


class Shape:
    """The shape of some tiles: it follows from their ranks, and from whether one of them is a big number."""

    def __init__(
        self,
        box: Box,
        ranks: Sequence[int],
        big: bool,
        wilds: frozenset[int],
        values: Mapping[int, int],
        times: Mapping[Array, int],
    ) -> None:
        """
        ranks   ranks of the tiles
        big     whether one of them is a big number
        wilds   the ranks that are wild
        values  values of each rank
        times   times that each array of ranks counts
        """
        self._box = box
        fixed = [rank for rank in ranks if rank not in wilds]
        self._values, self._times = tuple(values.values()), times
        self._counts = tuple([fixed.count(rank) for rank in values])
        self._wild = len(ranks) - len(fixed)
        # A big number counts with the highest rank; a wild may stand for that, or for a higher one.
        places = [place for place, count in enumerate(self._counts) if count or self._wild]
        self._big = tuple(places if self._wild else places[-1:]) if big else ()
        self._satisfied: dict[Line, Sequence[Array]] = {}

    def satisfied(self, line: Line) -> Sequence[Array]:
        """The arrays of ranks that the tiles satisfy, in that order."""
        found = self._satisfied.get(line)
        if found is None:
            counts = tuple(sorted(filter(None, self._counts), reverse=True))
            found = self._satisfied[line] = _satisfied(self._box, line, counts, self._wild)
        return found

    @derived
    def limits(self) -> Mapping[Array, int]:
        """The arrays of ranks that the tiles satisfy, and points that no hand as each exceeds."""
        return self._most(self._big)

    @derived
    def floors(self) -> Mapping[Array, int]:
        """Points that the best hand as each array has at least."""
        return self._most(()) if self._big and self._wild else self.limits

    @derived
    def ceiling(self) -> int:
        """The highest of the limits."""
        return max(self.limits.values())

    @derived
    def floor(self) -> int:
        """The highest of the floors."""
        return max(self.floors.values())

    def _most(self, big: tuple[int, ...]) -> Mapping[Array, int]:
        found = _limits(self._box, self._counts, self._wild, self._values, big)
        return {array: points * self._times[array] for array, points in found.items()}


@dataclass(frozen=True, eq=False)
class Line:
    """Arrays in an order, see `line_of`."""

    arrays: tuple[Array, ...]


@remembered
def line_of(box: Box, arrays: tuple[Array, ...]) -> Line:
    """One object for each order of arrays of the box."""
    return Line(arrays)


@remembered
def _satisfied(box: Box, line: Line, counts: tuple[int, ...], wild: int) -> Sequence[Array]:
    return [array for array in line.arrays if has_ranks(box, array, counts, wild)]


@remembered
def has_ranks(box: Box, array: Array, counts: tuple[int, ...], wild: int) -> bool:
    """Return whether tiles contain the array's ranks.

    counts  how many tiles there are of each rank that is not wild, the most first
    wild    how many may stand for any rank
    """
    if array.straight:
        return len(counts) + wild >= array.tiles
    lacking = [size - count for size, count in zip(array.groups, [*counts, 0, 0], strict=False)]
    return sum([lack for lack in lacking if lack > 0]) <= wild


@remembered
def _limits(
    box: Box, counts: tuple[int, ...], wild: int, values: tuple[int, ...], big: tuple[int, ...]
) -> Mapping[Array, int]:
    """The arrays of ranks that tiles contain, and the most points of each, before any factor.

    counts  number of tiles of each rank that are not wild
    wild    tiles that may stand for any rank
    values  values of each rank
    big     places of the ranks with which a big number may count, if they are the highest
    """
    of_ranks = tuple(array for array in box.arrays.values() if not (array.special or array.same))
    descending = tuple(sorted(filter(None, counts), reverse=True))
    return {
        array: next(
            points
            for points, way in _ways_to_make(box, array, values, big)
            if sum([size - counts[rank] for rank, size in way if size > counts[rank]]) <= wild
        )
        for array in _satisfied(box, line_of(box, of_ranks), descending, wild)
    }


@remembered
def _ways_to_make(
    box: Box, array: Array, values: tuple[int, ...], big: tuple[int, ...]
) -> Sequence[tuple[int, Sequence[tuple[int, int]]]]:
    """List the ranks of which an array of ranks may consist, with its points, the most first.

    Each way has places of ranks, and how many tiles of each.
    """
    if array.straight:
        ways = [[(box.ranks.index(rank), 1) for rank in box.straight]]
    else:
        chosen = itertools.permutations(range(len(values)), len(array.groups))
        ways = [[*zip(ranks, array.groups, strict=True)] for ranks in chosen]
    again = [values[rank] * box.further_counts if rank in big else 0 for rank in range(len(values))]
    worth = [sum([values[rank] * size for rank, size in way]) + again[max(way)[0]] for way in ways]
    return sorted(zip(worth, ways, strict=True), reverse=True)
