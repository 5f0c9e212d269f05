"""What several tests of the printer share: the command, printed pages as pictures, and the games' faces."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from unittest import mock

import pypdfium2
from PIL import Image

from components import catalogue
from components.catalogue import Deck, Game
from generator import cli
from generator.faces.renderer import Face, Renderer
from generator.pdf import raster
from generator.sheets.imposition import Item
from generator.sheets.paper import Paper
from tests.inprocess import Run, run

A4 = Paper("a4", 210, 297)
GAMES = catalogue.slugs()


def pnp(*words: object) -> Run:
    """`pnp` with these arguments, in this process."""
    return run(cli.main, "pnp", *words)


def pages(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


def picture(pdf: bytes, page: int, per_mm: float) -> Image.Image:
    """A page in shades of grey, with that many pixels to a mm."""
    return raster.image(pdf, page, round(per_mm * 25.4)).convert("L")


@cache
def drawn(slug: str, ink: str = "full") -> Renderer:
    """The renderer of a game, with every piece drawn."""
    game = catalogue.load(slug)
    renderer = Renderer(game, ink)
    for deck in game.decks:
        for piece in deck.pieces:
            renderer.faces(deck, piece)
    return renderer


@contextlib.contextmanager
def drawn_once(module: ModuleType) -> Iterator[None]:
    """Meanwhile a module that draws whole games of the box takes what `drawn` gives."""
    with mock.patch.object(module, "Renderer", lambda game, ink="full": drawn(game.slug, ink)):
        yield


def faces(renderer: Renderer) -> Iterator[tuple[Deck, str, Face]]:
    """Every face of the game: its deck, the code of its piece, and the face."""
    for deck in renderer.game.decks:
        for piece in deck.pieces:
            sides = renderer.faces(deck, piece)
            for face in (sides.front, sides.back):
                if face:
                    yield deck, piece.code, face


def items(game: Game, *decks: str) -> list[Item]:
    """The pieces of some decks, by the keys of no real faces."""
    return [
        Item(deck, piece.code, copy, f"{deck.name} {piece.code}", f"{deck.name} back" if deck.back else "")
        for deck in map(game.deck, decks)
        for piece in deck.pieces
        for copy in range(1, piece.copies + 1)
    ]


def sprues(game: Game) -> dict[str, list[str]]:
    """The names of the decks that share sheets."""
    found: dict[str, list[str]] = {}
    for deck in game.decks:
        found.setdefault(deck.sprue, []).append(deck.name)
    return found
