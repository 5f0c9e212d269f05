"""CSV files hold tables, and no formulas."""

from __future__ import annotations

import csv
import io

import pytest

from components.spreadsheets import csv_text


def test_a_row_a_line() -> None:
    rows = [["round", "Ann", 'Bo "the\n2nd"'], ["round 1", -3, 2.5], ["", None, 0]]
    assert csv_text(rows) == 'round,Ann,"Bo ""the\n2nd"""\nround 1,-3,2.5\n,,0\n'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n"])
def test_a_text_is_never_a_formula(start: str) -> None:
    """Text that spreadsheets would carry out begins with an apostrophe; inside a text signs are harmless."""
    text = csv_text([[f"{start}1+1", f"Ann{start}", -1]])
    assert next(csv.reader(io.StringIO(text, newline=""))) == [f"'{start}1+1", f"Ann{start}", "-1"]


def test_a_carriage_return_breaks_no_row() -> None:
    assert list(csv.reader(io.StringIO(csv_text([["Ann\r=1", "\r\n=1"]]), newline=""))) == [
        ["Ann\n=1", "'\n=1"]
    ]
