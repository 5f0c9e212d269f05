"""Scenes of the learn-to-play: pieces, dice, numbers, words and arrows on a table."""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Protocol

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from components.catalogue import Game
from components.teaching import Arrow, Die, Scene, ScenePiece, Spot, Words
from generator.book.callouts import DOT, MARK, Callout, callouts, end_of, gutters
from generator.book.drafts import NotInDraft
from generator.faces.renderer import SYMBOL_SIZE, Face, Renderer
from generator.pdf.areas import draw_face
from generator.pdf.canvas import POINT, down, string
from generator.pdf.objects.tags import tagged
from generator.sheets.areas import wide

HIGHEST = 130.0  # height of a scene on the page at most, mm
_TABLE = 0.93  # the grey of the table
_INK = 0.1
_METAL = 0.72  # the grey of a coin
_LINE = 0.35  # mm
_POINTS = 7.5  # size of words and numbers
_CAP = 0.95  # half the height of a digit of that size, mm
_ROOM = 0.8  # room between a label's words and its edge, mm
_TALL = 3.5  # a label, mm
_HEAD = 2.2  # length of an arrow's head, mm
_CORNER = 2.0  # radius of the table's corners, mm


class SceneContext(Protocol):
    """Means of drawing a scene: a game, its look, and the forms of the document being written."""

    @property
    def game(self) -> Game: ...
    @property
    def renderer(self) -> Renderer: ...
    @property
    def colours(self) -> Mapping[str, Color]: ...
    def form_of(self, face: Face) -> str: ...


class Drawn(NotInDraft, Flowable):  # type: ignore[misc]
    """A scene with its numbers in a box of that width and height, mm; without a table if `bare`. It never
    shrinks below a share `least` of that size."""

    def __init__(
        self,
        book: SceneContext,
        scene: Scene,
        width: float,
        height: float = HIGHEST,
        bare: bool = False,
        least: float = 0.0,
    ) -> None:
        super().__init__()
        self.book = book
        self.scene = scene
        self.bare = bare
        self.least = least
        self.full = self.scale = scale_of(scene, width, height)
        self.gutters = gutters(scene)
        decks = (piece.deck for piece in scene.all_pieces())
        written = [*(die.face for die in scene.dice if die.face), *(words.text for words in scene.words)]
        self.alt = "" if bare else picture_of(book.game, decks, written)
        self.hAlign = "CENTER"

    def fit(self, share: float) -> None:
        """Draw the scene at that share of its full scale."""
        self.scale = self.full * max(share, self.least)

    def wrap(self, *_: Any) -> tuple[float, float]:
        width, height = self._size()
        return width * POINT, height * POINT

    def _size(self) -> tuple[float, float]:
        """With its numbers, mm."""
        left, top, right, bottom = self.gutters
        across, tall = self.scene.size
        return across * self.scale + left + right, tall * self.scale + top + bottom

    def draw(self) -> None:
        canvas: Canvas = self.canv
        canvas.saveState()
        with tagged(canvas, "Figure", self.alt, self.wrap()) if self.alt else nullcontext():
            down(canvas, self._size()[1])
            canvas.translate(*self.gutters[:2])
            self.on(canvas)
        canvas.restoreState()

    def on(self, canvas: Canvas) -> None:
        """Draw the scene, its table from (0, 0), in a space in mm with y down."""
        width, height = (side * self.scale for side in self.scene.size)
        canvas.saveState()
        table = canvas.beginPath()
        table.roundRect(0, 0, width, height, _CORNER)
        canvas.setFillGray(_TABLE)
        if not self.bare:
            canvas.drawPath(table, stroke=0, fill=1)
        canvas.saveState()
        if not self.bare:
            canvas.clipPath(table, stroke=0, fill=0)
        for piece in self.scene.all_pieces():
            self._piece(canvas, piece)
        canvas.restoreState()
        for die in self.scene.dice:
            self._die(canvas, die)
        accent = self.book.colours["accent"]
        for arrow in self.scene.arrows:
            self._arrow(canvas, arrow, self.book.colours[arrow.seat or "accent"])
        for words in self.scene.words:
            self._words(canvas, words)
        for callout in callouts(self.scene, self.scale, self.book.game):
            _numbered(canvas, callout, accent)
        canvas.restoreState()

    def _on_page(self, spot: Spot) -> tuple[float, float]:
        return spot[0] * self.scale, spot[1] * self.scale

    def _piece(self, canvas: Canvas, lying: ScenePiece) -> None:
        deck = self.book.game.deck(lying.deck)
        piece = next(piece for piece in deck.pieces if piece.code == lying.code)
        faces = self.book.renderer.faces(deck, piece)
        face = faces.back if lying.back else faces.front
        scale = self.scale * lying.scale
        left, top, across, tall = lying.view or (0.0, 0.0, *deck.size)
        canvas.saveState()
        canvas.translate(*self._on_page(lying.at))
        if lying.turn:
            canvas.translate(across / 2 * scale, tall / 2 * scale)
            canvas.rotate(lying.turn)
            canvas.translate(-across / 2 * scale, -tall / 2 * scale)
        if lying.view:
            window = canvas.beginPath()
            window.rect(0, 0, across * scale, tall * scale)
            canvas.clipPath(window, stroke=0, fill=0)
        draw_face(
            canvas,
            face,
            deck,
            (-left * scale, -top * scale),
            scale,
            self.book.renderer,
            self.book.form_of,
        )
        canvas.restoreState()

    def _die(self, canvas: Canvas, die: Die) -> None:
        x, y = self._on_page(die.at)
        side = die.size * self.scale
        canvas.setFillGray(_METAL if die.coin else 1)
        canvas.setStrokeColor(self.book.colours["accent" if die.lit else "ink"])
        canvas.setLineWidth(3 * _LINE if die.lit else _LINE)
        canvas.roundRect(x, y, side, side, side / (2 if die.coin else 5), fill=1)
        if die.symbol:
            face = self.book.renderer.symbol(die.symbol)
            canvas.saveState()
            canvas.translate(x + side * 0.2, y + side * 0.2)
            scale = side * 0.6 / SYMBOL_SIZE
            canvas.scale(scale, scale)
            canvas.doForm(self.book.form_of(face))
            canvas.restoreState()
        elif die.face:
            points = side * 0.7 * POINT
            x += (side - wide(die.face, points, 700)) / 2
            string(canvas, die.face, x, y + side * 0.75, points, 700, _INK)

    def _words(self, canvas: Canvas, words: Words) -> None:
        x, y = self._on_page(words.at)
        left, top, across, tall = label(words, (x, y))
        length = across - 2 * _ROOM
        left += _ROOM
        if words.to:
            end = self._on_page(words.to)
            middle = left + length / 2
            ends = ((left - _ROOM, y), (left + length + _ROOM, y), (middle, y - 1.7), (middle, y + 1.7))
            near = min(ends, key=lambda spot: math.dist(spot, end))
            end = end_of(self.scene, words.to, near, self.scale, self.book.game)
            canvas.setStrokeGray(_INK)
            canvas.setLineWidth(_LINE)
            canvas.line(*near, *end)
            canvas.setFillGray(_INK)
            canvas.circle(*end, 0.55, stroke=0, fill=1)
        canvas.setFillGray(1)
        canvas.roundRect(left - _ROOM, top, across, tall, _ROOM, stroke=0, fill=1)
        string(canvas, words.text, left, y + _CAP, _POINTS, 600, _INK)

    def _arrow(self, canvas: Canvas, arrow: Arrow, colour: Color) -> None:
        start, end = self._on_page(arrow.start), self._on_page(arrow.end)
        length = math.dist(start, end) or 1.0
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        bend = arrow.bend * self.scale
        middle = (
            (start[0] + end[0]) / 2 + along[1] * bend * 2,
            (start[1] + end[1]) / 2 - along[0] * bend * 2,
        )
        way = math.atan2(end[1] - middle[1], end[0] - middle[0])
        neck = (end[0] - _HEAD * 0.8 * math.cos(way), end[1] - _HEAD * 0.8 * math.sin(way))
        path = canvas.beginPath()
        path.moveTo(*start)
        # The quadratic curve through one control point, as the cubic one of PDF.
        path.curveTo(*_between(start, middle), *_between(neck, middle), *neck)
        for grey, width in ((1.0, 5 * _LINE), (None, 2.4 * _LINE)):
            canvas.setStrokeColor(colour) if grey is None else canvas.setStrokeGray(grey)
            canvas.setLineWidth(width)
            canvas.drawPath(path, stroke=1, fill=0)
        head = canvas.beginPath()
        head.moveTo(*end)
        for side in (2.6, -2.6):
            head.lineTo(end[0] + _HEAD * math.cos(way + side), end[1] + _HEAD * math.sin(way + side))
        head.close()
        canvas.setFillColor(colour)
        canvas.drawPath(head, stroke=0, fill=1)


