"""A new PDF document. The one place where Starbox begins one. Its bytes depend on its content alone."""

from __future__ import annotations

from typing import IO, Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from generator import fonts
from generator.theme import MM_PER_POINT

rl_config.useA85 = 0  # binary streams: smaller, and faster to write

POINT = 1 / MM_PER_POINT  # points in a mm


def new_canvas(file: IO[bytes], size: tuple[float, float] = (210.0, 297.0), **options: Any) -> Canvas:
    """A document whose pages are `size` mm until it is told otherwise; `options` as reportlab has them."""
    settings = {
        **options,
        "pagesize": points(*size),
        "pageCompression": 1,
        "invariant": 1,
        "lang": "en",
        # Every page begins with a font. reportlab's own choice would be named and not embedded.
        "initialFontName": fonts.font("Barlow", 500).name,
    }
    canvas = Canvas(file, **settings)
    canvas.setCreator("Starbox")
    return canvas


def at_true_size(canvas: Canvas, duplex: str = "Simplex") -> None:
    """Ask not to be scaled when it is printed, and how to be printed on both sides, in PDF's words."""
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", duplex)


def points(width: float, height: float) -> tuple[float, float]:
    """A size in mm as reportlab wants it."""
    return width * POINT, height * POINT


def down(canvas: Canvas, height: float) -> None:
    """From here on the page, `height` mm tall, is in mm with y down, like the sheets."""
    canvas.transform(POINT, 0, 0, -POINT, 0, height * POINT)
