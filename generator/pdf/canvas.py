"""New PDF documents, whose bytes depend only on their content."""

import io
from typing import IO, Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from generator.faces import fonts
from generator.faces.svg.path import path
from generator.faces.theme import MM_PER_POINT
from generator.faces.type import shaping
from generator.faces.type.characters import is_shaped, normal
from generator.pdf.ink.inks import SCREEN, Colours, PrintHouse
from generator.pdf.objects.papers import Document

rl_config.useA85 = 0  # binary streams: smaller, and faster to write
rl_config.pdfComments = 0

POINT = 1 / MM_PER_POINT  # points in a mm


def new_canvas(
    size: tuple[float, float] = (210.0, 297.0),
    house: PrintHouse | None = None,
    colours: Colours = SCREEN,
    language: str = "",
    title: str = "",
    author: str = "",
    file: IO[bytes] | None = None,
    **options: Any,
) -> Document:
    """A document with pages of `size` mm, for a print house, or in other colours for any printer.

    language  language of its words, such as "de"; English by default
    author    the authors of the game
    file      where it is written; by default it is kept for `Document.finished`
    options   those of reportlab
    """
    settings = {
        **options,
        "pagesize": points(*size),
        "pageCompression": 1,
        "invariant": 1,
        "pdfVersion": (1, 7),  # reportlab writes 1.3 even where faces are transparent, which began with 1.4
        "lang": language or "en",
        # Every page begins with a font; reportlab's default would not be embedded.
        "initialFontName": fonts.font("Barlow", 500).name,
    }
    file = file or io.BytesIO()
    if house:
        from generator.pdf.ink.standard import HouseCanvas

        canvas: Document = HouseCanvas(file, house, **settings)
    else:
        canvas = Document(file, **settings)
    canvas.colours = house.inks if house else colours
    canvas.setCreator("Starbox")
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setSubject("")  # reportlab's own is "unspecified"
    return canvas


def colours_of(canvas: Canvas) -> Colours:
    """Return the way in which the document names its colours."""
    colours: Colours = canvas.colours
    return colours


def at_true_size(canvas: Canvas, duplex: str = "Simplex") -> None:
    """Ask viewers to print at 100 % and with that PDF duplex mode."""
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", duplex)


def points(width: float, height: float) -> tuple[float, float]:
    """A size in mm, in points for reportlab."""
    return width * POINT, height * POINT


def string(
    canvas: Canvas, text: str, x: float, y: float, points: float, weight: int = 500, grey: float | None = None
) -> None:
    """Words in Barlow from the left end of their baseline, in a space whose y goes down.

    grey  0 for black, 1 for white; None for the colour that the canvas has
    """
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y)
    if grey is not None:
        canvas.setFillGray(grey)
    barlow, size, at = fonts.font("Barlow", weight), points * MM_PER_POINT, 0.0
    text = normal(text)
    for font, run in barlow.runs(text):
        if is_shaped(text):
            outline = path(shaping.outline(font.content, run, at, 0.0, size))
            canvas._code.append(f"q 1 0 0 -1 0 0 cm {outline.operators} f Q")
            at += shaping.width(font.content, run, size)
        else:
            canvas.setFont(font.name, size)
            canvas.drawString(at, 0, run)
            at += font.width(run, size)
    canvas.restoreState()


def down(canvas: Canvas, height: float) -> None:
    """Switch the rest of the page, `height` mm tall, to mm with y down, like sheets."""
    canvas.transform(POINT, 0, 0, -POINT, 0, height * POINT)
