"""Make the pictures of the README and the guides from the real faces.

    python docs/pictures/make.py [GAME ...]

Writes `box.jpg`, a table with pieces of all five games, and `rulebooks.jpg`, three pages of each book; for
each game a contact sheet of every deck in each ink mode, `<game>-full.png`, `-saver.png` and `-grey.png`, and
the game laid out, `<game>-table.jpg`. Run it after changing the looks.
"""

from __future__ import annotations

import io
import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from components.catalogue import Deck, Game, load, slugs
from generator.book.layout.look import PAGE
from generator.book.rulebook import rulebook
from generator.exports.order import outline
from generator.exports.pictures import shot, take
from generator.exports.preview.hero import BESIDE, hero, lay, seen, wood
from generator.faces.renderer import Face, Renderer
from generator.pdf.raster import image

HERE = Path(__file__).parent
DPI = 150
SHEET = 1200  # width of a contact sheet, px
SHOWN = 6  # fronts of a deck on a contact sheet
GAP = 12  # room between pictures, px
GROUND = (226, 228, 236)

# The table: game, deck, piece, side, middle in mm, degrees counter-clockwise.
BOX = [
    ("planetary", "maps", "M04", "front", (112, 134), 7),
    ("per-aspera", "map-hexes", "2M.a", "front", (206, 50), 0),
    ("per-aspera", "map-hexes", "1L.a", "front", (269, 50), 0),
    ("per-aspera", "map-hexes", "4S.a", "front", (237.5, 104.6), 0),
    ("per-aspera", "map-hexes", "H", "front", (300.5, 104.6), 0),
    ("rayguns", "rules-cards", "SO01", "front", (338, 58), -10),
    ("last-blast", "parts", "G1-2", "front", (48, 58), 12),
    ("last-blast", "parts", "A6-3", "front", (88, 52), 3),
    ("last-blast", "parts", "R3-6", "front", (128, 58), -8),
    ("last-blast", "tiles", "T3", "front", (172, 92), 12),
    ("rayguns", "tiles", "G3w", "front", (344, 128), 9),
    ("rayguns", "tiles", "U2", "front", (308, 164), -6),
    ("rayguns", "tiles", "N5", "front", (348, 172), 12),
    ("mlem", "goals", "planets", "front", (196, 166), 0),
    ("mlem", "astronauts", "ace-B", "front", (229, 160), 0),
    ("mlem", "astronauts", "engineer-O", "front", (254, 176), 20),
    ("mlem", "astronauts", "scout-G", "front", (276, 158), -15),
    ("planetary", "solar", "LAS", "front", (44, 150), -8),
]  # fmt: skip
BOX_SIZE = (384, 206)  # mm
BOX_DPI = 100
REDUCED = 2  # the factor by which a game laid out is made smaller
FINER = 3  # the factor by which the table is drawn larger


def main() -> None:
    wanted = sys.argv[1:] or slugs()
    renderers = {slug: Renderer(load(slug)) for slug in slugs()}
    if not sys.argv[1:]:
        box(renderers).save(HERE / "box.jpg", quality=86, optimize=True)
        rulebooks(renderers).save(HERE / "rulebooks.jpg", quality=84, optimize=True)
    for slug in wanted:
        with tempfile.TemporaryDirectory() as folder:
            laid = Image.open(hero(slug, Path(folder) / "hero.png", "full", 2, lambda *_: None))
            laid.reduce(REDUCED).convert("RGB").save(HERE / f"{slug}-table.jpg", quality=84, optimize=True)
        for ink in ("full", "saver", "grey"):
            _save(contact_sheet(load(slug), ink), HERE / f"{slug}-{ink}.png", 48 if ink == "grey" else 128)


