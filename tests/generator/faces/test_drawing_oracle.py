"""Our printed faces compared with resvg, an SVG renderer that shares no code with us.

Edges may fall on another pixel, so both pictures are softened first; what is left is drawing that differs.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import fontpkg
import pytest
from PIL import Image, ImageChops, ImageFilter

from components import catalogue
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Face
from generator.pdf import document, raster
from tests.generator.presswork import drawn
from tests.searching import SEARCHING

resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")

DPI = 100
SOFT = 2  # pixels
APART = 90  # a difference of 255: a missing line of 0.3 mm is more, the edge of a letter is less


def faces(slug: str) -> Iterator[Face]:
    """The last piece of every deck, front and back; in a test run, of every sixth deck."""
    renderer = drawn(slug)
    for deck in renderer.game.decks[:: 1 if SEARCHING else 6]:
        sides = renderer.faces(deck, deck.pieces[-1])
        yield from (face for face in (sides.front, sides.back) if face)


@pytest.mark.parametrize("slug", catalogue.slugs() if SEARCHING else ("last-blast", "planetary", "rayguns"))
def test_faces_look_as_another_renderer_draws_them(slug: str) -> None:
    for face in faces(slug):
        ours = raster.image(document.face_pdf(compile_svg(face.svg, face.where), face.size), 0, DPI)
        theirs = drawn_by_resvg(face, ours.size)
        # The last row and column of ours are only partly on the page.
        frame = (0, 0, ours.width - 2, ours.height - 2)
        soft = [image.crop(frame).filter(ImageFilter.BoxBlur(SOFT)) for image in (ours, theirs)]
        apart = max(high for _, high in ImageChops.difference(*soft).getextrema())
        assert apart < APART, face.where


def drawn_by_resvg(face: Face, size: tuple[int, int]) -> Image.Image:
    """The face within its trim, in as many pixels."""
    width, height = (pixels * 25.4 / DPI for pixels in size)
    head = f'width="{size[0]}" height="{size[1]}" viewBox="0 0 {width} {height}"'
    svg = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', head, face.svg, count=1)
    png = resvg.svg_to_bytes(
        svg_string=svg, font_files=font_files(svg), skip_system_fonts=True, background="white"
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def font_files(svg: str) -> list[str]:
    """The files of the fonts a face uses; reading all of them takes longer than drawing."""
    used = re.findall(r'font-family="([^"]+)" font-weight="(\d+)"[^>]*?( font-style="italic")?[ />]', svg)
    return [
        str(fontpkg.path(family, weight=int(weight), style="italic" if italic else "normal"))
        for family, weight, italic in set(used)
    ]
