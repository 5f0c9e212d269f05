"""Where a unit can go: over hexes, over cells, aboard and off again (PL 4.6, PL 4.8, PL 4.10)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import lru_cache

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.ground import Ground, ground_of
from referee.games.planetary.moves import Cell, Hex, Move, Spot, Walk, cell_at, hex_at, walk_to
from referee.games.planetary.numbers import numbers
from referee.games.planetary.pieces import ABOARD, Place, guest_of
from referee.games.planetary.sight import sees
from referee.games.planetary.state import State, kept


def walks(state: State) -> list[Move]:
    """Every walk of the active player's units."""
    found: list[Move] = []
    for unit, one in enumerate(state.side.units):
        if left(state, unit):
            fields = tuple(_ground(state, unit).first)
            columns = state.worlds[fields[0]].planet.columns if fields[0] < ABOARD else 0
            # To a guest aboard another's ship no cell goes without its owner.
            own = state.active if guest_of(one, state.active) is None else None
            numbered = _walks(unit, fields, columns, own)
            found += [numbered[number] for number in _reach(state, unit)]
    return found


def check_walk(state: State, move: Walk) -> Ruling:
    ruling = check_unit(state, move.unit)
    if not ruling.allowed:
        return ruling
    place = place_of(state, state.active, move.unit, move.to)
    if place is None:
        return refused("There is no such hex or cell where the unit is.", "PL 4.8")
    # Before all else, so that the answer says nothing about a ship that is hidden.
    if place.field >= ABOARD and not sees(state, state.active, place.field - ABOARD):
        return refused("You do not see that ship.", "PL 3.3")
    if cost(state, move.unit, place) is not None:
        return ALLOWED
    name = numbers().units[move.unit].name
    if place == state.side.units[move.unit].place:
        return refused(f"The {name} is there.", "PL 4.8")
    if place.field >= ABOARD and state.sides[place.field - ABOARD].ship.cells[place.spot] is None:
        return refused(f"There is nothing to stand on at {move.to}.", "PL 2.3")
    if not state.is_free(place):
        return refused(f"No unit can enter {move.to}: what is there blocks it.", "PL 4.8")
    return refused(f"No way leads there with the {left(state, move.unit)} movement left.", "PL 4.8")


def check_unit(state: State, unit: int) -> Ruling:
    """Whether the active player's unit may do anything more in this turn."""
    if not state.side.units[unit].hp:
        return refused(f"Your {numbers().units[unit].name} is dead.", "PL 4.8")
    if unit in state.doings.finished:
        name = numbers().units[unit].name
        return refused(f"Your {name} has finished: another unit has begun since.", "PL 4.5")
    return ALLOWED


def left(state: State, unit: int) -> int:
    """Movement the active player's unit has left (PL 4.8)."""
    doings = state.doings
    if not state.side.units[unit].hp or unit in doings.finished:
        return 0
    return numbers().units[unit].move - (doings.walked if doings.unit == unit else 0)


def cost(state: State, unit: int, place: Place) -> int | None:
    """The movement it costs the active player's unit to go there; None if it cannot."""
    if not left(state, unit):
        return None
    return _reach(state, unit).get(_ground(state, unit).number(place))


def place_of(state: State, seat: Seat, unit: int, spot: Spot) -> Place | None:
    """The place that is meant; None if there is none."""
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
    if hex_.column >= columns or hex_.row >= numbers().rows:
        return None
    return hex_.row * columns + hex_.column


def _ground(state: State, unit: int) -> Ground:
    """What the active player's unit walks on."""
    place = state.side.units[unit].place
    planet = planet_of(state, place)
    return ground_of(state, planet if planet >= 0 else place.field)


@kept
def _reach(state: State, unit: int) -> Mapping[int, int]:
    """Where the active player's unit can go with what it has left: numbers of its ground, with their cost."""
    ground = _ground(state, unit)
    return ground.reach(ground.number(state.side.units[unit].place), left(state, unit))


@lru_cache(maxsize=512)
def _walks(unit: int, fields: tuple[int, ...], columns: int, own: Seat | None) -> tuple[Walk, ...]:
    """The walks to every place of a ground with those fields, by number; `own` is whose ship is its own."""
    found: list[Walk] = []
    for field in fields:
        if field < ABOARD:
            hexes = itertools.product(range(numbers().rows), range(columns))
            found += [walk_to(unit, hex_at(column, row)) for row, column in hexes]
        else:
            ship = None if field - ABOARD == own else field - ABOARD
            found += [walk_to(unit, cell_at(cell, ship)) for cell in range(numbers().ship.board ** 2)]
    return tuple(found)
