"""The questions of Rayguns and Rocketships, step by step: to a player, or to a table that draws itself."""

from __future__ import annotations

from collections.abc import Mapping

from components.wording import counted
from referee.engine.asking.picks import Says
from referee.games.rayguns.state import State, Step


def _draw(state: State, seat: object) -> str:
    return f"Enter what {state.names[state.active]} draws"


def _spare(state: State, seat: object) -> str:
    return f"Keep up to {counted(state.box.numbers.spares, 'spare part')}"


ASKS: Mapping[Step, Says] = {
    "launch": "Enter the tiles that everybody draws",
    "card": "Enter the rules card that is turned up",
    "orders": "Pay for new orders, or keep these",
    "new-card": "Enter the rules card that is drawn",
    "draw": _draw,
    "spare": _spare,
    "opened": "Act now, or go on to the second draw",
    "draw-again": _draw,
    "dock": "Swap tiles, then dock your array",
    "sixth": "Dock a sixth tile with your UFO",
    "power": "Use a suit power, or pass",
    "effect": "Use the effect of a special, or pass",
    "look": _draw,
    "planet": _draw,
    "add": "Add tiles to your array",
    "claim": "Claim another array, or keep this one",
    "port": _draw,
    "last": "Choose the tiles of your last array",
}
