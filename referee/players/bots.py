"""Bots: players that the referee moves.

A bot is given the state as its seat knows it, so it cannot look into other hands. A game's own bots are in
its `bots.py`; the registry finds them. Two bots play any game: `random` and, where the game can guess what a
seat does not know, `clever`. It has levels: `clever:5` is its fifth.
"""

from collections.abc import Mapping

from components.errors import UsageError, did_you_mean
from referee.engine.game import AnyChooser
from referee.engine.play import at_random as at_random
from referee.games import bots_of, bots_version
from referee.players import clever

GREEDY = "greedy"  # the bot that a game has of its own, if it has one: it takes what looks best


def find_bot(game: str, name: str) -> AnyChooser:
    """The bot of that name for that game, which may end in a level: "clever:5". Raises `UsageError`."""
    known = bots(game)
    kind, colon, level = name.partition(":")
    if kind not in known:
        raise UsageError(f'There is no bot "{kind}".', where="--bots", todo=did_you_mean(kind, known))
    if not colon:
        return known[kind]
    if kind != clever.NAME:
        raise UsageError(f"The bot {kind} has no levels.", where="--bots", todo=f"Leave out :{level}.")
    return clever.Clever(game, clever.read_level(level))


def takes_its_time(name: str) -> bool:
    """Tell whether that bot, whose name may end in a level, may think for seconds."""
    return name.partition(":")[0] == clever.NAME


def version(game: str) -> int:
    """The version of that game's bots. Only the same version makes the same moves from the same seed.

    A game says so as `VERSION` in its `bots.py`; without it, its version is 1. The version of the search adds
    to it, so that it rises with either.
    """
    return bots_version(game) + clever.VERSION


def bots(game: str) -> Mapping[str, AnyChooser]:
    """The bots for that game, by name: those for every game, and the game's own."""
    found = {"random": at_random, **bots_of(game)}
    if clever.plays(game):
        found[clever.NAME] = clever.Clever(game)
    return found
