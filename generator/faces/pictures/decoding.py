"""The pixels of a PNG: by Pillow, and in a browser, which has no Pillow, by what is here."""

import importlib
import io
import zlib
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from components import extras
from generator.faces.pictures.header import chunks

Unfilter: TypeAlias = Callable[[bytes, int, int], bytes]

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # number of channels by the type of colour
# The pixels of each pass of an interlaced PNG: first column and row, and the steps to the next ones.
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_WHOLE = ((0, 0, 1, 1),)


class Pixels(NamedTuple):
    """Rows of pixels from the top, a byte a channel.

    channels  number of channels of the colours: 1 for grey, 3 for RGB
    alpha     how opaque each pixel is, if not all are
    """

    size: tuple[int, int]
    channels: int
    colours: bytes
    alpha: bytes | None


def decoded(png: bytes) -> Pixels:
    """The pixels of a PNG. Raises `ValueError`, and what Pillow raises, for one that is broken."""
    if extras.IN_A_BROWSER:
        page = importlib.import_module("starbox_browser")  # the worker provides this module
        return by_hand(png, lambda *rows: bytes(page.unfiltered(*rows).to_bytes()))
    from PIL import Image

    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        clear = "A" in image.getbands() or "transparency" in image.info
        grey = image.mode in ("1", "L", "LA")
        seen = image.convert(("LA" if grey else "RGBA") if clear else ("L" if grey else "RGB"))
    colours = seen.convert("L" if grey else "RGB")
    alpha = seen.getchannel("A").tobytes() if clear else None
    return Pixels(seen.size, 1 if grey else 3, colours.tobytes(), alpha)


def by_hand(png: bytes, unfiltered: Unfilter) -> Pixels:
    """The same without Pillow. Of 16 bits a channel the upper eight count.

    unfiltered  makes bytes of filtered rows, given the bytes of a row and those of a whole pixel
    """
    parts = list(chunks(png))
    first = dict(reversed(parts))
    head = first[b"IHDR"]
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    bits, colour, interlaced = head[8], head[9], head[12]
    channels = _CHANNELS[colour]
    data = zlib.decompressobj().decompress(b"".join(data for name, data in parts if name == b"IDAT"))
    samples = bytearray(width * height * channels)
    place = 0
    for left, top, across, down in _PASSES if interlaced else _WHOLE:
        columns, rows = -(-(width - left) // across), -(-(height - top) // down)
        if columns <= 0 or rows <= 0:
            continue
        stride = (columns * bits * channels + 7) // 8
        filtered = data[place : place + rows * (stride + 1)]
        if len(filtered) < rows * (stride + 1):
            raise ValueError("it is cut short")
        place += len(filtered)
        plain = _bytes_each(unfiltered(filtered, stride, max(1, bits * channels // 8)), bits, stride, colour)
        each = len(plain) // rows
        for row in range(rows):
            line = plain[row * each : row * each + columns * channels]
            start, end = (top + row * down) * width * channels, (top + row * down + 1) * width * channels
            for channel in range(channels):
                first_one = start + left * channels + channel
                samples[first_one : end : across * channels] = line[channel::channels]
    return _seen((width, height), bytes(samples), colour, bits, first)


def _bytes_each(plain: bytes, bits: int, stride: int, colour: int) -> bytes:
    """A byte for each sample: its eight upper bits, or for a palette its number."""
    if bits == 8:
        return plain
    if bits == 16:
        return plain[::2]
    most = (1 << bits) - 1
    factor = 1 if colour == 3 else 255 // most
    spread = [
        bytes((byte >> shift & most) * factor for shift in range(8 - bits, -1, -bits)) for byte in range(256)
    ]
    return b"".join(map(spread.__getitem__, plain))


def _seen(size: tuple[int, int], samples: bytes, colour: int, bits: int, first: dict[bytes, bytes]) -> Pixels:
    clear = first.get(b"tRNS")
    if colour == 3:
        palette, opaque = first[b"PLTE"].ljust(768, b"\0"), (clear or b"").ljust(256, b"\xff")
        colours = _joined([samples.translate(palette[one::3]) for one in range(3)])
        return Pixels(size, 3, colours, None if clear is None else samples.translate(opaque))
    if colour in (4, 6):
        channels = _CHANNELS[colour] - 1
        colours = _joined([samples[one :: channels + 1] for one in range(channels)])
        if colour == 4 and bits == 16:  # Pillow knows these only in colour
            return Pixels(size, 3, _joined([colours] * 3), samples[1::2])
        return Pixels(size, channels, colours, samples[channels :: channels + 1])
    channels = _CHANNELS[colour]
    if clear is None:
        return Pixels(size, channels, samples, None)
    # One colour stands for nothing.
    most = (1 << bits) - 1
    values = [int.from_bytes(clear[2 * one : 2 * one + 2], "big") for one in range(channels)]
    gone = bytes(value >> 8 if bits == 16 else value * 255 // most for value in values)
    alpha = bytes(
        0 if samples[place : place + channels] == gone else 255 for place in range(0, len(samples), channels)
    )
    return Pixels(size, channels, samples, alpha)


def _joined(channels: list[bytes]) -> bytes:
    """Channels pixel by pixel."""
    if len(channels) == 1:
        return channels[0]
    made = bytearray(len(channels) * len(channels[0]))
    for place, channel in enumerate(channels):
        made[place :: len(channels)] = channel
    return bytes(made)
