"""Options that several commands share. Those that games take as well are in `referee/engine/arguments.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The short name of a game, such as last-blast.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
WhyOption = Annotated[bool, typer.Option("--why", help="Show each step with the rule it follows.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="In JSON, write odds as fractions: 1/6.")]
PlayersOption = Annotated[int, typer.Option("--players", metavar="N", help="The number of players.")]
SeatOption = Annotated[
    str | None,
    typer.Option(
        "--seat", metavar="NAME", help="As this player sees it; by default without anybody's secrets."
    ),
]
JournalArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE|GAME", help="A journal as `list` names it, or a game: its newest journal."),
]
