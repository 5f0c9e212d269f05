"""Large type is kerned, and stands in a PDF as it does in a browser."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from components import catalogue
from generator.faces import fonts
from generator.faces.drawing import compile_svg
from generator.faces.theme import KERNED, MM_PER_POINT, theme
from generator.faces.type import typesetting
from generator.pdf import document, raster

FONT = fonts.font("Chakra Petch", 700)
LARGE = fonts.font("Chakra Petch", 700, kerned=True)
SPACE = "SPACE STATION"


def face(body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" style="font-kerning:none">{body}</svg>'
    )


def words(kerned: bool) -> str:
    kerning = ' style="font-kerning:normal"' if kerned else ""
    font = 'font-family="Chakra Petch" font-weight="700" font-size="6"'
    return f'<text x="2" y="12" {font}{kerning}>{SPACE}</text>'


def printed(body: str) -> tuple[bytes, tuple[int, int, int, int]]:
    """The PDF of a face and the box of its ink, in tenths of a mm."""
    pdf = document.face_pdf(compile_svg(face(body)), (80, 20))
    picture = raster.image(pdf, 0, 254).convert("L").point(lambda level: 255 * (level < 128))
    box = picture.getbbox()
    assert box
    return pdf, box


def test_pairs_are_nearer_in_the_measures_and_on_paper() -> None:
    nearer = sum(LARGE.kerns(SPACE)) * 6 / 1000
    assert nearer < -1
    assert LARGE.width(SPACE, 6) == pytest.approx(FONT.width(SPACE, 6) + nearer)
    plain, kerned = printed(words(False))[1], printed(words(True))[1]
    assert (kerned[2] - plain[2]) / 10 == pytest.approx(nearer, abs=0.15)


def test_the_letters_of_a_kerned_word_are_still_one_word() -> None:
    (page,) = pypdf.PdfReader(io.BytesIO(printed(words(True))[0])).pages
    assert page.extract_text().strip() == SPACE


def test_another_renderer_sets_them_alike() -> None:
    resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    svg = face(words(True)).replace("viewBox", 'width="800" height="200" viewBox', 1)
    png = resvg.svg_to_bytes(
        svg_string=svg, font_files=[str(FONT.file)], skip_system_fonts=True, background="white"
    )
    from PIL import Image

    picture = Image.open(io.BytesIO(bytes(png))).convert("L").point(lambda level: 255 * (level < 128))
    ours, theirs = printed(words(True))[1], picture.getbbox()
    assert theirs and all(abs(one - other) <= 2 for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_styles_are_kerned_by_their_size(slug: str) -> None:
    looks = theme(catalogue.load(slug))
    for name in ("title", "number", "body", "code"):
        style = looks.style(name)
        large = style.size >= KERNED * MM_PER_POINT
        assert style.font.kerned == large
        line = typesetting.line("AVA", 0, 0, style, "#000000")
        assert bool(re.search("font-kerning:normal", line)) == large
