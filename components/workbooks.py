"""Workbooks of Excel (.xlsx) and LibreOffice (.ods), read by calamine after they were held to limits.

Both are archives of XML. What is in them is measured before calamine opens it, because a small file may claim
to hold billions of cells.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from components import extras
from components.errors import DataError, UsageError, did_you_mean
from components.reading import check_text, read_bytes

BYTES: Final = 32 * 1024 * 1024  # size of a file, which may hold pictures, at most
UNPACKED: Final = 16 * 1024 * 1024  # bytes of all XML in it, which takes ten times as much when it is parsed
ROWS: Final = 20_000
COLUMNS: Final = 200
_OLD = b"\xd0\xcf\x11\xe0"  # beginning of files that are older than 2007, or encrypted
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_FAULTS = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NULL!|NUM!)")
_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.DOTALL)
_NAME = re.compile(rb'\br="([A-Z]{1,7})(\d{1,9})"')
_VALUE = re.compile(rb"<(?:\w+:)?(?:v|t)\b[^>/]*>[^<]")
_FAULT = re.compile(rb'\bt="e".*?<(?:\w+:)?v\b[^>]*>([^<]{1,20})<', re.DOTALL)
_ROW = re.compile(rb'<(?:\w+:)?row\b[^>]*?\br="(\d{1,9})"')
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_SHEETS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def read_workbook(file: Path, within: Path | None, sheet: str) -> tuple[str, list[list[str]]]:
    """The name of the sheet, the first by default, and the texts of its cells, row by row from A1.

    Formulas count as the values that were saved with them. Raises `DataError` with the cell for merged
    cells, formulas without a value, faults such as #REF!, and dates; and for a workbook that is locked.
    """
    content = read_bytes(file, limit=BYTES, within=within)
    where = str(file)
    parts = _unpacked(content, where)
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        raise UsageError(
            "Reading workbooks needs another package.",
            where=where,
            todo=extras.todo("design", "Or save the sheet as CSV."),
        ) from None
    try:
        names = _names(parts)
        name = sheet or names[0]
        if name not in names:
            raise DataError(f'There is no sheet "{name}".', where=where, todo=did_you_mean(name, names))
        place = f"{where}, sheet {name}"
        _measure(parts, name, place)
        rows = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_name(name)
        cells = [list(row) for row in rows.to_python(skip_empty_area=False)]
    except (CalamineError, KeyError, IndexError, ValueError, ElementTree.ParseError) as problem:
        raise DataError(
            f"This is not a workbook that can be read: {str(problem)[:80]}.",
            where=where,
            todo="Save it anew as .xlsx or .ods.",
        ) from None
    return name, [
        [_text(cell, f"{place}, cell {letters(column)}{row}") for column, cell in enumerate(line)]
        for row, line in enumerate(cells, 1)
    ]


def _unpacked(content: bytes, where: str) -> dict[str, bytes]:
    """The XML files in the archive. Raises `DataError` if they are too large, encrypted or not there."""
    locked = DataError(
        "The workbook has a password.", where=where, todo="Save it without one, or save as CSV."
    )
    if content.startswith(_OLD):
        if _LOCKED in content:
            raise locked
        raise DataError("This is a workbook from before 2007.", where=where, todo="Save it as .xlsx or .ods.")
    parts: dict[str, bytes] = {}
    left = UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                if entry.flag_bits & 1:
                    raise locked
                if entry.filename.endswith((".xml", ".rels")):
                    with archive.open(entry) as stream:
                        parts[entry.filename] = stream.read(left + 1)
                    left -= len(parts[entry.filename])
                if left < 0:
                    raise DataError(
                        f"There is more than {UNPACKED // 1024**2} MB of cells in the workbook.",
                        where=where,
                        todo="Use a smaller one, or save the sheet as CSV.",
                    )
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as problem:
        raise DataError(
            f"This is not a workbook: {str(problem)[:80]}.",
            where=where,
            todo="Save it anew as .xlsx or .ods.",
        ) from None
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise locked
    if any(b"<!ENTITY" in part for part in parts.values()):
        raise DataError("The workbook declares entities.", where=where, todo="Save it anew.")
    return parts


def _names(parts: dict[str, bytes]) -> list[str]:
    if "content.xml" in parts:
        return [name for name, _ in _tables(parts)]
    return [sheet.attrib["name"] for sheet, _ in _worksheets(parts)]


def _worksheets(parts: dict[str, bytes]) -> Iterator[tuple[ElementTree.Element, str]]:
    """The sheets of an .xlsx and the files that they are in."""
    relations = ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
    files = {relation.attrib["Id"]: relation.attrib["Target"] for relation in relations}
    for element in ElementTree.fromstring(parts["xl/workbook.xml"]).iter():
        if element.tag.rpartition("}")[2] == "sheet":
            target = files[element.attrib[_SHEETS]]
            file = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            if file.rpartition("/")[0].endswith("worksheets"):
                yield element, file


def _tables(parts: dict[str, bytes]) -> Iterator[tuple[str, ElementTree.Element]]:
    """The sheets of an .ods."""
    for table in ElementTree.fromstring(parts["content.xml"]).iter(f"{_OFFICE}table"):
        yield table.attrib[f"{_OFFICE}name"], table


def _measure(parts: dict[str, bytes], name: str, place: str) -> None:
    """Raises `DataError` for a sheet that is too large, and for cells that cannot be read as one value."""
    if "content.xml" in parts:
        _measure_table(next(table for known, table in _tables(parts) if known == name), place)
        return
    content = parts[next(file for sheet, file in _worksheets(parts) if sheet.attrib["name"] == name)]
    for row in _ROW.finditer(content):
        _check_size(int(row[1]), 1, place)
    for cell in _CELL.finditer(content):
        if found := _NAME.search(cell[1]):
            at = found[1].decode() + found[2].decode()
            _check_size(int(found[2]), _number(found[1].decode()), place)
            if fault := _FAULT.search(cell[0]):
                raise _faulty(fault[1].decode(errors="replace"), f"{place}, cell {at}")
            if b"<f" in (cell[2] or b"") and not _VALUE.search(cell[2]):
                raise DataError(
                    "The formula has no value.",
                    where=f"{place}, cell {at}",
                    todo="Open the workbook in a spreadsheet and save it, or write the value.",
                )
    if merged := re.search(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z0-9:]{1,30})"', content):
        raise _merged(merged[1].decode(), place)


def _measure_table(table: ElementTree.Element, place: str) -> None:
    down = 0
    for row in table.iter(f"{_OFFICE}table-row"):
        across, filled = 0, False
        for cell in row:
            repeated = int(cell.attrib.get(f"{_OFFICE}number-columns-repeated", "1"))
            spans = [
                int(cell.attrib.get(f"{_OFFICE}number-{way}-spanned", "1")) for way in ("columns", "rows")
            ]
            if max(spans) > 1:
                first = f"{letters(across)}{down + 1}"
                raise _merged(f"{first}:{letters(across + spans[0] - 1)}{down + spans[1]}", place)
            across += repeated
            if any(name.endswith("}value-type") and kind == "error" for name, kind in cell.attrib.items()):
                raise _faulty("".join(cell.itertext())[:20], f"{place}, cell {letters(across - 1)}{down + 1}")
            if len(cell):
                filled = True
                _check_size(1, across, place)
        down += int(row.attrib.get(f"{_OFFICE}number-rows-repeated", "1"))
        if filled:
            _check_size(down, 1, place)


def _faulty(fault: str, where: str) -> DataError:
    return DataError(f"The formula gives {fault}.", where=where, todo="Correct it, or write the value.")


def _merged(ref: str, place: str) -> DataError:
    first, _, last = ref.partition(":")
    return DataError(
        f"The cells {first} to {last} are merged.",
        where=f"{place}, cell {first}",
        todo="Split them: every piece has a row of its own, and every value a cell.",
    )


def _check_size(rows: int, columns: int, place: str) -> None:
    if rows > ROWS or columns > COLUMNS:
        raise DataError(
            f"The sheet has {rows:,} rows or more." if rows > ROWS else f"The sheet has {columns:,} columns.",
            where=place,
            todo=f"Use {ROWS:,} rows and {COLUMNS} columns at most; delete what is far away.",
        )


def letters(column: int) -> str:
    """The name of a column, from 0: A to Z, AA …"""
    name = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(65 + digit) + name
    return name


def _number(name: str) -> int:
    """The number of a column from 1: A, B … Z, AA …"""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def _text(cell: Any, where: str) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, (int, float)):
        return f"{cell:.15g}"
    if isinstance(cell, (datetime.date, datetime.time, datetime.timedelta)):
        raise DataError(
            f"The cell is a date or a time, {cell}.",
            where=where,
            todo="Format it as text, and write it again.",
        )
    text = str(cell).replace("\r\n", "\n").replace("\r", "\n")
    if _FAULTS.fullmatch(text):
        raise _faulty(text, where)
    check_text(text, where)
    return text
