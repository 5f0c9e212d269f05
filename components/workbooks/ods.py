"""A sheet of an .ods, the format of LibreOffice."""

from components.wording import letters
from components.workbooks.parts import Attributes, Parts, Reader
from components.workbooks.table import (
    CHARACTERS,
    Table,
    cell_name,
    chosen,
    dated,
    digits,
    faulty,
    merged,
    plain,
    shown,
    too_much,
    yes_or_no,
)


def read_ods(parts: Parts, wanted: str) -> tuple[list[str], Table]:
    document = parts.read("content.xml", _Spreadsheet(wanted))
    chosen(wanted, document.names, parts.where)
    return document.names, document.table


class _Spreadsheet(Reader):
    """A sheet of an .ods, which is one part with all of its sheets."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.table = Table("")
        self._wanted = wanted
        self._within = False  # the sheet that is wanted
        self._row = self._column = 0
        self._rows = self._columns = 1  # times that the row and the cell are repeated
        self._cell: Attributes = {}
        self._depth = self._paragraph = 0  # lengths of the path to the cell and to a paragraph of it, if any
        self._pieces: list[str] = []
        self._length = 0

    def opened(self, name: str, attributes: Attributes) -> None:
        if self._depth:
            self._inside(name, attributes)
        elif name == "table" and self.path[-2] == "spreadsheet":
            self._begin(_local(attributes)["name"])
        elif self._within and name == "table-row":
            self._rows, self._column = _count(_local(attributes), "number-rows-repeated"), 0
        elif self._within and name in ("table-cell", "covered-table-cell"):
            self._cell, self._depth, self._length = attributes, len(self.path), 0
            self._pieces.clear()
            known = _local(attributes)
            self._columns = _count(known, "number-columns-repeated")
            right = self._column + _count(known, "number-columns-spanned") - 1
            bottom = self._row + _count(known, "number-rows-spanned") - 1
            if (right, bottom) != (self._column, self._row):
                last = f"{letters(right)}{bottom + 1}"
                raise merged(f"{letters(self._column)}{self._row + 1}:{last}", self.where)

    def closed(self, name: str) -> None:
        depth = len(self.path) + 1
        if depth == self._depth:
            self.table.put(self._row, self._column, self._text("".join(self._pieces)), self._columns)
            self._column += self._columns
            self._depth = 0
        elif depth == self._paragraph:
            self._paragraph = 0
        elif self._within and not self._depth and name == "table-row":
            self.table.repeat(self._row, self._rows)
            self._row += self._rows
        elif not self._depth and name == "table" and self.path[-1] == "spreadsheet":
            self._within = False

    def said(self, text: str) -> None:
        if self._paragraph:
            self._length += len(text)
            if self._length > CHARACTERS:
                raise too_much(self.where)
            self._pieces.append(text)

    def _begin(self, name: str) -> None:
        self._within = name not in self.names and name == (self._wanted or name) and not self.table.place
        if self._within:
            self.where = self.table.place = f"{self.where}, sheet {name}"
        self.names.append(name)

    def _inside(self, name: str, attributes: Attributes) -> None:
        """Hear what is in a cell. Notes and drawings have paragraphs of their own, further in."""
        if name == "p" and len(self.path) == self._depth + 1:
            if self._pieces:
                self._pieces.append("\n")
            self._paragraph = len(self.path)
        elif name == "s":
            self.said(" " * min(_count(_local(attributes), "c"), CHARACTERS + 1))
        elif name == "image":
            self.table.pictures[self._row, self._column] = _local(attributes).get("href", "")
        elif name in ("tab", "line-break"):
            self.said("\t" if name == "tab" else "\n")

    def _text(self, said: str) -> str:
        known = _local(self._cell)
        here = cell_name(self.where, self._row, self._column)
        kinds = [value for key, value in self._cell.items() if key.endswith("}value-type")]
        if "error" in kinds:
            raise faulty(said[:20], here)
        kind = kinds[0] if kinds else ""
        if kind in ("float", "percentage", "currency"):
            return shown(digits(float(known["value"])), said)
        if kind == "boolean":
            return yes_or_no(known["boolean-value"] == "true")
        if kind in ("date", "time"):
            raise dated(known.get(f"{kind}-value", said), here)
        return plain(said or known.get("string-value", ""), here)


def _local(attributes: Attributes) -> Attributes:
    return {key.rpartition("}")[2]: value for key, value in attributes.items()}


def _count(attributes: Attributes, name: str) -> int:
    number = int(attributes.get(name, "1"))
    if number < 1:
        raise ValueError(f"{name} is {number}")
    return number
