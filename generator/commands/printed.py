"""`pnp printed`: record what was printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components import catalogue
from generator.commands.arguments import Games, Out, games_of


def printed(
    games: Games = None,
    out: Out = Path("output"),
    printer: Annotated[str, typer.Option(metavar="NAME", help="The printer that printed it.")] = "",
) -> None:
    """Record that the last build was printed, for pnp build --changed.

    Example: pnp printed last-blast --printer Office
    """
    from generator.build import printed as record

    for game in games_of(games):
        entry = catalogue.load(game)
        folder = record.record(entry, out, printer)
        print(f"{entry.title}: {folder} is recorded as printed.")
