"""Tables as spreadsheets save them: CSV, Excel's .xlsx and LibreOffice's .ods, read row by row.

A cell is a text: numbers as they are written, "yes" and "no". Every row tells where it is, and each cell of a
workbook has its name, such as B7.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from components.errors import DataError
from components.reading import read_text
from components.wording import meant, visible

CSV_BYTES = 4 * 1024 * 1024
WORKBOOKS = (".xlsx", ".ods")
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}


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

    where  place of the header
    """

    header: tuple[str, ...]
    rows: Iterator[Row]
    where: str
    said: str


def read_sheet(file: Path, within: Path | None = None, sheet: str = "") -> Sheet:
    """The table in a CSV file, or in that sheet of a workbook, its first by default.

    Raises `DataError` with the line or the cell for what is not such a table, also while the rows are read.
    """
    if file.suffix.lower() in WORKBOOKS:
        from components.workbooks.reading import read_workbook

        name, cells = read_workbook(file, within, sheet)
        return _from_workbook(file, name, cells)
    if sheet:
        raise DataError("A CSV file has no sheets.", where=str(file), todo="Leave the key sheet out.")
    return _from_csv(file, within)


def separator(text: str) -> str:
    """Find what separates the cells of a CSV text: commas; semicolons, as where numbers have commas; or tabs.

    The first line tells, as headings hold none of them.
    """
    header = text.partition("\n")[0]
    return max(_SEPARATORS, key=lambda sign: (header.count(sign), sign == ","))


def _from_csv(file: Path, within: Path | None) -> Sheet:
    text = read_text(file, limit=CSV_BYTES, within=within)
    sign = separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=sign)

    def rows() -> Iterator[Row]:
        try:
            for cells in reader:
                where = f"{file}, line {reader.line_num}"
                if len(cells) > len(header):
                    raise DataError(
                        f"The row has more cells than the {len(header)} columns.",
                        where=where,
                        todo=f'Put a cell that holds a "{sign}" in double quotes.',
                    )
                if any(map(str.strip, cells)):
                    yield _readable(Row(dict(zip(header, cells, strict=False)), where))
        except csv.Error as problem:
            raise _not_csv(problem, file, reader.line_num) from None

    try:
        header = _without_empty_ends(next(reader, []))
    except csv.Error as problem:
        raise _not_csv(problem, file, reader.line_num) from None
    where = f"{file}, line 1"
    others = [
        name for other, name in _SEPARATORS.items() if other != sign and any(other in h for h in header)
    ]
    if others:
        raise DataError(
            f"The columns are separated by {_SEPARATORS[sign]} and {others[0]}.",
            where=where,
            todo="Use one of them only.",
        )
    return Sheet(header, rows(), where, f"cells separated by {_SEPARATORS[sign]}")


def _not_csv(problem: csv.Error, file: Path, line: int) -> DataError:
    return DataError(f"This is not CSV: {problem}.", where=f"{file}, line {line}")


def _from_workbook(file: Path, name: str, cells: Sequence[Sequence[str]]) -> Sheet:
    from components.workbooks.table import letters

    header = _without_empty_ends(cells[0] if cells else [])
    place = f"{file}, sheet {name}"

    def rows() -> Iterator[Row]:
        for number, row in enumerate(cells[1:], 2):
            names = {heading: f"{letters(column)}{number}" for column, heading in enumerate(header)}
            beyond = next((at for at in range(len(header), len(row)) if row[at]), None)
            if beyond is not None:
                raise DataError(
                    "There is no heading above this cell.",
                    where=f"{place}, cell {letters(beyond)}{number}",
                    todo="Write one in row 1, or delete the cell. The headings are the first row.",
                )
            if any(map(str.strip, row)):
                yield _readable(Row(dict(zip(header, row, strict=False)), f"{place}, row {number}", names))

    return Sheet(header, rows(), f"{place}, row 1", f"sheet {name}")


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
