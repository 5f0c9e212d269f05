"""Planets: cylinders of hexes, their halves and terrain, and what is on them (PL 1.1 to PL 1.6).

The hexes of a planet are numbered row by row from the top left; odd rows are half a hex to the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple, get_args

from referee.engine.game import Seat
from referee.engine.tuples import Deriving, derived, record
from referee.games.planetary.box import Box
from referee.games.planetary.rules.numbers import Half, PlanetCard


@dataclass(frozen=True)
class Planet:
    """A planet (PL 1.2).

    box          it is out of
    space        the ring space it is anchored at
    pieces       its map pieces, from column 0
    up           the side they show
    rock, grass  colours
    """

    box: Box = field(repr=False)
    card: PlanetCard
    space: int
    pieces: tuple[str, ...]
    up: str
    rock: str
    grass: str

    @cached_property
    def columns(self) -> int:
        """Columns of hexes round the planet (PL 1.4)."""
        return len(self.pieces) * self.box.piece_columns

    @cached_property
    def cylinder(self) -> Cylinder:
        return cylinder(self.columns, self.box.rows)

    def facing(self, round_: int) -> Half:
        """The half turned to the ring in that round (PL 1.5)."""
        return self.card.odd_facing if round_ % 2 else self.card.even_facing


class Structure(NamedTuple):
    """A structure of PL 4.9 and its owner."""

    hex: int
    kind: str
    owner: Seat


@record
class World(Deriving):
    """A planet as it is now. What is worked out about it is kept with it.

    terrain     a letter for each hex
    worked      how often each hex has yielded, or woodland has been cut
    structures  structures in the order of their hexes
    """

    planet: Planet
    terrain: str
    worked: bytes
    structures: tuple[Structure, ...] = ()

    @property
    def box(self) -> Box:
        """The box that the planet is out of."""
        return self.planet.box

    @property
    def cylinder(self) -> Cylinder:
        return self.planet.cylinder

    @derived
    def built(self) -> Mapping[int, Structure]:
        """The structures by their hexes."""
        return {structure.hex: structure for structure in self.structures}

    @derived
    def owners(self) -> Mapping[int, Seat]:
        """The owners of the structures by their hexes."""
        return {structure.hex: structure.owner for structure in self.structures}

    @derived
    def owned(self) -> Mapping[Seat, int]:
        """The hexes with structures of each seat that has any, as bits."""
        found: dict[Seat, int] = {}
        for structure in self.structures:
            found[structure.owner] = found.get(structure.owner, 0) | 1 << structure.hex
        return found

    @derived
    def sites(self) -> dict[Half, Sequence[int]]:
        """The plains without a structure on each half, as far as it was asked."""
        return {}

    @derived
    def grounds(self) -> dict[Any, Any]:
        """Findings of `ground.py` about it, by the ships on it."""
        return {}

    def sites_on(self, half: Half) -> Sequence[int]:
        """The plains of that half without a structure: where ships may land."""
        if half not in self.sites:
            firm, terrain, built = self.planet.box.plains, self.terrain, self.owners
            self.sites[half] = [
                hex_ for hex_ in self.cylinder.halves[half] if terrain[hex_] in firm and hex_ not in built
            ]
        return self.sites[half]

    def structure(self, hex_: int) -> Structure | None:
        return self.built.get(hex_)

    @property
    def growing(self) -> Sequence[int]:
        """The plains that roll a die at the round's end (PL 5.1)."""
        growth = self.planet.box.growth
        return _growing(self.cylinder, self.terrain, growth.on, growth.beside)

    @derived
    def sources(self) -> Mapping[str, frozenset[int]]:
        """By material, the hexes it can be had from: harvested, or with a structure that may be placed."""
        found: dict[str, list[int]] = {}
        kinds = self.planet.box.terrain
        for hex_, letter in enumerate(self.terrain):
            terrain = kinds[letter]
            if terrain.harvest:
                found.setdefault(terrain.harvest.material, []).append(hex_)
            elif terrain.material and hex_ not in self.built:
                found.setdefault(terrain.material, []).append(hex_)
        return {material: frozenset(hexes) for material, hexes in found.items()}

    def half(self, hex_: int) -> Half:
        """A or B (PL 1.5)."""
        return self.cylinder.half(hex_)

    def faces_ring(self, hex_: int, round_: int) -> bool:
        return self.half(hex_) == self.planet.facing(round_)

    def with_terrain(self, hex_: int, letter: str) -> World:
        """With other terrain there, which nobody has worked."""
        terrain = self.terrain[:hex_] + letter + self.terrain[hex_ + 1 :]
        return self._replace(terrain=terrain)._with_worked(hex_, 0)

    def worked_once(self, hex_: int, times: int, leaves: str) -> World:
        """Worked there one more time; after `times` it becomes what it leaves, without a structure."""
        worked = self.worked[hex_] + 1
        if worked < times:
            return self._with_worked(hex_, worked)
        return self.without_structure(hex_).with_terrain(hex_, leaves)

    def with_structure(self, structure: Structure) -> World:
        others = self.without_structure(structure.hex).structures
        return self._replace(structures=tuple(sorted((*others, structure))))

    def without_structure(self, hex_: int) -> World:
        if hex_ not in self.owners:
            return self
        return self._replace(structures=tuple(one for one in self.structures if one.hex != hex_))

    @derived
    def free(self) -> list[int]:
        """For each hex 1 if a unit may enter it while nothing else is on it, else 0 (PL 4.8)."""
        box = self.planet.box
        hexes = list(self.terrain.translate(box.walkable).encode())
        for structure in self.structures:
            hexes[structure.hex] = int(box.structures[structure.kind].passable)
        return hexes

    def _with_worked(self, hex_: int, times: int) -> World:
        """Change how often a hex was worked; what was worked out does not depend on it, and stays."""
        world = self._replace(worked=self.worked[:hex_] + bytes((times,)) + self.worked[hex_ + 1 :])
        vars(world).update(vars(self))
        return world


