"""`pnp list`: what is in a game and how many sheets it takes."""

from components.catalogue import Game
from components.errors import PaperError
from components.prose import table
from components.terminal import text_lines
from components.wording import counted
from generator.faces.renderer import Renderer
from generator.sheets.imposition import Item, Part, Sheet, impose
from generator.sheets.paper import Paper
from generator.sheets.plan import books
from generator.sheets.strokes import strokes


def inventory(game: Game, paper: Paper) -> str:
    """A table of the game's decks: pieces, kinds, size in mm, sheets of the paper; and what cutting takes."""
    rows = []
    made: list[Part] = []
    sprues: dict[str, list[Item]] = {}
    for deck in game.decks:
        sprues.setdefault(deck.sprue, []).extend(
            Item(deck, piece.code, copy, deck.name, "back" if deck.back else "")
            for piece in deck.pieces
            for copy in range(piece.copies)
        )
    seen: set[str] = set()
    for deck in game.decks:
        own = [] if deck.sprue in seen else _sheets(sprues[deck.sprue], paper)
        sheets = "shared" if deck.sprue in seen else str(len(own)) if own else "too large"
        made += [Part(deck.sprue, deck.title, tuple(own))] if own else []
        seen.add(deck.sprue)
        size = f"{deck.size[0]:g}×{deck.size[1]:g}"
        rows.append((deck.name, deck.title, str(deck.count), str(len(deck.pieces)), size, sheets))
    pieces = sum(deck.count for deck in game.decks)
    summary = f"{counted(pieces, 'piece')} on {counted(sum(len(part.sheets) for part in made), 'sheet')}"
    summary += f" of {paper.name}, {_minutes(game, made, paper)} to cut." if made else f" of {paper.name}."
    for deck in game.decks:
        if deck.unused:
            summary += f" {deck.name}: {counted(deck.unused, 'row')} with 0 copies left out."
    decks = table(rows, "<<>>>>", ("deck", "title", "pieces", "kinds", "size mm", "sheets"))
    return "\n".join(text_lines([game.title, "", decks, "", summary]))


def _sheets(items: list[Item], paper: Paper) -> list[Sheet]:
    """The fronts of the sheets; none if a piece is too large."""
    try:
        return [sheet for sheet in impose(items, paper) if sheet.side != "back"]
    except PaperError:
        return []


def _minutes(game: Game, made: list[Part], paper: Paper) -> str:
    """Return the minutes that the sheets of one table take, some of which several decks share."""
    needed = {deck.sprue for deck in game.at_the_table()}
    printed = books([part for part in made if part.name in needed], paper, game.words)
    sheets = [sheet for book in printed for part in book.parts for sheet in part.sheets]
    renderer = Renderer(game)
    drawings = {
        deck.name: renderer.drawings.of(renderer.faces(deck, deck.pieces[0]).front)
        for deck in game.decks
        if deck.shape == "net"
    }
    whole, strips = strokes(sheets, drawings).minutes
    return f"{whole} to {strips} minutes" if whole < strips else f"about {counted(strips, 'minute')}"
