"""`pnp list`: the games and their decks."""

from __future__ import annotations

from typing import Annotated

import typer

from components import catalogue, installed
from generator.commands.arguments import PaperName, paper_of


def list_(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|FOLDER]")] = None,
    paper: PaperName = "a4",
) -> None:
    """List the games, with those of installed packages; or a game's decks, their sizes and sheets.

    Example: pnp list planetary --paper letter
    """
    if game is None:
        for slug in catalogue.known():
            entry = catalogue.load(slug)
            fewest, most = entry.players
            count = sum(deck.count for deck in entry.decks)
            print(f"{slug:12} {entry.title:26} {fewest}–{most} players  {count:4} pieces")
        for problem in installed.left_out().values():
            print(f"Left out: {problem}")
        return
    from generator.sheets.inventory import inventory

    print(inventory(catalogue.load(game), paper_of(paper)))
