"""`pnp show`: single faces as files to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from generator import INKS
from generator.commands.arguments import Out, one_of


def show(
    code: Annotated[str, typer.Argument(metavar="CODE|DECK", help="A piece, or a whole deck.")],
    game: Annotated[str | None, typer.Option(help="Where to look; all five by default.")] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Write the SVG instead of a PNG.")] = False,
    png: Annotated[bool, typer.Option("--png", help="Write a PNG (the default).")] = False,
    dpi: Annotated[int, typer.Option(min=36, max=1200)] = 150,
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    out: Out = Path(),
) -> None:
    """Draw a piece or a deck to look at, as PNG or SVG.

    Example: pnp show R2-5 --svg
    """
    from generator.exports import showing

    if svg and png:
        raise UsageError("--svg and --png exclude each other.", todo="Leave one of them out.")
    one_of("--ink", ink, INKS)
    for file in showing.show(code, game, "svg" if svg else "png", dpi, ink, out):
        print(file)
