"""Files for print houses keep to PDF/X in all that pdfx.py looks at, with difficult material."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageCms
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from components import catalogue
from generator.build.press import Order, build
from generator.pdf.ink.inks import profile
from tests.generator.pdf.pdfx import X1A, X4, faults
from tests.generator.presswork import A4
from tests.searching import SEARCHING

Pnp = Callable[..., Any]

DIFFICULT = """
<defs>
<linearGradient id="g"><stop offset="0" stop-color="#ff0000"/>
<stop offset="1" stop-color="#0000ff"/></linearGradient>
<radialGradient id="r"><stop offset="0" stop-color="#ffff00"/><stop offset="1" stop-color="#00aa55"/>
</radialGradient>
<clipPath id="c"><circle cx="30" cy="60" r="9"/></clipPath>
<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse">
<circle cx="1" cy="1" r="0.6" fill="#a02010"/></pattern>
</defs>
<rect x="-3" y="-3" width="69.5" height="94.9" fill="url(#r)"/>
<rect x="5" y="45" width="50" height="9" fill="url(#g)"/>
<g clip-path="url(#c)" opacity="0.5"><rect x="20" y="50" width="20" height="20" fill="#ffffff"/></g>
<rect x="4" y="4" width="20" height="8" fill="url(#p)"/>
<circle cx="40" cy="30" r="12" fill="{{ kit.ball() }}"/>
{{ art.halftone(2, 60, 20, 12, "#2a0f52", opacity=0.6) }}
{% set slope = kit.linear(5, 0, 58, 0, (0, "#ff8800"), (1, "#220044")) %}
<path d="M5 85H58" stroke="{{ slope }}" stroke-width="1"/>
<rect class="foil" x="50" y="5" width="8" height="8" fill="#000000"/>
{% for name in ["rgb", "alpha", "palette", "deep", "grey", "inks", "profiled", "web", "plain", "soft"] %}
{{ picture(name, 4 + 11 * (loop.index0 % 5), 14 + 12 * (loop.index0 // 5), 10, 10, radius=1) }}
{% endfor %}
{{ text("Over all that", 6, 80, "body", c.accent) }}
{{ paragraph("{#00ff00|Green} and *slanted*", 6, 70, 40, 8, "body", "#ffffff") }}
"""
PLAIN = (
    '<rect width="9" height="9" fill="#3366cc"/><circle cx="4" cy="4" r="3" fill="#fff" fill-opacity=".5"/>'
)
SOFT = (
    '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    '<circle cx="4" cy="4" r="3" fill="#c33" filter="url(#f)"/>'
)


def spoiled(folder: Path) -> Path:
    """The small game with pictures of every kind on a card that is half transparent."""
    pictures = folder / "pictures"
    pictures.mkdir()
    photo = Image.radial_gradient("L").resize((120, 120))
    colours = Image.merge("RGB", (photo, photo.rotate(90), photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    clear = colours.copy()
    clear.putalpha(photo)
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    colours.save(pictures / "rgb.jpg", icc_profile=srgb)
    clear.save(pictures / "alpha.png")
    colours.quantize(16).save(pictures / "palette.png", transparency=3)
    photo.convert("I;16").point(lambda value: value * 257).save(pictures / "deep.png")
    photo.save(pictures / "grey.jpg")
    colours.convert("CMYK").save(pictures / "inks.jpg")
    colours.convert("CMYK").save(pictures / "profiled.jpg", icc_profile=profile())
    clear.save(pictures / "web.webp", lossless=True)
    for name, drawn in (("plain", PLAIN), ("soft", SOFT)):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
        (pictures / f"{name}.svg").write_text(svg)
    (folder / "templates" / "card.svg.j2").write_text(DIFFICULT)
    game = folder / "game.toml"
    pitch = '[cover]\npitch = ["Why?"]\n'
    game.write_text(f'tagline = "Difficult & <odd> “words”"\n{game.read_text()}\n{pitch}')
    rules = folder / "rules.md"
    rules.write_text(f"{rules.read_text()}\n1.3 See rule 1.1.\n\n- *One*\n- `two`\n")
    return folder


@pytest.mark.outside
@pytest.mark.parametrize(
    ("words", "standard", "count"),
    [
        (("export", "--to", "print-service", "--service", "drivethrucards"), X1A, 1),
        (("export", "--to", "print-service", "--service", "print-house"), X4, 2),
        (
            ("export", "--to", "print-service", "--service", "print-house", "--layers", "cut,white,foil"),
            X4,
            2,
        ),
        (("build", "--colour", "cmyk", "--large", "--boxes"), X4, 7),
    ],
)
def test_every_file_keeps_to_the_standard(
    pnp: Pnp, small_game: Path, tmp_path: Path, words: tuple[str, ...], standard: str, count: int
) -> None:
    verb, *options = words
    ran = pnp(verb, spoiled(small_game), *options, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    files = [*(tmp_path / "out").rglob("*.pdf")]
    assert len(files) == count, files
    for file in files:
        data = file.read_bytes()
        assert faults(data) == [], file
        root: Any = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]
        assert root["/OutputIntents"][0]["/DestOutputProfile"].get_data() == profile()
        assert standard.encode() in data


@pytest.mark.skipif(not SEARCHING, reason="a search looks at all five games")
@pytest.mark.parametrize("slug", catalogue.slugs())
def test_the_five_games_keep_to_it(slug: str, tmp_path: Path) -> None:
    build(Order(slug, A4, tmp_path, colour="cmyk", large=True))
    for file in tmp_path.rglob("*.pdf"):
        assert faults(file.read_bytes()) == [], file


def _page(writer: pypdf.PdfWriter) -> Any:
    return writer.pages[0]


def _root(writer: pypdf.PdfWriter) -> Any:
    return writer.root_object


def _named(**entries: Any) -> DictionaryObject:
    return DictionaryObject({NameObject(f"/{key}"): value for key, value in entries.items()})


def _adds_annotation(writer: pypdf.PdfWriter) -> None:
    _page(writer)[NameObject("/Annots")] = ArrayObject([_named(Type=NameObject("/Annot"))])


def _adds_script(writer: pypdf.PdfWriter) -> None:
    action = _named(S=NameObject("/JavaScript"), JS=TextStringObject("app.alert(1)"))
    _root(writer)[NameObject("/Names")] = _named(JavaScript=action)


def _draws(operators: bytes) -> Callable[[pypdf.PdfWriter], None]:
    def change(writer: pypdf.PdfWriter) -> None:
        page = _page(writer)
        contents = page.get_contents()
        contents.set_data(contents.get_data() + b"\n" + operators)
        page[NameObject("/Contents")] = contents

    return change


def _sees_through(writer: pypdf.PdfWriter) -> None:
    state = _named(ca=pypdf.generic.FloatObject(0.5))
    _page(writer)["/Resources"][NameObject("/ExtGState")] = _named(half=state)


def _loses_font(writer: pypdf.PdfWriter) -> None:
    for page in writer.pages:
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[union-attr]
            font.get_object()["/FontDescriptor"].get_object().pop("/FontFile2", None)


def _trims_outside(writer: pypdf.PdfWriter) -> None:
    _page(writer).trimbox.upper_right = (10_000, 10_000)


def _trapped(writer: pypdf.PdfWriter) -> None:
    writer.add_metadata({"/Trapped": "/Unknown"})


def _untitled(writer: pypdf.PdfWriter) -> None:
    writer.add_metadata({"/Title": ""})


def _other_profile(writer: pypdf.PdfWriter) -> None:
    (intent,) = _root(writer)["/OutputIntents"]
    intent["/DestOutputProfile"].set_data(b"\0" * 200)


def _no_intent(writer: pypdf.PdfWriter) -> None:
    del _root(writer)["/OutputIntents"]


def _art_box(writer: pypdf.PdfWriter) -> None:
    _page(writer)[NameObject("/ArtBox")] = _page(writer)["/TrimBox"]


def _opens(writer: pypdf.PdfWriter) -> None:
    _root(writer)[NameObject("/OpenAction")] = _named(
        S=NameObject("/URI"), URI=TextStringObject("https://example.org")
    )


def _locks(writer: pypdf.PdfWriter) -> None:
    writer.encrypt("", "owner", algorithm="RC4-128")


CHANGES: dict[str, Callable[[pypdf.PdfWriter], None]] = {
    "annotations": _adds_annotation,
    "The catalogue has /JavaScript": _adds_script,
    "is a colour of a screen": _draws(b"1 0 0 rg 0 0 9 9 re f"),
    "The colour space /DeviceRGB": _draws(b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f"),
    "The operator BX": _draws(b"BX EX"),
    "half transparent": _sees_through,
    "is not embedded": _loses_font,
    "is not inside": _trims_outside,
    "whether it is trapped": _trapped,
    "no /Title": _untitled,
    "that of a press": _other_profile,
    "0 output intents": _no_intent,
    "no ArtBox": _art_box,
    "when it is opened": _opens,
    "encrypted": _locks,
}


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small file that keeps to PDF/X-1a."""
    from generator.faces.theme import theme
    from generator.pdf.canvas import new_canvas, string
    from generator.pdf.ink.inks import X1A as STANDARD
    from generator.pdf.ink.inks import PrintHouse, inks_of

    house = PrintHouse(inks_of(theme(catalogue.load("mlem"))), STANDARD)
    canvas = new_canvas((60, 90), house, title="Cards")
    string(canvas, "Words", 10, 10, 9)
    canvas.showPage()
    return canvas.finished()


@pytest.mark.parametrize("said", CHANGES)
def test_the_check_finds_what_is_wrong(flat: bytes, said: str) -> None:
    """Without that the test above would say nothing."""
    assert faults(flat) == []
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(flat))
    writer.pdf_header = "%PDF-1.4"
    CHANGES[said](writer)
    changed = io.BytesIO()
    writer.write(changed)
    assert any(said in fault for fault in faults(changed.getvalue())), faults(changed.getvalue())
