"""Tables as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None

# A spreadsheet may take a text that begins with one of these for a formula and carry it out.
_FORMULAS = ("=", "+", "-", "@", "\t", "\n")


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows, separated by commas; None is an empty cell.

    A text that a spreadsheet would take for a formula has an apostrophe before it. Numbers stay as they are.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return written.getvalue()


def _harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r\n", "\n").replace("\r", "\n")  # the writer would not quote a lone "\r"
    return f"'{text}" if text.startswith(_FORMULAS) else text
