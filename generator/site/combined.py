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


@dataclass(frozen=True)
class Combined:
    """The files of a game on one paper, by name, and what `build` counts in them."""

    pieces: int
    pages: int
    files: dict[str, bytes]


def combined(
    game: Game, renderer: Renderer, papers: Sequence[Paper], progress: Progress = silent
) -> Iterator[Combined]:
    """Yield what `build` makes for each paper, without the files of single decks and the rulebook.

    Each face is drawn, compiled and packed once. Raises what `build` would.
    """
    before: Press | None = None
    decks = chosen(game, (), ())
    for paper in papers:
        press = Press(
            game, Order(game.slug, paper, Path(), renderer.ink, together=True), renderer, progress=progress
        )
        if before:
            press.drawings, press.packed = before.drawings, before.packed
        before = press
        press.draw(decks)
        books = press.books(press.impose(decks))
        pages = sum(len(document.pages(book.parts, paper)) for book in books)
        files = press.write_books(books)
        renderer.refuse_misfits()
        yield Combined(press.count(decks), pages, files)
