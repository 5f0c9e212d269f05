"""The questions of Per Aspera, step by step: to a player, or to a table that draws and rolls for itself."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.asking.picks import Says
from referee.games.per_aspera.state import State, Step


def _load(state: State, seat: object) -> str:
    return "Load, or fly to a planet you can reach" if state.site.planet else "Fly to a planet you can reach"


ASKS: Mapping[Step, Says] = {
    "map": "Enter the cards round the homeworld",
    "starter": "Roll for the start player",
    "load": _load,
    "pirates": "Roll for what the pirates sell",
    "turn-up": "Enter the card that is turned up",
    "demand": "Roll for the demands of the planets",
    "attack": "Attack a ship here, or go on",
    "fight": "Roll for the fight",
    "take": "Take one unit from the loser, or nothing",
    "unload": "Sell what the planet wants, or go on",
}
