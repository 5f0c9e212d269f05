"""A bot for MLEM that makes the move that looks best now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.games.mlem.box import Planet
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Move, Use
from referee.games.mlem.odds import crash_chance
from referee.games.mlem.rules.travel import Rocket, legs
from referee.games.mlem.state import State, fresh_engineers


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Flies with the least chance of a crash, and lands where the points are worth more than flying on.

    Picks one of the moves that are equally good.
    """
    worths = [(_worth(state, move), move) for move in game.moves(state, seat)]
    best = max(worth for worth, _ in worths)
    good = [move for worth, move in worths if worth == best]
    return good[source.below(len(good))]


def _worth(state: State, move: Move) -> float:
    board = state.box.board
    if isinstance(move, Aboard):
        return 0
    if isinstance(move, Use):
        leg = legs(state.board, state.at, state.roll, state.added)[move]
        if leg.arrival == board.end:
            return board.comet.points
        return leg.arrival / board.end - board.comet.points * _crash(state, leg.arrival, leg.pool)
    if isinstance(move, Help):
        # Only where it saves the rocket: the engineer may be needed later.
        return -board.comet.points
    if isinstance(move, Crash):
        return -2 * board.comet.points
    if isinstance(move, Land):
        place = board.place(move.place)
        return place.first if isinstance(place, Planet) else place.points
    if state.step == "parachute":
        return 0
    return (1 - _crash(state, state.at, state.pool)) * board.galaxy.points


def _crash(state: State, at: int, pool: int) -> float:
    """The chance that the next roll is a crash."""
    box = state.box
    return float(crash_chance(box, Rocket(box.board.spaces[at], pool, len(fresh_engineers(state)))))


BOTS: Mapping[str, Any] = {"greedy": greedy}
