"""Process inks: the profile, the colours of the theme, and files for print houses."""

from __future__ import annotations

import io
import itertools
import math
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageCms
from pypdf.generic import StreamObject

from components import catalogue
from components.errors import DataError
from generator.faces.pictures import source
from generator.faces.svg.values import colour
from generator.faces.theme import INK, theme
from generator.pdf.ink import coated
from generator.pdf.ink.inks import converted, inks_of, profile
from generator.pdf.objects import images
from tests.generator.pdf.preflight import (
    most_ink,
    needs_ghostscript,
    objects,
    plates,
    screen_colours,
    transparencies,
)
from tests.generator.presswork import GAMES
from tests.searching import SEARCHING

Pnp = Callable[..., Any]


def tag(name: bytes) -> bytes:
    data = profile()
    for place in range(132, 132 + 12 * struct.unpack(">I", data[128:132])[0], 12):
        found, start, size = struct.unpack(">4sII", data[place : place + 12])
        if found == name:
            return data[start : start + size]
    raise KeyError(name)


def test_the_profile_is_what_the_model_says() -> None:
    """Only a search calculates every place of its table, which takes minutes."""
    table, points = tag(b"B2A0")[48 + 3 * 256 :], coated._LAB
    places = list(itertools.product(range(points), repeat=3))
    for light, a, b in places if SEARCHING else random.Random(1).sample(places, 40):
        start = 4 * ((light * points + a) * points + b)
        lab = (100 * light / (points - 1), 255 * a / (points - 1) - 128, 255 * b / (points - 1) - 128)
        expected = bytes(int(255 * ink) for ink in coated.inks_for(lab))
        assert max(abs(x - y) for x, y in zip(table[start : start + 4], expected, strict=True)) <= 1


def test_no_colour_of_the_profile_has_more_ink_than_the_limit() -> None:
    table = tag(b"B2A0")[48 + 3 * 256 : -4 * 256]
    assert len(table) == 4 * coated._LAB**3
    assert max(map(sum, zip(*(table[ink::4] for ink in range(4)), strict=True))) <= 2.4 * 255
    assert coated.LIMIT * 100 == INK


def test_a_colour_that_can_be_printed_comes_back() -> None:
    """There with the inks of the profile, back with the model: a difference of 3 is hardly seen."""
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    there = ImageCms.buildTransform(srgb, lab, "RGB", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
    for value in ("#c9a58c", "#7e8fa0", "#a05a4a", "#6f8f5a", "#d8d2c4"):
        rgb = tuple(round(255 * part) for part in colour(value))
        dot = ImageCms.applyTransform(Image.new("RGB", (1, 1), rgb), there)
        assert dot is not None
        light, a, b = dot.tobytes()
        wanted = (light / 2.55, (a + 128) % 256 - 128, (b + 128) % 256 - 128)
        # The lightness is a little compressed, so that the darkest black can be printed.
        assert math.dist(coated.colour(converted(colour(value))), wanted) < 5


def test_type_is_black_ink_alone() -> None:
    for slug in GAMES:
        looks = theme(catalogue.load(slug))
        inks = inks_of(looks)
        for name in ("ink", "muted"):
            assert inks.numbers(colour(looks.colours[name]))[:3] == (0, 0, 0), f"{slug}, {name}"
        assert inks.numbers(colour(looks.colours["ink"])) == (0, 0, 0, 1)
        assert inks.numbers((1.0, 1.0, 1.0)) == (0, 0, 0, 0)
        assert inks.numbers((0.5, 0.5, 0.5)) == (0, 0, 0, 0.5)


def test_a_colour_that_a_game_gives_anew_loses_the_inks_of_the_old_one(small_game: Path) -> None:
    file = small_game / "theme.toml"
    file.write_text('[palette]\nink = "#aa0000"\nmine = "#123456"\n[cmyk]\nmine = [90, 50, 0, 30]\n')
    inks = inks_of(theme(catalogue.load(str(small_game))))
    assert inks.numbers(colour("#aa0000"))[1] > 0.7
    assert inks.numbers(colour("#123456")) == (0.9, 0.5, 0, 0.3)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("ink = [80, 70, 60, 100]", "ink uses 310 % ink."),
        ("ink = [80, 70]", "Write four numbers of percent, 0 to 100."),
        ("ink = [-1, 0, 0, 0]", "Write four numbers of percent, 0 to 100."),
        ("inc = [0, 0, 0, 100]", 'Did you mean "ink"?'),
        ('ink = "black"', "a list of numbers"),
        ("star = [1, 0, 0, 0]\nowl = [2, 0, 0, 0]", "give"),
    ],
)
def test_inks_that_cannot_be_printed_are_refused(
    pnp: Pnp, small_game: Path, tmp_path: Path, rows: str, said: str
) -> None:
    palette = '[palette]\nowl = "#f6f1dc"\n'
    (small_game / "theme.toml").write_text(f'{palette}accent = "#aa0000"\n[cmyk]\n{rows}\n')
    ran = pnp("build", small_game, "--colour", "cmyk", "--out", tmp_path / "out")
    assert ran.code == 2 and said in ran.err and "theme.toml" in ran.err
    assert not (tmp_path / "out").exists()


