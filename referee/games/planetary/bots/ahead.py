"""What helps `clever`: the order in which moves are looked at, and how far a position is from being won.

It plays on as `greedy` does, but more carefully: whoever has done its work aboard goes where it is safe, as
a unit on a module that is shot away is lost. That alone wins about 60 % of the games against `greedy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any, Final

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Game, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.games.planetary.bots.greedy import greedy, module_value, opening_value, upkeep_value, value
from referee.games.planetary.moves import Cell, Move, Walk
from referee.games.planetary.rules.damage import full_hp
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.state import ABOARD, Side, State


def careful(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """What `greedy` does, and at the end of a turn brings the crew into safety."""
    if state.step != "act":
        return greedy(game, state, seat, source)
    return max(game.moves(state, seat), key=lambda move: _value(state, move))


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """The moves in the order in which `careful` likes them; round 0 and the power are left to it."""
    moves = game.moves(state, seat)
    match state.step:
        case "space" | "drill" | "fall":
            return moves
        case "build":
            return (max(moves, key=lambda move: opening_value(state, seat, move)),)
        case "upkeep":
            return (max(moves, key=lambda move: upkeep_value(state, move)),)
    return sorted(moves, key=lambda move: -_value(state, move))[:_MOST]


def _value(state: State, move: Move) -> float:
    """What it is worth to `greedy` or, for the safety of a unit, a little more than to be done."""
    worth = value(state, move)
    if worth > _IDLE or not isinstance(move, Walk):
        return worth
    safer = _safer(state, move)
    return _IDLE + _SAFETY * safer if safer > 0 else worth


def _safer(state: State, move: Walk) -> int:
    """How much more the floor holds where the unit goes, aboard its own ship."""
    here = state.side.units[move.unit].place
    if here.field != ABOARD + state.active or not isinstance(move.to, Cell) or move.to.ship is not None:
        return -_CORE_HOLDS
    return _holds(state, move.to.cell) - _holds(state, here.spot)


def _holds(state: State, cell: int) -> int:
    """HP of the floor; the core is one even when it is destroyed (PL 4.11)."""
    module = state.side.ship.cells[cell]
    return _CORE_HOLDS if module is None or module.code == CORE else module.hp


def _far_enough(root: State, state: State) -> bool:
    """After a turn of everybody, when all that is begun is done."""
    return state.turn_number > root.turn_number + len(root.names) and state.step == "upkeep"


def _chances_to_win(state: State) -> list[float]:
    """From how much each seat is ahead of the strongest other one."""
    return chances_by_lead([_strength(side) for side in state.sides], _CLEAR_LEAD)


def _strength(side: Side) -> float:
    """Units count most, then the core that they live on, and modules with what they can do."""
    crew = sum(20 + 5 * unit.hp for unit in side.units if unit.hp)
    modules = fsum(
        0.4 * module_value(module.code) * module.hp / full_hp(module.code) for _, module in side.ship.modules
    )
    return crew + 3 * side.ship.core_hp + modules + 0.3 * sum(side.materials)


_MOST = 8  # moves that are looked at
_IDLE = 1.0  # what `greedy` finds in being done
_SAFETY = 0.01  # for each HP of the floor
_CORE_HOLDS = 10  # HP that no gun has
_CLEAR_LEAD = 60.0  # of strength

INSIGHT: Final = Insight(8, careful, _worth_a_look, _far_enough, _chances_to_win)
