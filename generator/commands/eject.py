"""`pnp eject`: the layout of a deck as a template of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from components import catalogue, files
from components.errors import TakenError


def eject(
    game: Annotated[str, typer.Argument(metavar="FOLDER")],
    deck: Annotated[str, typer.Argument(metavar="DECK")],
) -> None:
    """Turn the layout of a deck into a template, to draw what boxes cannot.

    Example: pnp eject my-game cards
    """
    from generator.faces.templating import layouts

    found = catalogue.load(game)
    home = found.folder / "templates"
    made = layouts.eject(found, found.deck(deck))
    for name in made:
        if (home / name).exists():
            raise TakenError("The template exists already.", where=str(home / name), todo="Move it away.")
    files.make_folder(home)
    for name, text in made.items():
        files.replace_file(home / name, text)
        print(f"{home / name} draws the deck now, and no longer the layout of that name.")