class Within(NamedTuple):
    """Straight lines of hexes that go out from a hex.

    hexes  hexes of all lines, as bits
    lines  each as bits and hex by hex, the nearest first
    """

    hexes: int
    lines: Sequence[tuple[int, tuple[int, ...]]]


@dataclass(frozen=True, eq=False)
class Cylinder:
    """A planet of that many columns and rows of hexes; there is one for each size.

    near    the hexes next to each hex
    around  each hex and those next to it
    lines   straight lines of hexes that go out from each hex, the nearest first; along a row
            once round the planet at most
    """

    columns: int
    rows: int
    near: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...]

    def distance(self, one: int, other: int) -> int:
        """Steps from hex to hex, the shorter way round."""
        return self.away(other)[one]

    def away(self, hex_: int) -> tuple[int, ...]:
        """Steps from each hex to that one."""
        return _away(self.columns, self.rows, hex_)

    def half(self, hex_: int) -> Half:
        """A or B (PL 1.5)."""
        return "A" if hex_ % self.columns < self.columns // 2 else "B"

    @cached_property
    def halves(self) -> Mapping[Half, Sequence[int]]:
        """The hexes of each half, row by row."""
        return {
            half: [hex_ for hex_ in range(len(self.near)) if self.half(hex_) == half]
            for half in get_args(Half)
        }

    def lines_within(self, reach: int) -> Sequence[Within]:
        """For each hex the beginnings of its lines, no longer than that."""
        return _lines_within(self, reach)

    def text(self, hex_: int) -> str:
        """Its column and row, from 0: `12,2`."""
        row, column = divmod(hex_, self.columns)
        return f"{column},{row}"


@cache
def cylinder(columns: int, rows: int) -> Cylinder:
    spots = range(columns * rows)
    lines = tuple(
        tuple(line for step in _STEPS if (line := _line(spot, step, columns, rows))) for spot in spots
    )
    near = tuple(tuple(line[0] for line in from_spot) for from_spot in lines)
    around = tuple((spot, *beside) for spot, beside in enumerate(near))
    return Cylinder(columns, rows, near, around, lines)


@lru_cache(maxsize=256)
def _growing(land: Cylinder, terrain: str, on: str, beside: str) -> Sequence[int]:
    """The hexes with the terrain `on` that touch the terrain `beside`."""
    touching: set[int] = set()
    plants = terrain.find(beside)
    while plants >= 0:
        touching.update(land.near[plants])
        plants = terrain.find(beside, plants + 1)
    return sorted([hex_ for hex_ in touching if terrain[hex_] == on])


@cache
def _lines_within(cylinder: Cylinder, reach: int) -> Sequence[Within]:
    found: list[Within] = []
    for lines in cylinder.lines:
        within = [(sum(1 << hex_ for hex_ in line[:reach]), line[:reach]) for line in lines]
        found.append(Within(reduce(or_, [hexes for hexes, _ in within]), within))
    return found


@cache
def _away(columns: int, rows: int, hex_: int) -> tuple[int, ...]:
    row, column = divmod(hex_, columns)
    found = []
    for other in range(columns * rows):
        other_row, other_column = divmod(other, columns)
        down = row - other_row
        right = (column - row // 2) - (other_column - other_row // 2)
        ways = (right - columns, right, right + columns)
        found.append(min((abs(across) + abs(down) + abs(across + down)) // 2 for across in ways))
    return tuple(found)


def ring_distance(one: int, other: int, spaces: int) -> int:
    """Spaces between two of the ring, the shorter way round (PL 3.3)."""
    way = abs(one - other) % spaces
    return min(way, spaces - way)


def day_half(box: Box, round_: int) -> Half:
    """The half that is day in that round (PL 1.5)."""
    even = box.start.planets.even_day
    return even if round_ % 2 == 0 else ("B" if even == "A" else "A")


# East, north-east, north-west, west, south-west, south-east: rows down, and columns to the right of
# a hex in an even row; in an odd row the columns of a slanting step are one more.
_STEPS = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))


def _line(spot: int, step: tuple[int, int], columns: int, rows: int) -> tuple[int, ...]:
    down, right = step
    row, column = divmod(spot, columns)
    line: list[int] = []
    while len(line) < columns - 1:
        column = (column + right + (row % 2 if down else 0)) % columns
        row += down
        if not 0 <= row < rows:
            break
        line.append(row * columns + column)
    return tuple(line)
