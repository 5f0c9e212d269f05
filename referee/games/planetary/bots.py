"""A player without hands: builds guns, hunts the nearest ship, shoots the floor from under its crew.

What it needs to go on stands in `needs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from referee.bots import Bot
from referee.engine import Game, Seat
from referee.games.planetary import walking, watts
from referee.games.planetary.board import core_cell, near
from referee.games.planetary.box import box
from referee.games.planetary.fighting import full_hp, voids
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import (
    READY,
    Build,
    Cell,
    Clone,
    Done,
    Fire,
    Fly,
    Fuel,
    Heal,
    Hex,
    Land,
    Mend,
    Move,
    On,
    Other,
    Raise,
    Repair,
    Sacrifice,
    Strike,
    Walk,
    Work,
)
from referee.games.planetary.needs import (
    gives_fuel,
    is_manned,
    short_of_fuel,
    spaces_after,
    spares,
    to_planet,
    travels,
    wants_fuel,
)
from referee.games.planetary.numbers import Effect, letters, numbers
from referee.games.planetary.operating import at_controls, gun_targets, is_control
from referee.games.planetary.pieces import ABOARD, CORE, Place
from referee.games.planetary.state import State, kept
from referee.outcomes import Source

_KILL = 300.0
_WOUND = 60.0


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """The move that looks best at the moment, as far as this turn goes."""
    moves = game.moves(state, seat)
    match state.step:
        case "space" | "drill" | "fall":
            return moves[source.below(len(moves))]
        case "build":
            return max(moves, key=lambda move: _opening_value(state, seat, move))
        case "upkeep":
            return max(moves, key=lambda move: _upkeep_value(state, move))
    return max(moves, key=lambda move: _value(state, move))


def _opening_value(state: State, seat: Seat, move: Move) -> float:
    """Guns first; the crew on what holds longest, the brute on the core."""
    if isinstance(move, Build):
        return _module_value(move.code) - _from_core(move.cell) if spares(state, seat, move.code) else 0
    if isinstance(move, Walk) and isinstance(move.to, Cell):
        module = state.sides[seat].ship.cells[move.to.cell]
        assert module is not None
        return 5 + module.hp
    return 4.0  # done


def _upkeep_value(state: State, move: Move) -> float:
    """Fuel and repair, then what is worth its watts in this turn."""
    if isinstance(move, Repair | Fuel):
        return 1000 if isinstance(move, Repair) or not state.side.due else 0
    if move == READY:
        return 1.0
    if not isinstance(move, On):
        return 0
    module = state.side.ship.cells[move.cell]
    assert module is not None
    blueprint, effect = box().blueprints[module.code], numbers().effects[module.code]
    if watts.is_generator(blueprint):
        return 500 if watts.works(state.side) and not short_of_fuel(state) else 0
    if travels(state):
        if effect.watts_per_space:
            return 400
        in_reach = effect.damage > 0 and _nearest(state) <= effect.range
        if not in_reach and spaces_after(state, blueprint.upkeep) < spaces_after(state, 0):
            return 0
    if effect.damage:
        return (100 if _nearest(state) <= effect.range + box().most_spaces else 20) * effect.damage
    if effect.voids:
        return 90
    hurt = any(unit.hp < kind.hp for unit, kind in zip(state.side.units, numbers().units, strict=True))
    worth = {
        "computes": 15 * effect.computes,
        "heals": 30 * bool(effect.heals and hurt),
        "gives": 25 * bool(effect.every),
        "clones": 80 * bool(effect.clones and state.side.alive < len(state.side.units)),
        "repairs": 30 * bool(effect.repairs and _damaged(state)),
        "view": 10 * bool(effect.view_bonus),
        "speed": 10 * bool(effect.watts_per_space),
        "lands": (150 if short_of_fuel(state) else 60) * bool(effect.lands and wants_fuel(state)),
        "drills": 20 * bool(effect.drills and state.side.ship.landed),
        "stores": 5 * bool(effect.stores),
    }
    return float(sum(worth.values()))


def _value(state: State, move: Move) -> float:
    return _VALUES[type(move)](state, move)


def _fire_value(state: State, move: Fire) -> float:
    gun = state.side.ship.cells[move.gun]
    assert gun is not None
    return 100 + _target_value(state, move.target, numbers().effects[gun.code].damage, ())


def _strike_value(state: State, move: Strike) -> float:
    kind = numbers().units[move.unit]
    return 100 + _target_value(state, move.target, kind.damage, kind.kills)


def _build_value(state: State, move: Build) -> float:
    if not spares(state, state.active, move.code):
        return 0
    return 20 + _module_value(move.code) + 5 * move.on - _from_core(move.cell)


def _target_value(state: State, target: Hex | Cell | Other, damage: int, kills: Sequence[str]) -> float:
    if isinstance(target, Hex):
        return 20
    if isinstance(target, Other):
        hp = state.sides[target.seat].units[letters().index(target.letter)].hp
        return _KILL if target.letter in kills or hp <= damage else _WOUND
    assert target.ship is not None
    ship = state.sides[target.ship].ship
    module = ship.cells[target.cell]
    assert module is not None
    if voids(ship, state.round):
        return 10
    destroyed = module.hp <= damage
    if module.code == CORE:
        return 30 + 5 * (full_hp(CORE) - module.hp)
    value = 60.0 if numbers().effects[module.code].damage else 10.0
    occupant = state.occupants.get(Place(ABOARD + target.ship, target.cell))
    if occupant is not None:
        if occupant[0] == state.active:
            return -200
        value += _KILL if destroyed and not ship.landed else 100
    return value + 20 * destroyed


def _landing_value(state: State, move: Land) -> float:
    """To plants, for fuel."""
    if not wants_fuel(state) or not move.shortest:
        return 0
    world = state.worlds[move.planet]
    hex_ = move.hex.row * world.planet.columns + move.hex.column
    beside = sum(gives_fuel(state, world, other) for other in world.cylinder.near[hex_])
    return 25 + 3 * beside - move.steps if beside else 0


def _flight_value(state: State, move: Fly) -> float:
    """To a ship in reach of the guns, to a planet for fuel, else round the sun."""
    ship = state.side.ship
    if _waiting(state) or (ship.landed and is_manned(state, ship.planet)):
        return 0
    restless = 5.0 * move.steps if travels(state) else 0.0
    if not move.shortest and not restless:
        return 0
    ranges = [effect.range for _, _, effect in ship.on if effect.damage]
    own = ship.space
    if ship.landed and wants_fuel(state) and not ranges:
        return 0
    if ship.lands and not ship.landed and short_of_fuel(state):
        left = to_planet(state, move.space)
        return 60 - 5 * left if left < to_planet(state, own) else 0
    rivals = _rivals(state)
    if rivals and ranges:
        old = min(ring_distance(own, space, state.spaces) for space in rivals)
        new = min(ring_distance(move.space, space, state.spaces) for space in rivals)
        if new < old:
            return 15 + 10 * (new <= max(ranges)) + (old - new) - 0.001 * move.steps + restless
        return 1 + restless if restless and new <= max(ranges) else 0
    # Nobody to shoot at is seen, or no gun is on: even seats search clockwise, odd ones the other way.
    ahead = (move.space - own) % state.spaces
    if state.active % 2:
        ahead = (-ahead) % state.spaces
    return 2 + 0.1 * ahead + restless if 0 < ahead <= box().most_spaces else 0


def _walk_value(state: State, move: Walk) -> float:
    """To the controls to fire, away from them when others wait, to plants for fuel and back."""
    doings = state.doings
    unit = state.side.units[move.unit]
    here = unit.place
    acted = doings.unit == move.unit and doings.acted
    home = ABOARD + state.active
    if isinstance(move.to, Hex):
        planet = walking.planet_of(state, here)
        world = state.worlds[planet]
        hex_ = move.to.row * world.planet.columns + move.to.column
        if acted or not wants_fuel(state):
            return _homeward(state, here, hex_)
        around = (hex_, *world.cylinder.near[hex_])
        standing = here.field < ABOARD and any(
            gives_fuel(state, world, other) for other in (here.spot, *world.cylinder.near[here.spot])
        )
        if standing:
            return 0
        return 12 if any(gives_fuel(state, world, other) for other in around) else 0
    if move.to.ship is not None:
        return 0
    if here.field != home:
        # Back aboard to fire, or once nothing is left to do outside.
        if not acted and _can_shoot(state):
            return 50 if is_control(state, move.to.cell) else 20
        return 9 if acted or not wants_fuel(state) else 0
    waiting = _waiting(state)
    if not acted and waiting and not at_controls(state, move.unit) and is_control(state, move.to.cell):
        return 50
    if acted and at_controls(state, move.unit) and waiting and not is_control(state, move.to.cell):
        return 45 + _floor(state, move.to.cell)
    return 0


def _homeward(state: State, here: Place, hex_: int) -> float:
    """From a planet back towards the ship that stands there."""
    ship = state.side.ship
    if here.field != ship.planet:
        return 0
    distance = state.worlds[ship.planet].cylinder.distance
    nearer = distance(here.spot, ship.hex) - distance(hex_, ship.hex)
    return 7 + 0.1 * nearer if nearer > 0 else 0


def _harvest_value(state: State, move: Work | Raise) -> float:
    if isinstance(move, Raise):
        return 60 if numbers().structures[move.kind].yields else 0
    return 55 if move.chore != "claim" else 50


def _sacrifice_value(state: State, move: Sacrifice) -> float:
    """The worst of a full bar, when nothing of worth can be built."""
    side = state.side
    if len(side.bar) < box().bar:
        return 0
    worst = min(side.bar, key=_module_value)
    return 3.0 + (not move.card) if move.code == worst else 0


@cache
def _module_value(code: str) -> float:
    """What a module is worth to a hunter."""
    blueprint, effect = box().blueprints[code], numbers().effects[code]
    if watts.is_generator(blueprint):
        return 24
    value = 30.0 * effect.damage + 18 * bool(effect.voids) + 16 * bool(effect.clones)
    value += 14 * bool(effect.heals) + 13 * bool(effect.repairs) + 12 * bool(effect.every)
    value += 8 * effect.computes + 4 * bool(effect.view_bonus) + 4 * bool(effect.watts_per_space)
    return value or 0.5 * blueprint.hp


def _guns(state: State) -> Iterator[tuple[int, Effect]]:
    """The guns that are on and have not fired."""
    for cell, _, effect in state.side.ship.on:
        if effect.damage and cell not in state.doings.operated:
            yield cell, effect


def _can_shoot(state: State) -> bool:
    return any(gun_targets(state, cell) for cell, _ in _guns(state))


@kept
def _waiting(state: State) -> bool:
    """Whether a gun has a target, and some unit that may still act is there to fire it."""
    doings = state.doings
    ready = [
        number
        for number, unit in enumerate(state.side.units)
        if unit.hp
        and number not in doings.finished
        and not (doings.unit == number and doings.acted)
        and unit.place.field == ABOARD + state.active
    ]
    return bool(ready) and _can_shoot(state)


def _floor(state: State, cell: int) -> float:
    module = state.side.ship.cells[cell]
    return 0.1 * module.hp if module else 0


@cache
def _from_core(cell: int) -> float:
    """A little for every step, so that the ship stays compact."""
    size = numbers().ship.board
    row, column = divmod(cell, size)
    core_row, core_column = divmod(core_cell(), size)
    return 0.1 * (abs(row - core_row) + abs(column - core_column)) - 0.01 * len(near()[cell])


@kept
def _rivals(state: State) -> list[int]:
    """Where the ships are that are seen, of the others still in the game."""
    others = [side for seat, side in enumerate(state.sides) if seat != state.active and side.out is None]
    return [side.ship.space for side in others if side.ship.space >= 0]


def _nearest(state: State) -> int:
    """Ring spaces to the nearest ship that is seen."""
    own = state.side.ship.space
    return min([ring_distance(own, space, state.spaces) for space in _rivals(state)], default=state.spaces)


def _damaged(state: State) -> bool:
    return any(module.hp < full_hp(module.code) for module in state.side.ship.cells if module)


_VALUES: Mapping[type[Move], Callable[[State, Any], float]] = {
    Fire: _fire_value,
    Strike: _strike_value,
    Clone: lambda state, move: 400,
    Heal: lambda state, move: 40,
    Mend: lambda state, move: 40,
    Work: _harvest_value,
    Raise: _harvest_value,
    Build: _build_value,
    Fly: _flight_value,
    Land: _landing_value,
    Walk: _walk_value,
    Sacrifice: _sacrifice_value,
    Done: lambda state, move: 1,
}
BOTS: Mapping[str, Bot] = {"greedy": greedy}
