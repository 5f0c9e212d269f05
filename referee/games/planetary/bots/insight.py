"""Insight for `clever`: the order in which moves are looked at, and the distance of a position to a win.

It plays on as `greedy` does, but more carefully. It keeps its materials for guns, shields and other modules
that do something, and sacrifices blueprints of bare floors. It shoots what a crew stands on before the core.
And whoever has done its work aboard goes where it is safe, as a unit on a module that is shot away is lost.
That alone wins about 77 % of the games against `greedy`.

`python benchmarks/weights/win_weights.py planetary` finds what the weights should be.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from operator import mul
from typing import Any, Final, NamedTuple

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Game, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.engine.tuples import remembered
from referee.games.planetary.bots.greedy import from_core, greedy, judge, module_values, spares, upkeep_value
from referee.games.planetary.bots.greedy import opening_value as greedy_opening_value
from referee.games.planetary.box import Box
from referee.games.planetary.moves import Build, Cell, Fire, Move, Sacrifice, Walk
from referee.games.planetary.rules.damage import full_hp, voids
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.state import ABOARD, Place, Side, State


class Assets(NamedTuple):
    """Assets of a seat; or, as weights, how much each of them counts.

    units    number of units that are alive
    hp       theirs
    firm     how firm the floors are that they stand on, 0 to 1 each
    modules  each by the share of its HP that is left, as are the next two
    guns     damage of a shot, by the share of the rounds that are still to come
    voids    hits that a shield voids, by that share
    """

    units: float
    hp: float
    firm: float
    modules: float
    guns: float
    voids: float
    iron: float


WEIGHTS: Final = Assets(units=0.5, hp=0.45, firm=0.45, modules=0.1, guns=1.05, voids=1.7, iron=0.04)
CLEAR_LEAD: Final = 2.0


def careful(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Choose like `greedy`, but thriftier; at the end of a turn, bring the crew into safety."""
    if state.step == "act":
        return max(game.moves(state, seat), key=_judge(state))
    if state.step == "build":
        return max(game.moves(state, seat), key=lambda move: _opening_value(state, seat, move))
    return greedy(game, state, seat, source)


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """The moves in the order in which `careful` likes them; round 0 and the power are left to it."""
    moves = game.moves(state, seat)
    match state.step:
        case "space" | "drill" | "fall":
            return moves
        case "build":
            return (max(moves, key=lambda move: _opening_value(state, seat, move)),)
        case "upkeep":
            return (max(moves, key=lambda move: upkeep_value(state, move)),)
    return sorted(moves, key=_judge(state), reverse=True)[:_MOST]


def _opening_value(state: State, seat: Seat, move: Move) -> float:
    """Guns and shields first, and whatever else the materials allow: they are plenty in round 0."""
    if isinstance(move, Build):
        worth = _worths(state.box)[move.code] - from_core(state.box)[move.cell]
        return worth if spares(state, seat, move.code) else 0
    return greedy_opening_value(state, seat, move)


def _judge(state: State) -> Callable[[Move], float]:
    """Return the worth of moves of that state to `greedy`, but for what is done with more care."""
    usual = judge(state)

    def worth(move: Move) -> float:
        if isinstance(move, Walk):
            found = usual(move)
            safer = _safer(state, move) if found <= _IDLE else 0
            return _IDLE + _SAFETY * safer if safer > 0 else found
        if isinstance(move, Build):
            return _build_value(state, move)
        if isinstance(move, Sacrifice):
            return _sacrifice_value(state, move)
        if isinstance(move, Fire) and isinstance(move.target, Cell):
            return usual(move) + _shot_bonus(state, move.target)
        return usual(move)

    return worth


def _build_value(state: State, move: Build) -> float:
    """Nothing for what is only floor: its materials are saved."""
    if module_values(state.box)[move.code] < _USEFUL or not spares(state, state.active, move.code):
        return 0
    return 20 + _worths(state.box)[move.code] + 5 * move.on - from_core(state.box)[move.cell]


