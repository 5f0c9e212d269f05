"""What stands on the table in Planetary: units, modules, ships, structures, planets as they are. Immutable.

Units and ships are found by place. A place is a spot of a field: a hex of a planet, or a cell of a
ship. So a unit moves alike on both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import NamedTuple

from referee.engine import Seat
from referee.games.planetary.board import core_cell, near
from referee.games.planetary.hexes import Cylinder, cylinder
from referee.games.planetary.numbers import Effect, numbers
from referee.games.planetary.system import Planet

CORE = "CORE"  # the code of what stands on the core's cell
ABOARD = 8  # the field of seat 0's ship; those of planets are lower


class Place(NamedTuple):
    """A spot of a field: `field` is the number of a planet, or `ABOARD` and the seat of a ship."""

    field: int
    spot: int


UNPLACED = Place(-1, 0)  # in round 0
UNSEEN = Place(-2, 0)  # aboard a ship that is not seen
DEAD = Place(-3, 0)

UNKNOWN_HP = -1  # of a unit that is not seen


class Unit(NamedTuple):
    """A unit; at 0 HP it is dead."""

    hp: int
    place: Place = UNPLACED


class Module(NamedTuple):
    """A module or the core on its cell.

    on     whether it works; a core has no switch
    tally  watts in a battery; turns that hydroponics were on; of a shield the hits it could have voided
           till the one it voided last; the owner's turn to which a generator has fuel; 1 for a vat that
           has been used
    """

    code: str
    hp: int
    on: bool = False
    tally: int = 0


class _ShipFields(NamedTuple):
    cells: tuple[Module | None, ...]
    space: int = -1
    planet: int = -1
    hex: int = 0


class Ship(_ShipFields):
    """A ship. What is worked out about it is kept with it, as it stays the same for many states.

    cells   of its board, row by row
    space   of the ring, or of the anchor of the planet it stands on; -1 before it is chosen or if it is
            not seen
    planet  it stands on; -1 in orbit
    hex     of that planet
    """

    @property
    def landed(self) -> bool:
        return self.planet >= 0

    @property
    def core_hp(self) -> int:
        core = self.cells[core_cell()]
        return core.hp if core else 0

    def with_cell(self, cell: int, module: Module | None) -> Ship:
        return self._replace(cells=(*self.cells[:cell], module, *self.cells[cell + 1 :]))

    @cached_property
    def modules(self) -> tuple[tuple[int, Module], ...]:
        """The cells with a module, the core's left out."""
        return tuple(
            [(cell, module) for cell, module in enumerate(self.cells) if module and module.code != CORE]
        )

    @cached_property
    def on(self) -> tuple[tuple[int, Module, Effect], ...]:
        """The modules that are on, with what they do."""
        effects = numbers().effects
        return tuple([(cell, module, effects[module.code]) for cell, module in self.modules if module.on])

    @cached_property
    def closed(self) -> bytes:
        """For each cell 1 if there is nothing to stand on."""
        return bytes([module is None for module in self.cells])

    @cached_property
    def lands(self) -> bool:
        """Whether landing gear is on."""
        return any(effect.lands for _, _, effect in self.on)

    @cached_property
    def watts_per_space(self) -> int:
        """What a space costs that is not free; with thrusters that are on it is less (PL 6)."""
        cheaper = [effect.watts_per_space for _, _, effect in self.on if effect.watts_per_space]
        return min(cheaper, default=numbers().ship.watts_per_space)

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The empty cells beside the core or a module (PL 2.3)."""
        beside = {other for cell, module in enumerate(self.cells) if module for other in near()[cell]}
        return tuple(sorted([cell for cell in beside if self.cells[cell] is None]))

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The cells to stand on that have an empty cell or the edge of the board beside them (PL 4.6)."""
        cells = self.cells
        return tuple(
            [
                cell
                for cell, beside in enumerate(near())
                if cells[cell] and (len(beside) < 4 or any(not cells[other] for other in beside))
            ]
        )


