"""Walks of a unit: over hexes, over cells, aboard and off again (PL 4.6, PL 4.8, PL 4.10)."""

from collections.abc import Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.moves import Cell, Hex, Move, Spot, Walk, hex_at
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.rules.ground import Ground, Reach, reaches
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, Doings, Place, State, Unit, guest_of, kept


def moves(state: State) -> list[Move]:
    """Every walk of the active player's units."""
    found: list[Move] = []
    crew, active, ways = state.side.units, state.active, _reaches(state)
    for unit in state.box.crew:
        if reach := ways[unit]:
            # A guest aboard another player's ship names the owner of every cell.
            own = active if guest_of(crew[unit], active) is None else None
            walks = reach.ground.walks.get((unit, own)) or _walks(state.box, reach.ground, unit, own)
            for ring in reach.rings:
                found += map(walks.__getitem__, ring)
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
    name = state.box.units[move.unit].name
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
    doings = doings._replace(walked=doings.walked + steps)
    unit = Unit(side.units[move.unit].hp, place)
    return state.with_side(seat, side.with_unit(move.unit, unit), doings=doings)


def begun(doings: Doings, unit: int) -> Doings:
    """With that unit as the one that moves; the one before it has finished (PL 4.5)."""
    if doings.unit == unit:
        return doings
    finished = doings.finished if doings.unit < 0 else (*doings.finished, doings.unit)
    return doings._replace(unit=unit, walked=0, acted=False, finished=finished)


def check_unit(state: State, unit: int) -> Ruling:
    """Tell whether the active player's unit may do anything more in this turn."""
    if is_ready(state, unit):
        return ALLOWED
    if not state.side.units[unit].hp:
        return refused(f"Your {state.box.units[unit].name} is dead.", "PL 4.8")
    name = state.box.units[unit].name
    return refused(f"Your {name} has finished, as another unit has begun.", "PL 4.5")


def is_ready(state: State, unit: int) -> bool:
    """Tell whether the active player's unit is alive and has not finished its turn."""
    return bool(state.side.units[unit].hp) and unit not in state.doings.finished


def left(state: State, unit: int) -> int:
    """Movement the active player's unit has left (PL 4.8)."""
    return _movement(state)[unit]


def cost(state: State, unit: int, place: Place) -> int | None:
    """The movement it costs the active player's unit to go there; None if it cannot."""
    reach = _reaches(state)[unit]
    return reach.cost(place) if reach else None


@kept
def _reaches(state: State) -> Sequence[Reach | None]:
    """Return where each of the active player's units can go; None if it has no movement left."""
    return reaches(state, _movement(state))


def _movement(state: State) -> Sequence[int]:
    """Return the movement that each of the active player's units has left."""
    doings, crew = state.doings, state.side.units
    found = [
        kind.move if crew[unit].hp and unit not in doings.finished else 0
        for unit, kind in enumerate(state.box.units)
    ]
    if doings.unit >= 0 and found[doings.unit]:
        found[doings.unit] -= doings.walked
    return found


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
    if hex_.column >= columns or hex_.row >= state.box.rows:
        return None
    return hex_.row * columns + hex_.column


def _walks(box: Box, ground: Ground, unit: Numbered, own: Seat | None) -> Sequence[Walk]:
    """The walks to every place of that ground, by number; `own` is whose ship is the unit's own."""
    found: list[Walk] = []
    for field in ground.fields:
        if field < ABOARD:
            found += _walks_out(box, unit, ground.columns)
        else:
            found += walks_aboard(box, unit, None if field - ABOARD == own else field - ABOARD)
    ground.walks[unit, own] = found
    return found


@remembered_lately()
def _walks_out(box: Box, unit: Numbered, columns: int) -> Sequence[Walk]:
    """The walks to each hex of a planet with so many columns."""
    return [Walk(unit, hex_at(column, row)) for row in range(box.rows) for column in range(columns)]


@remembered_lately()
def walks_aboard(box: Box, unit: Numbered, ship: Seat | None) -> Sequence[Walk]:
    """The walks to each cell of that seat's ship; None is the ship of the unit's owner."""
    return [Walk(unit, Cell(cell, ship)) for cell in box.board.cells]
