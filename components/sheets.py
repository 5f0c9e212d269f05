"""Tables as spreadsheets save them: CSV, Excel's .xlsx and LibreOffice's .ods, read row by row.

A cell is a text: numbers as they are written, "yes" and "no". Every row tells where it is, and each cell of a
workbook has its name, such as B7.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from components.errors import DataError
from components.reading import inside, read_table_text
from components.wording import letters, meant, visible

if TYPE_CHECKING:
    from components.workbooks.reading import Workbook

CSV_BYTES = 4 * 1024 * 1024
WORKBOOKS = (".xlsx", ".ods")
SPREADSHEETS = (".csv", ".tsv", *WORKBOOKS)
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_SEPARATOR = re.compile(r"sep=([,;\t])\n", re.IGNORECASE)
_PAGE = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
_TITLES = 20  # lines in which the headings are looked for
_TOTAL = re.compile(r"(?:total|totale|sum|summe|gesamt|somme|suma)\b.{0,20}", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?[\d.,' ]+")


class Row(NamedTuple):
    """A row below the header: its texts by heading, where it is, and the names of its cells, if any."""

    values: Mapping[str, str]
    where: str
    cells: Mapping[str, str] = MappingProxyType({})

    def place(self, heading: str) -> str:
        """Name the place of the cell under that heading."""
        return f"{self.where}, cell {self.cells[heading]}" if heading in self.cells else self.where


class Sheet(NamedTuple):
    """A table: its header, its rows that are not empty, and how it was read, for people.

    where   place of the header
    left    what is in the sheet beside the table, each as "a title in row 1"
    others  names of the workbook's other sheets
    pictures  names in the workbook of pictures, by the name of the cell that they lie on
    """

    header: tuple[str, ...]
    rows: Iterator[Row]
    where: str
    said: str
    left: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    pictures: Mapping[str, str] = MappingProxyType({})

    def as_data(self) -> dict[str, Any]:
        """The sheet as a table of a game: its headings, the cells of its rows, and the rows by heading."""
        cells = [[row.values.get(heading, "").strip() for heading in self.header] for row in self.rows]
        rows = [dict(zip(self.header, row, strict=True)) for row in cells]
        return {"headings": [*self.header], "cells": cells, "rows": rows}


class _Line(NamedTuple):
    """A line of cells and its place, "line 3" of a file or "row 3" of a sheet, of which it is the number."""

    cells: Sequence[str]
    place: str
    number: int = 0


def read_sheet(file: Path, within: Path | None = None, sheet: str = "") -> Sheet:
    """The table in a CSV file, or in that sheet of a workbook, its first by default.

    Raises `DataError` with the line or the cell for what is not such a table, also while the rows are read.
    """
    if file.suffix.lower() in WORKBOOKS:
        from components.workbooks.reading import read_workbook

        return _from_workbook(file, read_workbook(file, within, sheet))
    # A file outside of the folder is refused as that, whatever its name.
    if file.suffix.lower() not in (*SPREADSHEETS, ".txt") and (within is None or inside(file, within)):
        todo = "Name an .xlsx, .ods or .csv file, or save it as one."
        raise DataError("This is not a spreadsheet that can be read.", where=str(file), todo=todo)
    if sheet:
        raise DataError("A CSV file has no sheets.", where=str(file), todo="Leave the key sheet out.")
    return _from_csv(file, within)


def separator(text: str) -> str:
    """Find what separates the cells of a CSV text: commas; semicolons, as where numbers have commas; or tabs.

    The first line that is not empty tells, as headings hold none of them.
    """
    header = next((line for line in text.split("\n") if line.strip(" ,;\t")), "")
    return max(_SEPARATORS, key=lambda sign: (header.count(sign), sign == ","))


def _from_csv(file: Path, within: Path | None) -> Sheet:
    text, read_as = read_table_text(file, limit=CSV_BYTES, within=within)
    if _PAGE.match(text):
        todo = "Save the table as CSV; of a page of Google, publish it to the web as CSV."
        raise DataError("This is a web page and not a table.", where=str(file), todo=todo)
    named = _SEPARATOR.match(text)  # Excel's own line
    sign = named[1] if named else separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=sign)
    lines: list[_Line] = []
    begun = 1
    try:
        for cells in reader:
            lines.append(_Line(cells, f"line {reader.line_num}"))
            begun = reader.line_num + 1
    except csv.Error as problem:
        raise _not_csv(problem, file, begun) from None
    said = f"cells separated by {_SEPARATORS[sign]}" + (f", read as {read_as}" if read_as else "")
    made = _sheet(lines[1:] if named else lines, f"{file}, ", said, sign)
    others = [n for other, n in _SEPARATORS.items() if other != sign and any(other in h for h in made.header)]
    if others:
        raise DataError(
            f"The columns are separated by {_SEPARATORS[sign]} and {others[0]}.",
            where=made.where,
            todo="Use one of them only.",
        )
    return made


def _not_csv(problem: csv.Error, file: Path, line: int) -> DataError:
    where = f"{file}, line {line}"
    if "unexpected end" in str(problem):
        what = "This is not CSV: a double quote in this row is never closed."
        return DataError(what, where=where, todo='Close it with another ", or delete it.')
    what = f"This is not CSV: {problem}."
    return DataError(
        what, where=where, todo='Put the whole cell in double quotes, and double those in it: "".'
    )


def _from_workbook(file: Path, book: Workbook) -> Sheet:
    lines = [_Line(cells, f"row {number}", number) for number, cells in enumerate(book.cells, 1)]
    made = _sheet(lines, f"{file}, sheet {book.name}, ", f"sheet {book.name}")
    pictures = {f"{letters(column)}{row + 1}": name for (row, column), name in book.pictures.items()}
    others = tuple(name for name in book.names if name != book.name)
    return made._replace(others=others, pictures=pictures)


def _sheet(lines: Sequence[_Line], place: str, said: str, sign: str = "") -> Sheet:
    """The table in these lines, of a CSV file whose cells that sign separates, or of a workbook."""
    first, end = _bounds(lines)
    header = _without_empty_ends(lines[first].cells) if lines else ()
    left = [f"a title in {line.place}" for line in lines[:first] if any(map(str.strip, line.cells))]
    left += [f"the total in {line.place}" for line in lines[end:] if any(map(str.strip, line.cells))]

    def rows() -> Iterator[Row]:
        for line in lines[first + 1 : end]:
            cells, number = line.cells, line.number
            beyond = next((at for at in range(len(header), len(cells)) if cells[at].strip()), None)
            if beyond is not None:
                raise _beyond(place, line, beyond, len(header), sign)
            names = {h: f"{letters(at)}{number}" for at, h in enumerate(header)} if number else {}
            if any(map(str.strip, cells)):
                yield _readable(Row(dict(zip(header, cells, strict=False)), f"{place}{line.place}", names))

    return Sheet(header, rows(), f"{place}{lines[first].place if lines else 'line 1'}", said, tuple(left))


def _bounds(lines: Sequence[_Line]) -> tuple[int, int]:
    """The line of the headings, the first in which most cells are filled, and the end of the rows.

    A total is not a row: the last line, if it begins with such a word and has only numbers besides.
    """
    filled = [sum(map(bool, map(str.strip, line.cells))) for line in lines]
    most = max(filled[:_TITLES], default=0)
    first = next((place for place, count in enumerate(filled) if count * 2 > most), 0)
    end = len(lines)
    while end > first + 2 and not filled[end - 1]:
        end -= 1
    told = [cell.strip() for cell in lines[end - 1].cells if cell.strip()] if end > first + 2 else []
    if len(told) > 1 and _TOTAL.fullmatch(told[0]) and all(map(_NUMBER.fullmatch, told[1:])):
        end -= 1
    return first, end


def _beyond(place: str, line: _Line, column: int, columns: int, sign: str) -> DataError:
    """The error about a cell that has no heading."""
    if sign:
        what = f"The row has more cells than the {columns} columns."
        return DataError(
            what, where=place + line.place, todo=f'Put a cell that holds a "{sign}" in double quotes.'
        )
    return DataError(
        "There is no heading above this cell.",
        where=f"{place}cell {letters(column)}{line.number}",
        todo="Write one in the row of headings, or delete the cell.",
    )


def _readable(row: Row) -> Row:
    """The row. Raises `DataError` for a cell that was opened with the wrong character set, and saved so."""
    for heading, text in row.values.items():
        if right := meant(text):
            raise DataError(
                f'"{visible(text)[:60]}" should probably be "{visible(right)[:60]}": '
                "a file in UTF-8 was opened as Windows-1252.",
                where=row.place(heading),
                todo="Open the first file again with the character set Unicode (UTF-8).",
            )
    return row


def _without_empty_ends(header: Sequence[str]) -> tuple[str, ...]:
    """The headings, without the empty cells to the right that spreadsheets write."""
    names = [name.strip() for name in header]
    while names and not names[-1]:
        names.pop()
    return tuple(names)
