"""`pnp fetch`: a published spreadsheet as the pieces of a deck."""

from pathlib import Path
from typing import Annotated

import typer

from components import catalogue
from components.errors import UsageError
from generator.commands.arguments import Folder


def fetch(
    game: Folder,
    deck: Annotated[str, typer.Argument(metavar="[DECK]", help="All that were fetched, by default.")] = "",
    address: Annotated[str, typer.Argument(metavar="[URL]", help="Where it is published as CSV.")] = "",
) -> None:
    """Bring spreadsheets that are published on the web up to date.

    Example: pnp fetch my-game cards https://docs.google.com/…/pub?output=csv
    """
    from generator.build import fetching

    folder = Path(game)
    if game in catalogue.slugs() or not (folder / "game.toml").is_file():
        raise UsageError("This is not the folder of a game of your own.", where=game)
    decks = [deck] if deck else [name for name, _, _ in fetching.fetched(folder)]
    if not decks:
        raise UsageError("Nothing of this game was fetched.", where=game, todo="Give a deck and an address.")
    for name in dict.fromkeys(decks):
        print(fetching.fetch(folder, name, address))
