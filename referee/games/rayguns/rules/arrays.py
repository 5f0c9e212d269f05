"""Arrays: the hands that tiles make under the orders in force, and their points (RR 6, 7).

Most arrays depend on ranks alone; `ranks.py` finds their hands and remembers them. Flushes are looked for
only where five tiles share a trait, and Supernovas only where all tiles are specials.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter

from referee.engine.tuples import Record, record, remembered, remembered_lately
from referee.games.rayguns.box import TRAIT, Array, Box, Tile
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.ranks import (
    BIG,
    Choice,
    Factor,
    Hand,
    best_hand,
    outside,
    ranks_under,
    splits,
)
from referee.games.rayguns.rules.shapes import line_of

_REMEMBERED = 64  # So many hands are remembered where tiles share a trait.
_TRAITS = attrgetter("traits")


def evaluator(orders: Orders, big_numbers: bool = True) -> Evaluator:
    """The evaluator under those orders.

    big_numbers  whether big numbers score; under `radio-silence` they never do (RR 7.2, 9.1)
    """
    return _evaluator(orders.box, orders, big_numbers and orders.specials_act)


@remembered_lately(2048)
def _evaluator(box: Box, orders: Orders, big_numbers: bool) -> Evaluator:
    return Evaluator(orders, big_numbers)


class Evaluator:
    """Finds the hands of tiles under given orders, see `evaluator`.

    arrays       arrays that exist, in the order in force
    big_numbers  whether big numbers score
    """

    def __init__(self, orders: Orders, big_numbers: bool, supernovas: bool = True) -> None:
        """supernovas: whether Supernovas exist"""
        box = orders.box
        arrays = (box.arrays[name] for name in orders.order if name not in orders.struck)
        self.box, self.orders = box, orders
        self.arrays = tuple(array for array in arrays if supernovas or not array.special)
        self.big_numbers = big_numbers
        doubling_specs = tuple(spec for spec in orders.specs if spec.doubles)
        self._ranks = ranks_under(box, orders.wilds, orders.minuend, doubling_specs)
        self._unspecial = tuple(array for array in self.arrays if not array.special)
        self._of_ranks = line_of(box, tuple(array for array in self._unspecial if not array.same))
        self._face = attrgetter("face" if big_numbers else "plain")
        self._traits = _traits(box)
        self._best = lru_cache(maxsize=_REMEMBERED)(self._first)

    @cached_property
    def _doubling(self) -> Mapping[Array, Sequence[tuple[int, Factor]]]:
        """The traits that double each array, and by how much (RR 7.3)."""
        orders, numbers, traits = self.orders, self.box.numbers, self.box.traits
        doubling = {
            "flag": (sum(traits[colour] for colour in orders.flag_colours), Factor("flag", numbers.flag)),
            "ally": (sum(traits[suit] for suit in orders.ally_suits), Factor("ally", numbers.ally)),
        }
        return {
            array: [doubling[name] for name in doubling if name in array.doubled_by] for array in self.arrays
        }

    def best(self, tiles: Sequence[Tile]) -> Hand:
        """The hand that counts (RR 6.4). Raises `ValueError` if there are no tiles."""
        if not tiles:
            raise ValueError("there are no tiles")
        if self._shared(tiles):
            return self._best(tuple(tiles))
        found = self._ranks.hands(self._faces(tiles))
        return found[found.shape.satisfied(self._of_ranks)[0]]

    def is_supernova(self, tiles: Sequence[Tile]) -> bool:
        return self._supernova(tiles) is not None

    def best_as(self, tiles: Sequence[Tile], array: Array) -> Hand | None:
        """The best hand as that array; None if the tiles do not satisfy it (RR 6.1, 6.4)."""
        shared = self._shared(tiles)
        supernova = self._supernova(tiles) if shared & self._traits.special else None
        if supernova or array.special:
            return supernova if array.special else None
        if array.same:
            return self._flush(tiles, array, shared) if array in self.arrays else None
        found = self._ranks.hands(self._faces(tiles))
        return found[array] if array in found.shape.limits else None

    def satisfied(self, tiles: tuple[Tile, ...]) -> Sequence[Array]:
        """The arrays that the tiles satisfy, in the order in force (RR 6.1)."""
        shared, shape = self._shared(tiles), self._ranks.hands(self._faces(tiles)).shape
        if not shared:
            return shape.satisfied(self._of_ranks)
        if self.is_supernova(tiles):
            return self.arrays[:1]
        return [
            array
            for array in self._unspecial
            if (self._flush(tiles, array, shared) if array.same else array in shape.limits)
        ]

    def gains(self, tiles: Sequence[Tile]) -> bool:
        """Return whether a hand as another array has more points than the one that counts (RR 6.4)."""
        if not self._shared(tiles):
            shape = self._ranks.hands(self._faces(tiles)).shape
            default = shape.satisfied(self._of_ranks)[0]
            if shape.floor > shape.limits[default]:
                return True
            if shape.ceiling <= shape.floors[default]:
                return False
        points = self.best(tiles).points
        return any(hand.points > points for hand in self.hands(tiles, above=points))

    def hands(self, tiles: Sequence[Tile], above: int = 0) -> Iterator[Hand]:
        """The best hand as each array that the tiles satisfy, in the order in force (RR 6.1).

        above  hands with no more points may be left out, so that they need not be found
        """
        shared = self._shared(tiles)
        supernova = self._supernova(tiles) if shared & self._traits.special else None
        if supernova:
            yield supernova
            return
        found = self._ranks.hands(self._faces(tiles))
        limits = found.shape.limits
        for array in self._unspecial if shared else found.shape.satisfied(self._of_ranks):
            if array.same:
                hand = self._flush(tiles, array, shared)
                if hand is not None:
                    yield hand
            elif array in limits and not (above and limits[array] <= above):
                yield found[array]

    @cached_property
    def beneath(self) -> Evaluator:
        """The evaluator of what a Supernova would be if it were another array (RR 8.2)."""
        return Evaluator(self.orders.plain(), big_numbers=False, supernovas=False)

    def _first(self, tiles: tuple[Tile, ...]) -> Hand:
        return next(self.hands(tiles))

    def _shared(self, tiles: Sequence[Tile]) -> int:
        """The traits that enough tiles share for a flush or a Supernova: one bit of each."""
        traits = self._traits
        counts: int = sum(map(_TRAITS, tiles))
        return counts + traits.spare >> TRAIT - 1 & traits.every

    def _faces(self, tiles: Sequence[Tile]) -> tuple[int, ...]:
        return tuple(map(self._face, tiles))

    def _supernova(self, tiles: Sequence[Tile]) -> Hand | None:
        """The tiles as a Supernova (RR 7.4); None if they are not one."""
        array = self.arrays[0]
        if not array.special or len(tiles) < array.tiles or not all(tile.special for tile in tiles):
            return None
        rule = self.box.supernova
        ranks = tuple([tile.rank for tile in tiles])
        descending = tuple(sorted(ranks, reverse=True))
        top = descending[0]
        if sum(tile.face & BIG for tile in tiles) == rule.big_numbers:
            base, big = rule.flat, 0
        else:
            base = rule.base + sum(descending[: rule.highest])
            acts = self.big_numbers and any(tile.face == top << 1 | BIG for tile in tiles)
            big = top * self.box.further_counts if acts else 0
        return Hand(array, tuple(range(len(tiles))), ranks, 0, base, big, (), base + big, descending)

    def _flush(self, tiles: Sequence[Tile], array: Array, shared: int) -> Hand | None:
        """The best hand as a flush of that kind; None if there is none.

        shared  the traits that enough tiles share
        """
        if not _alike(shared, self._traits.same[array]):
            return None
        given = self._faces(tiles)
        order = sorted(range(len(tiles)), key=given.__getitem__)
        faces = tuple([given[place] for place in order])
        same, doubling, always = self._traits.same[array], self._doubling[array], self._ranks.factors[array]
        choices: list[Choice] = []
        for split in splits(len(faces), array.tiles):
            common = functools.reduce(operator.and_, [tiles[order[at]].traits for at in split[0]])
            if not _alike(common, same):
                continue
            look = tuple([faces[at] for at in split[0]])
            stand = self._ranks.stands(array, outside(faces, split))[look]
            if stand is not None:
                factors = (*(factor for bits, factor in doubling if common & bits), *always)
                points = stand.points * math.prod([factor.times for factor in factors])
                choices.append(Choice(split, stand, factors, points))
        return best_hand(array, choices, order, faces) if choices else None


@record
class _Traits(Record):
    """Traits, as bits of `Tile.traits`.

    every    one bit for each
    special  the bit of a special
    same     for each array the bits of which its tiles share one: of a suit, of a colour
    spare    added to the counts of the traits, it sets the highest bit of each that enough tiles have
    """

    every: int
    special: int
    same: Mapping[Array, tuple[int, ...]]
    spare: int


@remembered
def _traits(box: Box) -> _Traits:
    traits, arrays = box.traits, box.arrays.values()
    every = sum(traits.values())
    same = {"suit": box.suit_traits, "colour": sum(traits[colour] for colour in box.colours)}
    return _Traits(
        every=every,
        special=traits["special"],
        same={array: tuple(same[what] for what in array.same) for array in arrays},
        spare=((1 << TRAIT - 1) - max(array.tiles for array in arrays)) * every,
    )


def _alike(common: int, same: Sequence[int]) -> bool:
    """Return whether the traits in common include one of each sort: a suit, a colour."""
    return 0 not in [common & sort for sort in same]
