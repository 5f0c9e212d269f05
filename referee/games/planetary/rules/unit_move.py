"""Where a unit can go: over hexes, over cells, aboard and off again (PL 4.6, PL 4.8, PL 4.10)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.box import box
from referee.games.planetary.moves import Cell, Hex, Move, Spot, Walk, cell_at, hex_at, walk_to
from referee.games.planetary.rules import ships
from referee.games.planetary.rules.planets import cylinder
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, Doings, Place, State, guest_of, kept


def moves(state: State, seat: Seat) -> list[Move]:
    """Every walk of the active player's units."""
    found: list[Move] = []
    for unit, one in enumerate(state.side.units):
        if left(state, unit):
            ground, costs = _reach(state, unit)
            fields = tuple(ground.first)
            columns = state.worlds[fields[0]].planet.columns if fields[0] < ABOARD else 0
            # A guest aboard another player's ship names the owner of every cell.
            own = state.active if guest_of(one, state.active) is None else None
            numbered = _walks(unit, fields, columns, own)
            found += map(numbered.__getitem__, costs)
    return found


def check(state: State, seat: Seat, move: Walk) -> Ruling:
    ruling = check_unit(state, move.unit)
    if not ruling.allowed:
        return ruling
    place = place_of(state, state.active, move.unit, move.to)
    if place is None:
        return refused("Your unit cannot go there: there is no such hex or cell near it.", "PL 4.8")
    # Before all else, so that the answer says nothing about a ship that is hidden.
    if place.field >= ABOARD and not sees(state, state.active, place.field - ABOARD):
        return refused("You do not see that ship.", "PL 3.3")
    if cost(state, move.unit, place) is not None:
        return ALLOWED
    name = box().units[move.unit].name
    if place == state.side.units[move.unit].place:
        return refused(f"The {name} is already there.", "PL 4.8")
    if place.field >= ABOARD and state.sides[place.field - ABOARD].ship.cells[place.spot] is None:
        return refused(f"There is nothing to stand on at {move.to}.", "PL 2.3")
    if not state.is_free(place):
        return refused(f"No unit can enter {move.to}: what is there blocks it.", "PL 4.8")
    return refused(f"There is no way there with the {left(state, move.unit)} movement left.", "PL 4.8")


def apply(state: State, seat: Seat, move: Walk) -> State:
    place = place_of(state, seat, move.unit, move.to)
    assert place is not None
    steps = cost(state, move.unit, place)
    assert steps is not None
    side, doings = state.side, begun(state.doings, move.unit)
    unit = side.units[move.unit]._replace(place=place)
    doings = doings._replace(walked=doings.walked + steps)
    return state.with_side(seat, side.with_unit(move.unit, unit), doings=doings)


def begun(doings: Doings, unit: int) -> Doings:
    """With that unit as the one that moves; the one before it has finished (PL 4.5)."""
    if doings.unit == unit:
        return doings
    finished = doings.finished if doings.unit < 0 else (*doings.finished, doings.unit)
    return doings._replace(unit=unit, walked=0, acted=False, finished=finished)


def check_unit(state: State, unit: int) -> Ruling:
    """Whether the active player's unit may do anything more in this turn."""
    if not state.side.units[unit].hp:
        return refused(f"Your {box().units[unit].name} is dead.", "PL 4.8")
    if unit in state.doings.finished:
        name = box().units[unit].name
        return refused(f"Your {name} has finished, as another unit has begun.", "PL 4.5")
    return ALLOWED


def left(state: State, unit: int) -> int:
    """Movement the active player's unit has left (PL 4.8)."""
    doings = state.doings
    if not state.side.units[unit].hp or unit in doings.finished:
        return 0
    return box().units[unit].move - (doings.walked if doings.unit == unit else 0)


def cost(state: State, unit: int, place: Place) -> int | None:
    """The movement it costs the active player's unit to go there; None if it cannot."""
    if not left(state, unit):
        return None
    ground, costs = _reach(state, unit)
    return costs.get(ground.number(place))


def place_of(state: State, seat: Seat, unit: int, spot: Spot) -> Place | None:
    """The place that is meant; None if it does not exist."""
    if isinstance(spot, Cell):
        return Place(ABOARD + (seat if spot.ship is None else spot.ship), spot.cell)
    planet = planet_of(state, state.sides[seat].units[unit].place)
    found = hex_number(state, planet, spot)
    return None if found is None else Place(planet, found)


def planet_of(state: State, place: Place) -> int:
    """The planet a unit is on, or that its ship stands on; -1 if it is in orbit."""
    return state.sides[place.field - ABOARD].ship.planet if place.field >= ABOARD else place.field


