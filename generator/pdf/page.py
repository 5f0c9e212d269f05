"""Pages with one face each, including whatever is beyond the trim."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.faces.drawing import Drawing
from generator.pdf.canvas import POINT, down, new_canvas, points
from generator.pdf.forms import Forms
from generator.pdf.images import DPI


@dataclass(frozen=True)
class FacePage:
    """A page with one face in the middle.

    face   the key of its drawing
    size   of the trimmed face, mm
    paper  size of the page, mm; beyond the trim it shows the bleed
    turn   clockwise, degrees, a multiple of 90
    """

    face: str
    size: tuple[float, float]
    paper: tuple[float, float]
    turn: int = 0


def write_pages(
    pages: Sequence[FacePage], drawings: Mapping[str, Drawing], title: str = "", dpi: int = DPI
) -> bytes:
    """The PDF of the pages. If a page is larger than the bleed, the bleed is stretched to its edge.

    dpi  the most dots per inch that pictures keep
    """
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    canvas.setTitle(title)
    forms = Forms(canvas, drawings, dpi=dpi)
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
        forms.draw(page.face, page.paper if page.turn % 180 == 0 else page.paper[::-1])
        canvas.showPage()
    forms.finish()
    canvas.save()
    return buffer.getvalue()
