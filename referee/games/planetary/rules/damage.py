"""Damage and what follows: dead units, destroyed modules, falls, sides that are out (PL 4.11, PL 7.1)."""

from referee.engine.game import ALLOWED, Ruling, Seat, Turn, refused
from referee.engine.phases import alone
from referee.games.planetary.box import Box
from referee.games.planetary.moves import FallOn, Move, hex_at
from referee.games.planetary.rules.numbers import Blueprint
from referee.games.planetary.rules.ships import CORE, Module, Ship
from referee.games.planetary.rules.unit_move import hex_number
from referee.games.planetary.state import ABOARD, DEAD, Fall, Place, State, Unit


def hurt(state: State, seat: Seat, number: int, damage: int) -> State:
    """Take `damage` HP from that unit, which dies when none is left."""
    side = state.sides[seat]
    unit = side.units[number]
    hp = max(0, unit.hp - damage)
    state = state.with_side(seat, side.with_unit(number, unit._replace(hp=hp) if hp else Unit(0, DEAD)))
    return state if hp else _counted_out(state)


def hit(state: State, seat: Seat, cell: int, damage: int) -> State:
    """The active player hits a module or the core of that seat's ship (PL 4.11); a shield may void it."""
    side = state.sides[seat]
    shield = _shield(side.ship, state.round)
    if shield is not None:
        voiding = side.ship.module(shield)
        before = state.round * state.box.blueprints[voiding.code].voids
        ship = side.ship.with_cell(shield, voiding._replace(tally=max(before, voiding.tally + 1)))
        return state.with_side(seat, side._replace(ship=ship))
    module = side.ship.module(cell)
    hp = max(0, module.hp - damage)
    if hp:
        return state.with_side(seat, side._replace(ship=side.ship.with_cell(cell, module._replace(hp=hp))))
    if module.code == CORE:
        ship = all_off(side.ship.with_cell(cell, module._replace(hp=0)))
        return state.with_side(seat, side._replace(ship=ship))
    state = state.with_side(seat, side._replace(ship=side.ship.with_cell(cell, None)))
    destroyer = state.side
    state = state.with_side(state.active, destroyer._replace(destroyed=(*destroyer.destroyed, module.code)))
    victim = state.occupants.get(Place(ABOARD + seat, cell))
    return _fallen(state, seat, *victim) if victim else state


def voids(ship: Ship, round_: int) -> bool:
    """Tell whether the next hit on that ship is voided (PL 6, SHD)."""
    return _shield(ship, round_) is not None


def is_spent(effect: Blueprint, shield: Module, round_: int) -> bool:
    """Tell whether that shield has voided its hits of the round."""
    return shield.tally >= (round_ + 1) * effect.voids - 1


def fall_hexes(state: State, fall: Fall) -> tuple[int, ...]:
    """The nearest free hexes to the ship's (PL 4.11)."""
    world = state.worlds[fall.planet]
    free = [hex_ for hex_ in range(len(world.terrain)) if state.is_free(Place(fall.planet, hex_))]
    away = {hex_: world.cylinder.distance(fall.hex, hex_) for hex_ in free}
    nearest = min(away.values())
    return tuple(hex_ for hex_ in free if away[hex_] == nearest)


def falling(state: State) -> Turn:
    """The owner of the unit that falls chooses where."""
    assert state.fall is not None
    return alone(state.fall.seat)


def falls(state: State, seat: Seat) -> tuple[FallOn, ...]:
    assert state.fall is not None
    columns = state.worlds[state.fall.planet].planet.columns
    return tuple(FallOn(hex_at(hex_ % columns, hex_ // columns)) for hex_ in fall_hexes(state, state.fall))


def check_fall(state: State, seat: Seat, move: Move) -> Ruling:
    assert state.fall is not None
    if isinstance(move, FallOn):
        hex_ = hex_number(state, state.fall.planet, move.hex)
        if hex_ in fall_hexes(state, state.fall):
            return ALLOWED
    return refused("First say where your unit falls, on the nearest free hex: fall 12,2.", "PL 4.11")


def fall(state: State, seat: Seat, move: FallOn) -> State:
    fall = state.fall
    assert fall is not None
    hex_ = hex_number(state, fall.planet, move.hex)
    assert hex_ is not None
    return _down(state, fall, hex_).but(step="act", fall=None)


def all_off(ship: Ship) -> Ship:
    """With no module on."""
    return ship._replace(cells=tuple(cell and cell._replace(on=False) for cell in ship.cells))


def full_hp(box: Box, code: str) -> int:
    """HP of a module or the core when it is undamaged."""
    return box.ship.core_hp if code == CORE else box.blueprints[code].hp


def _shield(ship: Ship, round_: int) -> int | None:
    """The cell of a shield that is on and voids one more hit in this round."""
    for cell, module, effect in ship.on:
        if effect.voids and not is_spent(effect, module, round_):
            return cell
    return None


def _fallen(state: State, ship: Seat, seat: Seat, number: int) -> State:
    """The unit that stood on a module that is destroyed."""
    hull = state.sides[ship].ship
    if not hull.landed:
        return hurt(state, seat, number, state.sides[seat].units[number].hp)
    fall = Fall(seat, number, hull.planet, hull.hex)
    hexes = fall_hexes(state, fall)
    if len(hexes) == 1:
        return _down(state, fall, hexes[0])
    # Until the owner has chosen, the unit is nowhere.
    side = state.sides[seat]
    nowhere = side.with_unit(number, side.units[number]._replace(place=DEAD))
    return state.with_side(seat, nowhere, step="fall", fall=fall)


def _down(state: State, fall: Fall, hex_: int) -> State:
    side = state.sides[fall.seat]
    unit = side.units[fall.unit]._replace(place=Place(fall.planet, hex_))
    return state.with_side(fall.seat, side.with_unit(fall.unit, unit))


def _counted_out(state: State) -> State:
    """With the sides out that have no unit left (PL 7.1): wrecks with nothing on."""
    for seat, side in enumerate(state.sides):
        if side.out is None and not side.alive:
            wreck = side._replace(out=state.turn_number, ship=all_off(side.ship))
            state = state.with_side(seat, wreck)
    return state
