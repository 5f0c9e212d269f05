"""Bots: players that the referee moves.

A bot is given the state as its seat knows it, so it cannot look into other hands. A game's own bots are in
its `bots.py`; the registry finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from components.errors import UsageError, did_you_mean
from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyChooser, Game, Seat
from referee.games import bots_of, bots_version

S = TypeVar("S")
M = TypeVar("M")


def at_random(game: Game[S, M, Any], state: S, seat: Seat, source: Source) -> M:
    """Any of the seat's moves, each with the same chance."""
    moves = game.moves(state, seat)
    return moves[source.below(len(moves))]


def find_bot(game: str, name: str) -> AnyChooser:
    """The bot of that name for that game. Raises `UsageError`."""
    known = bots(game)
    if name not in known:
        raise UsageError(f'There is no bot "{name}".', where="--bots", todo=did_you_mean(name, known))
    return known[name]


def version(game: str) -> int:
    """The version of that game's bots. Only the same version makes the same moves from the same seed.

    A game says so as `VERSION` in its `bots.py`; without it, the version is 1.
    """
    return bots_version(game)


def bots(game: str) -> Mapping[str, AnyChooser]:
    """The bots for that game, by name: `random` for every game, and the game's own."""
    return {"random": at_random, **bots_of(game)}
