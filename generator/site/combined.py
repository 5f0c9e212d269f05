"""The sheets of a whole game on several papers, drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.catalogue import Game
from generator import Progress, silent
from generator.build.press import Order, Press
from generator.faces.renderer import Renderer
from generator.pdf import document
from generator.sheets.paper import Paper
from generator.sheets.plan import chosen
from generator.sheets.strokes import strokes


@dataclass(frozen=True)
class Combined:
    """The files of a game on one paper, by name, what `build` counts in them, and how long cutting takes."""

    pieces: int
    pages: int
    minutes: int
    files: dict[str, bytes]


def combined(
    game: Game, renderer: Renderer, papers: Sequence[Paper], progress: Progress = silent
) -> Iterator[Combined]:
    """Yield what `build` makes for each paper, without the files of single decks and the rulebook.

    Each face is drawn, compiled and packed once. Raises what `build` would.
    """
    decks = chosen(game, (), ())
    for paper in papers:
        press = Press(
            game, Order(game.slug, paper, Path(), renderer.ink, together=True), renderer, progress=progress
        )
        press.draw(decks)
        books = press.books(press.impose(decks))
        pages = sum(len(document.pages(book.parts, paper)) for book in books)
        sheets = (sheet for book in books for part in book.parts for sheet in part.sheets)
        _, minutes = strokes(sheets, press.drawings).minutes
        files = press.write_books(books)
        renderer.refuse_misfits()
        yield Combined(press.count(decks), pages, minutes, files)
