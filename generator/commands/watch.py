"""`pnp watch`: a game of your own, shown while you make it."""

from pathlib import Path
from typing import Annotated

import typer

from generator.commands.arguments import OneGame


def watch(
    game: OneGame = None,
    out: Annotated[Path, typer.Option(help="Where the files go.")] = Path("output"),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the address; 0 for any free one.")
    ] = 8000,
) -> None:
    """Show the gallery in a browser and update it whenever a file is saved.

    Example: pnp watch my-game/
    """
    from generator.exports import watching

    watching.watch(game, out, port, lambda line: print(line, flush=True))
