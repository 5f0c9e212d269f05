"""A bot for MLEM that takes what looks best now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine import Game, Seat
from referee.games.mlem import rules, travel
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Move, Use
from referee.games.mlem.state import State, fresh_engineers
from referee.outcomes import Source


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Uses the dice that leave the least chance to crash, and lands where the points are worth that chance.

    Of moves that look alike it takes any.
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
        leg = travel.legs(state.board, state.at, state.roll, state.added)[move]
        if leg.arrival == board.end:
            return board.comet.points
        return leg.arrival / board.end - board.comet.points * _crash(state, leg.arrival, leg.pool)
    if isinstance(move, Help):
        # Only to be saved: the engineer may be needed later.
        return -board.comet.points
    if isinstance(move, Crash):
        return -2 * board.comet.points
    if isinstance(move, Land):
        moons = {moon.code: moon.points for moon in board.moons}
        planets = {planet.code: planet.points[0] for planet in board.planets}
        return (moons | planets)[move.place]
    if state.step == "parachute":
        return 0
    return (1 - _crash(state, state.at, state.pool)) * board.galaxy.points


def _crash(state: State, at: int, pool: int) -> float:
    """The chance that the next roll is a crash."""
    box = state.box
    return float(rules.crash_chance(box, box.board.spaces[at], pool, len(fresh_engineers(state))))


BOTS: Mapping[str, Any] = {"greedy": greedy}
