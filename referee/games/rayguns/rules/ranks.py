"""Ranks: which tiles of an array score, the rank each stands for, and their points (RR 6.2, 6.4, 7.1, 7.2).

Only the *face* of a tile counts here: its rank, and whether it is a big number. So a hand of some faces
holds for all tiles with these faces, whatever their suits and colours, and under all orders with the same
wilds; it is found once and remembered.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from referee.engine.tuples import Record, record, remembered, remembered_lately
from referee.games.rayguns.box import Array, Box, Spec, Tile
from referee.games.rayguns.rules.shapes import Shape

BIG = 1  # This bit of a face marks a big number.

_REMEMBERED = 1 << 14  # When there are more sets of faces under one set of wilds, all are forgotten.

Faces: TypeAlias = tuple[int, ...]
# A split has the places that are chosen and the places beside them, both ascending.
Split: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Factor(NamedTuple):
    """Something that multiplies the points of an array: "flag", "ally" or the name of a Spec."""

    name: str
    times: int


@record
class Hand(Record):
    """One way in which tiles make an array. Places count from 0, in the order the tiles were given.

    places   places of the scoring tiles, in order
    stands   the rank each of these stands for
    wilds    tiles that stand for another rank than their own (RR 6.2)
    base     points of the ranks (RR 7.1, or 7.4 for a Supernova)
    big      points of the big number (RR 7.2)
    factors  what multiplies them (RR 7.3, 9.1)
    points   base and big, multiplied
    ranks    ranks of the scoring tiles as they stand, highest first
    """

    array: Array
    places: tuple[int, ...]
    stands: tuple[int, ...]
    wilds: int
    base: int
    big: int
    factors: tuple[Factor, ...]
    points: int
    ranks: tuple[int, ...]

    def scoring(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The scoring tiles among those of which the hand is made."""
        return tuple([tiles[place] for place in self.places])

    def others(self, tiles: Sequence[Tile]) -> tuple[int, ...]:
        """The printed ranks of the other tiles, highest first."""
        ranks = [tile.rank for place, tile in enumerate(tiles) if place not in self.places]
        return tuple(sorted(ranks, reverse=True))


class Stand(NamedTuple):
    """The ranks that scoring tiles stand for, and their worth: the greater, the better.

    points       points of the ranks and the big number, before any factor
    fewer_wilds  minus the number of tiles that stand for another rank than their own (RR 6.2)
    ranks        they stand for, highest first
    stands       the same in the order of the faces
    big          points of the big number among them
    """

    points: int
    fewer_wilds: int
    ranks: tuple[int, ...]
    stands: tuple[int, ...]
    big: int


@record
class Choice(Record):
    """Tiles that score as an array; they are numbered in the order of their faces.

    points  points of the stand, multiplied by the factors
    """

    split: Split
    stand: Stand
    factors: tuple[Factor, ...]
    points: int


