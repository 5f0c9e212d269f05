"""Players without hands.

A game's own bots stand in `BOTS` of `referee.games.<game>.bots`, by name. A bot is given the state as
its seat knows it, so it cannot look into other hands.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any, TypeAlias

from components.errors import UsageError, did_you_mean
from referee.engine import Chooser, at_random

Bot: TypeAlias = Chooser[Any, Any]


def find_bot(game: str, name: str) -> Bot:
    """The bot of that name for that game. Raises `UsageError`."""
    known = bots(game)
    if name not in known:
        raise UsageError(f'There is no bot "{name}".', where="--bots", todo=did_you_mean(name, known))
    return known[name]


def bots(game: str) -> Mapping[str, Bot]:
    """The bots for that game, by name: `random` for every game, and the game's own."""
    own = f"referee.games.{game.replace('-', '_')}.bots"
    found: dict[str, Bot] = {"random": at_random}
    if importlib.util.find_spec(own):
        found |= importlib.import_module(own).BOTS
    return found
