"""Braille as sheets of labels: dots to raise on swell paper, or a pattern to emboss by hand.

Only the dots are black, which is what swells; captions and the lines to cut are light blue and stay flat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from generator.faces.svg.path import Point
from generator.pdf.canvas import at_true_size, down, new_canvas, string
from generator.sheets.paper import Paper

_MARGIN = 12.0  # mm
_FLAT = (0.35, 0.62, 0.85)  # the colour of what must not swell
_CAPTION = 7.0  # points
_BELOW = 4.2  # room for the caption under the dots, mm
_HEADING = 9.0  # room for the title of a deck, mm


@dataclass(frozen=True)
class DotLabel:
    """A label: its dots, mm from its upper left corner, its size, and what it says in print."""

    caption: str
    dots: tuple[Point, ...]
    size: tuple[float, float]


def room(paper: Paper) -> float:
    """Return the greatest width of a label, mm."""
    return paper.width - 2 * _MARGIN


def dots_pdf(
    groups: Sequence[tuple[str, Sequence[DotLabel]]], paper: Paper, diameter: float, title: str, author: str
) -> bytes:
    """The PDF of the labels, in groups with a title each; `diameter` of a dot, mm."""
    canvas = new_canvas((paper.width, paper.height), title=title, author=author)
    at_true_size(canvas)
    page = _Page(canvas, paper, diameter)
    for name, labels in groups:
        page.begin_group(name)
        for label in labels:
            page.add(label)
    canvas.showPage()
    return canvas.finished()


class _Page:
    def __init__(self, canvas: Canvas, paper: Paper, diameter: float) -> None:
        self.canvas = canvas
        self.paper = paper
        self.radius = diameter / 2
        self.x, self.y, self.tall = _MARGIN, _MARGIN, 0.0
        down(canvas, paper.height)

    def begin_group(self, name: str) -> None:
        self._new_row()
        if self.y + _HEADING + 20 > self.paper.height - _MARGIN:
            self._new_page()
        self.canvas.setFillColorRGB(*_FLAT)
        string(self.canvas, name, _MARGIN, self.y + 5.5, 10, 700)
        self.y += _HEADING

    def add(self, label: DotLabel) -> None:
        width, height = label.size[0], label.size[1] + _BELOW
        if self.x > _MARGIN and self.x + width > _MARGIN + room(self.paper):
            self._new_row()
        if self.y + height > self.paper.height - _MARGIN:
            self._new_page()
        canvas = self.canvas
        canvas.setStrokeColorRGB(*_FLAT)
        canvas.setFillColorRGB(*_FLAT)
        canvas.setLineWidth(0.2)
        canvas.rect(self.x, self.y, width, height)
        string(canvas, label.caption, self.x + 1.5, self.y + height - 1.5, _CAPTION)
        canvas.setFillGray(0)
        for x, y in label.dots:
            canvas.circle(self.x + x, self.y + y, self.radius, stroke=0, fill=1)
        self.x += width
        self.tall = max(self.tall, height)

    def _new_row(self) -> None:
        self.x, self.y, self.tall = _MARGIN, self.y + self.tall, 0.0

    def _new_page(self) -> None:
        self.canvas.showPage()
        down(self.canvas, self.paper.height)
        self.x, self.y, self.tall = _MARGIN, _MARGIN, 0.0
