"""The commands for a game of one's own: `pnp new` makes one, `pnp watch` shows it while it is made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def watch(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|FOLDER]")] = None,
    out: Annotated[Path, typer.Option(help="Where the files go.")] = Path("output"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the address; 0: any free one.")] = 8000,
) -> None:
    """Show the gallery in a browser and make it again whenever a file is saved.

    Example: pnp watch my-game/
    """
    from generator import watching

    watching.watch(game, out, port, lambda line: print(line, flush=True))


def new(
    name: str,
    out: Annotated[Path, typer.Option(help="Where the folder goes.")] = Path(),
) -> None:
    """Make a small game in a folder of its own, to change into yours.

    Example: pnp new "Moon Mail"
    """
    from generator import starting

    folder = starting.start(name, out)
    print(f"{folder}/ is a game: rules, cards and a token, and each says how it is made.")
    print(f"See it: pnp watch {folder}. Print it: pnp build {folder}")
