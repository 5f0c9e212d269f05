"""`pnp eject`: the layout of a deck as a template of your own."""

import os
from typing import Annotated

import typer

from components import catalogue
from components.errors import TakenError
from components.writing import create_file, make_folder
from generator.commands.arguments import Folder, decks_like


def eject(
    game: Folder,
    deck: Annotated[str, typer.Argument(metavar="DECK", autocompletion=decks_like)],
) -> None:
    """Turn the layout of a deck into a template, to draw what boxes cannot.

    Example: pnp eject my-game cards
    """
    from generator.faces.templating import layouts

    found = catalogue.load(game)
    home = found.folder / "templates"
    made = layouts.eject(found, found.deck(deck))
    for name in made:
        if os.path.lexists(home / name):
            raise TakenError("The template exists already.", where=str(home / name), todo="Move it away.")
    make_folder(home, within=found.folder)
    for name, text in made.items():
        create_file(home / name, text.encode())
        print(f"{home / name} draws the deck now, and no longer the layout of that name.")
