"""The questions of The Last Blast, step by step: to a player, or to a table that draws itself."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.asking.picks import Says
from referee.engine.game import Seat
from referee.games.last_blast.state import Draft, Step


def _pick(state: Draft, seat: Seat) -> str:
    return (
        "Choose a card and an end for it" if state.rockets[seat] else "Choose the first card of your rocket"
    )


ASKS: Mapping[Step, Says] = {
    "field": "Enter the tiles of the field, row by row",
    "deal": "Enter the cards as they are dealt",
    "pick": _pick,
    "blind": "Enter the blind card that was drawn",
    "starter": "Draw the first Start Player",
}
