"""The contents under a picture, in two columns, of which the second begins with a part."""

from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table
from reportlab.platypus.tableofcontents import TableOfContents

from components.teaching import Scene
from generator.book.layout import furniture
from generator.book.layout.look import MARGIN, PAGE
from generator.pdf.canvas import POINT, down
from generator.pdf.objects.tags import apart, as_contents, grouped

_NUMBER: Final = "drawTOCEntryEnd"  # reportlab's name of what draws the dots and the page
_GAP: Final = 18.0  # room between the columns, points
_LEAST: Final = 45.0  # height of a picture, mm
_BELOW: Final = 14.0  # room between the picture and the contents, mm


class Contents(TableOfContents):  # type: ignore[misc]
    """One column if the second would not fit on the page either, as that can go on over the page."""

    def __init__(self, book: furniture.Book, scene: Scene | None) -> None:
        super().__init__()
        self.book = book
        self.scene = scene

    _lastEntries: list[Any]  # noqa: N815 (the name that platypus gives it)
    _columns: tuple[Table, ...] = ()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        entries: list[Any] = self._lastEntries
        middle = self._middle(entries)
        across = (width - _GAP) / 2
        columns, tall = [], []
        for part in (entries[:middle], entries[middle:]):
            self._lastEntries = part
            tall.append(self._wrapped(across, height)[1])
            columns.append(self._table)
        self._lastEntries = entries
        if not 0 < middle < len(entries) or max(tall) > height:
            self._columns = ()
            return self._wrapped(width, height)
        self._columns = (columns[0], columns[1])
        self._tall = tall
        over = height - max(tall)
        self._over = over if self.scene and over >= (_LEAST + _BELOW) * POINT else 0.0
        return width, max(tall) + self._over

    def _wrapped(self, width: float, height: float) -> tuple[float, float]:
        """Set the entries in one column, whose lines are tagged."""
        size: tuple[float, float] = super().wrap(width, height)
        self._table._renderCB = as_contents
        self.canv.setNamedCB(_NUMBER, apart(self.canv, self.canv.getNamedCB(_NUMBER)))
        return size

    def _middle(self, entries: list[Any]) -> int:
        """Return the beginning of the second column: the part that leaves the longer column shortest."""
        parts = [number for number, entry in enumerate(entries) if number and entry[0] == 0]
        return min(
            reversed(parts), key=lambda number: max(number, len(entries) - number), default=len(entries)
        )

    def drawOn(self, canvas: Canvas, x: float, y: float, _sW: float = 0) -> None:  # noqa: N802, N803 (platypus calls it)
        with grouped(canvas, "TOC"):
            if not self._columns:
                super().drawOn(canvas, x, y, _sW)
                return
            if self.scene and self._over and not getattr(canvas, "draft", False):
                top, bottom = (PAGE[1] - (y + max(self._tall) + edge) / POINT for edge in (self._over, 0.0))
                canvas.saveState()
                down(canvas, PAGE[1])
                top = -furniture.BLEED if top <= MARGIN[1] + 1.0 else top
                furniture.contents(canvas, self.book, self.scene, top, bottom - _BELOW)
                canvas.restoreState()
            across = self._columns[0]._width + _GAP
            for number, (column, tall) in enumerate(zip(self._columns, self._tall, strict=True)):
                column.drawOn(canvas, x + number * across, y + max(self._tall) - tall)