class Ranks:
    """The hands that faces make under given wilds, see `ranks_under`.

    factors  factors of the Specs, by array
    """

    def __init__(self, box: Box, wilds: frozenset[int], minuend: int | None, specs: tuple[Spec, ...]) -> None:
        self.box = box
        self.factors = {
            array: tuple(Factor(spec.name, spec.factor) for spec in specs if array.name in spec.doubles)
            for array in box.arrays.values()
        }
        self.times = {
            array: math.prod([factor.times for factor in factors])
            for array, factors in self.factors.items()
            if array.groups or array.straight
        }
        self.wilds = wilds
        self.values = {rank: rank if minuend is None else minuend - rank for rank in box.ranks}
        self._minuend, self._specs = minuend, specs
        self._hands: dict[Faces, Hands] = {}
        self._shapes: dict[tuple[int, ...], Shape] = {}
        self._stands: dict[tuple[Array, int], Stands] = {}

    def hands(self, faces: Faces) -> Hands:
        """The best hand as each array of ranks.

        faces  faces in the order of the tiles
        """
        found = self._hands.get(faces)
        if found is None:
            if len(self._hands) >= _REMEMBERED:
                self._hands.clear()
            found = self._hands[faces] = self._new_hands(faces)
        return found

    def _new_hands(self, faces: Faces) -> Hands:
        if not self.wilds.isdisjoint([face >> 1 for face in faces]):
            return Hands(self, faces)
        top, tame = max(faces, default=0) >> 1, self._tame if self.wilds else self
        # A big number beneath the highest rank counts as any tile (RR 5.8).
        plain = tuple([face if face >> 1 == top else face & ~BIG for face in faces])
        return Hands(self, faces) if tame is self and plain == faces else tame.hands(plain)

    @cached_property
    def _tame(self) -> Ranks:
        """For faces of which none is wild: their hands are the same whatever is wild."""
        return ranks_under(self.box, frozenset(), self._minuend, self._specs)

    def shape(self, faces: Faces) -> Shape:
        """The shape of these faces, which follows from their ranks and from whether there is a big number."""
        big = has_big(faces)
        key = (big, *sorted([face >> 1 for face in faces]))
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = Shape(self.box, key[1:], big, self.wilds, self.values, self.times)
        return found

    def search(self, array: Array, faces: Faces) -> Hand:
        """The best hand as an array that they satisfy, found by trying every choice of tiles."""
        ascending = tuple(sorted(faces))
        ways = splits(len(faces), array.tiles)
        looks = [*itertools.combinations(ascending, array.tiles)]
        if has_big(ascending):
            tables = {rank: self.stands(array, rank) for rank in {0, *[face >> 1 for face in faces]}}
            stands = [
                tables[ascending[beside[-1]] >> 1 if beside else 0][look]
                for look, (_, beside) in zip(looks, ways, strict=True)
            ]
        else:  # The other tiles do not matter.
            stands = [*map(self.stands(array).__getitem__, looks)]
        found = [(stand, at) for at, stand in enumerate(stands) if stand is not None]
        best = max(found)[0][:3]
        # Of choices that look alike the first has the tiles written first.
        places = {looks[at]: at for stand, at in reversed(found) if stand[:3] == best}
        factors, points = self.factors[array], best[0] * self.times[array]
        choices = [
            Choice(ways[at], stand, factors, points) for at in places.values() if (stand := stands[at])
        ]
        return best_hand(array, choices, sorted(range(len(faces)), key=faces.__getitem__), ascending)

    def stands(self, array: Array, outside: int = 0) -> Stands:
        """The best stands as that array, where the highest rank among the other tiles is `outside`."""
        found = self._stands.get((array, outside))
        if found is None:
            found = self._stands[array, outside] = Stands(self, array, outside)
        return found


@remembered_lately(64)
def ranks_under(box: Box, wilds: frozenset[int], minuend: int | None, specs: tuple[Spec, ...]) -> Ranks:
    """One object for all orders in which the same ranks are wild and the same arrays count the same.

    wilds    the ranks that are wild
    minuend  if given, a scoring tile counts this number less its rank (RR 9.1)
    specs    Specs that make some arrays count more
    """
    return Ranks(box, wilds, minuend, specs)


class Stands(dict[Faces, Stand | None]):
    """The best stand of faces that all score as one array, found when first asked for; None if there is none.

    Faces are ascending. There are about two thousand sets of five, so all are remembered.
    """

    __slots__ = ("_array", "_outside", "_ranks")

    def __init__(self, ranks: Ranks, array: Array, outside: int) -> None:
        """outside: the highest rank among the other tiles; 0 if there are none or they do not matter"""
        self._ranks, self._array, self._outside = ranks, array, outside

    def __missing__(self, faces: Faces) -> Stand | None:
        found = self[faces] = self._find(faces)
        return found

    def _find(self, faces: Faces) -> Stand | None:
        wilds = self._ranks.wilds
        fixed = tuple([face >> 1 for face in faces if face >> 1 not in wilds])
        fillings = _fillings(self._ranks.box, self._array, fixed)
        if not fillings:
            return None
        if len(fixed) == len(faces):
            return self._stood(faces, fixed)
        if len(fillings) > 1 and not has_big(faces):
            worth = [sum(map(self._ranks.values.__getitem__, ranks)) for ranks in fillings]
            most = max(worth)
            fillings = [ranks for ranks, points in zip(fillings, worth, strict=True) if points == most]
        loose = [face for face in faces if face >> 1 in wilds]
        alike = tuple([face == after for face, after in pairwise(loose)])
        ways = [way for ranks in fillings for way in _ways(ranks, alike)]
        return max([self._stood(faces, self._mixed(faces, way)) for way in ways])

    def _mixed(self, faces: Faces, way: Sequence[int]) -> tuple[int, ...]:
        """The ranks the faces stand for; the wilds among them stand for those of the way, in turn."""
        ranks, wilds = iter(way), self._ranks.wilds
        return tuple([next(ranks) if face >> 1 in wilds else face >> 1 for face in faces])

    def _stood(self, faces: Faces, stands: tuple[int, ...]) -> Stand:
        values, wilds, points, top, big = self._ranks.values, 0, 0, max(stands), 0
        for face, rank in zip(faces, stands, strict=True):
            points += values[rank]
            wilds += face >> 1 != rank
            if face & BIG and rank == top and top >= self._outside:
                big = values[top] * self._ranks.box.further_counts
        return Stand(points + big, -wilds, tuple(sorted(stands, reverse=True)), stands, big)


