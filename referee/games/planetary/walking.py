"""Where a unit can go: over hexes, over cells, aboard and off again (PL 4.6, PL 4.8, PL 4.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.board import near
from referee.games.planetary.moves import Cell, Hex, Move, Spot, Walk, cell_at, hex_at, walk_to
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import ABOARD, Place, State, guest_of, open_side, sees


def walks(state: State) -> Iterator[Move]:
    """Every walk of the active player's units."""
    for unit in range(len(state.side.units)):
        for place in reach(state, unit):
            yield walk_to(unit, spot(state, state.active, unit, place))


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
    if place in reach(state, move.unit):
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
    name = numbers().units[unit].name
    if not state.side.units[unit].hp:
        return refused(f"Your {name} is dead.", "PL 4.8")
    if unit in state.doings.finished:
        return refused(f"Your {name} has finished: another unit has begun since.", "PL 4.5")
    return ALLOWED


def left(state: State, unit: int) -> int:
    """Movement the active player's unit has left (PL 4.8)."""
    doings = state.doings
    if not state.side.units[unit].hp or unit in doings.finished:
        return 0
    return numbers().units[unit].move - (doings.walked if doings.unit == unit else 0)


def reach(state: State, unit: int) -> Mapping[Place, int]:
    """Where the active player's unit can go with what it has left, with the movement it costs."""
    found = state.memo.get(("reach", unit))
    if found is None:
        found = _spread(state, state.side.units[unit].place, left(state, unit))
        state.memo["reach", unit] = found
    return cast(Mapping[Place, int], found)


def spot(state: State, seat: Seat, unit: int, place: Place) -> Spot:
    """How that seat writes where its unit goes; from aboard another's ship every cell has its owner."""
    if place.field >= ABOARD:
        owner = place.field - ABOARD
        home = owner == seat and guest_of(state.sides[seat].units[unit], seat) is None
        return cell_at(place.spot, None if home else owner)
    row, column = divmod(place.spot, state.worlds[place.field].planet.columns)
    return hex_at(column, row)


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


def _spread(state: State, start: Place, points: int) -> Mapping[Place, int]:
    """The places within so much movement, breadth first; every step costs 1."""
    costs: dict[Place, int] = {}
    edge = [start]
    for cost in range(1, points + 1):
        further = []
        for place in edge:
            for other in _next(state, place):
                if other not in costs and other != start:
                    costs[other] = cost
                    further.append(other)
        edge = further
    return costs


def _next(state: State, place: Place) -> Iterator[Place]:
    """The places a unit may step to from there."""
    field, spot = place
    occupants, hulls = state.occupants, state.hulls
    if field >= ABOARD:
        ship = state.sides[field - ABOARD].ship
        cells = ship.cells
        for cell in near()[spot]:
            if cells[cell] is not None and (other := Place(field, cell)) not in occupants:
                yield other
        if not ship.landed or not open_side(cells, spot):
            return
        field, spot = ship.planet, ship.hex
    world = state.worlds[field]
    open_ = world.passable()
    for hex_ in world.cylinder.near[spot]:
        other = Place(field, hex_)
        owner = hulls.get(other) if hulls else None
        if owner is not None:
            if place.field < ABOARD:
                cells = state.sides[owner].ship.cells
                for cell, module in enumerate(cells):
                    if module is not None and open_side(cells, cell):
                        aboard = Place(ABOARD + owner, cell)
                        if aboard not in occupants:
                            yield aboard
        elif open_[hex_] and other not in occupants:
            yield other
