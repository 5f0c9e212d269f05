"""Options that several commands share, so that they have one name and one explanation."""

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
SeedOption = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="WORDS", help="The same seed gives the same result. By default a new one."
    ),
]
PlayersOption = Annotated[int, typer.Option("--players", metavar="N", help="The number of players.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; may be repeated."),
]
PlayerArguments = Annotated[
    list[str], typer.Argument(metavar="NAME=...", help="A player; a bare NAME has nothing.")
]
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
