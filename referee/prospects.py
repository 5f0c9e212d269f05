"""What the odds are in a game at the table, for games that can say it exactly.

A game's module `referee.games.<game>.prospects` has the function

    def prospects(state, seat) -> Answer[Any] | None

`state` is as `seat` knows it (None is an onlooker), so nothing that is hidden is told. It gives None
where there is nothing to work out.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from referee.answers import Answer
from referee.engine import Seat
from referee.session import Session


def prospects_of(game: Session, seat: Seat | None) -> Answer[Any] | None:
    """The odds of the position as that seat knows it; None if the game has none for it."""
    module = f"referee.games.{game.header.game.replace('-', '_')}.prospects"
    if game.header.mode == "pad" or importlib.util.find_spec(module) is None:
        return None
    found: Answer[Any] | None = importlib.import_module(module).prospects(
        game.game.known(game.state, seat), seat
    )
    return found
