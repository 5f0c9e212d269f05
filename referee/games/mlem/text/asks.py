"""The questions of MLEM, step by step: to a player, or to a table that rolls for itself."""

from __future__ import annotations

from collections.abc import Mapping

from components.wording import counted
from referee.engine.asking.picks import Says
from referee.games.mlem.state import State, Step


def _roll(state: State, seat: object) -> str:
    return f"Roll {counted(state.pool, 'die', 'dice')}, and enter what they show"


ASKS: Mapping[Step, Says] = {
    "commander": "Draw the first commander",
    "roll": _roll,
    "use": "Choose the dice that fly",
    "land": "Get off here, or stay aboard",
    "parachute": "Get off by parachute, or stay aboard",
}
