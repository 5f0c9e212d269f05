"""The options that several commands share, so that they are named and explained alike."""

from __future__ import annotations

from typing import Annotated

import typer

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="By its short name, such as last-blast.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
WhyOption = Annotated[bool, typer.Option("--why", help="Show each step and the rule it follows.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="In JSON, chances as fractions: 1/6.")]
SeedOption = Annotated[
    str | None, typer.Option("--seed", metavar="WORDS", help="The same seed, the same result. Drawn if none.")
]
PlayersOption = Annotated[int, typer.Option("--players", metavar="N", help="How many play.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; may be repeated."),
]
PlayerArguments = Annotated[
    list[str], typer.Argument(metavar="NAME=...", help="A player; a bare NAME has nothing.")
]
