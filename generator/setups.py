"""A set-up on paper: every area of the table with the real faces, as it is to be laid out.

The referee draws a `Setup` from a seed; this prints it. Areas keep their shape (rows and columns, hexes, or a
plain list) and are scaled to the page; what is no piece of the box is written in words.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.pieces import Piece
from components.setup import Area, Placed, Setup
from generator import fonts, shapes, svgpath
from generator.drawing import Drawing, compile_svg
from generator.faces import Renderer
from generator.forms import Forms
from generator.paper import Paper
from generator.svgpath import Point
from generator.theme import MM_PER_POINT

_POINT = 1 / MM_PER_POINT
_MARGIN = 12.0  # mm
_LIST_HEIGHT = 26.0  # of a face in a list, mm
_NOTE = 4.0  # a line of words under a face, mm
_LARGEST = 0.62  # faces are not shown larger than this, so that a set-up stays on few pages


@dataclass(frozen=True)
class _Spot:
    """A piece on the page: its upper left corner and size in mm."""

    placed: Placed
    x: float
    y: float
    width: float
    height: float


def setup_pdf(setup: Setup, game: Game, renderer: Renderer, paper: Paper) -> bytes:
    """The PDF that shows the set-up. Raises what drawing the faces raises."""
    return _Pages(setup, game, renderer, paper).pdf()


class _Pages:
    def __init__(self, setup: Setup, game: Game, renderer: Renderer, paper: Paper) -> None:
        self.setup = setup
        self.game = game
        self.renderer = renderer
        self.paper = paper
        self.drawings: dict[str, Drawing] = {}
        self.buffer = io.BytesIO()
        size = (paper.width * _POINT, paper.height * _POINT)
        self.canvas = Canvas(self.buffer, pagesize=size, pageCompression=1, invariant=1, lang="en")
        self.forms = Forms(self.canvas, self.drawings)
        self.y = 0.0

    @property
    def width(self) -> float:
        return self.paper.width - 2 * _MARGIN

    def pdf(self) -> bytes:
        title = f"{self.game.title}: set-up {self.setup.seed}"
        self.canvas.setTitle(title)
        self.canvas.setViewerPreference("PrintScaling", "None")
        self._begin_page()
        self._heading()
        for area in self.setup.areas:
            self._area(area)
        self.canvas.showPage()
        self.forms.finish()
        self.canvas.save()
        return self.buffer.getvalue()

    def _begin_page(self) -> None:
        self.canvas.transform(_POINT, 0, 0, -_POINT, 0, self.paper.height * _POINT)
        self.y = _MARGIN

    def _heading(self) -> None:
        setup = self.setup
        options = ", ".join(f"{name}={value}" if value else name for name, value in setup.options.items())
        self._line(self.game.title, 16, bold=True)
        words = [f"{setup.players} players", f"seed {setup.seed}", *([options] if options else [])]
        self._line(" · ".join(words), 9)
        for fact in setup.facts:
            self._line(f"{fact.name}: {fact.text}" + (f"  [{fact.rule}]" if fact.rule else ""), 9)

    def _area(self, area: Area) -> None:
        spots, height = self._spots(area)
        needed = height + 14
        if self.y + needed > self.paper.height - _MARGIN and self.y > _MARGIN + 30:
            self.canvas.showPage()
            self._begin_page()
        self.y += 4
        self._line(area.title, 11, bold=True)
        if area.note:
            self._line(area.note, 8)
        self.y += 1.5
        top = self.y
        for spot in spots:
            self._piece(spot, top)
        self.y = top + height + 3

    def _spots(self, area: Area) -> tuple[list[_Spot], float]:
        """The pieces of an area from its upper left corner, and the height they take."""
        if area.layout == "list" or any(placed.at is None for placed in area.pieces):
            return self._listed(area.pieces)
        places = [_place(area.layout, placed.at or (0, 0)) for placed in area.pieces]
        width, height = self._cell(area.pieces)
        pitch = (width, height * (0.75 if area.layout == "hexes" else 1.0))
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        full_width = (right - left) * pitch[0] + width
        full_height = (bottom - top) * pitch[1] + height
        room = self.paper.height - 2 * _MARGIN - 30
        scale = min(_LARGEST, self.width / full_width, room / full_height)
        start = (self.width - full_width * scale) / 2
        return [
            _Spot(
                placed,
                start + (x - left) * pitch[0] * scale,
                (y - top) * pitch[1] * scale,
                width * scale,
                height * scale,
            )
            for placed, (x, y) in zip(area.pieces, places, strict=True)
        ], full_height * scale

    def _cell(self, pieces: Sequence[Placed]) -> tuple[float, float]:
        """The size of a place: that of the largest piece on it, mm."""
        sizes = [self.game.deck(placed.deck).size for placed in pieces if placed.deck] or [(40.0, 40.0)]
        return max(width for width, _ in sizes), max(height for _, height in sizes)

    def _listed(self, pieces: Sequence[Placed]) -> tuple[list[_Spot], float]:
        spots: list[_Spot] = []
        x = y = 0.0
        for placed in pieces:
            width, height = self._list_size(placed)
            if x and x + width > self.width:
                x, y = 0.0, y + _LIST_HEIGHT + _NOTE + 2
            spots.append(_Spot(placed, x, y, width, height))
            x += width + 3
        return spots, (y + _LIST_HEIGHT + _NOTE) if pieces else 0.0

    def _list_size(self, placed: Placed) -> tuple[float, float]:
        if not placed.deck:
            words = fonts.font("Barlow", 600).width(placed.code, 9 * MM_PER_POINT)
            return max(words + 6, self._note_width(placed)), 10.0
        width, height = self.game.deck(placed.deck).size
        scale = min(_LARGEST, _LIST_HEIGHT / height, self.width / width)
        return max(width * scale, self._note_width(placed)), height * scale

    def _note_width(self, placed: Placed) -> float:
        return fonts.font("Barlow", 500).width(_note(placed), 7 * MM_PER_POINT)

    def _piece(self, spot: _Spot, top: float) -> None:
        placed = spot.placed
        x, y = _MARGIN + spot.x, top + spot.y
        if placed.deck:
            deck, piece = self._find(placed)
            self._face(deck, piece, placed, x, y, spot.height / deck.size[1])
        else:
            self.canvas.setStrokeGray(0.5)
            self.canvas.setLineWidth(0.3)
            self.canvas.rect(x, y, spot.width, spot.height)
            self._string(placed.code, x + 3, y + 6.2, 9, 600)
        if note := _note(placed):
            if placed.at is None:
                self._string(note, x, y + spot.height + 3, 7, 500)
            else:
                self._chip(note, x + spot.width / 2, y + spot.height / 2)

    def _chip(self, note: str, x: float, y: float) -> None:
        """Words on a piece, on a white ground."""
        width = fonts.font("Barlow", 700).width(note, 9 * MM_PER_POINT)
        self.canvas.setFillGray(1)
        self.canvas.setStrokeGray(0.1)
        self.canvas.setLineWidth(0.3)
        self.canvas.roundRect(x - width / 2 - 1.4, y - 2.3, width + 2.8, 4.6, 1.2, fill=1)
        self._string(note, x - width / 2, y + 1.15, 9, 700)

    def _face(self, deck: Deck, piece: Piece, placed: Placed, x: float, y: float, scale: float) -> None:
        faces = self.renderer.faces(deck, piece)
        shows_back = faces.back is not None and (not placed.up or placed.side == "b")
        face = faces.back if shows_back and faces.back else faces.front
        if face.key not in self.drawings:
            self.drawings[face.key] = compile_svg(face.svg, face.where)
        canvas = self.canvas
        canvas.saveState()
        canvas.transform(scale, 0, 0, scale, x, y)
        outline = svgpath.path(shapes.path_data(deck, self.renderer.theme.lengths["corner"]))
        canvas._code.append(f"{outline.operators} W n")
        canvas.doForm(self.forms.name(face.key))
        canvas.restoreState()

    def _find(self, placed: Placed) -> tuple[Deck, Piece]:
        deck = self.game.deck(placed.deck)
        return deck, next(piece for piece in deck.pieces if piece.code == placed.code)

    def _line(self, text: str, points: float, *, bold: bool = False) -> None:
        """A line of words, broken to the width of the page."""
        weight = 700 if bold else 400
        for line in _broken(text, fonts.font("Barlow", weight), points * MM_PER_POINT, self.width):
            self.y += points * MM_PER_POINT * 1.3
            self._string(line, _MARGIN, self.y, points, weight)

    def _string(self, text: str, x: float, y: float, points: float, weight: int) -> None:
        self.canvas.saveState()
        self.canvas.transform(1, 0, 0, -1, x, y)
        self.canvas.setFillGray(0.1)
        self.canvas.setFont(fonts.font("Barlow", weight).name, points * MM_PER_POINT)
        self.canvas.drawString(0, 0, text)
        self.canvas.restoreState()


def _place(layout: str, at: tuple[int, int]) -> Point:
    """Where a place lies, in widths and rows: axial hexes have every row half a hex further right."""
    if layout == "hexes":
        return at[0] + at[1] / 2, float(at[1])
    return float(at[0]), float(at[1])


def _note(placed: Placed) -> str:
    words = [f"{placed.count} ×"] if placed.count > 1 else []
    return " ".join([*words, placed.note] if placed.note else words)


def _broken(text: str, font: fonts.Font, size: float, width: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    yield line
