"""Single faces on pages of their own, with whatever lies beyond the trim."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from generator.canvas import POINT, down, new_canvas, points
from generator.drawing import Drawing
from generator.forms import Forms
from generator.svgpath import number


@dataclass(frozen=True)
class FacePage:
    """A page with one face in its middle.

    face   the key of its drawing
    size   of the trimmed face, mm
    paper  of the page, mm; what is larger than the trim shows the bleed
    turn   clockwise, degrees, a multiple of 90
    """

    face: str
    size: tuple[float, float]
    paper: tuple[float, float]
    turn: int = 0


def write_pages(pages: Sequence[FacePage], drawings: Mapping[str, Drawing], title: str = "") -> bytes:
    """The PDF of the pages. Where a page is larger than the bleed, the bleed is stretched to its edge."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    canvas.setTitle(title)
    forms = Forms(canvas, drawings)
    for page in pages:
        width, height = page.paper
        canvas.setPageSize(points(width, height))
        trim = page.size if page.turn % 180 == 0 else page.size[::-1]
        left, bottom = (width - trim[0]) / 2, (height - trim[1]) / 2
        if min(left, bottom) >= 0:
            canvas.setTrimBox(
                tuple(edge * POINT for edge in (left, bottom, left + trim[0], bottom + trim[1]))
            )
        down(canvas, height)
        canvas.translate(width / 2, height / 2)
        canvas.rotate(page.turn)
        canvas.translate(-page.size[0] / 2, -page.size[1] / 2)
        _spill(canvas, page, drawings[page.face], forms)
        canvas.doForm(forms.name(page.face))
        canvas.showPage()
    forms.finish()
    canvas.save()
    return buffer.getvalue()


def _spill(canvas: Canvas, page: FacePage, drawing: Drawing, forms: Forms) -> None:
    """The face once more, grown to the page and seen only beyond its own bleed: a service may want a few
    hundredths of a millimetre more than there are, and white would show at a bad cut."""
    left, top, width, height = drawing.view
    across, down = page.paper if page.turn % 180 == 0 else page.paper[::-1]
    if across <= width and down <= height:
        return
    middle = (left + width / 2, top + height / 2)
    grow = (max(1.0, across / width), max(1.0, down / height))
    outer = (middle[0] - width * grow[0] / 2, middle[1] - height * grow[1] / 2)
    rects = ((*outer, width * grow[0], height * grow[1]), (left, top, width, height))
    canvas.saveState()
    canvas._code.append(" ".join(f"{' '.join(map(number, rect))} re" for rect in rects) + " W* n")
    canvas.transform(grow[0], 0, 0, grow[1], middle[0] * (1 - grow[0]), middle[1] * (1 - grow[1]))
    canvas.doForm(forms.name(page.face))
    canvas.restoreState()
