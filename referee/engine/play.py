"""Playing on: the state after an event, and a whole game from a state to its end."""

from __future__ import annotations

from typing import Any, TypeVar

from referee.engine.chance.outcomes import Source
from referee.engine.game import CHANCE, TIME_OVER, Chooser, Clocked, Event, Game, Seats

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


def follow(game: Game[S, Any, Any], state: S, event: Event) -> S:
    """The state after the event."""
    if event.seat is None:
        return game.resolve(state, event.what)
    if event.what is TIME_OVER:
        assert isinstance(game, Clocked)
        after: S = game.expire(state, event.seat)
        return after
    return game.apply(state, event.seat, event.what)


def play_out(game: Game[S, M, O], state: S, choose: Chooser[S, M], source: Source) -> S:
    """The end of the game from that state on, all seats choosing alike, all chances from `source`."""
    while True:
        turn = game.turn(state)
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            state = game.apply(state, seat, choose(game, state, seat, source))
        elif turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        else:
            return state
