"""Forms of a document: what they carry with them, in every way to name colours."""

from __future__ import annotations

import io
from typing import Any

import pypdf

from generator.faces.drawing import compile_svg
from generator.faces.svg.operations import Image, Shape
from generator.faces.svg.paint import Gradient, Pattern
from generator.pdf import document
from generator.pdf.ink.flat import flattened
from generator.pdf.ink.inks import Inks, PrintHouse

SIDE = 20  # mm
LIT = """
<linearGradient id="l"><stop stop-color="#ffcc00"/><stop offset="1" stop-color="#ff0000" stop-opacity="0"/>
</linearGradient>
<radialGradient id="r"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#002266" stop-opacity="0.4"/>
</radialGradient>
<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse">
<circle cx="1" cy="1" r="0.7" fill="#a02010"/>
<path d="M0 0H2" stroke="#000000" stroke-width="0.3" stroke-opacity="0.5"/></pattern>
<linearGradient id="s" gradientUnits="userSpaceOnUse" x2="20"><stop stop-color="#ff8800"/>
<stop offset="1" stop-color="#220044"/></linearGradient>
<rect width="20" height="20" fill="#224488"/><rect x="1" y="1" width="18" height="5" fill="url(#l)"/>
<circle cx="6" cy="13" r="5" fill="url(#r)"/><rect x="12" y="8" width="7" height="7" fill="url(#p)"/>
<path d="M1 18H19" stroke="url(#s)" stroke-width="1.6"/>
<g opacity="0.5"><rect x="3" y="9" width="6" height="3" fill="#ffffff"/>
<rect x="4" y="9" width="6" height="2"/></g>
"""


def lit() -> Any:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{LIT}</svg>'
    return compile_svg(svg, "a face")


def forms(pdf: bytes) -> list[Any]:
    """All forms and cells of patterns of the document."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    found = (reader.get_object(number) for number in range(1, reader.trailer["/Size"]))
    return [one for one in found if hasattr(one, "get_data") and "/Resources" in one]


def test_a_form_carries_what_it_names_and_nothing_else() -> None:
    made = forms(document.face_pdf(lit(), (SIDE, SIDE)))
    assert len(made) >= 5
    for form in made:
        code, named = form.get_data().decode("latin-1"), form["/Resources"]
        for kind in named:
            assert all(name in code for name in named[kind]), f"{kind} {named[kind]}"
        words = code.split()
        for name in (word for word in words if word.startswith("/") and word not in ("/Pattern",)):
            assert any(name in named[kind] for kind in named), name


def test_no_form_leads_back_to_itself() -> None:
    def follow(form: Any, above: tuple[int, ...]) -> None:
        number = form.indirect_reference.idnum
        assert number not in above
        for kind in ("/XObject", "/Pattern"):
            for inner in form["/Resources"].get(kind, {}).values():
                if "/Resources" in inner.get_object():
                    follow(inner.get_object(), (*above, number))

    for form in forms(document.face_pdf(lit(), (SIDE, SIDE))):
        follow(form, ())


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert document.face_pdf(lit(), (SIDE, SIDE)) == document.face_pdf(lit(), (SIDE, SIDE))


def test_flat_art_has_nothing_that_one_sees_through() -> None:
    """Patterns and gradients that hide what is under them stay what they are, unless glass lies over them."""
    solid = (
        '<pattern id="q" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern>'
    )
    apart = (
        '<rect x="24" width="5" height="5" fill="url(#q)"/>'
        '<rect x="24" y="8" width="5" height="5" fill="url(#k)"/>'
    )
    slope = '<linearGradient id="k"><stop/><stop offset="1" stop-color="#ffffff"/></linearGradient>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">{LIT}{solid}{slope}{apart}</svg>'
    plate, *others = flattened(compile_svg(svg, "a face"), PrintHouse(Inks(), dpi=100)).operations
    assert isinstance(plate, Image) and plate.picture.mode == "CMYK"
    fills = [leaf.fill for leaf in others if isinstance(leaf, Shape)]
    assert any(isinstance(fill, Pattern) for fill in fills)
    assert [fill.soft for fill in fills if isinstance(fill, Gradient)] == [False]
