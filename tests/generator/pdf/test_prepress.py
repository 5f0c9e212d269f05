"""Boxes, layers, properties and black type, as a print house and a viewer read them."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pytest
from pypdf.generic import ContentStream

from generator.faces.drawing import compile_svg
from generator.pdf.canvas import new_canvas, string
from generator.pdf.ink.inks import X1A, X4, Inks, PrintHouse, Standard
from generator.pdf.page import FacePage, write_pages
from tests.generator.pdf.pdfx import faults

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 46 46">'
    '<rect x="-3" y="-3" width="46" height="46" fill="#88aacc"/>'
    '<text x="5" y="10" font-family="Barlow" font-weight="500" font-size="4" fill="{}">Black</text>'
    '<path class="foil" d="M20 20h5v5z"/></svg>'
)
SIZE, PAPER = (40.0, 40.0), (46.0, 46.0)


def made(standard: Standard, layers: tuple[str, ...] = (), ink: str = "#000000") -> bytes:
    """One face for a print house."""
    house = PrintHouse(Inks(), standard, layers=layers)
    page = FacePage("face", SIZE, PAPER, cut="M0 0H40V40H0Z")
    return write_pages([page], {"face": compile_svg(SVG.format(ink))}, "A face", "Ada & Bo", house=house)


def read(pdf: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(pdf))


def test_layers_can_be_switched_where_the_standard_has_layers() -> None:
    pdf = made(X4, ("cut", "white", "foil"))
    assert faults(pdf) == []
    layers = read(pdf).trailer["/Root"]["/OCProperties"]
    assert sorted(one["/Name"] for one in layers["/OCGs"]) == ["CutContour", "Foil", "White"]
    forms = read(pdf).pages[0]["/Resources"]["/XObject"].values()
    assert sorted(form["/OC"]["/Name"] for form in forms if "/OC" in form) == ["CutContour", "White"]
    assert "/OCProperties" not in read(made(X4)).trailer["/Root"]
    assert faults(made(X1A, ("cut", "white"))) == []


@pytest.mark.parametrize(("ink", "over"), [("#000000", True), ("#ffffff", False), ("#a03010", False)])
def test_black_type_prints_over_other_inks(ink: str, over: bool) -> None:
    page = read(made(X4, ink=ink)).pages[0]
    (face,) = page["/Resources"]["/XObject"].values()
    states = face["/Resources"].get("/ExtGState", {})
    assert any(one.get("/op") and one.get("/OPM") == 1 for one in states.values()) == over
    canvas = new_canvas(house=PrintHouse(Inks()))
    canvas.setFillColor(ink)
    string(canvas, "Words", 9, 9, 9)
    canvas.showPage()
    written = read(canvas.finished()).pages[0]
    operators = [operator for _, operator in ContentStream(written.get_contents(), written.pdf).operations]
    assert (b"gs" in operators) == over


@pytest.mark.parametrize("bleed", [0.0, 9.0])
def test_every_page_says_where_it_is_trimmed_and_the_file_who_made_it(bleed: float) -> None:
    canvas = new_canvas((100, 50), bleed=bleed, title="Ein Titel", author="Ada & Bo", language="de")
    for _ in range(2):
        canvas.rect(0, 0, 9, 9)
        canvas.showPage()
    document = canvas.finished()
    for page in read(document).pages:
        wide, tall = (side * 72 / 25.4 for side in (100, 50))
        assert [*page.trimbox] == pytest.approx([bleed, bleed, wide + bleed, tall + bleed], abs=0.01)
        assert [*page.bleedbox] == [*page.mediabox]
        assert [*page.mediabox] == pytest.approx([0, 0, wide + 2 * bleed, tall + 2 * bleed], abs=0.01)
    xmp = read(document).xmp_metadata
    assert (xmp.dc_creator, xmp.dc_title, xmp.dc_language) == (
        ["Ada & Bo"],
        {"x-default": "Ein Titel"},
        ["de"],
    )
    assert read(made(X4)).metadata.author == "Ada & Bo"
