"""The exact chance that a draw brings each array, counted by ranks, suits and colours.

An array takes its tiles from one group: all tiles, the tiles of a suit, of a colour or of both, or the
specials. Groups of one kind have no tile in common. So the draws that complete the array in none of them are
counted group by group, by the number of tiles drawn from each, and the counts are multiplied.
"""

import math
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from referee.games.rayguns.box import Array, Tile
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.shapes import has_ranks

_ANY = 0  # This represents every rank where ranks do not matter.

_Counts: TypeAlias = Sequence[int]  # The number of tiles of each rank.


def array_chances(
    held: Sequence[Tile], belt: Iterable[Tile], draw: int, orders: Orders, most: int | None = None
) -> dict[Array, Fraction]:
    """The chance that tiles held and drawn make each array, in the order in force (RR 6).

    belt  all tiles that may be drawn
    draw  number of tiles drawn
    most  how many of those drawn may be used, of the owner's choice (RR 5.4); all if it is not given

    Arrays that are already held have the chance 1, and arrays that cannot come are left out.
    """
    pool = Counter(belt)
    whole = math.comb(pool.total(), draw)
    found: dict[Array, Fraction] = {}
    for name in orders.order:
        array = orders.box.arrays[name]
        if name not in orders.struck:
            missed = _missed(array, held, pool, draw, orders, draw if most is None else most)
            if missed < whole:
                found[array] = 1 - Fraction(missed, whole)
    return found


def _missed(
    array: Array, held: Sequence[Tile], pool: Mapping[Tile, int], draw: int, orders: Orders, most: int
) -> int:
    """The number of draws that do not bring the array."""
    ranks = orders.box.ranks if array.straight or array.groups else (_ANY,)
    mine: dict[str, Counter[int]] = {}
    there: dict[str, Counter[int]] = {}
    for tile in held:
        mine.setdefault(_group(array, tile), Counter())[tile.rank if len(ranks) > 1 else _ANY] += 1
    for tile, count in pool.items():
        there.setdefault(_group(array, tile), Counter())[tile.rank if len(ranks) > 1 else _ANY] += count
    # For each number of tiles drawn from the groups so far there are the ways in which none has the array.
    ways = [1, *(0 for _ in range(draw))]
    for group in dict.fromkeys((*mine, *there)):
        own, counts = mine.get(group, Counter()), there.get(group, Counter())
        held_of, belt_of = [own[rank] for rank in ranks], [counts[rank] for rank in ranks]
        more = [0] * (draw + 1)
        for drawn in _draws(len(ranks), draw):
            times = math.prod(map(math.comb, belt_of, drawn))
            if times and not (group and _brings(array, ranks, held_of, drawn, orders, most)):
                more[sum(drawn)] += times
        ways = [sum(ways[size - part] * more[part] for part in range(size + 1)) for size in range(draw + 1)]
    return ways[draw]


def _group(array: Array, tile: Tile) -> str:
    """The group of the tile; empty if the tile cannot be part of that array."""
    if array.special:
        return "special" if tile.special else ""
    if "suit" in array.same and not tile.suit:
        return ""
    return " ".join(("all", *(tile.suit if what == "suit" else tile.colour for what in sorted(array.same))))


@cache
def _draws(ranks: int, most: int) -> tuple[_Counts, ...]:
    """Every draw of at most `most` tiles, by rank."""
    if not ranks:
        return ((),)
    return tuple((count, *rest) for count in range(most + 1) for rest in _draws(ranks - 1, most - count))


def _brings(
    array: Array, ranks: Sequence[int], held: _Counts, drawn: _Counts, orders: Orders, most: int
) -> bool:
    """Return whether tiles of one group, with at most `most` of those drawn, make the array."""
    if sum(drawn) <= most:
        return _is_there(array, ranks, list(map(operator.add, held, drawn)), orders)
    return any(
        _is_there(array, ranks, list(map(operator.add, held, chosen)), orders)
        for chosen in _draws(len(ranks), most)
        if all(map(operator.le, chosen, drawn))
    )


def _is_there(array: Array, ranks: Sequence[int], counts: _Counts, orders: Orders) -> bool:
    """Return whether tiles with those counts of each rank contain the array; wilds stand for any rank."""
    if sum(counts) < array.tiles:
        return False
    fixed = [count for rank, count in zip(ranks, counts, strict=True) if rank not in orders.wilds]
    wild = sum(counts) - sum(fixed)
    descending = tuple(sorted(filter(None, fixed), reverse=True))
    return has_ranks(orders.box, array, descending, wild)
