"""The pictures of a document: each stored once, with no more dots than its largest print needs.

A JPEG goes into the document as it is, and so do the compressed pixels of an opaque PNG. Transparency becomes
a soft mask.
"""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from reportlab.pdfbase import pdfdoc

from components.errors import DataError
from generator.faces.pictures import header
from generator.faces.pictures.source import Picture, check_memory
from generator.faces.svg.operations import Image
from generator.faces.svg.path import number
from generator.pdf.ink.inks import SCREEN, Colours
from generator.pdf.objects.streams import Stream

DPI = 300
_PACKED = 4  # zlib level
_BAND = 250_000  # bytes that are packed, or pixels that are coloured, at a time
_HELD = 4  # bytes that a decoded pixel takes
_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
_CHANNELS = {0: 1, 2: 3, 3: 1}  # channels of a PNG by its type of colour: grey, RGB, palette


class Images:
    """The pictures that the faces of a document need."""

    def __init__(self, dpi: int = DPI, colours: Colours = SCREEN) -> None:
        self.dpi = dpi
        self.colours = colours
        # Pictures by name: files may be alike.
        self._needed: dict[str, tuple[Picture, tuple[float, float]]] = {}

    def need(self, picture: Picture, size: tuple[float, float]) -> None:
        """Make sure that it is sharp at that size, mm."""
        name = _name(picture)
        first, before = self._needed.get(name, (picture, (0.0, 0.0)))
        self._needed[name] = first, (max(before[0], size[0]), max(before[1], size[1]))

    def written(self, document: pdfdoc.PDFDocument) -> Iterator[tuple[str, Stream]]:
        """The pictures by their names in code. Raises `DataError` for one that cannot be decoded."""
        for name, (picture, size) in self._needed.items():
            if picture.pixels:
                stored = _Stored(picture.size, {"Filter": "/FlateDecode"}, picture.pixels, 4)
                yield name, _stream(document, stored, name)
                continue
            from generator.faces.pictures import pixels

            wanted = pixels.most_pixels(picture, size, self.dpi)
            content = pixels.as_file(picture, wanted)
            try:
                if self.colours is not SCREEN:
                    stored = _coloured(content, self.colours, str(picture.file))
                elif content[:2] != b"\xff\xd8":
                    stored = _png(content)
                else:
                    stored = _jpeg(content)
            except (ValueError, OSError, SyntaxError, zlib.error) as problem:
                raise DataError(
                    f"The picture cannot be read: {problem}.", where=str(picture.file), todo="Save it anew."
                ) from None
            yield name, _stream(document, stored, name)


def operators(image: Image) -> str:
    """The operators that draw the picture, in a space whose y goes down."""
    place = " ".join(map(number, (image.width, 0, 0, -image.height, image.x, image.y + image.height)))
    return f"q {place} cm /{_name(image.picture)} Do Q"


class _Stored(NamedTuple):
    """Pixels as a PDF stores them. `profile` is that of their colours; `alpha` how opaque they are."""

    size: tuple[int, int]
    entries: Mapping[str, str]
    data: bytes
    channels: int = 0  # 0 if `entries` names the colour space
    profile: bytes = b""
    alpha: _Stored | None = None


def _stream(document: pdfdoc.PDFDocument, stored: _Stored, name: str) -> Stream:
    """The picture; what it refers to is written into the document."""
    width, height = stored.size
    entries = {
        "Type": "/XObject", "Subtype": "/Image", "Width": str(width), "Height": str(height),
        "BitsPerComponent": "8", **stored.entries,
    }  # fmt: skip
    others: dict[str, str] = {}
    if stored.profile:
        others["ColorSpace"] = f"{name}profile"
        head = {"N": str(stored.channels), "Filter": "/FlateDecode"}
        profile = Stream(head, zlib.compress(stored.profile, _PACKED), {})
        document.Reference(profile, others["ColorSpace"])
    elif stored.channels:
        entries["ColorSpace"] = _SPACES[stored.channels]
    if stored.alpha:
        others["SMask"] = f"{name}alpha"
        document.Reference(_stream(document, stored.alpha, others["SMask"]), others["SMask"])
    return Stream(entries, stored.data, others)


def _jpeg(content: bytes) -> _Stored:
    told = header.told(content)
    assert told
    channels = len(told.mode) if told.mode != "L" else 1
    profile = _special(told.profile, channels)
    return _Stored(told.size, {"Filter": "/DCTDecode"}, content, channels, profile)


def _png(content: bytes) -> _Stored:
    """The compressed pixels of a PNG as they are, where a PDF can hold them; else packed anew."""
    told = header.told(content)
    assert told
    bits, colour, interlaced = content[24], content[25], content[28]
    first = dict(reversed(list(header.chunks(content))))
    if colour in _CHANNELS and not interlaced and b"tRNS" not in first:
        channels = _CHANNELS[colour]
        entries, data = _idat(content, told.size, bits, channels)
        if colour == 3:
            palette = first[b"PLTE"][: 3 << bits]
            entries["ColorSpace"] = f"[ /Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}> ]"
            return _Stored(told.size, entries, data)
        return _Stored(told.size, entries, data, channels, _special(told.profile, channels))
    from generator.faces.pictures.decoding import decoded

    seen = decoded(content)
    alpha = _packed(seen.size, seen.alpha, 1) if seen.alpha is not None else None
    profile = _special(told.profile, seen.channels)
    return _packed(seen.size, seen.colours, seen.channels, profile, alpha)


