"""Parts that the first pass of a book leaves out: its pages are dropped once their numbers are known."""

from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table


class NotInDraft:
    """A flowable that is not drawn in a document with the attribute `draft`."""

    def drawOn(self, canvas: Canvas, *place: Any, **settings: Any) -> None:  # noqa: N802 (platypus calls it)
        if not getattr(canvas, "draft", False):
            super().drawOn(canvas, *place, **settings)  # type: ignore[misc]


class Grid(NotInDraft, Table):  # type: ignore[misc]
    """A table."""
