"""Reading arrays: what tiles are worth under the orders in force (RR 6 and 7).

A reading says which tiles score and which rank each stands for. For a given choice of scoring tiles
only their ranks, the big numbers among them and the highest rank beside them decide how they stand
best, so that is worked out once and remembered. For up to five tiles so is the whole reading: it
depends on the ranks in the order written and on what all tiles have in common.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from referee.games.rayguns.box import Array, Tile, box
from referee.games.rayguns.orders import Orders

BIG = 1  # the bit of a face that tells a big number


class Factor(NamedTuple):
    """Something that multiplies the points of an array: "flag", "ally" or the name of a Spec."""

    name: str
    times: int


class Reading(NamedTuple):
    """One reading of an array of tiles. Places count from 0, in the order the tiles were given.

    places   of the scoring tiles, in order
    stands   the rank each of these stands for
    wilds    tiles that stand for another rank than their own (RR 6.2)
    base     points of the ranks (RR 7.1, or 7.4 for a Supernova)
    big      points of the big number (RR 7.2)
    factors  what multiplies them (RR 7.3, 9.1)
    points   base and big, multiplied
    """

    array: Array
    places: tuple[int, ...]
    stands: tuple[int, ...]
    wilds: int
    base: int
    big: int
    factors: tuple[Factor, ...]
    points: int

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the scoring tiles as they stand, highest first."""
        return tuple(sorted(self.stands, reverse=True))

    def scoring(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The scoring tiles among those that were read."""
        return tuple(tiles[place] for place in self.places)

    def others(self, tiles: Sequence[Tile]) -> tuple[int, ...]:
        """The printed ranks of the other tiles among those that were read, highest first."""
        ranks = (tile.rank for place, tile in enumerate(tiles) if place not in self.places)
        return tuple(sorted(ranks, reverse=True))


class _Stand(NamedTuple):
    """How tiles stand best: the greater, the better. The faces are in the order they were asked for."""

    points: int
    fewer_wilds: int
    ranks: tuple[int, ...]
    stands: tuple[int, ...]
    big: int


@lru_cache(maxsize=512)
def reader(orders: Orders, big_numbers: bool = True) -> Reader:
    """The reader of arrays under those orders, shared so that its memory serves all who ask.

    big_numbers  whether big numbers score; `radio-silence` silences them in any case (RR 7.2, 9.1)
    """
    doubling = tuple(spec.name for spec in orders.specs if spec.doubles)
    memory = _memory(orders.wilds, orders.minuend, doubling)
    return Reader(orders, big_numbers and orders.specials_act, memory=memory)


class _Memory(NamedTuple):
    """What readers know of ranks alone.

    stands    by array, faces, and the highest rank beside them
    readings  by array, for those that do not ask what tiles share, and faces in the order written
    """

    stands: dict[tuple[str, tuple[int, ...], int], _Stand | None]
    readings: dict[tuple[str, tuple[int, ...]], Reading | None]


@cache
def _memory(wilds: frozenset[int], minuend: int | None, doubling: tuple[str, ...]) -> _Memory:
    """One for all orders in which the same ranks are wild and the same arrays count the same."""
    return _Memory({}, {})


class _Shape(NamedTuple):
    """An array with the sizes of its two largest groups of one rank, 0 where it has none."""

    array: Array
    largest: int
    second: int


class Reader:
    """Reads arrays under given orders. It only remembers; the same tiles always give the same reading.

    arrays       those there are, in the order in force
    big_numbers  whether big numbers score
    """

    def __init__(
        self, orders: Orders, big_numbers: bool, supernovas: bool = True, memory: _Memory | None = None
    ) -> None:
        """
        supernovas  whether tiles can be a Supernova at all
        memory      shared with other readers of such orders
        """
        arrays = (box().arrays[name] for name in orders.order if name not in orders.struck)
        self.orders = orders
        self.arrays = tuple(array for array in arrays if supernovas or not array.special)
        self.big_numbers = big_numbers
        self._shapes = [_Shape(array, *(*array.groups, 0, 0)[:2]) for array in self.arrays]
        self._mask = -1 if big_numbers else ~BIG
        self._remembered = max(array.tiles for array in self.arrays)
        self._readings: dict[int, Reading] = {}
        self._all_readings: dict[int, tuple[Reading, ...]] = {}
        self._memory = memory or _Memory({}, {})
        traits = box().traits
        self._face_bits = max(tile.face for tile in box().tiles.values()).bit_length()
        self._each_trait = tuple(traits.values())
        self._every_trait = sum(traits.values())
        self._trait_bits = self._every_trait.bit_length()
        self._special = traits["special"]
        self._bits = {
            "suit": tuple(traits[suit] for suit in box().suits),
            "colour": tuple(traits[colour] for colour in box().colours),
        }
        self._same = {trait: sum(bits) for trait, bits in self._bits.items()}
        self._doubling = {
            "flag": (sum(traits[colour] for colour in orders.flag_colours), box().numbers.flag),
            "ally": (sum(traits[suit] for suit in orders.ally_suits), box().numbers.ally),
        }
        minuend = orders.minuend
        self._values = {rank: rank if minuend is None else minuend - rank for rank in box().ranks}

    def read(self, tiles: Sequence[Tile]) -> Reading:
        """The reading of an array (RR 6.4).

        tiles  one or more

        Raises `ValueError` if there is no tile.
        """
        key = self._key(tiles)
        if not key:
            return self._best(tiles)
        found = self._readings.get(key)
        if found is None:
            found = self._readings[key] = self._best(tiles)
        return found

    def is_supernova(self, tiles: Sequence[Tile]) -> bool:
        return self._supernova(tiles) is not None

    def read_as(self, tiles: Sequence[Tile], array: Array) -> Reading | None:
        """The best reading as that array, or None if the tiles do not satisfy it (RR 6.1, 6.4)."""
        supernova = self._supernova(tiles)
        if supernova is not None or array.special:
            return supernova if array.special else None
        return self._best_as(tiles, array) if array in self.arrays else None

    def readings(self, tiles: Sequence[Tile]) -> Iterator[Reading]:
        """The best reading as each array that the tiles satisfy, in the order in force (RR 6.1)."""
        supernova = self._supernova(tiles)
        if supernova is not None:
            return iter((supernova,))
        found = (self._best_as(tiles, array) for array in self._candidates(tiles))
        return (reading for reading in found if reading is not None)

    def all_readings(self, tiles: Sequence[Tile]) -> tuple[Reading, ...]:
        """All of `readings`, the one of RR 6.4 first."""
        key = self._key(tiles)
        found = self._all_readings.get(key) if key else None
        if found is None:
            found = tuple(self.readings(tiles))
            if key:
                self._all_readings[key] = found
        return found

    @cached_property
    def beneath(self) -> Reader:
        """The reader of what Supernovas would be if they were none (RR 8.2)."""
        return Reader(self.orders.plain(), big_numbers=False, supernovas=False)

    def _key(self, tiles: Sequence[Tile]) -> int:
        """What a reading depends on; 0 if it is not remembered.

        That are the faces and what all tiles share or, of more than five tiles, the faces alone if no
        five share anything.
        """
        key = 1
        common = self._every_trait
        for tile in tiles:
            common &= tile.traits
            key = key << self._face_bits | tile.face & self._mask
        # A Supernova may depend on big numbers that do not score, and is rare.
        if common & self._special:
            return 0
        if len(tiles) > self._remembered:
            return 0 if self._shared(tiles) else key << self._trait_bits
        return key << self._trait_bits | common

    def _shared(self, tiles: Sequence[Tile]) -> int:
        """The traits that all tiles share or, of more than five, some five of them."""
        if len(tiles) <= self._remembered:
            common = self._every_trait
            for tile in tiles:
                common &= tile.traits
            return common
        traits = [tile.traits for tile in tiles]
        return sum(
            bit
            for bit in self._each_trait
            if len([trait for trait in traits if trait & bit]) >= self._remembered
        )

    def _best(self, tiles: Sequence[Tile]) -> Reading:
        if not tiles:
            raise ValueError("there are no tiles")
        return next(self.readings(tiles))

    def _candidates(self, tiles: Sequence[Tile]) -> Iterator[Array]:
        """The arrays that a glance at ranks and traits does not rule out, in the order in force."""
        wild = 0
        counts: dict[int, int] = {}
        for tile in tiles:
            if tile.rank in self.orders.wilds:
                wild += 1
            else:
                counts[tile.rank] = counts.get(tile.rank, 0) + 1
        most, next_most, *_ = (*sorted(counts.values(), reverse=True), 0, 0)
        shared = self._shared(tiles)
        for array, largest, second in self._shapes:
            if max(0, largest - most) + max(0, second - next_most) > wild:
                continue
            if array.straight and len(counts) + wild < array.tiles:
                continue
            if array.same and not self._alike(shared, array):
                continue
            yield array

    def _alike(self, common: int, array: Array) -> bool:
        """Whether traits in common are those the array wants."""
        return all(common & self._same[trait] for trait in array.same)

    def _supernova(self, tiles: Sequence[Tile]) -> Reading | None:
        """The tiles as a Supernova (RR 7.4), or None if they are none."""
        array = self.arrays[0]
        if not array.special or len(tiles) < array.tiles or not all(tile.special for tile in tiles):
            return None
        rule = box().supernova
        ranks = tuple(tile.rank for tile in tiles)
        top = max(ranks)
        if sum(tile.face & BIG for tile in tiles) == rule.big_numbers:
            base, big = rule.flat, 0
        else:
            base = rule.base + sum(sorted(ranks, reverse=True)[: rule.highest])
            acts = self.big_numbers and any(tile.face == top << 1 | BIG for tile in tiles)
            big = top * _further_counts() if acts else 0
        return Reading(array, tuple(range(len(tiles))), ranks, 0, base, big, (), base + big)

    def _best_as(self, tiles: Sequence[Tile], array: Array) -> Reading | None:
        """The best reading as that array, no Supernova, or None."""
        if array.same:
            return self._search(tiles, array)
        known, mask = self._memory.readings, self._mask
        key = (array.name, tuple([tile.face & mask for tile in tiles]))
        if key not in known:
            known[key] = self._search(tiles, array)
        return known[key]

    def _search(self, tiles: Sequence[Tile], array: Array) -> Reading | None:
        """The same by looking at every choice of tiles.

        Tiles are looked at in the order of their faces, so that equal choices of tiles look alike.
        """
        if array.special or len(tiles) < array.tiles:
            return None
        order = sorted(range(len(tiles)), key=lambda place: (tiles[place].face & self._mask, place))
        faces = [tiles[place].face & self._mask for place in order]
        traits = [tiles[place].traits for place in order]
        factors = self._factors(array, 0)
        best: tuple[int, int, tuple[int, ...]] | None = None
        found: list[_Choice] = []
        for chosen, beside in _splits(len(tiles), array.tiles):
            if array.same:
                common = functools.reduce(operator.and_, [traits[at] for at in chosen])
                if not self._alike(common, array):
                    continue
                factors = self._factors(array, common)
            outside = faces[beside[-1]] >> 1 if beside else 0
            stand = self._stand(array, tuple([faces[at] for at in chosen]), outside)
            if stand is None:
                continue
            points = stand.points * math.prod([factor.times for factor in factors])
            value = (points, stand.fewer_wilds, stand.ranks)
            if best is None or value > best:
                best, found = value, []
            if value == best:
                found.append(_Choice(chosen, beside, stand, factors, points))
        if not found:
            return None
        choice = found[0] if len(found) == 1 else max(found, key=lambda choice: choice.order(order, faces))
        return choice.reading(array, order)

    def _factors(self, array: Array, common: int) -> tuple[Factor, ...]:
        """What multiplies the points (RR 7.3, 9.1) of tiles that have those traits in common."""
        doubling = [
            Factor(name, times)
            for name, (bits, times) in self._doubling.items()
            if name in array.doubled_by and common & bits
        ]
        specs = [Factor(spec.name, spec.factor) for spec in self.orders.specs if array.name in spec.doubles]
        return (*doubling, *specs)

    def _stand(self, array: Array, faces: tuple[int, ...], outside: int) -> _Stand | None:
        """How tiles with those faces stand best as that array, or None if they cannot.

        outside  the highest rank among the other tiles, 0 if there is none
        """
        known = self._memory.stands
        key = (array.name, faces, outside)
        if key not in known:
            stands = (stands for stands in self._ways_to_stand(faces) if _shaped(array, stands))
            known[key] = max((self._standing(faces, ranks, outside) for ranks in stands), default=None)
        return known[key]

    def _ways_to_stand(self, faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The ranks tiles with those faces may stand for; tiles with the same face change places freely."""
        choices: list[Iterable[tuple[int, ...]]] = []
        for face, alike in itertools.groupby(faces):
            rank, count = face >> 1, sum(1 for _ in alike)
            wild = rank in self.orders.wilds
            choices.append(
                itertools.combinations_with_replacement(box().ranks, count) if wild else [(rank,) * count]
            )
        return (tuple(itertools.chain(*ranks)) for ranks in itertools.product(*choices))

    def _standing(self, faces: tuple[int, ...], stands: tuple[int, ...], outside: int) -> _Stand:
        values = self._values
        ranks = tuple(sorted(stands, reverse=True))
        top = ranks[0]
        doubled = top >= outside and any(
            face & BIG and rank == top for face, rank in zip(faces, stands, strict=True)
        )
        big = values[top] * _further_counts() if doubled else 0
        wilds = sum(face >> 1 != rank for face, rank in zip(faces, stands, strict=True))
        return _Stand(sum(values[rank] for rank in stands) + big, -wilds, ranks, stands, big)


class _Choice(NamedTuple):
    """Scoring tiles and how they stand. Tiles are numbered in the order of their faces."""

    chosen: tuple[int, ...]
    beside: tuple[int, ...]
    stand: _Stand
    factors: tuple[Factor, ...]
    points: int

    def order(self, order: Sequence[int], faces: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
        """The greater, the better: by the other tiles, then the tiles written first (RR 6.4)."""
        others = tuple(faces[at] >> 1 for at in reversed(self.beside))
        return others, [-place for place in sorted(order[at] for at in self.chosen)]

    def reading(self, array: Array, order: Sequence[int]) -> Reading:
        """order: the place of each tile as given"""
        placed = sorted(zip((order[at] for at in self.chosen), self.stand.stands, strict=True))
        return Reading(
            array=array,
            places=tuple(place for place, _ in placed),
            stands=tuple(rank for _, rank in placed),
            wilds=-self.stand.fewer_wilds,
            base=self.stand.points - self.stand.big,
            big=self.stand.big,
            factors=self.factors,
            points=self.points,
        )


def _shaped(array: Array, ranks: tuple[int, ...]) -> bool:
    """Whether the ranks are as the array wants them, whatever the tiles share (RR 6)."""
    if array.straight:
        return tuple(sorted(ranks)) == box().straight
    if array.groups:
        return tuple(sorted(map(ranks.count, set(ranks)), reverse=True)) == array.groups
    return True


@cache
def _splits(count: int, chosen: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every way to choose so many of `count` places: those chosen and those beside, both ascending."""
    places = range(count)
    return tuple(
        (choice, tuple(place for place in places if place not in choice))
        for choice in itertools.combinations(places, chosen)
    )


@cache
def _further_counts() -> int:
    """How often more than once the highest tile counts by a big number (RR 5.8)."""
    return max(special.highest_counts for special in box().specials.values()) - 1
