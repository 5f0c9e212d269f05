"""What the site has ready: PDFs of every game for both papers and two inks, faces, and pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from components import catalogue
from components.catalogue import Game
from components.files import folder
from generator import Progress
from generator.build import workers
from generator.build.press import Order, Result
from generator.exports.order import outline
from generator.exports.pictures import shot, take
from generator.exports.web.faces import WebFaces
from generator.faces.renderer import Renderer
from generator.sheets.paper import Paper, paper_size
from generator.sheets.plan import ONE_SIDED

PAPERS = (("a4", "A4"), ("letter", "Letter"))
INKS = (("full", "full colour"), ("saver", "ink saver"))
_BOOKS = (("rulebook", "Rulebook"), ("rulebook-booklet", "Rulebook as a booklet"))
_TABLE = (38, 42, 66)  # under the pieces
_FINER = 3  # the factor by which a picture is drawn larger
_DPI = 95


@dataclass(frozen=True)
class File:
    """A PDF that can be had at once: its place in the site, and in words what it is and how large."""

    name: str
    word: str
    size: str


@dataclass(frozen=True)
class Printed:
    """A game with its files; `pieces` and `pages` are those of the sheets in full colour on A4."""

    game: Game
    pieces: int
    pages: int
    files: tuple[File, ...]


def printed(jobs: int, progress: Progress) -> tuple[list[Printed], Iterator[tuple[str, Path]]]:
    """The games with their files, and the place in the site and on the disk of each file.

    They are built in the user's cache, so only what has changed is built again. Raises what building raises.
    """
    home = folder("cache") / "site" / "pdf"
    orders = {
        (slug, paper, ink): Order(slug, Paper(paper, *paper_size(paper)), home / f"{paper}-{ink}", ink)
        for slug in catalogue.slugs()
        for paper, _ in PAPERS
        for ink, _ in INKS
    }
    results: dict[tuple[str, str, str], Result] = {}
    for key, outcome in zip(orders, workers.build_all(list(orders.values()), jobs, progress), strict=True):
        if isinstance(outcome, workers.Failure):
            raise outcome.problem
        results[key] = outcome
    places: dict[str, Path] = {}

    def file(slug: str, key: str, word: str, place: Path) -> File:
        name = f"pdf/{slug}{key}.pdf"
        places[name] = place
        return File(name, word, _size(place.stat().st_size))

    games = []
    for slug in catalogue.slugs():
        files = [
            file(slug, f"-{paper}{'' if ink == 'full' else f'-{ink}'}{more}", f"{sheet}, {said}{word}", place)
            for paper, sheet in PAPERS
            for ink, said in INKS
            for place, more, word in _sheets(results[slug, paper, ink])
        ]
        first = results[slug, "a4", "full"]
        files += [file(slug, f"-{book}", word, first.folder / f"{book}.pdf") for book, word in _BOOKS]
        games.append(Printed(catalogue.load(slug), first.pieces, first.pages, tuple(files)))
    return games, iter(places.items())


def _sheets(result: Result) -> Iterator[tuple[Path, str, str]]:
    """The files of a whole game, each with the end of its name and of its word: sheets with backs first."""
    for place in result.files:
        one_sided = place.stem.endswith(ONE_SIDED)
        yield place, ONE_SIDED if one_sided else "", ", sheets without backs" if one_sided else ""


def faces(game: Game) -> Iterator[tuple[str, bytes]]:
    """Every face of the game as a picture for a page, by its place in the site."""
    drawn = WebFaces(game)
    for name in drawn.names:
        picture = drawn.file(name)
        if picture is not None:
            yield f"faces/{game.slug}/{name}", picture


def picture(game: Game, laid: Mapping[str, Any], size: tuple[float, float]) -> tuple[bytes, tuple[int, int]]:
    """Pieces of the game on a table as WebP, and its width and height in pixels.

    laid  its table in `templates/site/front.toml`
    size  of the table, mm
    """
    zoom = laid.get("zoom", 1)
    px = _DPI * _FINER / 25.4
    table = Image.new("RGB", (round(size[0] * px), round(size[1] * px)), _TABLE)
    px *= zoom
    renderer = Renderer(game)
    for deck_name, code, side, x, y, turn in laid["pieces"]:
        deck = game.deck(deck_name)
        [piece] = [piece for piece in deck.pieces if piece.code == code]
        both = renderer.faces(deck, piece)
        face = both.back if side == "back" and both.back else both.front
        line = outline(game, deck, face)
        [png] = take([shot(face, round(_DPI * _FINER * zoom), outline=line)], 1, lambda *_: None, "")
        cut = Image.open(io.BytesIO(png)).convert("RGBA")
        _lay(table, cut.rotate(turn, Image.Resampling.BICUBIC, expand=True), (x * px, y * px))
    small = table.resize((table.width // _FINER, table.height // _FINER), Image.Resampling.LANCZOS)
    made = io.BytesIO()
    small.save(made, "WEBP", quality=70, method=6)
    return made.getvalue(), small.size


def _lay(table: Image.Image, piece: Image.Image, middle: tuple[float, float]) -> None:
    """Lay a piece on the table, with its shadow."""
    blur = 5 * _FINER
    room = 3 * blur
    whole = Image.new("RGBA", (piece.width + 2 * room, piece.height + 2 * room), (0, 0, 0, 0))
    whole.paste(piece, (room, room), piece)
    corner = (round(middle[0] - whole.width / 2), round(middle[1] - whole.height / 2))
    shadow = Image.new("RGBA", whole.size, (0, 0, 0, 0))
    shadow.putalpha(whole.getchannel("A").point(lambda alpha: alpha // 2))
    spread = shadow.filter(ImageFilter.GaussianBlur(blur))
    table.paste(spread, (corner[0] + 4 * _FINER, corner[1] + 6 * _FINER), spread)
    table.paste(whole, corner, whole)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{round(count / 1e3)} kB"
