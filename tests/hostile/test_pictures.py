"""Small pictures and fonts that would take gigabytes: refused before they are decoded, or made small."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import fontpkg
import pytest
from fontTools import ttLib as TTLib
from PIL import Image

from components.errors import DataError, StarboxError
from generator.exports.web.fonts import own_faces
from generator.faces.pictures import header, pixels, resvg, source, vector
from generator.faces.type import own
from generator.pdf import fonts as embedded
from tests.hostile.conftest import Reads

SIDE = 10_900
BARLOW = fontpkg.path("Barlow", weight=400).read_bytes()


def png(mode: str, colour: int, bits: int) -> bytes:
    """A PNG that says it is large, with the pixels of a small one."""
    stored = io.BytesIO()
    Image.new(mode, (8, 8)).save(stored, "PNG")
    head = struct.pack(">2L5B", SIDE, SIDE, bits, colour, 0, 0, 0)
    old = stored.getvalue()
    return old[:16] + head + struct.pack(">L", zlib.crc32(b"IHDR" + head)) + old[33:]


def jpeg(mode: str, side: int, progressive: bool) -> bytes:
    """A JPEG that says it is that large."""
    stored = io.BytesIO()
    Image.new(mode, (16, 16)).save(stored, "JPEG", progressive=progressive)
    old = stored.getvalue()
    at = old.index(b"\xff\xc2" if progressive else b"\xff\xc0") + 5
    return old[:at] + struct.pack(">2H", side, side) + old[at + 4 :]


def webp() -> bytes:
    """Less than a hundred bytes of 119 million pixels."""
    bits = (SIDE - 1) | (SIDE - 1) << 14
    data = b"\x2f" + struct.pack("<L", bits) + bytes(20)
    body = b"WEBPVP8L" + struct.pack("<L", len(data)) + data + bytes(len(data) % 2)
    return b"RIFF" + struct.pack("<L", len(body)) + body


LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "WebP": ("a.webp", webp),
    "WebP that says something else further on": (
        "a.webp",
        lambda: webp() + b"VP8X" + struct.pack("<L", 10) + bytes(10),
    ),
    "PNG, RGBA": ("a.png", lambda: png("RGBA", 6, 8)),
    "PNG, palette": ("a.png", lambda: png("P", 3, 8)),
    "PNG, 16 bit": ("a.png", lambda: png("RGB", 2, 16)),
    "PNG, grey": ("a.png", lambda: png("L", 0, 8)),
    "JPEG, CMYK, progressive": ("a.jpg", lambda: jpeg("CMYK", SIDE, True)),
    "JPEG, RGB, progressive": ("a.jpg", lambda: jpeg("RGB", SIDE, True)),
}


@pytest.mark.parametrize("what", LARGE)
def test_s8_what_takes_gigabytes_to_decode_is_refused_before(what: str, printed: Reads) -> None:
    name, make = LARGE[what]
    said = printed({
        f"pictures/{name}": make(),
        "templates/card.svg.j2": f'{{{{ picture("{name}", 1, 1, 20, 20) }}}}',
    })  # fmt: skip
    assert isinstance(said, DataError) and "MB to decode, and may take 300" in said.what


def test_s8_a_large_jpeg_is_made_small_while_it_is_decoded(tmp_path: Path, guarded: None) -> None:
    with (tmp_path / "a.jpg").open("wb") as file:
        Image.new("L", (SIDE, SIDE), 99).save(file, "JPEG")
    found = source.open_picture(tmp_path / "a.jpg", tmp_path)
    with Image.open(io.BytesIO(pixels.as_file(found, (500, 500)))) as made:
        assert made.size == (500, 500)
    huge = found._replace(held=header.told(jpeg("RGB", 64, True)).held)  # type: ignore[union-attr]
    with pytest.raises(DataError, match="MB to decode"):
        pixels.as_file(huge, (501, 501))


def test_s8_a_drawing_with_a_million_letters_is_not_given_to_resvg(tmp_path: Path, guarded: None) -> None:
    file = tmp_path / "a.svg"
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f"/><text>{}</text></svg>'
    file.write_text(drawn.format("m" * 1_000_000))
    with pytest.raises(DataError, match=r"more than 20,000 characters of text.*paths"):
        resvg.drawn_by_resvg(vector.as_pixels(file, tmp_path), (90, 90))


def font(**tables: bytes) -> bytes:
    """The font Barlow with other tables."""
    with TTLib.TTFont(io.BytesIO(BARLOW), lazy=True) as old:
        parts = {tag: old.reader[tag] for tag in old.reader.keys()}  # noqa: SIM118
    parts |= {tag.replace("_", " "): data for tag, data in tables.items()}
    at = 12 + 16 * len(parts)
    made, head = b"", b"\0\1\0\0" + struct.pack(">4H", len(parts), 0, 0, 0)
    for tag, data in sorted(parts.items()):
        head += struct.pack(">4s3L", tag.encode(), 0, at + len(made), len(data))
        made += data + bytes(-len(data) % 4)
    return head + made


def cmap(table: bytes) -> bytes:
    return struct.pack(">4HL", 0, 1, 3, 10, 12) + table


GROUPS = struct.pack(">2H3L", 12, 0, 16 + 12 * 3000, 0, 3000) + struct.pack(">3L", 0, 0xFFFF, 1) * 3000
SEGMENTS = (
    struct.pack(">7H", 4, 65_000, 0, 16_000, 0, 0, 0) + b"\xff\xff" * 8000 + bytes(2) + bytes(3 * 16_000)
)
SELECTORS = struct.pack(">HLL", 14, 99, 2000) + (b"\0\0\1" + struct.pack(">2L", 22_010, 0)) * 2000
RANGES = struct.pack(">L", 4) + b"\0\0\0\xff" * 4
FONTS: dict[str, tuple[Callable[[], bytes], str]] = {
    "3,000 groups": (lambda: font(cmap=cmap(GROUPS)), "more than 500,000 characters"),
    "8,000 segments": (lambda: font(cmap=cmap(SEGMENTS)), "more than 500,000 characters"),
    "2,000 selectors": (lambda: font(cmap=cmap(SELECTORS + RANGES)), "more than 500,000 characters"),
    "groups that are not there": (lambda: font(cmap=cmap(GROUPS[:99])), "cut short"),
    "WOFF": (lambda: b"wOFF" + BARLOW[4:], "a font for the web, WOFF"),
    "WOFF2": (lambda: b"wOF2" + BARLOW[4:], "a font for the web, WOFF2"),
    "a collection": (lambda: b"ttcf" + BARLOW[4:], "a collection of fonts"),
    "a table beyond the end": (lambda: BARLOW[:-4000], "cut short"),
    "no font": (lambda: b"%PDF" + BARLOW, "neither TrueType nor OpenType"),
    "nothing": (lambda: b"", "cannot be read"),
}


@pytest.mark.parametrize("what", FONTS)
def test_s8_a_font_is_held_to_limits_before_it_is_taken_apart(
    what: str, tmp_path: Path, guarded: None
) -> None:
    make, said = FONTS[what]
    (tmp_path / "a.ttf").write_bytes(make())
    with pytest.raises(DataError, match=said):
        own.family([tmp_path / "a.ttf"], tmp_path)


def drawn_with(tmp_path: Path, content: bytes) -> str:
    """The name of a family that has only that file."""
    (tmp_path / "a.ttf").write_bytes(content)
    return own.family([tmp_path / "a.ttf"], tmp_path).name


def test_s10_a_font_with_colours_is_cut_without_them(tmp_path: Path) -> None:
    """fontTools needs lxml to cut a table of SVGs, which no face shows."""
    family = drawn_with(tmp_path, font(SVG_=struct.pack(">HLL", 0, 10, 0) + struct.pack(">H", 0)))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><text font-family="{family}">Fox</text></svg>'
    assert family in own_faces(svg)


def test_s10_damaged_outlines_are_told_in_a_sentence(tmp_path: Path) -> None:
    with TTLib.TTFont(io.BytesIO(BARLOW), lazy=True) as old:
        outlines = old.reader["glyf"]
    content = font(glyf=b"\xff\xff" * (len(outlines) // 2))
    face = embedded.register("Damaged-400", io.BytesIO(content), "a.ttf")
    with pytest.raises(DataError, match="outlines of the font are damaged"):
        face.makeSubset(list(range(32, 127)))
    family = drawn_with(tmp_path, content)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><text font-family="{family}">Fox</text></svg>'
    with pytest.raises(StarboxError, match="font cannot be read"):
        own_faces(svg)
