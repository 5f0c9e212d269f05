"""`pnp list`: what is in a game and how many sheets it takes."""

from __future__ import annotations

from components.catalogue import Game
from components.errors import PaperError
from components.prose import table
from components.terminal import text_lines
from components.wording import counted
from generator.sheets.imposition import Item, impose
from generator.sheets.paper import Paper


def inventory(game: Game, paper: Paper) -> str:
    """A table of the game's decks: pieces, kinds, size in mm, sheets of the paper."""
    rows = []
    sprues: dict[str, list[Item]] = {}
    for deck in game.decks:
        sprues.setdefault(deck.sprue, []).extend(
            Item(deck, piece.code, copy, "front", "back" if deck.back else "")
            for piece in deck.pieces
            for copy in range(piece.copies)
        )
    seen: set[str] = set()
    sheets_in_all = 0
    for deck in game.decks:
        sheets = "shared" if deck.sprue in seen else _sheets(sprues[deck.sprue], paper)
        sheets_in_all += int(sheets) if sheets.isdigit() else 0
        seen.add(deck.sprue)
        size = f"{deck.size[0]:g}×{deck.size[1]:g}"
        rows.append((deck.name, deck.title, str(deck.count), str(len(deck.pieces)), size, sheets))
    pieces = sum(deck.count for deck in game.decks)
    summary = f"{counted(pieces, 'piece')} on {counted(sheets_in_all, 'sheet')} of {paper.name}."
    for deck in game.decks:
        if deck.unused:
            summary += f" {deck.name}: {counted(deck.unused, 'row')} with 0 copies left out."
    decks = table(rows, "<<>>>>", ("deck", "title", "pieces", "kinds", "size mm", "sheets"))
    return "\n".join(text_lines([game.title, "", decks, "", summary]))


def _sheets(items: list[Item], paper: Paper) -> str:
    try:
        return str(sum(1 for sheet in impose(items, paper) if sheet.side != "back"))
    except PaperError:
        return "too large"
