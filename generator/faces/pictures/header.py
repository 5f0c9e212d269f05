"""Read what the file of a picture tells before its pixels are decoded.

It is read here and not by Pillow, because there is no Pillow where Starbox runs in a browser.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

PNG: Final = b"\x89PNG\r\n\x1a\n"
_PROFILE_BYTES = 8 * 1024 * 1024  # size of a colour profile, at most
# Pillow's names for the pixels of a PNG, by its bits a channel and its type of colour.
_PNG_MODES = {
    (1, 0): "1", (2, 0): "L", (4, 0): "L", (8, 0): "L", (16, 0): "I;16", (8, 2): "RGB", (16, 2): "RGB",
    (1, 3): "P", (2, 3): "P", (4, 3): "P", (8, 3): "P", (8, 4): "LA", (16, 4): "RGBA",
    (8, 6): "RGBA", (16, 6): "RGBA",
}  # fmt: skip
_JPEG_MODES = {1: "L", 3: "RGB", 4: "CMYK"}
_PROGRESSIVE = (0xC2, 0xC6, 0xCA, 0xCE)
# Bytes for each pixel while a picture in colour is decoded, converted and written; one in grey; a WebP.
_COLOURED, _GREY, _WEBP = 12, 4, 20
_XMP = rb"tiff:Orientation(?:=\"|>)([0-9])"


class Told(NamedTuple):
    """`kind` is png, jpeg or webp; `mode` and the orientation `turn` are what Pillow makes of the file.

    size      pixels, as stored
    held      bytes of memory for each of these pixels, however few of them are wanted in the end
    profile   profile of the colours
    animated  whether there is more than one picture in it
    """

    kind: str
    mode: str
    size: tuple[int, int]
    held: int
    turn: int = 1
    profile: bytes = b""
    animated: bool = False


def told(content: bytes) -> Told | None:
    """Read the header of a PNG, JPEG or WebP; None for any other. Raises `ValueError` for a broken one."""
    try:
        if content.startswith(PNG):
            return _png(content)
        if content.startswith(b"\xff\xd8\xff"):
            return _jpeg(content)
        if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _webp(content)
    except (IndexError, KeyError, zlib.error):
        raise ValueError("it is broken") from None
    return None


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG by name, up to the last whole one."""
    place = len(PNG)
    while place + 12 <= len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def _png(content: bytes) -> Told:
    first: dict[bytes, bytes] = {}
    for name, data in chunks(content):
        first.setdefault(name, data)
    head = first[b"IHDR"]
    size = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    profile = b""
    if stored := first.get(b"iCCP"):
        packed = stored.partition(b"\0")[2][1:]
        profile = zlib.decompressobj().decompress(packed, _PROFILE_BYTES)
    turn = _turn(first.get(b"eXIf", b""), first.get(b"iTXt", b""))
    frames = int.from_bytes(first.get(b"acTL", b"")[:4], "big")
    mode = _PNG_MODES[head[8], head[9]]
    held = _GREY if mode in ("1", "L") and not profile and b"tRNS" not in first else _COLOURED
    return Told("png", mode, size, held, turn, profile, frames > 1)


def _jpeg(content: bytes) -> Told:
    exif = xmp = b""
    mode, size, held = "", (0, 0), 0
    profiles: list[bytes] = []
    place = 2
    while True:
        while content[place] == 0xFF and content[place + 1] == 0xFF:
            place += 1  # markers may be filled up
        if content[place] != 0xFF:
            raise ValueError("a marker is missing")
        kind, length = content[place + 1], int.from_bytes(content[place + 2 : place + 4], "big")
        data = content[place + 4 : place + 2 + length]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            size = int.from_bytes(data[3:5], "big"), int.from_bytes(data[1:3], "big")
            mode, held = _JPEG_MODES[data[5]], 2 * data[5] if kind in _PROGRESSIVE else 0
        elif kind == 0xE1 and data.startswith(b"Exif\0\0"):
            exif = exif or data[6:]
        elif kind == 0xE1 and data.startswith(b"http://ns.adobe.com/xap/"):
            xmp = xmp or data
        elif kind == 0xE2 and data.startswith(b"ICC_PROFILE\0"):
            profiles.append(data)
        elif kind == 0xDA:
            # Of several scans all are kept until the last.
            if mode and data[0] < len(mode):
                held = 2 * len(mode)
            break
        elif kind == 0xD9:
            raise ValueError("it is cut short")
        place += 2 + length
    profile = b"".join(part[14:] for part in sorted(profiles))
    if not mode:
        raise ValueError("it has no size")
    return Told("jpeg", mode, size, held, _turn(exif, xmp), profile)


def _webp(content: bytes) -> Told:
    found: dict[bytes, bytes] = {}
    first, place = content[12:16], 12
    while place + 8 <= len(content):
        length = int.from_bytes(content[place + 4 : place + 8], "little")
        found.setdefault(content[place : place + 4], content[place + 8 : place + 8 + length])
        place += 8 + length + length % 2
    clear = animated = False
    if first == b"VP8X":
        whole = found[first]
        size = int.from_bytes(whole[4:7], "little") + 1, int.from_bytes(whole[7:10], "little") + 1
        clear, animated = bool(whole[0] & 0x10), bool(whole[0] & 0x02)
    elif first == b"VP8L":
        bits = int.from_bytes(found[first][1:5], "little")
        size = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        clear = bool(bits >> 28 & 1)
    else:
        frame = found[b"VP8 "]
        size = int.from_bytes(frame[6:8], "little") & 0x3FFF, int.from_bytes(frame[8:10], "little") & 0x3FFF
    exif = found.get(b"EXIF", b"").removeprefix(b"Exif\0\0")
    mode = "RGBA" if clear else "RGB"
    turn = _turn(exif, found.get(b"XMP ", b""))
    return Told("webp", mode, size, _WEBP, turn, found.get(b"ICCP", b""), animated)


def _turn(exif: bytes, xmp: bytes) -> int:
    """The orientation in these descriptions, a number from 1 to 8."""
    end: Literal["little", "big"] = "big" if exif.startswith(b"MM") else "little"

    def number(place: int, length: int) -> int:
        return int.from_bytes(exif[place : place + length], end)

    turn = 0
    if exif[:2] in (b"II", b"MM"):
        start = number(4, 4)
        for place in range(start + 2, min(start + 2 + 12 * number(start, 2), len(exif)), 12):
            if number(place, 2) == 0x0112:
                turn = number(place + 8, 2)
    if not turn and (match := re.search(_XMP, xmp)):
        turn = int(match[1])
    return turn if 1 <= turn <= 8 else 1
