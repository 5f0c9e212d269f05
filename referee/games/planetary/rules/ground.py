"""The ground that units walk on, and how far they get on it (PL 4.6, PL 4.8, PL 4.10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import Record, record, remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.rules.cells import Board
from referee.games.planetary.rules.planets import Cylinder
from referee.games.planetary.rules.ships import floor, gates
from referee.games.planetary.state import ABOARD, Place, State

# The hex and the seat of a ship, and for each of its cells 1 if there is nothing to stand on.
Hull: TypeAlias = tuple[int, Seat, bytes]


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """A planet with the ships on it, or a ship in orbit; it knows nothing of units.

    Places are numbered field by field.

    first    number of the first place of each field, in this order
    fields   fields in the same order
    columns  number of columns of the planet; 0 for a ship
    near     numbers that a unit may step to from each place if they are free
    walks    moves to each number, by the unit and whose ship is its own, as far as they were asked; grounds
             of the same fields share them
    """

    first: Mapping[int, int]
    fields: tuple[int, ...]
    columns: int
    near: Sequence[Sequence[int]]
    walks: dict[tuple[int, Seat | None], Sequence[Any]]


@record
class Reach(Record):
    """The reach of a unit: numbers of its ground, a list for each cost, from 1."""

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
    """Return where each of the active player's units can go with that much movement; None if it has none."""
    grounds: dict[int, tuple[Ground, list[int]]] = {}
    found: list[Reach | None] = []
    sides = state.sides
    for unit, most in zip(state.side.units, points, strict=True):
        if not most:
            found.append(None)
            continue
        field, spot = unit.place
        under = field
        if field >= ABOARD and sides[field - ABOARD].ship.planet >= 0:
            under = sides[field - ABOARD].ship.planet
        if under not in grounds:
            grounds[under] = _ground(state, under)
        ground, free = grounds[under]
        found.append(Reach(ground, _rings(ground.near, free[:], ground.first[field] + spot, most)))
    return found


def _rings(
    near: Sequence[Sequence[int]], free: list[int], start: int, points: int
) -> Sequence[Sequence[int]]:
    """The numbers within that much movement, nearest first; every step costs 1. It writes on `free`."""
    rings: list[list[int]] = []
    edge = [start]
    for _ in range(points):
        further: list[int] = []
        for number in edge:
            for other in near[number]:
                if free[other]:
                    free[other] = 0
                    further.append(other)
        if not further:
            break
        rings.append(further)
        edge = further
    return rings


def _ground(state: State, field: int) -> tuple[Ground, list[int]]:
    """The ground of a planet or of a ship in orbit, by its field, and for each number 1 if it is free."""
    if field >= ABOARD:
        ground, bare = _orbit(state.box, field), floor(state.sides[field - ABOARD].ship.closed)
    else:
        ground, bare = _land(state, field)
    first, free = ground.first, bare[:]
    for side in state.sides:
        for unit in side.units:
            where, spot = unit.place
            if where in first:
                free[first[where] + spot] = 0
    return ground, free


def _land(state: State, field: int) -> tuple[Ground, list[int]]:
    """The ground of a planet, and 1 for each number that is free while no unit is there, else 0."""
    hulls = tuple(
        [
            (side.ship.hex, seat, side.ship.closed)
            for seat, side in enumerate(state.sides)
            if side.ship.planet == field
        ]
    )
    world = state.worlds[field]
    found = world.grounds.get(hulls)
    if found is None:
        free = world.free[:]
        for hex_, _, closed in hulls:
            free[hex_] = 0
            free += floor(closed)
        found = world.grounds[hulls] = _planet(state.box, field, world.cylinder, hulls), free
    return found


@remembered_lately()
def _orbit(box: Box, field: int) -> Ground:
    return Ground({field: 0}, (field,), 0, box.board.near, {})


@remembered_lately()
def _planet(box: Box, field: int, land: Cylinder, hulls: tuple[Hull, ...]) -> Ground:
    """Hexes, then the cells of each ship. Where a hull bars a hex, its gates are what a unit enters."""
    first, beside = {field: 0}, list(land.near)
    for hex_, seat, closed in hulls:
        start = first[ABOARD + seat] = len(beside)
        ways_in = tuple([start + cell for cell in gates(closed)])
        beside += _cells(start, box.board)
        for gate in ways_in:
            beside[gate] += land.near[hex_]
        for other in land.near[hex_]:
            place = beside[other].index(hex_)
            beside[other] = beside[other][:place] + ways_in + beside[other][place + 1 :]
    return Ground(first, tuple(first), land.columns, beside, _walks(box, tuple(first), land.columns))


@cache
def _cells(start: int, board: Board) -> tuple[tuple[int, ...], ...]:
    """The steps aboard a ship whose cells are numbered from there."""
    return tuple([tuple([start + cell for cell in cells]) for cells in board.near])


@remembered_lately()
def _walks(box: Box, fields: tuple[int, ...], columns: int) -> dict[tuple[int, Seat | None], Sequence[Any]]:
    """Return the walks over the grounds with these fields; nothing was asked yet."""
    return {}