def hex_number(state: State, planet: int, hex_: Hex) -> int | None:
    """The number of the hex on that planet; None if there is none."""
    if not 0 <= planet < len(state.worlds):
        return None
    columns = state.worlds[planet].planet.columns
    if hex_.column >= columns or hex_.row >= box().rows:
        return None
    return hex_.row * columns + hex_.column


class Ground(NamedTuple):
    """Places are numbered field by field.

    first   number of the first place of each field, in this order
    near    numbers that a unit may step to from each place if they are not closed
    closed  for each number 1 if no unit can come there
    """

    first: Mapping[int, int]
    near: Sequence[Sequence[int]]
    closed: bytearray

    def number(self, place: Place) -> int:
        """The number of a place; -1 if it is elsewhere."""
        return self.first[place.field] + place.spot if place.field in self.first else -1

    def reach(self, start: int, points: int) -> dict[int, int]:
        """The places within that much movement, nearest first, with their cost; every step costs 1."""
        near, closed = self.near, self.closed[:]
        costs: dict[int, int] = {}
        edge = [start]
        for cost in range(1, points + 1):
            further = []
            for number in edge:
                for other in near[number]:
                    if not closed[other]:
                        closed[other] = True
                        further.append(other)
            if not further:
                break
            costs |= dict.fromkeys(further, cost)
            edge = further
        return costs


@kept
def ground_of(state: State, field: int) -> Ground:
    """The ground of a planet or, if its field is given, of a ship in orbit."""
    first: Mapping[int, int]
    near: Sequence[Sequence[int]]
    if field >= ABOARD:
        first, near, closed = {field: 0}, ships.near(), bytearray(state.sides[field - ABOARD].ship.closed)
    else:
        first, near, closed = _planet(state, field)
    for occupied, spot in state.occupants:
        if occupied in first:
            closed[first[occupied] + spot] = True
    return Ground(first, near, closed)


@kept
def _reach(state: State, unit: int) -> tuple[Ground, Mapping[int, int]]:
    """What the active player's unit walks on, and the cost of each place it can go to, by number."""
    place = state.side.units[unit].place
    planet = planet_of(state, place)
    ground = ground_of(state, planet if planet >= 0 else place.field)
    return ground, ground.reach(ground.number(place), left(state, unit))


@lru_cache(maxsize=512)
def _walks(unit: int, fields: tuple[int, ...], columns: int, own: Seat | None) -> tuple[Walk, ...]:
    """The walks to every place of a ground with those fields, by number; `own` is whose ship is its own."""
    found: list[Walk] = []
    for field in fields:
        if field < ABOARD:
            hexes = itertools.product(range(box().rows), range(columns))
            found += [walk_to(unit, hex_at(column, row)) for row, column in hexes]
        else:
            ship = None if field - ABOARD == own else field - ABOARD
            found += [walk_to(unit, cell_at(cell, ship)) for cell in range(box().ship.board ** 2)]
    return tuple(found)


def _planet(state: State, field: int) -> tuple[Mapping[int, int], Sequence[Sequence[int]], bytearray]:
    """Hexes, then the cells of each ship."""
    world = state.worlds[field]
    hulls, closed = list[tuple[int, Seat, tuple[int, ...]]](), bytearray(world.closed)
    for (planet, hex_), seat in state.hulls.items():
        if planet == field:
            ship = state.sides[seat].ship
            hulls.append((hex_, seat, ship.gates))
            closed[hex_] = True
            closed += ship.closed
    first, near = _steps(field, world.planet.columns, tuple(hulls))
    return first, near, closed


@lru_cache(maxsize=256)
def _steps(
    field: int, columns: int, hulls: tuple[tuple[int, Seat, tuple[int, ...]], ...]
) -> tuple[Mapping[int, int], Sequence[Sequence[int]]]:
    """Where a hull bars a hex, its gates are what a unit enters.

    hulls  hex, seat and gates of each ship
    """
    around = cylinder(columns, box().rows).near
    first, near = {field: 0}, list(around)
    for hex_, seat, ship_gates in hulls:
        start = first[ABOARD + seat] = len(near)
        gates = tuple([start + cell for cell in ship_gates])
        near += _cells(start)
        for gate in gates:
            near[gate] += around[hex_]
        for other in around[hex_]:
            place = near[other].index(hex_)
            near[other] = near[other][:place] + gates + near[other][place + 1 :]
    return first, near


@cache
def _cells(start: int) -> tuple[tuple[int, ...], ...]:
    """The steps aboard a ship whose cells are numbered from there."""
    return tuple([tuple([start + cell for cell in beside]) for beside in ships.near()])