def _sacrifice_value(state: State, move: Sacrifice) -> float:
    """The worst blueprint in sight for materials, unless it is of use: then another one is drawn."""
    worst = min(state.side.bar, key=_worths(state.box).__getitem__)
    return 4.0 if move.code == worst and not move.card and _worths(state.box)[worst] <= _USEFUL else 0


def _shot_bonus(state: State, target: Cell) -> float:
    """A shield first, then a module that is nearly shot from under a unit; the core can wait."""
    assert target.ship is not None
    ship = state.sides[target.ship].ship
    module = ship.cells[target.cell]
    if module is None or voids(ship, state.round):
        return 0
    if module.code == CORE:
        return -30
    bonus = 40.0 if state.box.blueprints[module.code].voids else 0.0
    occupant = state.occupants.get(Place(ABOARD + target.ship, target.cell))
    if occupant is not None and occupant[0] != state.active:
        bonus -= 10 * module.hp
    return bonus


def _safer(state: State, move: Walk) -> int:
    """Return how much more the floor holds where the unit goes, aboard its own ship."""
    if not isinstance(move.to, Cell) or move.to.ship is not None:
        return -_CORE_HOLDS
    here = state.side.units[move.unit].place
    if here.field != ABOARD + state.active:
        return -_CORE_HOLDS
    return _holds(state, move.to.cell) - _holds(state, here.spot)


def _holds(state: State, cell: int) -> int:
    """HP of the floor; the core is one even when it is destroyed (PL 4.11)."""
    module = state.side.ship.cells[cell]
    return _CORE_HOLDS if module is None or module.code == CORE else module.hp


@remembered
def _worths(box: Box) -> Mapping[str, float]:
    """Return the worth of each module to a hunter who looks out for its crew."""
    return {
        code: value + (_SHIELD if box.blueprints[code].voids else 0)
        for code, value in module_values(box).items()
    }


def _far_enough(root: State, state: State) -> bool:
    """After a turn of everybody, when all that is begun is done."""
    return state.turn_number > root.turn_number + len(root.names) and state.step == "upkeep"


def _chances_to_win(state: State) -> list[float]:
    """From how far each seat is ahead of the strongest other one in what it has."""
    strengths = [fsum(map(mul, WEIGHTS, assets(state, seat))) for seat in range(len(state.sides))]
    return chances_by_lead(strengths, CLEAR_LEAD)


def assets(state: State, seat: Seat) -> Assets:
    """Count the assets of that seat."""
    side, left = state.sides[seat], (state.agreed.rounds + 1 - state.round) / state.agreed.rounds
    units = [unit for unit in side.units if unit.hp]
    wholes = [
        (module.hp / full_hp(state.box, module.code), state.box.blueprints[module.code])
        for _, module in side.ship.modules
    ]
    return Assets(
        units=len(units),
        hp=sum([unit.hp for unit in units]),
        firm=fsum([_firmness(side, seat, unit.place) for unit in units]),
        modules=fsum([whole for whole, _ in wholes]),
        guns=left * fsum([whole * module.damage for whole, module in wholes]),
        voids=left * fsum([whole * module.voids for whole, module in wholes]),
        iron=side.materials[0],
    )


def _firmness(side: Side, seat: Seat, place: Place) -> float:
    """Rate how much the floor there holds, from 0 for the last HP to 1; ground and the core hold anything."""
    module = side.ship.cells[place.spot] if place.field == ABOARD + seat else None
    return 1 if module is None or module.code == CORE else min(1, (module.hp - 1) / _FIRM)


_MOST = 8  # moves that are looked at
_USEFUL = 8.0  # worth of a module that does something
_SHIELD = 20.0  # worth of a shield beside what it is to `greedy`
_IDLE = 1.0  # worth to `greedy` of being done
_SAFETY = 0.01  # worth of each HP of the floor
_CORE_HOLDS = 10  # HP that no gun has
_FIRM = 2.25  # HP beyond the first of a floor that is as good as firm ground

INSIGHT: Final = Insight(6, careful, _worth_a_look, _far_enough, _chances_to_win)
