"""A set-up on paper: every area of the table with the real faces, as it is to be laid out.

The referee draws a `Setup` from a seed; this prints it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Game
from components.setup import Area, Setup
from generator import areas, fonts
from generator.drawing import Drawing, compile_svg
from generator.faces import Face, Renderer
from generator.forms import Forms
from generator.paper import Paper
from generator.theme import MM_PER_POINT

_POINT = 1 / MM_PER_POINT
_MARGIN = 12.0  # mm
_HEADINGS = 30.0  # room that an area leaves for words above it, mm


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
        self.width = paper.width - 2 * _MARGIN
        self.y = 0.0

    def pdf(self) -> bytes:
        self.canvas.setTitle(f"{self.game.title}: set-up {self.setup.seed}")
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
        words = [f"{setup.players} players", f"seed {setup.seed}", *([options] if options else [])]
        self._words(self.game.title, 16, bold=True)
        self._words(" · ".join(words), 9)
        for fact in setup.facts:
            self._words(f"{fact.name}: {fact.text}" + (f"  [{fact.rule}]" if fact.rule else ""), 9)

    def _area(self, area: Area) -> None:
        room = self.paper.height - 2 * _MARGIN - _HEADINGS
        picture = areas.lay_out(area, self.game, self.width, room)
        left_on_page = self.paper.height - _MARGIN - self.y
        if picture.height + 14 > left_on_page and self.y > _MARGIN + _HEADINGS:
            self.canvas.showPage()
            self._begin_page()
        self.y += 4
        self._words(area.title, 11, bold=True)
        if area.note:
            self._words(area.note, 8)
        self.y += 1.5
        areas.draw(self.canvas, picture, (_MARGIN, self.y), self.game, self.renderer, self._form)
        self.y += picture.height + 3

    def _form(self, face: Face) -> str:
        if face.key not in self.drawings:
            self.drawings[face.key] = compile_svg(face.svg, face.where)
        return self.forms.name(face.key)

    def _words(self, text: str, points: float, *, bold: bool = False) -> None:
        """A line of words, broken to the width of the page."""
        weight = 700 if bold else 400
        for line in _broken(text, fonts.font("Barlow", weight), points * MM_PER_POINT, self.width):
            self.y += points * MM_PER_POINT * 1.3
            areas.string(self.canvas, line, _MARGIN, self.y, points, weight)


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
