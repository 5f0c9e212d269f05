"""Pieces on sheets of sticky labels, each in the middle of its label."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from generator.faces.drawing import Drawing
from generator.faces.rect import Rect
from generator.pdf.canvas import at_true_size, down, new_canvas
from generator.pdf.forms import Forms

_SPILL = 1.5  # bleed beyond the cut line if the label has room for it, mm
_TICK = (2.0, 5.0)  # start and end of a cut mark, outwards from the trim, mm


@dataclass(frozen=True)
class Labels:
    """A sheet of labels. Lengths in mm; `first` is the corner of the first label, `pitch` the distance from
    one to the next."""

    name: str
    title: str
    paper: tuple[float, float]
    size: tuple[float, float]
    grid: tuple[int, int]
    first: tuple[float, float]
    pitch: tuple[float, float]

    @property
    def count(self) -> int:
        return self.grid[0] * self.grid[1]

    def label(self, number: int) -> Rect:
        """The label of that index, counted from 0 along the rows."""
        row, column = divmod(number, self.grid[0])
        return Rect(self.first[0] + column * self.pitch[0], self.first[1] + row * self.pitch[1], *self.size)

    def places(self, starts: Sequence[int]) -> Iterator[tuple[int, Rect]]:
        """Yield the labels one by one, each with the index of its sheet; the first begin at `starts`."""
        for sheet in itertools.count():
            for number in range((*starts, *([1] * (sheet + 1)))[sheet] - 1, self.count):
                yield sheet, self.label(number)

    def turn(self, deck: Deck) -> int | None:
        """The turn with which a piece of the deck fits on a label, 0 or 90 degrees; None if it does not."""
        for turn, size in ((0, deck.size), (90, deck.size[::-1])):
            if all(piece <= label + 1e-6 for piece, label in zip(size, self.size, strict=True)):
                return turn
        return None

    def holds(self, deck: Deck) -> bool:
        """Tell whether a piece of the deck fits on a label, upright or turned."""
        return self.turn(deck) is not None


def write(
    stickers: Sequence[tuple[str, Deck]],
    drawings: dict[str, Drawing],
    labels: Labels,
    starts: Sequence[int],
    game: Game,
) -> bytes:
    """The PDF. A sticker is the key of a drawing and its deck."""
    canvas = new_canvas(labels.paper, title=f"{game.title}: {labels.title}", author=game.credits.byline)
    at_true_size(canvas)
    forms = Forms(canvas, drawings)
    before = -1
    for (face, deck), (sheet, label) in zip(stickers, labels.places(starts), strict=False):
        if sheet != before:
            if before >= 0:
                canvas.showPage()
            down(canvas, labels.paper[1])
        before = sheet
        _stick(canvas, label, deck, labels.turn(deck) or 0, forms.name(face))
    canvas.showPage()
    forms.finish()
    return canvas.finished()


def _stick(canvas: Canvas, label: Rect, deck: Deck, turn: int, form: str) -> None:
    """Draw the face in the middle of the label, with as much bleed as the label has room for."""
    width, height = deck.size[::-1] if turn else deck.size
    left, top = label.x + (label.width - width) / 2, label.y + (label.height - height) / 2
    across, down = min(_SPILL, left - label.x), min(_SPILL, top - label.y)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(left - across, top - down, width + 2 * across, height + 2 * down)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate(left + (width if turn else 0), top)
    canvas.rotate(turn)
    canvas.doForm(form)
    canvas.restoreState()
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.2)
    canvas.lines(_ticks(label, Rect(left, top, width, height)))


def _ticks(label: Rect, trim: Rect) -> list[tuple[float, float, float, float]]:
    """Cut marks beside the trim, on the sides where the label has room for them."""
    begin, end = _TICK
    ticks = []
    if trim.x - label.x >= end:
        for y in (trim.y, trim.bottom):
            ticks += [(trim.x - end, y, trim.x - begin, y), (trim.right + begin, y, trim.right + end, y)]
    if trim.y - label.y >= end:
        for x in (trim.x, trim.right):
            ticks += [(x, trim.y - end, x, trim.y - begin), (x, trim.bottom + begin, x, trim.bottom + end)]
    return ticks