class Hands(dict[Array, Hand]):
    """The hands of some faces as each array of ranks that they satisfy, found when first asked for."""

    __slots__ = ("_faces", "_ranks", "shape")

    def __init__(self, ranks: Ranks, faces: Faces) -> None:
        self._ranks, self._faces = ranks, faces
        self.shape = ranks.shape(faces)

    def __missing__(self, array: Array) -> Hand:
        found = self[array] = self._ranks.search(array, self._faces)
        return found


def best_hand(array: Array, choices: Sequence[Choice], order: Sequence[int], faces: Faces) -> Hand:
    """The hand of the best of these choices (RR 6.4).

    order  the place of each tile as given, in the order of the faces
    """

    def value(choice: Choice) -> tuple[object, ...]:
        """Fewer wilds, ranks, the ranks of the other tiles, and how early the scoring tiles come."""
        stand, (chosen, beside) = choice.stand, choice.split
        others = [faces[at] >> 1 for at in reversed(beside)]
        written = [-place for place in sorted([order[at] for at in chosen])]
        return stand.fewer_wilds, stand.ranks, others, written

    best = choices[0]
    if len(choices) > 1:
        most = max([choice.points for choice in choices])
        best = max([choice for choice in choices if choice.points == most], key=value)
    stand = best.stand
    placed = sorted([(order[at], rank) for at, rank in zip(best.split[0], stand.stands, strict=True)])
    return Hand(
        array=array,
        places=tuple([place for place, _ in placed]),
        stands=tuple([rank for _, rank in placed]),
        wilds=-stand.fewer_wilds,
        base=stand.points - stand.big,
        big=stand.big,
        factors=best.factors,
        points=best.points,
        ranks=stand.ranks,
    )


def has_big(faces: Faces) -> bool:
    """Return whether one of the tiles is a big number."""
    return BIG in [face & BIG for face in faces]


def outside(faces: Faces, split: Split) -> int:
    """The highest rank among the tiles that are not chosen; 0 if there are none. Faces are ascending."""
    beside = split[1]
    return faces[beside[-1]] >> 1 if beside else 0


@cache
def splits(count: int, chosen: int) -> tuple[Split, ...]:
    """Every way to choose `chosen` of `count` places."""
    places = range(count)
    return tuple(
        (choice, tuple(place for place in places if place not in choice))
        for choice in itertools.combinations(places, chosen)
    )


@remembered
def _fillings(box: Box, array: Array, fixed: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    """The ranks that wilds may stand for to complete that array with tiles of the fixed ranks (RR 6).

    Each is ascending. What the tiles have in common does not matter here.
    """
    missing = itertools.combinations_with_replacement(box.ranks, array.tiles - len(fixed))
    return tuple(ranks for ranks in missing if _is_shaped(box, array, (*fixed, *ranks)))


def _is_shaped(box: Box, array: Array, ranks: tuple[int, ...]) -> bool:
    if array.straight:
        return tuple(sorted(ranks)) == box.straight
    if array.groups:
        return tuple(sorted(map(ranks.count, set(ranks)), reverse=True)) == array.groups
    return True


@cache
def _ways(ranks: tuple[int, ...], alike: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way in which wilds may stand for these ranks; wilds of one face stand for ascending ranks.

    alike  whether each wild has the same face as the next
    """
    return tuple(
        way
        for way in dict.fromkeys(itertools.permutations(ranks))
        if all(low <= high for same, (low, high) in zip(alike, pairwise(way), strict=True) if same)
    )
