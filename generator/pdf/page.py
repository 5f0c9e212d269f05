"""Pages with one face each, including whatever is beyond the trim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.faces.drawing import Drawing
from generator.faces.svg.path import number, path
from generator.pdf.canvas import POINT, down, new_canvas, points
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import PrintHouse
from generator.pdf.objects.images import DPI

_KNIFE = 0.25  # width of the line of the knife, mm


@dataclass(frozen=True)
class FacePage:
    """A page with one face in the middle.

    face   the key of its drawing
    size   size of the trimmed face, mm
    paper  size of the page, mm; beyond the trim it shows the bleed
    turn   clockwise, degrees, a multiple of 90
    cut    the outline of the piece as path data, mm on the face; for a print house that wants it as a layer
    """

    face: str
    size: tuple[float, float]
    paper: tuple[float, float]
    turn: int = 0
    cut: str = ""


def write_pages(
    pages: Sequence[FacePage],
    drawings: Mapping[str, Drawing],
    title: str = "",
    author: str = "",
    dpi: int = DPI,
    house: PrintHouse | None = None,
) -> bytes:
    """The PDF of the pages. If a page is larger than the bleed, the bleed is stretched to its edge.

    dpi    the most dots per inch that pictures keep
    house  how it is made for a print house; by default it is in the colours of the screen
    """
    canvas = new_canvas(house=house, title=title, author=author)
    if house and not house.standard.transparent:
        from generator.pdf.ink.flat import flattened

        drawings = {key: flattened(drawing, house) for key, drawing in drawings.items()}
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
        shown = page.paper if page.turn % 180 == 0 else page.paper[::-1]
        layers = house.layers if house else ()
        forms.draw(page.face, shown)
        if "white" in layers:
            canvas.doForm(_white(forms, page.size, shown))
        if "cut" in layers and page.cut:
            canvas.doForm(_cut(forms, page.cut))
        canvas.showPage()
    forms.finish()
    return canvas.finished()


def _white(forms: Forms, size: tuple[float, float], shown: tuple[float, float]) -> str:
    """A white ground for all of the face, as an ink and a layer of its own.

    It is printed first, but drawn last: what is drawn later would leave a hole in it, and so it takes nothing
    away from the other inks.
    """
    width, height = shown
    box = " ".join(map(number, ((size[0] - width) / 2, (size[1] - height) / 2, width, height)))
    return forms.layer(
        "white", f"/{forms.coder.overprint} gs /{forms.coder.spot('white')} cs 1 scn {box} re f"
    )


def _cut(forms: Forms, outline: str) -> str:
    """The path of the knife, as an ink and a layer of its own that takes nothing away from those below it."""
    line = f"/{forms.coder.spot('cut')} CS 1 SCN {number(_KNIFE)} w {path(outline).operators} S"
    return forms.layer("cut", f"/{forms.coder.overprint} gs {line}")
