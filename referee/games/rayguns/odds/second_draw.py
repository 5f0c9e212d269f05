"""The exact points to expect from the second draw: every draw is counted (RR 3.3).

After the draw a player may swap any tiles, so a draw is worth the most points of any five of the tiles held
and drawn, as any array they satisfy. There are millions of draws, but few differ in what matters:

- arrays of ranks depend on ranks alone, and colour flushes on the ranks within a colour. The best of both,
  the *plain* worth, is tabulated by rank and colour;
- suit flushes and Supernovas need five tiles of one *group*, a suit or the specials. What a group adds to
  the plain worth is summed over the draws that bring it to five.

Where several groups reach five, their gains overlap. By inclusion and exclusion for maxima, the gain of the
best group is the sum of the gains of each, less the gains of the lesser of each pair, and so on.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from referee.games.rayguns.box import Array, Box, Tile
from referee.games.rayguns.rules.arrays import Evaluator
from referee.games.rayguns.rules.ranks import BIG

_DIGIT = 4  # So many bits of a code count the tiles of one plain kind: no draw has more tiles than fit.


class _Handful(NamedTuple):
    """Some tiles of the belt: their looks, a code of their plain kinds, and in how many ways they come."""

    looks: tuple[int, ...]
    code: int
    ways: int

    def plus(self, more: _Handful) -> _Handful:
        """Both together; they have no tile in common."""
        return _Handful(self.looks + more.looks, self.code + more.code, self.ways * more.ways)


class _Coloured(NamedTuple):
    """A handful of one or more colours, with a code of its faces and its worth as a colour flush."""

    looks: tuple[int, ...]
    code: int
    faces: int
    ways: int
    flush: int

    def plus(self, more: _Coloured) -> _Coloured:
        """Both together; they have no tile in common."""
        return _Coloured(
            self.looks + more.looks,
            self.code + more.code,
            self.faces + more.faces,
            self.ways * more.ways,
            max(self.flush, more.flush),
        )


_Sizes: TypeAlias = list[list[tuple[_Handful, int]]]


class _Group(NamedTuple):
    """Tiles of a suit, or all specials.

    sizes  handfuls by the number of tiles drawn, and their worth with the tiles held
    """

    traits: int
    sizes: _Sizes


@dataclass(frozen=True)
class Choice:
    """Tiles kept, tiles put back, and the points to expect; see `best_to_keep`."""

    keep: tuple[Tile, ...]
    put_back: tuple[Tile, ...]
    expected: Fraction


def best_to_keep(held: Sequence[Tile], evaluator: Evaluator) -> tuple[Choice, ...]:
    """The tiles to keep for the second draw, best first: array and spare parts together (RR 3.2, 3.3).

    held  five tiles or more

    The draw is from all tiles not kept, as nobody knows what others will hold. The bonus, powers and all
    effects except big numbers are left out.
    """
    box, numbers = evaluator.box, evaluator.box.numbers
    size = min(len(held), numbers.array + numbers.spares)
    worth = Worth(evaluator)
    choices: dict[tuple[str, ...], Choice] = {}
    for places in itertools.combinations(range(len(held)), size):
        keep = tuple(held[place] for place in places)
        key = tuple(sorted(tile.code for tile in keep))
        if key not in choices:
            put_back = tuple(tile for place, tile in enumerate(held) if place not in places)
            expected = expected_points(keep, unseen(box, keep), evaluator.orders.second_draw, worth)
            choices[key] = Choice(keep, put_back, expected)
    return tuple(sorted(choices.values(), key=lambda choice: -choice.expected))


def expected_points(held: Sequence[Tile], belt: Mapping[Tile, int], draw: int, worth: Worth) -> Fraction:
    """The mean, over all draws from the belt, of the most points of any five tiles held and drawn.

    held   tiles of the array and spare parts
    belt   how many of each tile may be drawn
    draw   number of tiles; with those held there must be at least five
    worth  worth of tiles under the orders in force; it keeps what it has found for the next call
    """
    total = _Draws(held, belt, draw, worth).total()
    return Fraction(total, math.comb(sum(belt.values()), draw))


def unseen(box: Box, held: Iterable[Tile]) -> dict[Tile, int]:
    """The belt as seen by somebody who only knows the tiles held: all other tiles."""
    belt = {tile: tile.copies for tile in box.tiles.values()}
    for tile in held:
        belt[tile] -= 1
    return belt


class _Family(NamedTuple):
    """Arrays of one sort, and the most points that any five of some tiles score as one of them, by looks."""

    arrays: tuple[Array, ...]
    known: dict[tuple[int, ...], int]


class Worth:
    """The most points of any five of some tiles under the orders of an evaluator.

    Tiles are given as *looks*, whole numbers made of the face and those traits that matter.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.box, self._evaluator = evaluator.box, evaluator
        suits, traits = self.box.suits, self.box.traits
        self._shift = sum(traits.values()).bit_length()
        self._mask = -1 if evaluator.big_numbers else ~BIG
        self._special = traits["special"]
        orders = evaluator.orders
        self._doubling = sum(traits[colour] for colour in orders.flag_colours)
        alike = [suit for suit in suits if suit not in orders.ally_suits]
        self._suits = {suit: traits[alike[0] if suit in alike else suit] for suit in suits}
        self._ranks = _Family(
            tuple(array for array in evaluator.arrays if not array.same and not array.special), {}
        )
        self._flushes = _Family(tuple(array for array in evaluator.arrays if array.same), {})
        self._supernovas = _Family(tuple(array for array in evaluator.arrays if array.special), {})

    def look(self, tile: Tile, traits: int) -> int:
        """Return the look of a tile with those traits; a big number that does not score looks like others."""
        return (tile.face & self._mask) << self._shift | tile.traits & traits

    def face(self, look: int) -> int:
        """The part of the look that matters for arrays of ranks."""
        return look >> self._shift

    def suited_look(self, tile: Tile) -> int:
        """The look in a flush of its suit; suits that do not double look alike, and such colours too.

        A further trait in common is worth something only if it doubles.
        """
        return self.look(tile, self._doubling) | self._suits[tile.suit]

    def special_look(self, tile: Tile) -> int:
        """The look in a Supernova, where a big number may count even if it does not score (RR 7.4)."""
        return tile.face << self._shift | self._special

    def of_ranks(self, looks: Iterable[int]) -> int:
        """The points as an array of ranks, whatever the tiles have in common."""
        return self._most(tuple(sorted(look >> self._shift << self._shift for look in looks)), self._ranks)

    def of_flushes(self, looks: Iterable[int]) -> int:
        """The points as a flush by the traits in the looks; 0 if there is none."""
        return self._most(tuple(sorted(looks)), self._flushes)

    def of_supernovas(self, looks: Iterable[int]) -> int:
        """The points as a Supernova; 0 if there is none."""
        return self._most(tuple(sorted(looks)), self._supernovas)

    @cached_property
    def split_colours(self) -> int:
        """The traits of the colours in which a flush of specials may beat the Supernova that they are.

        There it matters for a flush which tiles are specials. It takes a FLAG and several WILDs.
        """
        found, box = 0, self.box
        size = box.numbers.array
        specials = [tile for tile in box.tiles.values() if tile.special]
        for name in box.colours:
            colour = box.traits[name]
            alike = [tile for tile in specials if tile.colour == name]
            for five in itertools.combinations(alike, size):
                flush = self.of_flushes(self.look(tile, colour) for tile in five)
                if flush > self.of_supernovas(map(self.special_look, five)):
                    found |= colour
        return found

    def _most(self, looks: tuple[int, ...], family: _Family) -> int:
        found = family.known.get(looks)
        if found is None:
            size = self.box.numbers.array
            if len(looks) > size:
                fewer = {looks[:at] + looks[at + 1 :] for at in range(len(looks))}
                found = max(self._most(some, family) for some in fewer)
            elif len(looks) < size:
                found = 0
            else:
                tiles = [self._tile(look) for look in looks]
                hands = (self._evaluator.best_as(tiles, array) for array in family.arrays)
                found = max((hand.points for hand in hands if hand), default=0)
            family.known[looks] = found
        return found

    def _tile(self, look: int) -> Tile:
        """A tile with that look; it has no trait that the look does not show."""
        face, traits = look >> self._shift, look & (1 << self._shift) - 1
        special = "special" if traits & self._special else ""
        rank = face >> 1
        return Tile("", rank, "", special, "", 1, -1, -1, face, rank << 1, traits)


