"""`pnp list`: the games and their decks."""

import json
from typing import Any

from components import catalogue, installed
from generator.commands.arguments import Json, OneGame, PaperName, paper_of


def list_(
    game: OneGame = None,
    paper: PaperName = "a4",
    as_json: Json = False,
) -> None:
    """List the games, with those of installed packages; or a game's decks, their sizes and sheets.

    Example: pnp list planetary --paper letter
    """
    if as_json:
        print(
            json.dumps(
                [_told(catalogue.load(name)) for name in ([game] if game else catalogue.known())], indent=2
            )
        )
        return
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


def _told(game: catalogue.Game) -> dict[str, Any]:
    """The game and its decks for other programs."""
    decks = [
        {
            "name": deck.name, "title": deck.title, "pieces": deck.count, "kinds": len(deck.pieces),
            "size": deck.size, "shape": deck.shape, "unused": deck.unused,
        }
        for deck in game.decks
    ]  # fmt: skip
    return {"slug": game.slug, "title": game.title, "players": game.players, "decks": decks}