def picture_of(game: Game, decks: Iterable[str], words: Sequence[str] = ()) -> str:
    """Return words instead of a picture: whose pieces it shows, and what is written on it."""
    shown = dict.fromkeys(game.deck(name).title for name in decks)
    return game.words("Picture: {}", ", ".join([*shown, *words]))


def scale_of(scene: Scene, width: float, height: float = HIGHEST) -> float:
    """Return the scale of a scene in a box of `width` by `height` mm, beside its numbers."""
    left, top, right, bottom = gutters(scene)
    return min((width - left - right) / scene.size[0], (height - top - bottom) / scene.size[1])


def label(words: Words, at: Spot) -> tuple[float, float, float, float]:
    """Left, top, width and height of the ground under words at that point of the page, mm."""
    length = wide(words.text, _POINTS, 600)
    left = at[0] - length * {"left": 0.0, "middle": 0.5, "right": 1.0}[words.align]
    return left - _ROOM, at[1] - _TALL / 2, length + 2 * _ROOM, _TALL


def _between(end: tuple[float, float], control: tuple[float, float]) -> tuple[float, float]:
    """Two thirds of the way from an end to the control point."""
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3


def _numbered(canvas: Canvas, callout: Callout, colour: Color) -> None:
    """A number in a disc, with a line from there to a dot."""
    for grey, width in ((1.0, 3 * _LINE), (None, _LINE)):
        canvas.setStrokeColor(colour) if grey is None else canvas.setStrokeGray(grey)
        canvas.setLineWidth(width)
        canvas.line(*callout.disc, *callout.end)
    canvas.setFillColor(colour)
    canvas.setStrokeGray(1)
    canvas.circle(*callout.end, DOT, fill=1)
    canvas.circle(*callout.disc, MARK, stroke=0, fill=1)
    x, y = callout.disc
    string(canvas, callout.number, x - wide(callout.number, 8, 700) / 2, y + 1.0, 8, 700, 1)
