"""The questions of Planetary, step by step: to a player, or to a table that draws and rolls for itself."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.asking.picks import Says
from referee.games.planetary.state import Step

ASKS: Mapping[Step, Says] = {
    "sizes": "Draw the sizes of the planets",
    "maps": "Enter the map pieces of the planets",
    "sides": "Draw the sides of the planets",
    "colours": "Draw the colours of the planets",
    "dust": "Enter the spaces of the dust clouds",
    "bars": "Enter the blueprints that are drawn",
    "spaces": "Draw the spaces of the ships",
    "build": "Build modules, or begin the game",
    "strays": "Draw the cells of the units",
    "first": "Draw the space of the first turn",
    "lots": "Draw lots for the order of turns",
    "upkeep": "Pay upkeep for your modules",
    "drill": "Take material from a hex",
    "draw": "Enter the blueprint that is drawn",
    "act": "Act with a unit, build or fly",
    "swap": "Enter the blueprint that is drawn",
    "growth": "Enter the hexes where plants grow",
    "reward": "Enter the blueprint that is drawn",
}
