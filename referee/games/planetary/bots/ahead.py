"""What helps `clever`: the order in which moves are looked at, and how far a position is from being won."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from referee.engine.game import AnyGame, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.games.planetary.bots.greedy import greedy, module_value, opening_value, upkeep_value, value
from referee.games.planetary.moves import Move
from referee.games.planetary.rules.damage import full_hp
from referee.games.planetary.state import Side, State


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """The moves in the order in which `greedy` likes them; round 0 and the power are left to it."""
    moves = game.moves(state, seat)
    match state.step:
        case "space" | "drill" | "fall":
            return moves
        case "build":
            return (max(moves, key=lambda move: opening_value(state, seat, move)),)
        case "upkeep":
            return (max(moves, key=lambda move: upkeep_value(state, move)),)
    return sorted(moves, key=lambda move: -value(state, move))[:_MOST]


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
_CLEAR_LEAD = 60.0  # of strength

INSIGHT: Final = Insight(8, greedy, _worth_a_look, _far_enough, _chances_to_win)