class _Draws:
    """All draws from the belt, counted by what matters. The code of a draw tells its plain kinds."""

    def __init__(self, held: Sequence[Tile], belt: Mapping[Tile, int], draw: int, worth: Worth) -> None:
        self.held = held
        self.belt = {tile: count for tile, count in belt.items() if count}
        self.draw = draw
        self.worth, self.box = worth, worth.box
        looks = dict.fromkeys(self._plain(tile) for tile in self.belt)
        self.codes = {look: 1 << _DIGIT * place for place, look in enumerate(looks)}
        faces = dict.fromkeys(self.worth.face(look) for look in looks)
        self.faces = {face: 1 << _DIGIT * place for place, face in enumerate(faces)}

    def total(self) -> int:
        """The sum of the worth of all draws."""
        plain, total = self._plain_worth()
        gaining = [self._gaining(name) for name in (*self.box.suits, "special")]
        for count in range(1, len(gaining) + 1):
            for groups in itertools.combinations(gaining, count):
                gain = self._gain(groups, plain)
                total += gain if count % 2 else -gain
        return total

    def _plain_worth(self) -> tuple[dict[int, int], int]:
        """By code of the draw: its plain worth, as an array of ranks or a colour flush; and their sum."""
        held = [self._plain(tile) for tile in self.held]
        *colours, last = (self._colour(name, held) for name in self.box.colours)
        # These are the handfuls of all colours but the last, by number of tiles drawn.
        drawn = [[_Coloured((), 0, 0, 1, 0)], *([] for _ in range(self.draw))]
        for colour in colours:
            drawn = [
                [
                    before.plus(some)
                    for more in range(size + 1)
                    for before in drawn[size - more]
                    for some in colour[more]
                ]
                for size in range(self.draw + 1)
            ]
        plain: dict[int, int] = {}
        of_ranks: dict[int, int] = {}  # The points as an array of ranks, by faces.
        total = 0
        for size, befores in enumerate(drawn):
            for looks, code, faces, ways, flush in befores:
                for some in last[self.draw - size]:
                    both = faces + some.faces
                    worth = of_ranks.get(both)
                    if worth is None:
                        worth = of_ranks[both] = self.worth.of_ranks((*held, *looks, *some.looks))
                    if worth < flush:
                        worth = flush
                    if worth < some.flush:
                        worth = some.flush
                    plain[code + some.code] = worth
                    total += ways * some.ways * worth
        return plain, total

    def _colour(self, name: str, held: Iterable[int]) -> list[list[_Coloured]]:
        """All that may be drawn of that colour, by number of tiles."""
        colour = self.box.traits[name]
        mine = [look for look in held if look & colour]
        sizes = self._handfuls(tile for tile in self.belt if tile.traits & colour)
        return [
            [
                _Coloured(
                    some.looks,
                    some.code,
                    sum(self.faces[self.worth.face(look)] for look in some.looks),
                    some.ways,
                    self.worth.of_flushes((*mine, *some.looks)),
                )
                for some in size
            ]
            for size in sizes
        ]

    def _gaining(self, name: str) -> _Group:
        """The group of that suit, or of the specials, with all handfuls that may be worth more than ranks."""
        group = self.box.traits[name]
        if name == "special":
            look, worth = self.worth.special_look, self.worth.of_supernovas
        else:
            look, worth = self.worth.suited_look, self.worth.of_flushes
        tiles = [tile for tile in self.belt if tile.traits & group]
        mine = [look(tile) for tile in self.held if tile.traits & group]
        held = [self._plain(tile) for tile in self.held]
        gaining: dict[tuple[int, ...], int] = {}
        for size in self._handfuls(tiles, look, coded=False):
            for some in size:
                value = worth((*mine, *some.looks))
                if value and value > self.worth.of_ranks((*held, *some.looks)):
                    gaining[some.looks] = value
        most = max(map(len, gaining), default=0)
        valued = [
            [(some, gaining[some.looks]) for some in size if some.looks in gaining]
            for size in self._handfuls(tiles, look, most=most)
        ]
        return _Group(group, [*valued, *([] for _ in range(self.draw - most))])

    def _gain(self, groups: Sequence[_Group], plain: Mapping[int, int]) -> int:
        """The gain of the least of these groups over the plain worth, summed over all draws."""
        # For each number of tiles drawn there are code, ways, and what the least of the groups is worth.
        drawn = [[(some.code, some.ways, worth) for some, worth in size] for size in groups[0].sizes]
        for group in groups[1:]:
            drawn = [
                [
                    (code + some.code, ways * some.ways, min(worth, other))
                    for more in range(size + 1)
                    for code, ways, worth in drawn[size - more]
                    for some, other in group.sizes[more]
                ]
                for size in range(self.draw + 1)
            ]
        fewest = next((size for size, some in enumerate(drawn) if some), None)
        if fewest is None:
            return 0
        traits = sum(group.traits for group in groups)
        rest = self._handfuls(
            (tile for tile in self.belt if not tile.traits & traits), most=self.draw - fewest
        )
        gain = 0
        for size in range(fewest, self.draw + 1):
            for other in rest[self.draw - size]:
                gain += other.ways * sum(
                    [
                        ways * (worth - now)
                        for code, ways, worth in drawn[size]
                        if worth > (now := plain[code + other.code])
                    ]
                )
        return gain

    def _handfuls(
        self,
        tiles: Iterable[Tile],
        look: Callable[[Tile], int] | None = None,
        most: int | None = None,
        coded: bool = True,
    ) -> list[list[_Handful]]:
        """All that may be drawn of those tiles, by number of tiles; looks are in ascending order.

        look   the plain look if it is not given
        most   tiles; those of the draw if it is not given
        coded  whether handfuls that look alike are kept apart by their plain kinds
        """
        most = self.draw if most is None else most
        counts = Counter[tuple[int, int]]()
        for tile in tiles:
            plain = self._plain(tile)
            code = self.codes[plain] if coded else 0
            counts[look(tile) if look else plain, code] += self.belt[tile]
        sizes = [[_Handful((), 0, 1)], *([] for _ in range(most))]
        for (seen, code), count in sorted(counts.items()):
            for size in range(most, 0, -1):
                for more in range(1, min(count, size) + 1):
                    ways = math.comb(count, more)
                    some = _Handful((seen,) * more, code * more, ways)
                    sizes[size] += [before.plus(some) for before in sizes[size - more]]
        return sizes

    def _plain(self, tile: Tile) -> int:
        """The plain look: face and colour, which matter for arrays of ranks and colour flushes."""
        traits = self.box.traits
        colour = traits[tile.colour]
        return self.worth.look(
            tile, colour | traits["special"] if colour & self.worth.split_colours else colour
        )
