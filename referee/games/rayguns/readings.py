"""Reading arrays: what tiles are worth under the orders in force (RR 6 and 7).

Most arrays depend on ranks alone, and what ranks are worth is looked up, see `ranks.py`. Flushes are
looked for where five tiles share something, and Supernovas where all are specials.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from referee.games.rayguns.box import TRAIT, Array, Tile, box
from referee.games.rayguns.orders import Orders
from referee.games.rayguns.ranks import (
    BIG,
    Choice,
    Factor,
    Reading,
    best_reading,
    further_counts,
    outside,
    ranks_under,
    splits,
)


@lru_cache(maxsize=512)
def reader(orders: Orders, big_numbers: bool = True) -> Reader:
    """The reader of arrays under those orders.

    big_numbers  whether big numbers score; `radio-silence` silences them in any case (RR 7.2, 9.1)
    """
    return Reader(orders, big_numbers and orders.specials_act)


class Reader:
    """Reads arrays under given orders.

    arrays       those there are, in the order in force
    big_numbers  whether big numbers score
    """

    def __init__(self, orders: Orders, big_numbers: bool, supernovas: bool = True) -> None:
        """supernovas: whether tiles can be a Supernova at all"""
        arrays = (box().arrays[name] for name in orders.order if name not in orders.struck)
        self.orders = orders
        self.arrays = tuple(array for array in arrays if supernovas or not array.special)
        self.big_numbers = big_numbers
        doubling_specs = tuple(spec for spec in orders.specs if spec.doubles)
        self._ranks = ranks_under(orders.wilds, orders.minuend, doubling_specs)
        self._unspecial = tuple(array for array in self.arrays if not array.special)
        self._of_ranks = tuple(array for array in self._unspecial if not array.same)
        self._mask = -1 if big_numbers else ~BIG
        traits = box().traits
        self._special = traits["special"]
        self._every_trait = sum(traits.values())
        # Added to the number of tiles of a trait, it makes its highest bit tell whether there are enough.
        self._spare = ((1 << TRAIT - 1) - max(array.tiles for array in self.arrays)) * self._every_trait
        same = {
            "suit": sum(traits[suit] for suit in box().suits),
            "colour": sum(traits[colour] for colour in box().colours),
        }
        self._same = {array: tuple(same[what] for what in array.same) for array in self.arrays}
        numbers = box().numbers
        doubling = {
            "flag": (sum(traits[colour] for colour in orders.flag_colours), Factor("flag", numbers.flag)),
            "ally": (sum(traits[suit] for suit in orders.ally_suits), Factor("ally", numbers.ally)),
        }
        self._doubling = {
            array: [doubling[name] for name in doubling if name in array.doubled_by] for array in self.arrays
        }

    def read(self, tiles: Sequence[Tile]) -> Reading:
        """The reading of an array (RR 6.4).

        tiles  one or more

        Raises `ValueError` if there is no tile.
        """
        if not tiles:
            raise ValueError("there are no tiles")
        return next(self.readings(tiles))

    def is_supernova(self, tiles: Sequence[Tile]) -> bool:
        return self._supernova(tiles) is not None

    def read_as(self, tiles: Sequence[Tile], array: Array) -> Reading | None:
        """The best reading as that array, or None if the tiles do not satisfy it (RR 6.1, 6.4)."""
        shared = self._shared(tiles)
        supernova = self._supernova(tiles) if shared & self._special else None
        if supernova or array.special:
            return supernova if array.special else None
        if array.same:
            exists = array in self._same and _alike(shared, self._same[array])
            return self._flush(tiles, array) if exists else None
        return self._ranks.readings(self._faces(tiles))[array] if array in self._of_ranks else None

    def readings(self, tiles: Sequence[Tile]) -> Iterator[Reading]:
        """The best reading as each array that the tiles satisfy, in the order in force (RR 6.1)."""
        shared = self._shared(tiles)
        supernova = self._supernova(tiles) if shared & self._special else None
        if supernova:
            yield supernova
            return
        found = self._ranks.readings(self._faces(tiles))
        for array in self._unspecial if shared else self._of_ranks:
            if not array.same:
                reading = found[array]
            else:
                reading = self._flush(tiles, array) if _alike(shared, self._same[array]) else None
            if reading is not None:
                yield reading

    @cached_property
    def beneath(self) -> Reader:
        """The reader of what Supernovas would be if they were none (RR 8.2)."""
        return Reader(self.orders.plain(), big_numbers=False, supernovas=False)

    def _shared(self, tiles: Sequence[Tile]) -> int:
        """The traits that at least as many tiles share as a flush or a Supernova has."""
        return sum([tile.traits for tile in tiles]) + self._spare >> TRAIT - 1 & self._every_trait

    def _faces(self, tiles: Sequence[Tile]) -> tuple[int, ...]:
        mask = self._mask
        return tuple([tile.face & mask for tile in tiles])

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
            big = top * further_counts() if acts else 0
        return Reading(array, tuple(range(len(tiles))), ranks, 0, base, big, (), base + big)

    def _flush(self, tiles: Sequence[Tile], array: Array) -> Reading | None:
        """The best reading as an array whose tiles are alike, or None."""
        order = sorted(range(len(tiles)), key=lambda place: tiles[place].face & self._mask)
        faces = tuple([tiles[place].face & self._mask for place in order])
        same, doubling, always = self._same[array], self._doubling[array], self._ranks.factors[array]
        choices: list[Choice] = []
        for split in splits(len(faces), array.tiles):
            common = functools.reduce(operator.and_, [tiles[order[at]].traits for at in split[0]])
            if not _alike(common, same):
                continue
            look = tuple([faces[at] for at in split[0]])
            stand = self._ranks.stand(array, look, outside(faces, split))
            if stand is not None:
                factors = (*(factor for bits, factor in doubling if common & bits), *always)
                points = stand.points * math.prod([factor.times for factor in factors])
                choices.append(Choice(split, stand, factors, points))
        return best_reading(array, choices, order, faces) if choices else None


def _alike(common: int, same: Sequence[int]) -> bool:
    """Whether traits in common are of each of these sorts: a suit, a colour."""
    return all(common & sort for sort in same)
