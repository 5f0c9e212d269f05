"""Headers of pictures are read as Pillow reads them, but without it: the browser has none."""

from __future__ import annotations

import io
import random
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms

from generator.faces.pictures.decoding import by_hand, decoded
from generator.faces.pictures.header import told

SIZE = (37, 23)


def noise(mode: str) -> Image.Image:
    """A picture of pixels that have nothing to do with each other, some of them clear."""
    plain = Image.frombytes("RGBA", SIZE, random.Random(mode).randbytes(SIZE[0] * SIZE[1] * 4))
    return plain.convert("RGB").convert(mode) if mode in ("P", "1", "CMYK") else plain.convert(mode)


def saved(mode: str, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    noise(mode).save(buffer, kind, **options)
    return buffer.getvalue()


def exif(turn: int) -> bytes:
    data = Image.Exif()
    data[0x0112] = turn
    return data.tobytes()


SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
FILES = {
    **{f"png {mode}": saved(mode, "PNG") for mode in ("1", "L", "LA", "P", "RGB", "RGBA")},
    "png turned": saved("RGB", "PNG", exif=exif(6)),
    "png profile": saved("RGBA", "PNG", icc_profile=SRGB),
    **{f"jpeg {mode}": saved(mode, "JPEG") for mode in ("L", "RGB", "CMYK")},
    "jpeg progressive": saved("RGB", "JPEG", progressive=True, icc_profile=SRGB),
    **{f"jpeg turned {turn}": saved("RGB", "JPEG", exif=exif(turn)) for turn in (3, 8)},
    **{f"webp {mode}": saved(mode, "WEBP") for mode in ("RGB", "RGBA")},
    **{f"webp lossless {mode}": saved(mode, "WEBP", lossless=True) for mode in ("RGB", "RGBA")},
    "webp turned": saved("RGB", "WEBP", exif=exif(5), icc_profile=SRGB),
}


@pytest.mark.parametrize("name", FILES)
def test_a_header_tells_what_pillow_tells(name: str) -> None:
    found = told(FILES[name])
    with Image.open(io.BytesIO(FILES[name])) as image:
        assert found is not None
        assert found.kind == (image.format or "").lower()
        assert (found.mode, found.size) == (image.mode, image.size)
        assert found.turn == image.getexif().get(0x0112, 1)
        assert found.profile == (image.info.get("icc_profile") or b"")
        assert not found.animated


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_header_tells_that_a_picture_is_animated(kind: str) -> None:
    assert (found := told(saved("RGB", kind, save_all=True, append_images=[noise("L").convert("RGB")])))
    assert found.animated


@pytest.mark.parametrize("name", FILES)
def test_a_header_that_is_cut_short_is_an_error_or_tells_the_same_size(name: str) -> None:
    whole = told(FILES[name])
    assert whole
    for length in range(4, 200):
        try:
            found = told(FILES[name][:length])
        except ValueError:
            continue
        assert found is None or found.size == whole.size or found.kind == "webp"


def test_other_files_tell_nothing() -> None:
    assert told(b"GIF89a") is None
    assert told(b"") is None


def png(bits: int, colour: int, rows: bytes, *more: tuple[bytes, bytes], interlaced: bool = False) -> bytes:
    """A PNG of `SIZE` with these filtered rows."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", *SIZE, bits, colour, 0, 0, int(interlaced))
    parts = [(b"IHDR", head), *more, (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def unfiltered(rows: bytes, stride: int, pixel: int) -> bytes:
    """As the definition of PNG says it, a byte at a time: the page has a quicker one, in its own language."""
    made = bytearray()
    before = bytes(stride)
    for place in range(0, len(rows), stride + 1):
        way, row = rows[place], bytearray(rows[place + 1 : place + 1 + stride])
        for at in range(stride):
            left, corner = (row[at - pixel], before[at - pixel]) if at >= pixel else (0, 0)
            up = before[at]
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one, guess=guess: abs(guess - one))  # type: ignore[misc]
            row[at] = (row[at] + (0, left, up, (left + up) // 2, nearest)[way]) & 255
        made += row
        before = bytes(row)
    return bytes(made)


def filtered(bits: int, channels: int, interlaced: bool) -> bytes:
    """Rows of noise, each filtered in another way."""
    rng = random.Random(f"{bits} {channels}")
    (width, height), rows = SIZE, bytearray()
    passes = (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    )
    for left, top, across, down in passes if interlaced else ((0, 0, 1, 1),):
        columns = -(-(width - left) // across)
        for row in range(-(-(height - top) // down)):
            rows += bytes([row % 5]) + rng.randbytes((columns * bits * channels + 7) // 8)
    return bytes(rows)


PALETTE = random.Random(0).randbytes(768)


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(
    ("bits", "colour", "channels", "more"),
    [
        *((bits, 0, 1, ()) for bits in (1, 2, 4, 8)),
        *((bits, 3, 1, ((b"PLTE", PALETTE[: 3 << bits]), (b"tRNS", b"\x00\x40"))) for bits in (1, 2, 4, 8)),
        (8, 2, 3, ()), (16, 2, 3, ()), (8, 4, 2, ()), (8, 6, 4, ()), (16, 6, 4, ()), (16, 4, 2, ()),
        (8, 0, 1, ((b"tRNS", b"\0\x07"),)), (8, 2, 3, ((b"tRNS", b"\0\1\0\2\0\3"),)),
    ],
)  # fmt: skip
def test_the_pixels_of_every_kind_of_png_are_those_of_pillow(
    bits: int, colour: int, channels: int, more: tuple[tuple[bytes, bytes], ...], interlaced: bool
) -> None:
    file = png(bits, colour, filtered(bits, channels, interlaced), *more, interlaced=interlaced)
    ours, theirs = by_hand(file, unfiltered), decoded(file)
    assert ours.size == theirs.size
    assert ours.channels == theirs.channels
    assert ours.alpha == theirs.alpha
    assert ours.colours == theirs.colours


def test_a_png_that_is_cut_short_is_an_error() -> None:
    with pytest.raises(ValueError, match="cut short"):
        by_hand(png(8, 2, filtered(8, 3, False)[:-50]), unfiltered)
