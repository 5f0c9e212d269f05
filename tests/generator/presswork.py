"""Means of several tests of the printer: the command, printed pages as pictures, and the games' faces."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from unittest import mock

import portalocker
import pypdfium2
from PIL import Image

from components import catalogue
from components.catalogue import Deck, Game
from generator import cli
from generator.build.press import Order, build
from generator.faces.renderer import Face, Renderer
from generator.pdf import raster
from generator.sheets.imposition import Item
from generator.sheets.paper import Paper
from tests.inprocess import Run, run
from tests.searching import SEARCHING

_ROOT = Path(__file__).parents[2]
A4 = Paper("a4", 210, 297)
GAMES = catalogue.slugs()
# Games of which everything is printed: all in a search, otherwise some with every shape but strips of hexes.
PRINTED = GAMES if SEARCHING else ("last-blast", "mlem", "per-aspera")


def pnp(*words: object) -> Run:
    """`pnp` with these arguments, in this process."""
    return run(cli.main, "pnp", *words)


def pages(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


def picture(pdf: bytes, page: int, per_mm: float) -> Image.Image:
    """A page in shades of grey, with that many pixels to a mm."""
    return raster.image(pdf, page, round(per_mm * 25.4)).convert("L")


def once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder of that name; the first to ask makes what is in it, for all test processes."""
    root = Path(os.environ["STARBOX_CACHE"]).parent / "made-once"
    root.mkdir(exist_ok=True)
    folder, done = root / name, root / f"{name}-done"
    with portalocker.Lock(root / f"{name}-lock", flags=portalocker.LockFlags.EXCLUSIVE):
        if not done.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            done.touch()
    return folder


@cache
def printed(game: str) -> Path:
    """The folder with everything `pnp build` makes of a game; those of `PRINTED` are made together."""
    if game in PRINTED:
        return once("printed", _all) / game
    slug = Path(game).name
    return once(f"printed-{slug}", lambda out: build(Order(game, A4, out))) / slug


def _all(out: Path) -> None:
    large = "planetary" if SEARCHING else "per-aspera"
    halves = [large], [slug for slug in PRINTED if slug != large]
    command = [sys.executable, "-m", __name__, str(out)]
    for process in [subprocess.Popen([*command, *slugs], cwd=_ROOT) for slugs in halves]:
        assert process.wait() == 0


def drawn(slug: str, ink: str = "full") -> Renderer:
    """The renderer of a game, with every piece drawn: once, however its usual ink is asked for."""
    return _drawn(slug, ink)


@cache
def _drawn(slug: str, ink: str) -> Renderer:
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


if __name__ == "__main__":
    for game in sys.argv[2:]:
        build(Order(game, A4, Path(sys.argv[1])))
