"""What units walk on, and how far they get on it (PL 4.6, PL 4.8, PL 4.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from referee.engine.game import Seat
from referee.games.planetary.box import box
from referee.games.planetary.rules.planets import cylinder
from referee.games.planetary.rules.ships import gates, near
from referee.games.planetary.state import ABOARD, Place, State


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """A planet with the ships on it, or a ship in orbit; it knows nothing of units.

    Places are numbered field by field.

    first    number of the first place of each field, in this order
    fields   in the same order
    columns  of the planet; 0 for a ship
    near     numbers that a unit may step to from each place if they are free
    """

    first: Mapping[int, int]
    fields: tuple[int, ...]
    columns: int
    near: Sequence[Sequence[int]]


class Reach(NamedTuple):
    """Where a unit can go: numbers of its ground, a list for each cost, from 1."""

    ground: Ground
    rings: Sequence[Sequence[int]]

    def cost(self, place: Place) -> int | None:
        """The movement it costs to go there; None if the unit cannot."""
        if place.field not in self.ground.first:
            return None
        number = self.ground.first[place.field] + place.spot
        for cost, ring in enumerate(self.rings, 1):
            if number in ring:
                return cost
        return None


def reaches(state: State, points: Sequence[int]) -> Sequence[Reach | None]:
    """Where each of the active player's units can go with that much movement; None if it has none."""
    grounds: dict[int, tuple[Ground, list[bool]]] = {}
    found: list[Reach | None] = []
    for unit, most in zip(state.side.units, points, strict=True):
        if not most:
            found.append(None)
            continue
        field, spot = unit.place
        under = field
        if field >= ABOARD and state.sides[field - ABOARD].ship.planet >= 0:
            under = state.sides[field - ABOARD].ship.planet
        if under not in grounds:
            grounds[under] = _ground(state, under)
        ground, free = grounds[under]
        found.append(Reach(ground, _rings(ground.near, free[:], ground.first[field] + spot, most)))
    return found


def _rings(
    near: Sequence[Sequence[int]], free: list[bool], start: int, points: int
) -> Sequence[Sequence[int]]:
    """The numbers within that much movement, nearest first; every step costs 1. It writes on `free`."""
    rings: list[list[int]] = []
    edge = [start]
    for _ in range(points):
        further: list[int] = []
        for number in edge:
            for other in near[number]:
                if free[other]:
                    free[other] = False
                    further.append(other)
        if not further:
            break
        rings.append(further)
        edge = further
    return rings


def _ground(state: State, field: int) -> tuple[Ground, list[bool]]:
    """The ground of a planet or of a ship in orbit, by its field, and for each number whether it is free."""
    if field >= ABOARD:
        ground, free = _orbit(field), [*state.sides[field - ABOARD].ship.free]
    else:
        world, hulls = state.worlds[field], list[tuple[int, Seat, bytes]]()
        free = [*world.free]
        for seat, side in enumerate(state.sides):
            ship = side.ship
            if ship.planet == field:
                hulls.append((ship.hex, seat, ship.closed))
                free[ship.hex] = False
                free += ship.free
        ground = _planet(field, world.planet.columns, tuple(hulls))
    first = ground.first
    for side in state.sides:
        for where, spot in side.units.places:
            if where in first:
                free[first[where] + spot] = False
    return ground, free


@cache
def _orbit(field: int) -> Ground:
    return Ground({field: 0}, (field,), 0, near())


@lru_cache(maxsize=256)
def _planet(field: int, columns: int, hulls: tuple[tuple[int, Seat, bytes], ...]) -> Ground:
    """Hexes, then the cells of each ship. Where a hull bars a hex, its gates are what a unit enters.

    hulls  hex and seat of each ship, and for each of its cells 1 if there is nothing to stand on
    """
    around = cylinder(columns, box().rows).near
    first, beside = {field: 0}, list(around)
    for hex_, seat, closed in hulls:
        start = first[ABOARD + seat] = len(beside)
        ways_in = tuple([start + cell for cell in gates(closed)])
        beside += _cells(start)
        for gate in ways_in:
            beside[gate] += around[hex_]
        for other in around[hex_]:
            place = beside[other].index(hex_)
            beside[other] = beside[other][:place] + ways_in + beside[other][place + 1 :]
    return Ground(first, tuple(first), columns, beside)


@cache
def _cells(start: int) -> tuple[tuple[int, ...], ...]:
    """The steps aboard a ship whose cells are numbered from there."""
    return tuple([tuple([start + cell for cell in cells]) for cells in near()])