def test_another_way_to_name_colours_is_refused(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("build", "rayguns", "--colour", "cmky", "--out", tmp_path)
    assert ran.code == 2 and 'Did you mean "cmyk"?' in ran.err


@pytest.mark.parametrize("profile_of", ["", "broken"])
def test_a_picture_in_inks_is_converted_and_one_with_a_broken_profile_refused(
    pnp: Pnp, small_game: Path, tmp_path: Path, profile_of: str
) -> None:
    (small_game / "pictures").mkdir()
    dark = Image.new("CMYK", (40, 40), (255, 255, 255, 200))
    broken = b"\0\0\0\x90" + profile()[4:144]
    dark.save(small_game / "pictures" / "art.jpg", icc_profile=broken if profile_of else None)
    template = small_game / "templates" / "card.svg.j2"
    template.write_text(template.read_text() + '{{ picture("art", 10, 60, 20, 20) }}\n')
    ran = pnp("build", small_game, "--colour", "cmyk", "--only", "cards", "--out", tmp_path / "out")
    if profile_of:
        assert ran.code == 2 and "art.jpg" in ran.err
        assert "The colour profile of this CMYK picture is broken." in ran.err
        assert not (tmp_path / "out").exists()
    else:
        assert ran.code == 0, ran.err
        data = (tmp_path / "out" / "small-part" / "cards.pdf").read_bytes()
        streams = [one for one in objects(data) if isinstance(one, StreamObject)]
        (picture,) = (one for one in streams if one.get("/Subtype") == "/Image")
        inks = picture.get_data()
        assert picture["/ColorSpace"] == "/DeviceCMYK" and len(inks) == 4 * 40 * 40
        assert max(map(sum, zip(*(inks[ink::4] for ink in range(4)), strict=True))) <= 2.4 * 255


@pytest.mark.parametrize(("mode", "channels"), [("RGB", 4), ("L", 1)])
def test_a_picture_is_coloured_in_bands_as_if_at_once(
    monkeypatch: pytest.MonkeyPatch, mode: str, channels: int
) -> None:
    picture = Image.frombytes(mode, (70, 50), random.Random(3).randbytes(70 * 50 * len(mode)))
    file = io.BytesIO()
    picture.save(file, "PNG")
    inks = inks_of(theme(catalogue.load("mlem")))
    at_once = images._coloured(file.getvalue(), inks, "art.png")
    monkeypatch.setattr(images, "_BAND", 70 * 8)
    in_bands = images._coloured(file.getvalue(), inks, "art.png")
    assert in_bands.channels == channels
    assert zlib.decompress(in_bands.data) == zlib.decompress(at_once.data)


def test_a_picture_too_large_to_colour_is_refused_before_it_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A JPEG that is printed as large as it is has not been decoded before."""
    file = io.BytesIO()
    Image.new("RGB", (640, 480)).save(file, "JPEG")
    monkeypatch.setattr(source, "MEMORY", 4 * 640 * 480 - 1)
    with pytest.raises(DataError, match="The picture takes 1 MB to decode"):
        images._coloured(file.getvalue()[:-200], inks_of(theme(catalogue.load("mlem"))), "art.jpg")


@needs_ghostscript
def test_no_spot_of_a_sheet_has_more_ink_than_a_print_house_takes(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    pnp("build", small_game, "--colour", "cmyk", "--only", "cards", "--out", tmp_path)
    assert 50 < most_ink(tmp_path / "small-part" / "cards.pdf", tmp_path) <= INK + 0.5


@needs_ghostscript
@pytest.mark.skipif(not SEARCHING, reason="a search looks at all five games")
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_within_the_limit(pnp: Pnp, tmp_path: Path, slug: str) -> None:
    assert pnp("build", slug, "--colour", "cmyk", "--out", tmp_path).code == 0
    for number, file in enumerate(sorted((tmp_path / slug).glob("*.pdf"))):
        assert screen_colours(file.read_bytes()) == []
        (tmp_path / str(number)).mkdir()
        assert most_ink(file, tmp_path / str(number), dpi=72) <= INK + 0.5


SOFT = (
    '<rect x="-3" y="-3" width="70" height="95" fill="#336699"/>'
    '<circle cx="30" cy="30" r="12" fill="#ff0000" fill-opacity="0.5"/>'
    '{{ text("Under", 24, 30) }}{{ text("Beside", 24, 70) }}'
    '<g opacity="0.4"><rect x="20" y="26" width="20" height="8" fill="#ffffff"/></g>'
    '<rect class="foil" x="5" y="60" width="8" height="8" fill="#000000"/>'
)


def test_pdf_x_1a_has_no_transparency_and_keeps_type_that_nothing_covers(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    (small_game / "templates" / "card.svg.j2").write_text(SOFT)
    words = ("--to", "print-service", "--only", "cards", "--out", tmp_path)
    assert pnp("export", small_game, *words, "--service", "drivethrucards").code == 0
    data = (tmp_path / "small" / "drivethrucards" / "cards.pdf").read_bytes()
    assert transparencies(data) == [] and screen_colours(data) == []
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert reader.pdf_header == "%PDF-1.4" and reader.metadata is not None
    assert reader.metadata["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert "Beside" in reader.pages[1].extract_text() and "Under" not in reader.pages[1].extract_text()


@needs_ghostscript
def test_flat_art_has_the_same_inks_as_the_transparent_one(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    (small_game / "templates" / "card.svg.j2").write_text(SOFT.replace('{{ text("Under", 24, 30) }}', ""))
    (small_game / "cards.csv").write_text("code,copies,suit,value,text\nR1,4,red,1,One\n")
    found = []
    for service in ("drivethrucards", "print-house"):
        words = ("--to", "print-service", "--only", "cards", "--service", service, "--out", tmp_path)
        assert pnp("export", small_game, *words).code == 0
        file = tmp_path / "small" / service / "cards.pdf"
        front = pypdf.PdfWriter(clone_from=io.BytesIO(file.read_bytes()))
        del front.pages[0]
        (tmp_path / service).mkdir()
        front.write(tmp_path / service / "front.pdf")
        shown = plates(tmp_path / service / "front.pdf", tmp_path / service)
        # In points from the trimmed corner, up to which the two differ in their bleed.
        edge = 9 if service == "drivethrucards" else 8.5
        mm = 72 / 25.4
        spots = [(30, 22), (30, 30), (22, 30), (50, 50)]
        found.append(
            [shown[ink].getpixel((round(edge + x * mm), round(edge + y * mm)))
             for ink in ("Cyan", "Magenta", "Yellow", "Black") for x, y in spots]
        )  # fmt: skip
    assert max(abs(a - b) for a, b in zip(*found, strict=True)) <= 2


@needs_ghostscript
def test_layers_are_inks_of_their_own_that_take_nothing_from_the_others(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    (small_game / "templates" / "card.svg.j2").write_text(SOFT)
    words = ("--to", "print-service", "--only", "cards", "--service", "print-house", "--out", tmp_path)
    seen = {}
    for layers in ("", "cut,white,foil"):
        ran = pnp("export", small_game, *words, *(("--layers", layers) if layers else ()))
        assert ran.code == 0, ran.err
        file = tmp_path / "small" / "print-house" / "cards.pdf"
        assert screen_colours(file.read_bytes()) == []
        front = pypdf.PdfWriter(clone_from=io.BytesIO(file.read_bytes()))
        del front.pages[0]
        front.write(tmp_path / "front.pdf")
        home = tmp_path / f"plates-{len(layers)}"
        home.mkdir()
        seen[layers] = plates(tmp_path / "front.pdf", home)
    plain, layered = seen.values()
    assert layered.keys() - plain.keys() == {"CutContour", "White", "Foil"}
    assert layered["White"].getextrema() == (0, 0)
    mm = 72 / 25.4
    assert layered["CutContour"].crop((6, 100, 12, 101)).getextrema()[0] < 255
    assert layered["CutContour"].getpixel((round(30 * mm), round(40 * mm))) == 255
    foil = (round(12 * mm), round(67 * mm))
    assert layered["Foil"].getpixel(foil) == 0 and layered["Black"].getpixel(foil) == 255
    elsewhere = (round(50 * mm), round(50 * mm))
    assert layered["Cyan"].getpixel(elsewhere) == plain["Cyan"].getpixel(elsewhere) < 255


@pytest.mark.parametrize(
    ("service", "layers", "said"),
    [
        ("print-house", "gold", 'There is no layer "gold".'),
        ("drivethrucards", "foil", "DriveThruCards takes no layers."),
    ],
)
def test_layers_that_nobody_prints_are_refused(
    pnp: Pnp, small_game: Path, tmp_path: Path, service: str, layers: str, said: str
) -> None:
    ran = pnp(
        "export", small_game, "--to", "print-service", "--service", service, "--layers", layers,
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert ran.code == 2 and said in ran.err
    assert not (tmp_path / "out").exists()
