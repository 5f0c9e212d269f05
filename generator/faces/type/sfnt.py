"""The tables of a font file, held to limits before anything takes them apart.

A few kilobytes may claim to have every character there is a thousand times.
"""

import itertools
import struct
from collections.abc import Iterator
from typing import Final

from components.errors import DataError

CHARACTERS: Final = 500_000  # characters that the tables of a font lead to glyphs, each time that they do
_KINDS = (b"\0\1\0\0", b"OTTO", b"true")
_WEB = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}
_TABLES = 100


def check(content: bytes, where: str) -> None:
    """Raises `DataError` for what is not one TrueType or OpenType font, or has too many characters."""
    kind = content[:4]
    if kind in _WEB:
        raise DataError(
            f"This is a font for the web, {_WEB[kind]}.", where=where, todo="Use the file .ttf or .otf of it."
        )
    if kind == b"ttcf":
        raise DataError(
            "This is a collection of fonts.", where=where, todo="Use a file .ttf or .otf of one font."
        )
    try:
        if kind not in _KINDS:
            raise ValueError("it is neither TrueType nor OpenType")
        found = (many for name, table in _tables(content) if name == b"cmap" for many in _characters(table))
        # Stops at once: the next ones may be as large.
        too_many = any(total > CHARACTERS for total in itertools.accumulate(found))
    except (struct.error, ValueError) as problem:
        raise DataError(
            f"The font cannot be read: {problem}.", where=where, todo="Use another file, .ttf or .otf."
        ) from None
    if too_many:
        raise DataError(
            f"The font claims to have more than {CHARACTERS:,} characters.",
            where=where,
            todo="Use another font.",
        )


def variable(head: bytes) -> bool:
    """Tell from the beginning of a font file whether it is a variable font."""
    (count,) = struct.unpack_from(">H", head, 4)
    return any(head[place : place + 4] == b"fvar" for place in range(12, 12 + 16 * count, 16))


def _tables(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The tables by name, each a part of the file."""
    (count,) = struct.unpack_from(">H", content, 4)
    if count > _TABLES:
        raise ValueError(f"it has {count} tables")
    for place in range(12, 12 + 16 * count, 16):
        name, _, start, length = struct.unpack_from(">4s3L", content, place)
        if start + length > len(content):
            raise ValueError(f"the table {name.decode('latin-1').strip()} is cut short")
        yield name, content[start : start + length]


def _characters(cmap: bytes) -> Iterator[int]:
    """The number of characters that each subtable leads to glyphs, for each time that it is named."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    for place in range(4, 4 + 8 * count, 8):
        (start,) = struct.unpack_from(">L", cmap, place + 4)
        (form,) = struct.unpack_from(">H", cmap, start)
        if form == 4:
            (twice,) = struct.unpack_from(">H", cmap, start + 6)
            segments = twice // 2
            ends = struct.unpack_from(f">{segments}H", cmap, start + 14)
            starts = struct.unpack_from(f">{segments}H", cmap, start + 16 + 2 * segments)
            yield sum(max(1, end - first + 1) for first, end in zip(starts, ends, strict=True))
        elif form in (8, 12, 13):
            at = start + (8204 if form == 8 else 12)
            (groups,) = struct.unpack_from(">L", cmap, at)
            if at + 4 + 12 * groups > len(cmap):
                raise ValueError("the table cmap is cut short")
            for group in range(at + 4, at + 4 + 12 * groups, 12):
                first, end = struct.unpack_from(">2L", cmap, group)
                yield max(1, end - first + 1)
        elif form == 10:
            yield struct.unpack_from(">L", cmap, start + 16)[0]
        elif form == 14:
            yield from _variants(cmap, start)
        else:  # one that is for one or two bytes a character
            yield min(len(cmap) - start, 65_536)


def _variants(cmap: bytes, start: int) -> Iterator[int]:
    """The number of characters that each variation selector has a form of."""
    (selectors,) = struct.unpack_from(">L", cmap, start + 6)
    if start + 10 + 11 * selectors > len(cmap):
        raise ValueError("the table cmap is cut short")
    for place in range(start + 10, start + 10 + 11 * selectors, 11):
        plain, special = struct.unpack_from(">2L", cmap, place + 3)
        if plain:
            (ranges,) = struct.unpack_from(">L", cmap, start + plain)
            rows = cmap[start + plain + 4 : start + plain + 4 + 4 * ranges]
            yield sum(rows[3::4]) + len(rows) // 4
        if special:
            yield min(struct.unpack_from(">L", cmap, start + special)[0], len(cmap))