def box(renderers: dict[str, Renderer]) -> Image.Image:
    """Pieces of all games on a table, seen by somebody who sits there; drawn larger than shown."""
    px = BOX_DPI * FINER / 25.4
    left, top = BESIDE * BOX_SIZE[0], 0.06 * BOX_SIZE[0]
    table = wood((round((BOX_SIZE[0] + 2 * left) * px), round((BOX_SIZE[1] + top) * px)), px)
    for slug, deck_name, code, side, (x, y), turn in BOX:
        renderer = renderers[slug]
        deck = renderer.game.deck(deck_name)
        piece = next(piece for piece in deck.pieces if piece.code == code)
        faces = renderer.faces(deck, piece)
        face = faces.back if side == "back" and faces.back else faces.front
        cut = _cut_out(face, deck, renderer, BOX_DPI * FINER)
        turned = cut.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        lay(table, turned, ((x + left) * px, (y + top) * px), px, 0.5 if deck.shape == "card" else 1.7)
    return seen(table, FINER)


def rulebooks(renderers: dict[str, Renderer]) -> Image.Image:
    """The first three pages of the learn-to-play of each rulebook, one over the other."""
    wide = (SHEET - GAP) // len(renderers) - GAP
    tall = round(wide * PAGE[1] / PAGE[0])
    sheet = Image.new("RGB", (SHEET, 3 * (tall + GAP) + GAP), GROUND)
    for column, renderer in enumerate(renderers.values()):
        book = rulebook(renderer.game, renderer)
        for row, number in enumerate((2, 3, 4)):
            page = image(book, number, DPI).resize((wide, tall), Image.Resampling.LANCZOS)
            sheet.paste(page, (GAP + column * (wide + GAP), GAP + row * (tall + GAP)))
    return sheet


def contact_sheet(game: Game, ink: str) -> Image.Image:
    """Fronts of every deck with its back; each deck begins a new row."""
    rows = [row for pictures in _decks(game, ink) for row in _rows(pictures)]
    height = sum(max(p.height for p in row) + GAP for row in rows) + GAP
    sheet = Image.new("RGB", (SHEET, height), GROUND)
    y = GAP
    for row in rows:
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, y), picture)
            x += picture.width + GAP
        y += max(p.height for p in row) + GAP
    return sheet


def _rows(pictures: list[Image.Image]) -> list[list[Image.Image]]:
    rows: list[list[Image.Image]] = [[]]
    for picture in pictures:
        if rows[-1] and sum(p.width + GAP for p in rows[-1]) + picture.width > SHEET - 2 * GAP:
            rows.append([])
        rows[-1].append(picture)
    return rows


def _decks(game: Game, ink: str) -> Iterator[list[Image.Image]]:
    """The pictures of each deck: some fronts and a back; small decks of the same size share rows."""
    renderer = Renderer(game, ink)
    waiting: list[Image.Image] = []
    for deck in game.decks:
        step = max(1, math.ceil(len(deck.pieces) / SHOWN))
        shown = deck.pieces[::step]
        back = renderer.faces(deck, shown[0]).back
        sides = [renderer.faces(deck, piece).front for piece in shown] + ([back] if back else [])
        pictures = [_scaled(_cut_out(face, deck, renderer, DPI)) for face in sides]
        if waiting and waiting[-1].height < pictures[0].height * 0.8:
            yield waiting
            waiting = []
        waiting += pictures
    yield waiting


def _scaled(picture: Image.Image) -> Image.Image:
    """A picture scaled down: cards to less than half, boards so that they fit a row."""
    small = min(0.42, (SHEET - 2 * GAP) / picture.width)
    if 400 < picture.width * small < SHEET * 0.6:
        small = (SHEET / 3 - 2 * GAP) / picture.width
    size = (max(1, round(picture.width * small)), max(1, round(picture.height * small)))
    return picture.resize(size, Image.Resampling.LANCZOS)


def _cut_out(face: Face, deck: Deck, renderer: Renderer, dpi: int) -> Image.Image:
    """The face clipped to its cut line, on a transparent background."""
    line = outline(renderer.game, deck, face)
    [picture] = take([shot(face, dpi, outline=line)], 1, lambda *_: None, "")
    return Image.open(io.BytesIO(picture)).convert("RGBA")


def _save(picture: Image.Image, file: Path, colours: int) -> None:
    """Flat art has few colours: a palette keeps the picture small, and k-means keeps its colours right."""
    few = picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    print(f"{file.name}: {picture.width} × {picture.height}, {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
