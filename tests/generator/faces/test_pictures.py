"""Pictures of a game's own, from the file to the printed sheet and the page for a browser."""

from __future__ import annotations

import base64
import io
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageCms, ImageDraw

from components import catalogue
from components.errors import DataError, StarboxError
from generator.build.press import Order, Result, build
from generator.faces.clean import clean_svg
from generator.faces.drawing import compile_svg
from generator.faces.pictures import placing, source
from generator.faces.renderer import Renderer
from generator.pdf import document, raster
from generator.sheets.paper import Paper
from tests.searching import SEARCHING
from tests.smallgame import write_game

RED, BLUE = (220, 30, 30), (20, 40, 200)
Make = Callable[..., Path]


def half(size: tuple[int, int] = (400, 400), mode: str = "RGB") -> Image.Image:
    """A picture whose upper half is red and whose lower half is blue."""
    image = Image.new("RGB", size, RED)
    ImageDraw.Draw(image).rectangle((0, size[1] // 2, *size), fill=BLUE)
    return image.convert(mode)


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture
def game(tmp_path: Path) -> Make:
    """Makes a game with a card for each picture, which fills the card or is drawn as `call` says."""

    def make(
        pictures: dict[str, bytes], call: str = "picture(piece.art, 0, 0, w, h)", rows: str = ""
    ) -> Path:
        listed = rows or "\n".join(f"A{number},{name}" for number, name in enumerate(pictures, 1))
        folder = write_game(
            tmp_path / "art",
            cards=f"code,art\n{listed}\n",
            columns='art = "text?"',
            face=f"{{{{ {call} }}}}\n",
            size="[40, 40]",
            files={f"pictures/{name}": content for name, content in pictures.items()},
        )
        catalogue.forget()
        return folder

    return make


def face(folder: Path, ink: str = "full", code: int = 0) -> Any:
    loaded = catalogue.load(str(folder))
    deck = loaded.decks[0]
    return Renderer(loaded, ink).faces(deck, deck.pieces[code]).front


def seen(folder: Path, ink: str = "full", code: int = 0) -> Image.Image:
    """The face as it is printed, 4 pixels to a mm."""
    drawn = face(folder, ink, code)
    return raster.image(document.face_pdf(compile_svg(drawn.svg), drawn.size), 0, round(4 * 25.4))


def built(folder: Path, out: Path, **options: Any) -> tuple[Result, pypdf.PdfReader]:
    result = build(Order(str(folder), Paper("a4", 210, 297), out, force=True, **options))
    return result, pypdf.PdfReader(out / "art" / "art.pdf")


def stored(pdf: pypdf.PdfReader) -> list[Any]:
    """The picture objects of a PDF, without soft masks."""
    found = {}
    for page in pdf.pages:
        for form in page["/Resources"]["/XObject"].values():
            inner = form.get_object()["/Resources"].get("/XObject", {})
            found |= {
                name: one for name, one in inner.items() if one.get_object().get("/Subtype") == "/Image"
            }
    return [one.get_object() for one in found.values()]


def near(colour: Any, wanted: tuple[int, ...], by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(colour, wanted, strict=True))


def test_a_photograph_with_a_second_one_behind_it_is_a_jpeg(game: Make, tmp_path: Path) -> None:
    """Phones add a smaller one, or one of what was near."""
    both = encoded(half(), "MPO", save_all=True, append_images=[half((80, 80))])
    folder = game({"phone.jpg": both})
    assert near(seen(folder).getpixel((80, 30)), RED)
    [picture] = stored(built(folder, tmp_path / "out")[1])
    assert (picture["/Width"], picture["/Filter"]) == (400, "/DCTDecode")


FILES = {
    "jpeg": encoded(half(), "JPEG", quality=95),
    "progressive": encoded(half(), "JPEG", quality=95, progressive=True),
    "png": encoded(half(), "PNG"),
    "palette": encoded(half(mode="P"), "PNG"),
    "two colours": encoded(half().quantize(2), "PNG", bits=1),
    "webp": encoded(half(), "WEBP", quality=95),
    "clear": encoded(half(mode="RGBA"), "PNG"),
    "clear webp": encoded(half(mode="RGBA"), "WEBP", lossless=True),
    "cmyk": encoded(half(mode="CMYK"), "JPEG", quality=95),
    "large": encoded(half((1500, 1500)), "JPEG", quality=95),
}


@pytest.mark.parametrize("kind", FILES)
def test_every_kind_of_file_is_printed_upright_in_its_colours(kind: str, game: Make) -> None:
    ending = "webp" if "webp" in kind else "jpg" if FILES[kind][:2] == b"\xff\xd8" else "png"
    image = seen(game({f"one.{ending}": FILES[kind]}))
    assert near(image.getpixel((80, 20)), RED) and near(image.getpixel((80, 140)), BLUE)


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photograph_is_seen_as_the_camera_was_held(turn: int, game: Make) -> None:
    """EXIF's orientation, 1 to 8: what is stored is turned so that red is above again."""
    upright = half((300, 200))
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    kept = upright.transpose(undo[turn]) if turn in undo else upright
    exif = kept.getexif()
    exif[0x0112] = turn
    folder = game(
        {"one.jpg": encoded(kept, "JPEG", quality=95, exif=exif)}, "picture(piece.art, 0, 0, 30, 20)"
    )
    image = seen(folder)
    assert near(image.getpixel((60, 10)), RED) and near(image.getpixel((60, 70)), BLUE)
    assert near(image.getpixel((140, 140)), (255, 255, 255))


def test_a_jpeg_goes_into_the_pdf_untouched_and_once(game: Make, tmp_path: Path) -> None:
    content = FILES["jpeg"]
    rows = "\n".join(f"A{number},one.jpg" for number in range(5))
    _, pdf = built(game({"one.jpg": content}, rows=rows), tmp_path / "out")
    pictures = stored(pdf)
    assert len(pictures) == 1 and pictures[0]["/Filter"] == "/DCTDecode"
    assert pictures[0]._data == content
    assert (tmp_path / "out" / "art" / "art.pdf").read_bytes().count(content) == 1


def test_what_has_more_dots_than_are_printed_becomes_smaller(game: Make, tmp_path: Path) -> None:
    folder = game({"one.jpg": FILES["large"]}, "picture(piece.art, 0, 0, 25.4, 25.4)")
    sides = []
    for dpi in (150, 300, 600):
        _, pdf = built(folder, tmp_path / str(dpi), dpi=dpi)
        sides.append((stored(pdf)[0]["/Width"], stored(pdf)[0]["/Height"]))
    assert sides == [(150, 150), (300, 300), (600, 600)]


def test_the_largest_print_decides_how_many_dots_are_kept(game: Make, tmp_path: Path) -> None:
    call = "picture(piece.art, 0, 0, 12.7, 12.7) ~ picture(piece.art, 13, 13, 25.4, 25.4)"
    _, pdf = built(game({"one.jpg": FILES["large"]}, call), tmp_path / "out")
    assert [picture["/Width"] for picture in stored(pdf)] == [300]


def test_transparency_shows_what_is_below(game: Make) -> None:
    image = Image.new("RGBA", (100, 100), (255, 0, 0, 128))
    below = '<rect width="40" height="40" fill="#0000ff"/>'
    folder = game({"one.png": encoded(image, "PNG")}, f"'{below}' ~ picture(piece.art, 0, 0, w, h)")
    assert near(seen(folder).getpixel((80, 80)), (128, 0, 127))


def test_cover_cuts_off_and_contain_shows_all(game: Make) -> None:
    wide = {"one.png": encoded(half((400, 200)).rotate(90, expand=True).resize((200, 100)), "PNG")}
    cover = seen(game(wide, "picture(piece.art, 10, 10, 20, 20, focus='left')"))
    assert near(cover.getpixel((44, 80)), RED) and near(cover.getpixel((116, 80)), RED)
    assert near(cover.getpixel((20, 80)), (255, 255, 255))
    contain = seen(game(wide, "picture(piece.art, 10, 10, 20, 20, fit='contain', focus='top')"))
    assert near(contain.getpixel((44, 60)), RED) and near(contain.getpixel((116, 60)), BLUE)
    assert near(contain.getpixel((80, 110)), (255, 255, 255))
    middle = seen(game(wide, "picture(piece.art, 10, 10, 20, 20, focus=[100, 50])"))
    assert near(middle.getpixel((80, 80)), BLUE)


def test_in_grey_there_is_no_colour(game: Make) -> None:
    image = seen(game({"one.jpg": FILES["jpeg"]}), "grey")
    assert all(max(pixel) - min(pixel) < 4 for pixel in (image.getpixel((80, 20)), image.getpixel((80, 140))))


def test_a_browser_sees_what_is_printed(game: Make) -> None:
    """The face as a document has the picture inside it, and no address."""
    drawn = face(game({"one.jpg": FILES["jpeg"]}))
    svg = clean_svg(drawn.svg, drawn.where)
    (data,) = re.findall(r'href="data:image/jpeg;base64,([^"]+)"', svg)
    inside = Image.open(io.BytesIO(base64.b64decode(data)))
    assert near(inside.getpixel((inside.width // 2, 5)), RED)
    assert "picture:" not in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_a_coarse_picture_is_named_with_its_row(game: Make, tmp_path: Path) -> None:
    folder = game({"fine.jpg": FILES["jpeg"], "coarse.png": encoded(half((100, 100)), "PNG")})
    result, _ = built(folder, tmp_path / "out")
    (warning,) = result.warnings
    assert 'cards.csv, line 3: the picture "coarse.png" has 100 × 100 pixels, 64 dots per inch' in warning
    assert str(placing.SHARP) in warning


def test_an_ending_can_be_left_out(game: Make) -> None:
    folder = game({"one.png": FILES["png"]}, rows="A1,one")
    assert near(seen(folder).getpixel((80, 20)), RED)


def test_a_name_with_two_files_is_refused(game: Make) -> None:
    folder = game({"one.png": FILES["png"], "one.jpg": FILES["jpeg"]}, rows="A1,one")
    with pytest.raises(StarboxError, match='line 2: The picture "one" is there twice'):
        face(folder)


def test_a_missing_picture_is_named_with_its_row_and_a_near_name(game: Make) -> None:
    folder = game({"fox.png": FILES["png"]}, rows="A1,fox.png\nA2,foxx.png")
    with pytest.raises(
        DataError, match=r'cards\.csv, line 3: There is no picture "foxx\.png"\. Did you mean "fox\.png"'
    ):
        face(folder, code=1)


def png_of(width: int, height: int) -> bytes:
    """The beginning of a PNG that claims to be so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def drawing(body: str, said: str) -> tuple[str, bytes, str]:
    return "one.svg", f"{SVG}{body}</svg>".encode(), said


BAD: dict[str, tuple[str, bytes, str]] = {
    "cut short, jpeg": ("one.jpg", FILES["jpeg"][:-300], "cut short"),
    "cut short, png": ("one.png", FILES["png"][:-200], "cannot be read|cut short"),
    "fewer pixels than told": ("one.png", png_of(400, 400), "cut short"),
    "cut short, webp": ("one.webp", FILES["webp"][:-100], "cannot be read|cut short"),
    "30,000 pixels wide": ("one.png", png_of(30_000, 100), "30,000 × 100 pixels; a side may have 20,000"),
    "many pixels": ("one.png", png_of(19_000, 19_000), "19,000 × 19,000 pixels"),
    "no picture": ("one.png", b"not a picture", "not a picture in the form of PNG"),
    "empty": ("one.jpg", b"", "not a picture in the form of"),
    "another kind": ("one.png", encoded(half(), "TIFF"), "not a picture in the form of"),
    "broken profile": (
        "one.jpg",
        encoded(half(mode="CMYK"), "JPEG", icc_profile=b"\0\0\0\x84" + b"x" * 128),
        "colour profile of this CMYK picture is broken",
    ),
    "profile of other colours": (
        "one.jpg",
        encoded(half(mode="CMYK"), "JPEG", icc_profile=SRGB),
        "colour profile of this CMYK picture is broken",
    ),
    "script": drawing("<script>alert(1)</script>", "has a <script>"),
    "handler": drawing('<rect width="9" height="9" onclick="x()"/>', "a script in onclick"),
    "link": drawing('<use href="http://x.y/z.svg#a"/>', "refers to something outside"),
    "file": drawing('<image href="/etc/passwd"/>', "has a <image>|something outside"),
    "page": drawing("<foreignObject/>", "has a <foreignObject>"),
    "style": drawing("<style>@import 'x.css';</style>", "outside in its <style>"),
    "fill": drawing('<rect fill="url(http://x.y/#a)"/>', "something outside"),
    "entities": ("one.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "declares entities"),
    "no size": ("one.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "has no size"),
    "no svg": ("one.svg", b"<html/>", "outermost element is not <svg>"),
    "no xml": ("one.svg", b"<svg", "This is not SVG"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_picture_is_an_error_that_names_the_file(what: str, game: Make, tmp_path: Path) -> None:
    name, content, said = BAD[what]
    with pytest.raises(DataError, match=f"(?s)pictures/{name}.*(?:{said})"):
        built(game({name: content}), tmp_path / "out")
    assert not (tmp_path / "out" / "art" / "art.pdf").exists()


@pytest.mark.parametrize("name", ["../art/pictures/one.png", "/etc/hostname.png", "link.png"])
def test_no_picture_comes_from_outside_the_folder(name: str, game: Make, tmp_path: Path) -> None:
    folder = game({"one.png": FILES["png"]}, rows=f"A1,{name}")
    (tmp_path / "secret.png").write_bytes(FILES["png"])
    (folder / "pictures" / "link.png").symlink_to(tmp_path / "secret.png")
    if ".." in name:
        face(folder)  # a link that leads back into the folder
    else:
        with pytest.raises(DataError, match=r"outside the folder|There is no picture"):
            face(folder)


def test_a_template_cannot_name_a_picture_itself(game: Make) -> None:
    folder = game({"one.png": FILES["png"]}, '\'<image href="pictures/one.png" width="9" height="9"/>\'')
    with pytest.raises(StarboxError, match=r'refers to "pictures/one\.png"'):
        compile_svg(face(folder).svg)


DRAWINGS = {
    "plain": '<rect width="10" height="5" fill="#dc1e1e"/><rect y="5" width="10" height="5" fill="#1428c8"/>',
    "with rules": '<style>.a{fill:#dc1e1e}.b,.c{fill:#1428c8}</style><rect class="a" width="10" height="5"/>'
    '<rect class="b" y="5" width="10" height="5"/>',
    "inkscape": '<metadata><x/></metadata><g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:a="b">'
    '<rect width="10" height="5" style="fill:#dc1e1e;stroke:none"/></g>'
    '<rect y="5" width="10px" height="5px" fill="#1428c8"/>',
    "gradient": '<linearGradient id="g" x1="0" x2="0" y1="0" y2="1"><stop offset=".5" stop-color="#dc1e1e"/>'
    '<stop offset=".5" stop-color="#1428c8"/></linearGradient><rect width="10" height="10" fill="url(#g)"/>',
}


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_drawing_stays_lines_and_areas(kind: str, game: Make, tmp_path: Path) -> None:
    twice = "picture(piece.art, 0, 0, w, h) ~ picture(piece.art, 0, 0, 1, 1)"
    folder = game({"one.svg": f"{SVG}{DRAWINGS[kind]}</svg>".encode()}, twice)
    image = seen(folder)
    assert near(image.getpixel((80, 20)), RED) and near(image.getpixel((80, 140)), BLUE)
    assert not stored(built(folder, tmp_path / "out")[1])


@pytest.mark.outside
def test_resvg_draws_what_we_cannot(game: Make, tmp_path: Path) -> None:
    """A filter, a mask and a colour by its name."""
    pytest.importorskip("resvg_py", reason="pip install starbox[design]")
    body = (
        '<filter id="f"><feOffset dy="0"/></filter>'
        '<mask id="m"><rect width="10" height="10" fill="white"/></mask>'
        '<g mask="url(#m)"><rect width="10" height="5" fill="crimson" filter="url(#f)"/></g>'
        '<rect y="5" width="10" height="5" fill="navy"/>'
    )
    folder = game({"one.svg": f"{SVG}{body}</svg>".encode()})
    image = seen(folder)
    assert near(image.getpixel((80, 20)), (220, 20, 60)) and near(image.getpixel((80, 140)), (0, 0, 128))
    (picture,) = stored(built(folder, tmp_path / "out")[1])
    assert picture["/Width"] == 473  # 40 mm at 300 dots per inch


@pytest.mark.parametrize("kind", ["HEIC", "BMP", "GIF", "TIFF", "AVIF"])
def test_a_picture_of_another_kind_is_refused_as_what_it_is(game: Make, kind: str) -> None:
    folder = game({f"fox.{kind.lower()}": b"anything"})
    with pytest.raises(
        DataError, match=f'"fox.{kind.lower()}" is there, but {kind} is not read.*Save it as PNG'
    ):
        face(folder)


@pytest.mark.outside
@pytest.mark.parametrize("unit", ["mm", "cm", "in", "pt"])
def test_drawings_in_units_of_length_are_drawn(game: Make, unit: str) -> None:
    """As Inkscape saves them: millimetres are its default, and `display` is beyond our subset."""
    pytest.importorskip("resvg_py", reason="pip install starbox[design]")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="63{unit}" height="40{unit}" viewBox="0 0 63 40">'
    body = (
        '<g style="display:inline"><rect width="63" height="40" style="fill:#cc3333;paint-order:stroke"/></g>'
    )
    folder = game({"one.svg": f"{head}{body}</svg>".encode()})
    assert near(seen(folder).getpixel((80, 80)), (0xCC, 0x33, 0x33))


def test_without_resvg_the_error_says_what_to_install(game: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.faces.pictures import vector

    monkeypatch.setattr(vector, "find_spec", lambda name: None)
    folder = game({"one.svg": f'{SVG}<rect width="9" height="9" fill="navy"/></svg>'.encode()})
    with pytest.raises(DataError, match=r'"navy" is not a colour.*starbox\[design\]'):
        face(folder)


@pytest.mark.skipif(not SEARCHING, reason="make search: it takes a second of the processor's time")
def test_what_takes_too_long_to_draw_is_stopped(game: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="pip install starbox[design]")
    from generator.faces.pictures import resvg

    monkeypatch.setattr(resvg, "SECONDS", 1)
    blur = '<filter id="f{0}"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>'
    filters = "".join(blur.format(n) for n in range(40))
    rects = "".join(f'<rect width="10" height="10" filter="url(#f{n})"/>' for n in range(40))
    folder = game({"one.svg": f"{SVG}{filters}{rects}</svg>".encode()})
    with pytest.raises(DataError, match="more than 1 seconds or 2 GB"):
        seen(folder)


def test_a_picture_that_changes_meanwhile_is_noticed(game: Make) -> None:
    folder = game({"one.jpg": FILES["jpeg"]})
    drawn = face(folder)
    (folder / "pictures" / "one.jpg").write_bytes(FILES["progressive"])
    with pytest.raises(DataError, match="changed while it was used"):
        document.face_pdf(compile_svg(drawn.svg), drawn.size)
    assert face(folder).key != drawn.key


def test_what_was_read_of_a_picture_is_kept_until_it_changes(
    game: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "_recent", source._Recent())
    folder = game({"one.jpg": FILES["jpeg"], "two.jpg": FILES["progressive"]})
    one, two = (folder / "pictures" / name for name in ("one.jpg", "two.jpg"))
    first = source.content_of(one, folder)
    assert first == FILES["jpeg"] and source.content_of(one, folder) is first
    one.write_bytes(FILES["progressive"])
    assert source.content_of(one, folder) == FILES["progressive"]
    monkeypatch.setattr(source, "RECENT", len(FILES["progressive"]))
    second = source.content_of(two, folder)
    assert source.content_of(two, folder) is second
    assert source._recent.get((one, folder), source.stamp_of(one)) is None
