"""The pictures for virtual tables, card sheets and single pieces, and the places of things on a table.

They are first requested by name and then made together, so that several can be drawn at the same time.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image

from generator import INCH, Progress
from generator.exports import pictures
from generator.exports.pictures import Shot
from generator.faces.renderer import Face

LARGEST = 4096  # the longest side of a picture, pixels
COLUMNS, ROWS = 10, 7  # the largest sheet


@dataclass(frozen=True)
class Sheet:
    """The grid of a card sheet: its columns and rows, and the pixels of a cell."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        return self.columns * self.cell[0], self.rows * self.cell[1]


def sheet(cards: int, size: tuple[float, float], dpi: int) -> Sheet:
    """The sheet for that many cards and one more cell, which others see of a card in a hand.

    It has the largest possible cells, and then the fewest. `size` of a card in mm; at most 69 `cards`.
    """
    width, height = (edge / INCH * dpi for edge in size)
    grids = [(columns, rows) for columns in range(2, COLUMNS + 1) for rows in range(2, ROWS + 1)]
    fitting = [(columns, rows) for columns, rows in grids if columns * rows > cards]
    scales = {
        (columns, rows): min(1.0, LARGEST / (columns * width), LARGEST / (rows * height))
        for columns, rows in fitting
    }
    columns, rows = max(fitting, key=lambda grid: (round(scales[grid], 4), -grid[0] * grid[1]))
    scale = scales[columns, rows]
    return Sheet(columns, rows, (max(1, int(width * scale)), max(1, int(height * scale))))


def in_rows(sizes: Sequence[tuple[float, float]], wide: float) -> tuple[list[tuple[float, float]], float]:
    """The upper left corners of things in rows of at most that width, and how deep all rows are."""
    x = y = deep = 0.0
    places = []
    for width, depth in sizes:
        if x and x + width > wide:
            x, y, deep = 0.0, y + deep, 0.0
        places.append((x, y))
        x, deep = x + width, max(deep, depth)
    return places, y + deep


@dataclass
class Album:
    """The pictures requested so far, by file name, at `dpi` or the largest possible size."""

    dpi: int
    _pages: dict[str, _Page] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return list(self._pages)

    def sheet(self, name: str, faces: Sequence[Face], hidden: Face, grid: Sheet) -> str:
        """Add a sheet with the faces row by row and `hidden` in the last cell; returns its file name."""
        last = grid.columns * grid.rows - 1
        cells = zip((*range(len(faces)), last), (*faces, hidden), strict=True)
        shots = tuple((self._cell(face, grid), _place(number, grid)) for number, face in cells)
        return self._add(_Page(f"{name}.jpg", grid.pixels, shots))

    def cell(self, name: str, face: Face, grid: Sheet) -> str:
        """Add a single face of the size of a cell; returns its file name."""
        return self._add(_Page(f"{name}.jpg", grid.cell, ((self._cell(face, grid), (0, 0)),)))

    def single(self, name: str, face: Face, outline: str = "") -> str:
        """Add a single face; with an outline it is a PNG that is transparent beyond it."""
        dpi = min(self.dpi, int(LARGEST / max(face.size) * INCH))
        shot = pictures.shot(face, dpi, outline=outline)
        return self._add(_Page(f"{name}.{'png' if outline else 'jpg'}", shot.pixels, ((shot, (0, 0)),)))

    def develop(self, jobs: int, progress: Progress, what: str) -> dict[str, bytes]:
        """The files. Raises `TemplateError` for a face that cannot be drawn."""
        shots = [shot for page in self._pages.values() for shot, _ in page.shots]
        taken = dict(zip(shots, pictures.take(shots, jobs, progress, what), strict=True))
        return {name: _developed(page, taken) for name, page in self._pages.items()}

    def _cell(self, face: Face, grid: Sheet) -> Shot:
        # Whole dots per inch change the edge by at most a fifth of a millimetre.
        dpi = max(1, round(grid.cell[1] * INCH / face.size[1]))
        return Shot(face.svg, face.where, face.size, grid.cell, dpi)

    def _add(self, page: _Page) -> str:
        self._pages[page.name] = page
        return page.name


@dataclass(frozen=True)
class _Page:
    """A picture and its shots with their upper left corners, in pixels."""

    name: str
    pixels: tuple[int, int]
    shots: tuple[tuple[Shot, tuple[int, int]], ...]


def _place(number: int, grid: Sheet) -> tuple[int, int]:
    row, column = divmod(number, grid.columns)
    return column * grid.cell[0], row * grid.cell[1]


def _developed(page: _Page, taken: dict[Shot, bytes]) -> bytes:
    if page.name.endswith(".png"):
        return taken[page.shots[0][0]]
    whole = Image.new("RGB", page.pixels)
    for shot, corner in page.shots:
        whole.paste(Image.open(io.BytesIO(taken[shot])), corner)
    buffer = io.BytesIO()
    whole.save(buffer, "JPEG", quality=92, subsampling=0)
    return buffer.getvalue()
