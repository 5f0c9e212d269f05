"""`pnp export --to labels`: pieces on sheets of sticky labels, to stick on wood or old tiles.

Every piece lies in the middle of a label. The sheet carries nothing else: what is printed beside a
label stays on the backing paper, and the next sheet.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.errors import PaperError, UsageError, did_you_mean
from components.reading import read_toml
from generator.build import chosen
from generator.canvas import at_true_size, down, new_canvas
from generator.drawing import Drawing, compile_svg
from generator.exports.order import Order, draw
from generator.files import replace_files
from generator.forms import Forms
from generator.paper import paper_size
from generator.rect import Rect

STANDARD = "L7160"
_SPILL = 1.5  # of art beyond the cut line, where the label has room for it, mm
_TICK = (2.0, 5.0)  # where a cut mark begins and ends, from the trim outwards, mm


@dataclass(frozen=True)
class Labels:
    """A sheet of labels. Lengths in mm; `first` is the corner of the first label, `pitch` from one to the
    next."""

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
        """The label of that number, from 0, along the rows."""
        row, column = divmod(number, self.grid[0])
        return Rect(self.first[0] + column * self.pitch[0], self.first[1] + row * self.pitch[1], *self.size)

    def holds(self, deck: Deck) -> bool:
        """Whether a piece of the deck fits a label."""
        return all(piece <= label + 1e-6 for piece, label in zip(deck.size, self.size, strict=True))


def export(order: Order, name: str = STANDARD, start: int = 1) -> list[str]:
    """Write `labels-NAME.pdf` into the game's folder; what to say of it.

    name   of the label sheet
    start  the first label that is still there, from 1, along the rows

    Without decks asked for: all that are square. Raises `UsageError` for a sheet that is not known,
    `PaperError` if no deck fits a label or one asked for does not.
    """
    labels = sheet(name)
    if not 1 <= start <= labels.count:
        raise UsageError(
            f"There is no label {start}.", where="--start", todo=f"The sheet has 1 to {labels.count}."
        )
    fitting, others = _decks(order, labels)
    pieces = draw(order, lambda deck: deck in fitting)
    drawings = {one.front.key: compile_svg(one.front.svg, one.front.where) for one in pieces}
    stickers = [(one.front.key, one.deck) for one in pieces for _ in range(one.piece.copies)]
    file = f"labels-{labels.name}.pdf"
    replace_files(order.folder, {file: write(stickers, drawings, labels, start, order.game)})
    sheets = -(-(start - 1 + len(stickers)) // labels.count)
    said = [
        f"{order.game.title}: {len(stickers)} pieces on {sheets} sheets of {labels.title}"
        f" -> {order.folder / file}"
    ]
    if others:
        said.append(f"Too large for these labels: {', '.join(deck.title for deck in others)}.")
    return said


def sheet(name: str) -> Labels:
    """The label sheet of that name. Raises `UsageError`."""
    known = {labels.name.lower(): labels for labels in sheets()}
    if name.lower() not in known:
        raise UsageError(
            f'There are no labels "{name}".',
            where="--labels",
            todo=did_you_mean(name, [labels.name for labels in sheets()]),
        )
    return known[name.lower()]


@cache
def sheets() -> tuple[Labels, ...]:
    """Every label sheet that is known."""
    table = read_toml(Path(__file__).with_name("labels.toml"))
    found = []
    for name in table.data:
        row = table.table(name)
        columns, rows = row.integers("grid")
        lengths = [row.numbers(key) for key in ("size", "first", "pitch")]
        size, first, pitch = ((values[0], values[1]) for values in lengths)
        paper = paper_size(row.text("paper"))
        found.append(Labels(name, row.text("title"), paper, size, (columns, rows), first, pitch))
        row.done()
    return tuple(found)


def write(
    stickers: Sequence[tuple[str, Deck]],
    drawings: dict[str, Drawing],
    labels: Labels,
    start: int,
    game: Game,
) -> bytes:
    """The PDF. Each sticker is the key of its drawing and its deck."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, labels.paper)
    canvas.setTitle(f"{game.title}: {labels.title}")
    canvas.setAuthor(", ".join(game.credits.authors))
    at_true_size(canvas)
    forms = Forms(canvas, drawings)
    for place, (face, deck) in enumerate(stickers, start - 1):
        number = place % labels.count
        if number == 0 or place == start - 1:
            if place > start - 1:
                canvas.showPage()
            down(canvas, labels.paper[1])
        _stick(canvas, labels.label(number), deck, forms.name(face))
    canvas.showPage()
    forms.finish()
    canvas.save()
    return buffer.getvalue()


def _decks(order: Order, labels: Labels) -> tuple[list[Deck], list[Deck]]:
    """The decks to print, and those that were meant but are too large."""
    named = [deck for deck, _ in chosen(order.game, order.only, ())]
    meant = named if order.only else [deck for deck in named if _square(deck)]
    fitting = [deck for deck in meant if labels.holds(deck)]
    others = [deck for deck in meant if deck not in fitting]
    if others and (order.only or not fitting):
        raise _too_large(min(others, key=lambda deck: max(deck.size)), labels, order.game)
    if not fitting:
        raise UsageError("It has no square pieces.", where=order.game.slug, todo="Name decks with --only.")
    return fitting, others


def _square(deck: Deck) -> bool:
    return deck.shape == "square" and deck.size[0] == deck.size[1]


def _too_large(deck: Deck, labels: Labels, game: Game) -> PaperError:
    better = [other.name for other in sheets() if other.holds(deck)]
    return PaperError(
        f"{deck.title} of {_by(deck.size)} do not fit labels of {_by(labels.size)}.",
        where=f"{game.slug}, --labels {labels.name}",
        todo=f"These hold them: {', '.join(better)}." if better else "No label sheet holds them.",
    )


def _by(size: tuple[float, float]) -> str:
    return f"{size[0]:g} × {size[1]:g} mm"


def _stick(canvas: Canvas, label: Rect, deck: Deck, form: str) -> None:
    """The face in the middle of the label, with as much art beyond the cut as the label has room for."""
    width, height = deck.size
    left, top = label.x + (label.width - width) / 2, label.y + (label.height - height) / 2
    across, down = min(_SPILL, left - label.x), min(_SPILL, top - label.y)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(left - across, top - down, width + 2 * across, height + 2 * down)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate(left, top)
    canvas.doForm(form)
    canvas.restoreState()
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.2)
    canvas.lines(_ticks(label, Rect(left, top, width, height)))


def _ticks(label: Rect, trim: Rect) -> list[tuple[float, float, float, float]]:
    """Cut marks beside the trim, on the sides where the label is larger by enough."""
    begin, end = _TICK
    ticks = []
    if trim.x - label.x >= end:
        for y in (trim.y, trim.bottom):
            ticks += [(trim.x - end, y, trim.x - begin, y), (trim.right + begin, y, trim.right + end, y)]
    if trim.y - label.y >= end:
        for x in (trim.x, trim.right):
            ticks += [(x, trim.y - end, x, trim.y - begin), (x, trim.bottom + begin, x, trim.bottom + end)]
    return ticks
