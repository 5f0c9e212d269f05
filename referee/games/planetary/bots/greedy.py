"""The greedy bot: builds guns, hunts the nearest ship, shoots the floor from under its crew."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.engine.tuples import remembered
from referee.games.planetary.bots.fuel import fuel_hexes, short_of_fuel, wants_fuel
from referee.games.planetary.box import Box
from referee.games.planetary.moves import (
    READY,
    Attack,
    Build,
    Cell,
    Claim,
    Clone,
    Cut,
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
    Pick,
    Raise,
    Repair,
    Sacrifice,
    Shoot,
    Strike,
    Walk,
    Work,
)
from referee.games.planetary.rules import power, unit_move
from referee.games.planetary.rules.damage import full_hp, voids
from referee.games.planetary.rules.numbers import Blueprint
from referee.games.planetary.rules.operating import at_controls, gun_targets, is_control
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ship_move import steps_of
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.state import ABOARD, Place, State, kept

_KILL = 300.0
_WOUND = 60.0


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """The move that looks best at the moment, as far as this turn goes."""
    moves = game.moves(state, seat)
    match state.step:
        case "space" | "drill" | "fall":
            return moves[source.below(len(moves))]
        case "build":
            return max(moves, key=lambda move: opening_value(state, seat, move))
        case "upkeep":
            return max(moves, key=lambda move: upkeep_value(state, move))
    return max(moves, key=judge(state))


def opening_value(state: State, seat: Seat, move: Move) -> float:
    """Guns first; the crew on what holds longest, the brute on the core."""
    if isinstance(move, Build):
        worth = module_values(state.box)[move.code] - from_core(state.box)[move.cell]
        return worth if spares(state, seat, move.code) else 0
    if isinstance(move, Walk) and isinstance(move.to, Cell):
        module = state.sides[seat].ship.module(move.to.cell)
        return 5 + module.hp
    return 4.0


def upkeep_value(state: State, move: Move) -> float:
    """Fuel and repair, then what is worth its watts in this turn."""
    if isinstance(move, Repair | Fuel):
        return 1000 if isinstance(move, Repair) or not state.side.due else 0
    if move == READY:
        return 1.0
    if not isinstance(move, On):
        return 0
    module = state.side.ship.module(move.cell)
    effect = state.box.blueprints[module.code]
    if power.is_generator(effect):
        return 500 if power.works(state.side) and not short_of_fuel(state) else 0
    if travels(state):
        if effect.watts_per_space:
            return 400
        in_reach = effect.damage > 0 and _nearest(state) <= effect.range
        if not in_reach and spaces_after(state, effect.upkeep) < spaces_after(state, 0):
            return 0
    if effect.damage:
        reach = effect.range + state.box.ship.move.most_spaces
        return (100 if _nearest(state) <= reach else 20) * effect.damage
    if effect.voids:
        return 90
    worth = (
        15 * effect.computes,
        30 * bool(effect.heals and state.side.hurt),
        25 * bool(effect.every),
        80 * bool(effect.clone_cost and state.side.alive < len(state.side.units)),
        30 * bool(effect.repairs and _damaged(state)),
        10 * bool(effect.view_bonus),
        10 * bool(effect.watts_per_space),
        (150 if short_of_fuel(state) else 60) * bool(effect.lands and wants_fuel(state)),
        20 * bool(effect.drills and state.side.ship.landed),
        5 * bool(effect.stores),
    )
    return float(sum(worth))


def judge(state: State) -> Callable[[Move], float]:
    """Return the worth of moves of that state. Most of them are walks: what a unit is after is asked once."""
    errands: dict[int, _Errand] = {}

    def worth(move: Move) -> float:
        if not isinstance(move, Walk):
            return _VALUES[type(move)](state, move)
        to, errand = move.to, errands.get(move.unit)
        if errand is None:
            errand = errands[move.unit] = _errand(state, move.unit)
        if isinstance(to, Hex):
            return errand.hexes.get(to.row * errand.columns + to.column, 0)
        return errand.cells.get(to.cell, 0) if to.ship is None else 0

    return worth


def _fire_value(state: State, move: Fire) -> float:
    gun = state.side.ship.module(move.gun)
    return 100 + _target_value(state, move.target, state.box.blueprints[gun.code].damage, ())


def _strike_value(state: State, move: Strike) -> float:
    kind = state.box.units[move.unit]
    return 100 + _target_value(state, move.target, kind.attack.damage, kind.attack.kills)


def _build_value(state: State, move: Build) -> float:
    if not spares(state, state.active, move.code):
        return 0
    return 20 + module_values(state.box)[move.code] + 5 * move.on - from_core(state.box)[move.cell]


def _target_value(state: State, target: Hex | Cell | Other, damage: int, kills: Sequence[str]) -> float:
    if isinstance(target, Hex):
        return 20
    if isinstance(target, Other):
        number = target.unit
        hp = state.sides[target.seat].units[number].hp
        return _KILL if state.box.units[number].name in kills or hp <= damage else _WOUND
    assert target.ship is not None
    ship = state.sides[target.ship].ship
    module = ship.module(target.cell)
    if voids(ship, state.round):
        return 10
    destroyed = module.hp <= damage
    if module.code == CORE:
        return 30 + 5 * (full_hp(state.box, CORE) - module.hp)
    value = 60.0 if state.box.blueprints[module.code].damage else 10.0
    occupant = state.occupants.get(Place(ABOARD + target.ship, target.cell))
    if occupant is not None:
        if occupant[0] == state.active:
            return -200
        value += _KILL if destroyed and not ship.landed else 100
    return value + 20 * destroyed


def _landing_value(state: State, move: Land) -> float:
    """To plants, for fuel."""
    if not wants_fuel(state) or move.steps is not None:
        return 0
    world = state.worlds[move.planet]
    hex_ = move.hex.row * world.planet.columns + move.hex.column
    beside = len(fuel_hexes(state, world).intersection(world.cylinder.near[hex_]))
    return 25 + 3 * beside - steps_of(state, move) if beside else 0


def _flight_value(state: State, move: Fly) -> float:
    """To a ship in reach of the guns, to a planet for fuel, else round the sun."""
    ship = state.side.ship
    if _waiting(state) or (ship.landed and is_manned(state, ship.planet)):
        return 0
    restless = 5.0 * steps_of(state, move) if travels(state) else 0.0
    if move.steps is not None and not restless:
        return 0
    ranges = _ranges(state)
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
            return 15 + 10 * (new <= max(ranges)) + (old - new) - 0.001 * steps_of(state, move) + restless
        return 1 + restless if restless and new <= max(ranges) else 0
    # Nobody to shoot at is seen, or no gun is on: even seats search clockwise, odd ones the other way.
    ahead = (move.space - own) % state.spaces
    if state.active % 2:
        ahead = (-ahead) % state.spaces
    return 2 + 0.1 * ahead + restless if 0 < ahead <= state.box.ship.move.most_spaces else 0


class _Errand(NamedTuple):
    """Worth of walking to hexes of a planet, and to cells of its own ship; 0 to all others.

    columns  number of columns of the planet
    """

    columns: int
    hexes: Mapping[int, float]
    cells: Mapping[int, float]


def _errand(state: State, unit: int) -> _Errand:
    """To the controls to fire, away from them when others wait, to plants for fuel and back."""
    here, doings = state.side.units[unit].place, state.doings
    acted = doings.unit == unit and doings.acted
    planet = unit_move.planet_of(state, here)
    cells = _cells_to_go(state, unit, acted)
    if planet < 0:
        return _Errand(0, {}, cells)
    hexes = _fields_to_go(state, here, planet, idle=acted or not wants_fuel(state))
    return _Errand(state.worlds[planet].planet.columns, hexes, cells)


def _fields_to_go(state: State, here: Place, planet: int, *, idle: bool) -> Mapping[int, float]:
    """To where there is fuel beside; back towards the ship for whoever has nothing to do outside."""
    world, ship = state.worlds[planet], state.side.ship
    near = world.cylinder.near
    if idle:
        if here.field != ship.planet:
            return {}
        away = world.cylinder.away(ship.hex)
        return {
            hex_: 7 + 0.1 * (away[here.spot] - far) for hex_, far in enumerate(away) if far < away[here.spot]
        }
    fuel = fuel_hexes(state, world)
    if here.field < ABOARD and not fuel.isdisjoint((here.spot, *near[here.spot])):
        return {}
    return dict.fromkeys(itertools.chain(fuel, *map(near.__getitem__, fuel)), 12)


def _cells_to_go(state: State, unit: int, acted: bool) -> Mapping[int, float]:
    cells = [cell for cell, module in enumerate(state.side.ship.cells) if module]
    if state.side.units[unit].place.field != ABOARD + state.active:
        # Back aboard to fire, or once nothing is left to do outside.
        if not acted and _can_shoot(state):
            return {cell: 50 if is_control(state, cell) else 20 for cell in cells}
        return dict.fromkeys(cells, 9) if acted or not wants_fuel(state) else {}
    if not _waiting(state) or acted is not at_controls(state, unit):
        return {}
    if acted:
        return {cell: 45 + _floor(state, cell) for cell in cells if not is_control(state, cell)}
    return {cell: 50 for cell in cells if is_control(state, cell)}


def _harvest_value(state: State, move: Work | Raise) -> float:
    if isinstance(move, Raise):
        return 60 if state.box.structures[move.kind].yields else 0
    return 55 if not isinstance(move, Claim) else 50


def _sacrifice_value(state: State, move: Sacrifice) -> float:
    """The worst of a full bar, when nothing of worth can be built."""
    side = state.side
    if len(side.bar) < state.box.start.bar:
        return 0
    worst = min(side.bar, key=module_values(state.box).__getitem__)
    return 3.0 + (not move.card) if move.code == worst else 0


@remembered
def module_values(box: Box) -> Mapping[str, float]:
    """Return the worth of each module to a hunter."""
    return {code: _module_value(blueprint) for code, blueprint in box.blueprints.items()}


def _module_value(effect: Blueprint) -> float:
    if power.is_generator(effect):
        return 24
    value = 30.0 * effect.damage + 18 * bool(effect.voids) + 16 * bool(effect.clone_cost)
    value += 14 * bool(effect.heals) + 13 * bool(effect.repairs) + 12 * bool(effect.every)
    value += 8 * effect.computes + 4 * bool(effect.view_bonus) + 4 * bool(effect.watts_per_space)
    return value or 0.5 * effect.hp


def _guns(state: State) -> Iterator[tuple[int, Blueprint]]:
    """The guns that are on and have not fired."""
    for cell, _, effect in state.side.ship.on:
        if effect.damage and cell not in state.doings.operated:
            yield cell, effect


def _can_shoot(state: State) -> bool:
    return any(gun_targets(state, cell) for cell, _ in _guns(state))


@kept
def _waiting(state: State) -> bool:
    """Tell whether a gun has a target, and some unit that may still act is there to fire it."""
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


@remembered
def from_core(box: Box) -> Sequence[float]:
    """For each cell a little for every step from the core, so that the ship stays compact."""
    board = box.board
    row, column = divmod(box.core_cell, board.size)
    return [
        0.1 * (abs(cell // board.size - row) + abs(cell % board.size - column)) - 0.01 * len(beside)
        for cell, beside in enumerate(board.near)
    ]


@kept
def _rivals(state: State) -> list[int]:
    """Return the spaces of the ships that are seen, of the others still in the game."""
    others = [side for seat, side in enumerate(state.sides) if seat != state.active and side.out is None]
    return [side.ship.space for side in others if side.ship.space >= 0]


@kept
def _ranges(state: State) -> list[int]:
    """Return the ranges of the guns that are on."""
    return [effect.range for _, _, effect in state.side.ship.on if effect.damage]


def _nearest(state: State) -> int:
    """Ring spaces to the nearest ship that is seen."""
    own = state.side.ship.space
    return min([ring_distance(own, space, state.spaces) for space in _rivals(state)], default=state.spaces)


def _damaged(state: State) -> bool:
    return any(module.hp < full_hp(state.box, module.code) for module in state.side.ship.cells if module)


_VALUES: Mapping[type[Move], Callable[[State, Any], float]] = {
    Fire: _fire_value,
    Attack: _strike_value,
    Shoot: _strike_value,
    Clone: lambda state, move: 400,
    Heal: lambda state, move: 40,
    Mend: lambda state, move: 40,
    Cut: _harvest_value,
    Pick: _harvest_value,
    Claim: _harvest_value,
    Raise: _harvest_value,
    Build: _build_value,
    Fly: _flight_value,
    Land: _landing_value,
    Sacrifice: _sacrifice_value,
    Done: lambda state, move: 1,
}


@kept
def spares(state: State, seat: Seat, code: str) -> bool:
    """Tell whether the cost of that module leaves enough for the core's next repair."""
    side, price = state.sides[seat], state.box.prices[code]
    kept_back = power.repair_cost(side)
    return all(
        not cost or have - cost >= rest
        for have, cost, rest in zip(side.materials, price, kept_back, strict=True)
    )


def travels(state: State) -> bool:
    """Tell whether the core lives on what its ship travels."""
    return power.core_of(state.side).watts_per_space > 0


def spaces_after(state: State, upkeep: int) -> int:
    """The most spaces the ship can go once that many more watts are paid."""
    affordable = (power.left(state) - upkeep) // state.side.ship.fitting.watts_per_space
    return max(state.box.ship.move.free_spaces, min(state.box.ship.move.most_spaces, affordable))


def to_planet(state: State, space: int) -> int:
    """Spaces to the nearest planet's anchor."""
    return min([ring_distance(space, world.planet.space, state.spaces) for world in state.worlds])


def is_manned(state: State, planet: int) -> bool:
    """Tell whether units of one's own are out on that planet."""
    return any(unit.place.field == planet for unit in state.side.units)
