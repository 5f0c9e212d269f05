"""The table that a sheet becomes, its limits, and what a cell may not be."""

import math
import re
from typing import Final

from components.errors import DataError, did_you_mean
from components.reading import check_text
from components.wording import letters

UNPACKED: Final = 16 * 1024 * 1024  # bytes of the XML that is read
ROWS: Final = 20_000
COLUMNS: Final = 200
CELLS: Final = 1_000_000  # rows times columns
CHARACTERS: Final = 4 * 1024 * 1024  # characters of all cells, as many as a CSV file may have
_LONGEST = 40  # characters of a number as it is shown
_FAULTS = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NULL!|NUM!)")


class Table:
    """The cells of a sheet as they are read, within the limits."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.pictures: dict[tuple[int, int], str] = {}  # names of parts, by row and column
        self._rows: list[list[str]] = []
        self._characters = self._width = 0

    def put(self, row: int, column: int, text: str, across: int = 1) -> None:
        """Put a text into so many cells, of a row that is not before the last one. Raises `DataError`."""
        if not text:
            return
        self._check(row + 1, column + across, len(text) * across)
        self._rows += [[] for _ in range(row + 1 - len(self._rows))]
        cells = self._rows[row]
        cells += [""] * (column + across - len(cells))
        cells[column : column + across] = [text] * across

    def repeat(self, row: int, times: int) -> None:
        """The row is there so many times, if there is anything in it."""
        if times > 1 and row < len(self._rows):
            cells = self._rows[row]
            self._check(row + times, len(cells), sum(map(len, cells)) * (times - 1))
            self._rows += [cells] * (times - 1)

    def cells(self) -> list[list[str]]:
        """The rows, all of one width."""
        return [row + [""] * (self._width - len(row)) for row in self._rows]

    def _check(self, rows: int, columns: int, characters: int) -> None:
        self._width = max(self._width, columns)
        self._characters += characters
        if rows > ROWS or columns > COLUMNS:
            many = f"{rows:,} rows or more" if rows > ROWS else f"{columns:,} columns"
            raise DataError(
                f"The sheet has {many}.",
                where=self.place,
                todo=f"Use {ROWS:,} rows and {COLUMNS} columns at most; delete what is far away.",
            )
        if rows * self._width > CELLS or self._characters > CHARACTERS:
            raise too_much(self.place)


def chosen(wanted: str, names: list[str], where: str) -> str:
    name = wanted or names[0]
    if name not in names:
        raise DataError(f'There is no sheet "{name}".', where=where, todo=did_you_mean(name, names))
    return name


def cell_name(place: str, row: int, column: int) -> str:
    return f"{place}, cell {letters(column)}{row + 1}"


def yes_or_no(true: bool) -> str:
    return "yes" if true else "no"


def digits(number: float) -> str:
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a number")
    return f"{number:.15g}"


class Shown(str):
    """A number as its cell shows it, such as "15%"; `number` is how it is written elsewhere: "0.15"."""

    number: str = ""


def shown(number: str, text: str) -> str:
    """The text that a cell shows for a number: the number itself, unless it has a form of its own."""
    if not text or text == number or len(text) > _LONGEST or text.startswith("#"):
        return number
    made = Shown(text)
    made.number = number
    return made


def plain(text: str, where: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _FAULTS.fullmatch(text):
        raise faulty(text, where)
    check_text(text, where)
    return text


def faulty(fault: str, where: str) -> DataError:
    return DataError(f"The formula gives {fault}.", where=where, todo="Correct it, or write the value.")


def dated(date: str, where: str) -> DataError:
    return DataError(
        f"The cell is a date or a time, {date[:40]}.",
        where=where,
        todo="Format it as text, and write it again.",
    )


def merged(ref: str, place: str) -> DataError:
    first, _, last = ref.partition(":")
    return DataError(
        f"The cells {first} to {last} are merged.",
        where=f"{place}, cell {first}",
        todo="Split them: every piece has a row of its own, and every value a cell.",
    )


def too_much(where: str) -> DataError:
    return DataError(
        f"There is more than {UNPACKED // 1024**2} MB of XML, {CELLS:,} cells or {CHARACTERS // 1024**2} MB "
        "of text in the workbook.",
        where=where,
        todo="Use a smaller one, or save the sheet as CSV.",
    )