class Structure(NamedTuple):
    """A structure of PL 4.9 and its owner."""

    hex: int
    kind: str
    owner: Seat


class _WorldFields(NamedTuple):
    planet: Planet
    terrain: str
    worked: bytes
    structures: tuple[Structure, ...] = ()


class World(_WorldFields):
    """A planet as it is now. What is worked out about it is kept with it.

    terrain     a letter for each hex
    worked      how often each hex has yielded, or woodland has been cut
    structures  in the order of their hexes
    """

    @cached_property
    def cylinder(self) -> Cylinder:
        return cylinder(self.planet.columns, numbers().rows)

    @cached_property
    def built(self) -> Mapping[int, Structure]:
        """The structures by their hexes."""
        return {structure.hex: structure for structure in self.structures}

    @cached_property
    def owners(self) -> frozenset[Seat]:
        """The seats with a structure there."""
        return frozenset([structure.owner for structure in self.structures])

    def structure(self, hex_: int) -> Structure | None:
        return self.built.get(hex_)

    @cached_property
    def growing(self) -> tuple[int, ...]:
        """The plains that roll a die at the round's end (PL 5.1)."""
        growth, terrain, near = numbers().growth, self.terrain, self.cylinder.near
        plains = [hex_ for hex_, letter in enumerate(terrain) if letter == growth.on]
        return tuple([hex_ for hex_ in plains if growth.beside in [terrain[other] for other in near[hex_]]])

    @cached_property
    def plains(self) -> Mapping[str, tuple[int, ...]]:
        """The plains of each half, row by row."""
        kinds = numbers().terrain
        plains = [hex_ for hex_, letter in enumerate(self.terrain) if kinds[letter].plains]
        return {half: tuple([hex_ for hex_ in plains if self.half(hex_) == half]) for half in ("A", "B")}

    def half(self, hex_: int) -> str:
        """A or B (PL 1.5)."""
        columns = self.planet.columns
        return "A" if hex_ % columns < columns // 2 else "B"

    def faces_ring(self, hex_: int, round_: int) -> bool:
        return self.half(hex_) == self.planet.facing(round_)

    def with_terrain(self, hex_: int, letter: str) -> World:
        """With other terrain there, which nobody has worked."""
        terrain = self.terrain[:hex_] + letter + self.terrain[hex_ + 1 :]
        return self._replace(terrain=terrain)._with_worked(hex_, 0)

    def worked_once(self, hex_: int, times: int, leaves: str) -> World:
        """Worked once more there; after so many times it becomes what it leaves, without a structure."""
        worked = self.worked[hex_] + 1
        if worked < times:
            return self._with_worked(hex_, worked)
        return self.without_structure(hex_).with_terrain(hex_, leaves)

    def with_structure(self, structure: Structure) -> World:
        others = self.without_structure(structure.hex).structures
        return self._replace(structures=tuple(sorted((*others, structure))))

    def without_structure(self, hex_: int) -> World:
        return self._replace(structures=tuple(one for one in self.structures if one.hex != hex_))

    @cached_property
    def closed(self) -> bytes:
        """For each hex 1 if no unit may enter it, 0 if only units and ships there can bar it (PL 4.8)."""
        hexes = bytearray(self.terrain.translate(_barred()), "ascii")
        for structure in self.structures:
            hexes[structure.hex] = not numbers().structures[structure.kind].passable
        return bytes(hexes)

    def _with_worked(self, hex_: int, times: int) -> World:
        return self._replace(worked=self.worked[:hex_] + bytes((times,)) + self.worked[hex_ + 1 :])


def guest_of(unit: Unit, seat: Seat) -> Seat | None:
    """Whose ship that unit of the seat is aboard, if it is another's."""
    owner = unit.place.field - ABOARD
    return owner if owner >= 0 and owner != seat else None


@cache
def _barred() -> Mapping[int, str]:
    """What stands for each letter of terrain in `World.closed`."""
    return {ord(kind.letter): "\0" if kind.walkable else "\1" for kind in numbers().terrain.values()}
