"""What units walk on, and how far they get on it (PL 4.6, PL 4.8, PL 4.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from referee.engine.game import Seat
from referee.games.planetary.box import box
from referee.games.planetary.rules import ships
from referee.games.planetary.rules.planets import World, cylinder
from referee.games.planetary.rules.ships import Ship
from referee.games.planetary.state import ABOARD, Crew, Place, State


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """A planet with the ships on it, or a ship in orbit; it knows nothing of units.

    Places are numbered field by field.

    first    number of the first place of each field, in this order
    fields   in the same order
    columns  of the planet; 0 for a ship
    near     numbers that a unit may step to from each place if they are not closed
    closed   for each number 1 if there is nothing to stand on
    """

    first: Mapping[int, int]
    fields: tuple[int, ...]
    columns: int
    near: Sequence[Sequence[int]]
    closed: bytes

    def taken(self, crews: Sequence[Crew]) -> bytearray:
        """For each number 1 if no unit can go there now."""
        first, closed = self.first, bytearray(self.closed)
        for crew in crews:
            for field, spot in crew.places:
                if field in first:
                    closed[first[field] + spot] = True
        return closed


class Reach(NamedTuple):
    """Where a unit can go: numbers of its ground, a list for each cost, from 1."""

    ground: Ground
    rings: Sequence[Sequence[int]]

    def cost(self, place: Place) -> int | None:
        """The movement it costs to go there; None if the unit cannot."""
        if place.field not in self.ground.first:
            return None
        number = self.ground.first[place.field] + place.spot
        return next((cost for cost, ring in enumerate(self.rings, 1) if number in ring), None)


def reaches(state: State, points: Sequence[int]) -> Sequence[Reach | None]:
    """Where each of the active player's units can go with that much movement; None if it has none."""
    fleet, crews = [], []
    for side in state.sides:
        fleet.append(side.ship)
        crews.append(side.units)
    grounds: dict[int, tuple[Ground, bytearray]] = {}
    found: list[Reach | None] = []
    for unit, most in zip(state.side.units, points, strict=True):
        if not most:
            found.append(None)
            continue
        field, spot = unit.place
        under = field
        if field >= ABOARD and fleet[field - ABOARD].landed:
            under = fleet[field - ABOARD].planet
        if under not in grounds:
            ground = _ground(under, state.worlds, fleet)
            grounds[under] = ground, ground.taken(crews)
        ground, taken = grounds[under]
        found.append(Reach(ground, _rings(ground.near, taken[:], ground.first[field] + spot, most)))
    return found


def _rings(
    near: Sequence[Sequence[int]], closed: bytearray, start: int, points: int
) -> Sequence[Sequence[int]]:
    """The numbers within that much movement, nearest first; every step costs 1. It writes on `closed`."""
    rings: list[list[int]] = []
    edge = [start]
    for _ in range(points):
        further: list[int] = []
        for number in edge:
            for other in near[number]:
                if not closed[other]:
                    closed[other] = True
                    further.append(other)
        if not further:
            break
        rings.append(further)
        edge = further
    return rings


def _ground(field: int, worlds: Sequence[World], fleet: Sequence[Ship]) -> Ground:
    """The ground of a planet or, if its field is given, of a ship in orbit."""
    if field >= ABOARD:
        return _orbit(field, fleet[field - ABOARD].closed)
    hulls = [(ship.hex, seat, ship.closed) for seat, ship in enumerate(fleet) if ship.planet == field]
    world = worlds[field]
    return _planet(field, world.planet.columns, world.closed, tuple(hulls))


@lru_cache(maxsize=256)
def _orbit(field: int, closed: bytes) -> Ground:
    return Ground({field: 0}, (field,), 0, ships.near(), closed)


@lru_cache(maxsize=256)
def _planet(field: int, columns: int, closed: bytes, hulls: tuple[tuple[int, Seat, bytes], ...]) -> Ground:
    """Hexes, then the cells of each ship. Where a hull bars a hex, its gates are what a unit enters.

    closed  for each hex 1 if no unit may enter it
    hulls   hex and seat of each ship, and for each of its cells 1 if there is nothing to stand on
    """
    around = cylinder(columns, box().rows).near
    first, near, barred = {field: 0}, list(around), bytearray(closed)
    for hex_, seat, empty in hulls:
        start = first[ABOARD + seat] = len(near)
        gates = tuple([start + cell for cell in ships.gates(empty)])
        near += _cells(start)
        for gate in gates:
            near[gate] += around[hex_]
        for other in around[hex_]:
            place = near[other].index(hex_)
            near[other] = near[other][:place] + gates + near[other][place + 1 :]
        barred[hex_] = True
        barred += empty
    return Ground(first, tuple(first), columns, near, bytes(barred))


@cache
def _cells(start: int) -> tuple[tuple[int, ...], ...]:
    """The steps aboard a ship whose cells are numbered from there."""
    return tuple([tuple([start + cell for cell in beside]) for beside in ships.near()])