def _coloured(content: bytes, colours: Colours, where: str) -> _Stored:
    """The picture in other colours, its pixels packed without loss, so that none has more ink than it may.

    It is coloured in bands of rows, so that only the decoded pixels are held at once.
    """
    from PIL import Image as Pixels

    with Pixels.open(io.BytesIO(content), formats=("JPEG", "PNG")) as image:
        clear = "A" in image.getbands() or "transparency" in image.info
        grey = image.mode in ("1", "L", "LA")
        plain = "L" if grey else "RGB"
        check_memory(_HELD * (2 if clear else 1) * math.prod(image.size), where)
        seen = image if image.mode == plain and not clear else image.convert(f"{plain}A" if clear else plain)
        seen.load()
    alpha = _packed(seen.size, seen.getchannel("A").tobytes(), 1) if clear else None
    rows, channels = max(1, _BAND // seen.width), len(colours.picture(Pixels.new(plain, (1, 1))).getbands())
    bands = (
        colours.picture(
            seen.crop((0, top, seen.width, min(top + rows, seen.height))).convert(plain)
        ).tobytes()
        for top in range(0, seen.height, rows)
    )
    if channels == 1:
        return _packed(seen.size, b"".join(bands), 1, alpha=alpha)
    packer = zlib.compressobj(_PACKED)
    packed = b"".join([*map(packer.compress, bands), packer.flush()])
    return _Stored(seen.size, {"Filter": "/FlateDecode"}, packed, channels, alpha=alpha)


def _packed(
    size: tuple[int, int], pixels: bytes, channels: int, profile: bytes = b"", alpha: _Stored | None = None
) -> _Stored:
    """Pixels, a byte a channel, packed as the differences from pixel to pixel of each row."""
    entries = {
        "Filter": "/FlateDecode",
        "DecodeParms": f"<< /Predictor 2 /Colors {channels} /BitsPerComponent 8 /Columns {size[0]} >>",
    }
    packer = zlib.compressobj(_PACKED)
    row = size[0] * channels
    band = max(1, _BAND // row) * row
    parts = [
        packer.compress(_differences(pixels[place : place + band], row, channels))
        for place in range(0, len(pixels), band)
    ]
    return _Stored(size, entries, b"".join((*parts, packer.flush())), channels, profile, alpha)


def _differences(pixels: bytes, row: int, channels: int) -> bytes:
    """Subtract from each byte of a row that of the pixel before it, for all of them at once: they are the
    digits of one large number."""
    count = len(pixels)
    lower, upper = (int.from_bytes(bytes([mask]) * count, "little") for mask in (0x7F, 0x80))
    follows = int.from_bytes((bytes(channels) + b"\xff" * (row - channels)) * (count // row), "little")
    these = int.from_bytes(pixels, "little")
    before = these << 8 * channels & follows
    # With its uppermost bit set a digit borrows nothing from the next; then that bit is put right.
    return ((these | upper) - (before & lower) ^ (these ^ before ^ upper) & upper).to_bytes(count, "little")


def _idat(png: bytes, size: tuple[int, int], bits: int, channels: int) -> tuple[dict[str, str], bytes]:
    """Return the names that a PDF has for the compression of a PNG, and its compressed pixels. Raises
    `ValueError` if there are too few of them."""
    parts = []
    place = 8
    while place + 8 <= len(png):
        length, kind = int.from_bytes(png[place : place + 4], "big"), png[place + 4 : place + 8]
        if kind == b"IDAT":
            parts.append(png[place + 8 : place + 8 + length])
        place += length + 12
    data = b"".join(parts)
    wanted = size[1] * (1 + (size[0] * bits * channels + 7) // 8)
    if len(zlib.decompressobj().decompress(data, wanted + 1)) < wanted:
        raise ValueError("it is cut short")
    entries = {
        "Filter": "/FlateDecode",
        "BitsPerComponent": str(bits),
        "DecodeParms": f"<< /Predictor 15 /Colors {channels} /BitsPerComponent {bits} /Columns {size[0]} >>",
    }
    return entries, data


def _special(profile: bytes | None, channels: int) -> bytes:
    """The profile, unless it is that of the screen or does not fit so many channels."""
    if not profile or b"sRGB" in profile or b"s\0R\0G\0B" in profile:
        return b""
    return profile if profile[16:20] == {1: b"GRAY", 3: b"RGB "}[channels] else b""


def _name(picture: Picture) -> str:
    return picture.href.replace(":", "")
