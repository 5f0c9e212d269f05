"""What the tests of the printer share: drawings as pictures, and games to print."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from generator import document, raster
from generator.drawing import compile_svg

SIDE = 20  # of a drawn picture, mm
PIXELS = 10  # in a mm


@pytest.fixture(scope="session")
def drawn() -> Callable[[str], Image.Image]:
    """Prints the inside of an SVG of 20 × 20 mm and gives the picture, 10 pixels to a mm."""

    def draw(body: str) -> Image.Image:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'
        pdf = document.face_pdf(compile_svg(svg, "a face"), (SIDE, SIDE))
        return raster.image(pdf, 0, round(PIXELS * 25.4))

    return draw
