"""Workbooks of Excel (.xlsx) and LibreOffice (.ods): archives of XML, which is read once, as a stream.

A small file may claim to hold billions of cells. So what is counted is what is read: there is no tree of the
XML, no measuring before it, and the limits are those of the table that comes of it.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from components.errors import DataError
from components.reading import read_bytes
from components.workbooks.ods import read_ods
from components.workbooks.parts import Heads, Parts
from components.workbooks.xlsx import read_xlsx

BYTES: Final = 32 * 1024 * 1024  # size of a file, which may hold pictures, at most
_OLD = b"\xd0\xcf\x11\xe0"  # beginning of files that are older than 2007, or encrypted
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_MANIFEST = "META-INF/manifest.xml"
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, ElementTree.ParseError,
    ArithmeticError, EOFError, LookupError, OSError, RuntimeError, ValueError,
)  # fmt: skip


class Workbook(NamedTuple):
    """A sheet of a workbook: the texts of its cells, row by row from A1, and the names of all sheets.

    pictures  the name in the archive of the picture in a cell, by row and column from 0
    """

    name: str
    cells: Sequence[Sequence[str]]
    names: Sequence[str]
    pictures: Mapping[tuple[int, int], str]


def picture_of(file: Path, name: str) -> bytes:
    """The picture of that name in a workbook that was read. Raises `DataError` for one that is too large."""
    with zipfile.ZipFile(io.BytesIO(read_bytes(file, limit=BYTES))) as archive:
        if archive.getinfo(name).file_size > BYTES:
            raise DataError("A picture in it is too large.", where=str(file), todo="Make it smaller.")
        return archive.read(name)


def read_workbook(file: Path, within: Path | None, sheet: str) -> Workbook:
    """The sheet of that name, the first by default.

    Formulas count as the values that were saved with them. Raises `DataError` with the cell for merged
    cells, formulas without a value, faults such as #REF!, and dates; and for a workbook that is locked.
    """
    content = read_bytes(file, limit=BYTES, within=within)
    where = str(file)
    locked = DataError(
        "The workbook has a password.", where=where, todo="Save it without one, or save as CSV."
    )
    if content.startswith(_OLD):
        if _LOCKED in content:
            raise locked
        raise DataError("This is a workbook from before 2007.", where=where, todo="Save it as .xlsx or .ods.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if any(entry.flag_bits & 1 for entry in archive.infolist()):
                raise locked
            parts = Parts(archive, where)
            if _MANIFEST in parts and parts.read(_MANIFEST, Heads("encryption-data")).found:
                raise locked
            names, table = (read_ods if "content.xml" in parts else read_xlsx)(parts, sheet)
            there = {name.lower(): name for name in archive.namelist()}
            pictures = {at: there[n.lower()] for at, n in table.pictures.items() if n.lower() in there}
            return Workbook(sheet or names[0], table.cells(), names, pictures)
    except _BROKEN as problem:
        raise DataError(
            f"This is not a workbook that can be read: {str(problem)[:80]}.",
            where=where,
            todo="Save it anew as .xlsx or .ods.",
        ) from None
