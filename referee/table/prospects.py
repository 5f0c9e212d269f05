"""What the odds are in a game at the table, for games that can say it exactly.

A game's module `referee.games.<game>.prospects` has the function

    def prospects(state, seat) -> Prospects | None

`state` is as `seat` knows it (None is an onlooker), so nothing that is hidden is told. It gives None
where there is nothing to work out.
"""

from __future__ import annotations

import importlib
import importlib.util

from referee.engine import Prospects, Seat
from referee.table.session import Session


def prospects_of(game: Session, seat: Seat | None) -> Prospects | None:
    """The odds of the position as that seat knows it; None if the game has none for it."""
    module = f"referee.games.{game.header.game.replace('-', '_')}.prospects"
    if game.header.mode == "pad" or importlib.util.find_spec(module) is None:
        return None
    known = game.game.known(game.state, seat)
    found: Prospects | None = importlib.import_module(module).prospects(known, seat)
    return found
