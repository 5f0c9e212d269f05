"""The title of a part on a band across the page, and the picture that fills the end of a part."""

from typing import Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from generator.book.drafts import NotInDraft
from generator.book.layout import furniture
from generator.book.layout.look import MARGIN, PAGE
from generator.book.pages import Book
from generator.book.typeset import Text
from generator.faces.svg.values import escaped as escape
from generator.pdf.canvas import POINT, down

_PAD = 2.6  # room above and below the title, mm
_AIR = 3.5  # room between the band and the words after it, mm
_LEAST = 34.0  # room at the foot of a page that a picture fills, mm
_BEFORE = 9.0  # room between the words and such a picture, mm


class Opening(Text):
    """A title with its band, which begins at the edge of the paper if it is the first on its page.

    part  the number of the part, from 0
    """

    def __init__(self, title: str, book: Book, part: int) -> None:
        style = book.styles["part"]
        _, letters = book.look.opening(part)
        below = (_PAD + _AIR) * POINT
        band = ParagraphStyle(
            style.name, parent=style, textColor=letters, spaceBefore=style.spaceBefore + _PAD * POINT,
            spaceAfter=below,
        )  # fmt: skip
        super().__init__(escape(title), band)
        self.book = book
        self.part = part
        self.title = title

    def drawOn(self, canvas: Canvas, x: float, y: float, **settings: Any) -> None:  # noqa: N802 (platypus calls it)
        if not getattr(canvas, "draft", False):
            top, bottom = (PAGE[1] - edge / POINT for edge in (y + self.height, y))
            first = top < MARGIN[1] + 1.0
            longest = stringWidth(self.title, self.style.fontName, self.style.fontSize) / POINT
            furniture.band(
                canvas,
                self.book,
                self.part,
                -3.0 if first else top - _PAD,
                bottom + _PAD,
                MARGIN[0] + longest,
            )
        super().drawOn(canvas, x, y, **settings)


class Ending(NotInDraft, Flowable):  # type: ignore[misc]
    """A picture at the foot of a page that would stay white there; nothing if it is nearly full.

    Each shows the next of the scenes `ending-1`, `ending-2` and so on, as long as there are more.
    """

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.room = height if height > _LEAST * POINT else 0.0
        return width, self.room

    def draw(self) -> None:
        scene = self.book.next_ending() if self.room else None
        if not scene:
            return
        canvas: Canvas = self.canv
        canvas.saveState()
        canvas.translate(-MARGIN[0] * POINT, -MARGIN[1] * POINT)
        down(canvas, PAGE[1])
        bottom = PAGE[1] - MARGIN[1] - abs(self.book.look.pages.slant) / 2
        furniture.picture(canvas, self.book, scene, bottom - self.room / POINT + _BEFORE, bottom)
        canvas.restoreState()
