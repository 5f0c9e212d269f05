"""Photographs that somebody made to do harm: a sentence for each, and nothing takes long or much room."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from components.errors import DataError
from referee.camera.photograph import PIXELS, PLAIN_PIXELS, SEEN, read_photograph


def saved(kind: str, image: Image.Image, **more: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **more)
    return file.getvalue()


PLAIN = Image.effect_noise((64, 48), 60).convert("RGB")
JPEG = saved("JPEG", PLAIN)


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG that says it is so large, with these chunks and no pixels."""
    every = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), *chunks, (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in every
    )


@pytest.mark.parametrize("side", [5_000, 60_000, 2**31 - 1])
def test_a_picture_that_would_not_fit_is_refused_by_its_header(side: int) -> None:
    """Pixels are counted before one is decoded: such a file is smaller than a hundred bytes."""
    with pytest.raises(DataError, match=r"million pixels|cannot be read"):
        read_photograph(png(side, side), "it")


def test_a_jpeg_says_how_large_it_is_and_is_believed() -> None:
    at = JPEG.index(b"\xff\xc0") + 5
    huge = JPEG[:at] + struct.pack(">HH", 65_000, 65_000) + JPEG[at + 4 :]
    with pytest.raises(DataError, match=r"million pixels|cannot be read"):
        read_photograph(huge, "it")
    assert PLAIN_PIXELS < PIXELS


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM", "ICO", "PCX"])
def test_other_formats_are_not_even_opened(kind: str) -> None:
    """Each format is a decoder more that a stranger could attack."""
    with pytest.raises(DataError, match="cannot be read as a photograph"):
        read_photograph(saved(kind, PLAIN), "it")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK", "YCbCr"])
def test_pictures_of_every_kind_become_blue_green_and_red(mode: str) -> None:
    image = Image.new("I;16", (64, 48), 900) if mode == "I;16" else PLAIN.convert(mode)
    picture = read_photograph(saved("JPEG" if mode in ("CMYK", "YCbCr") else "PNG", image), "it")
    assert picture.shape == (48, 64, 3) and picture.dtype == "uint8"


def test_a_bomb_of_text_and_one_of_frames_are_not_unpacked() -> None:
    text = zlib.compress(bytes(50_000_000), 9)
    with pytest.raises(DataError):
        read_photograph(png(8, 8, (b"zTXt", b"bomb\0\0" + text)), "it")
    frames = saved("WEBP", PLAIN, save_all=True, append_images=[PLAIN] * 30)
    assert read_photograph(frames, "it").shape == (48, 64, 3)


def test_a_picture_of_a_pixel_and_a_strip_stay_pictures() -> None:
    assert read_photograph(saved("PNG", PLAIN.resize((1, 1))), "it").shape == (1, 1, 3)
    strip = read_photograph(saved("PNG", PLAIN.resize((60_000, 100))), "it")
    assert strip.shape[0] * strip.shape[1] <= 1.01 * SEEN and strip.shape[0] >= 1


@given(some.integers(0, len(JPEG) - 1), some.integers(0, 255), some.integers(0, len(JPEG)))
def test_a_damaged_jpeg_is_a_picture_or_a_sentence(at: int, value: int, end: int) -> None:
    damaged = bytearray(JPEG)
    damaged[at] = value
    for content in (bytes(damaged), bytes(damaged[:end])):
        try:
            picture = read_photograph(content, "it")
        except DataError as problem:
            assert problem.where == "it" and problem.todo
        else:
            assert picture.ndim == 3


def test_the_place_where_it_was_taken_is_not_kept() -> None:
    """Only pixels are looked at."""
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: (51.0, 30.0, 0.0)}
    picture = read_photograph(saved("JPEG", PLAIN, exif=exif), "it")
    assert type(picture).__module__ == "numpy" and picture.base is None
