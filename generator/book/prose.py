"""The Markdown subset of rules.md for platypus: paragraphs, lists, tables, inline mark-up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.etree import ElementTree

from components.errors import DataError
from generator.faces.fonts import Font
from generator.faces.svg.values import escaped as escape

LONGEST: Final = 4_000  # characters of a paragraph, of an entry of a list, of a cell
MARKS: Final = 400  # signs in it that begin or end bold, italic and code
ROWS, COLUMNS = 200, 20  # at most this many of a table
UNITS: Final = 4_000  # paragraphs, entries and cells under one number or heading


_SPACES = re.compile(r"[ \t\n]+")  # others, such as the one before a French colon, do not break a line


def check(text: str, fonts: Iterable[Font], where: str) -> None:
    """Raises `DataError` for characters and mark-up that platypus cannot set."""
    for font in fonts:
        if character := font.lacks(text):
            what = f'The font {font.family} has no "{character}".'
            raise DataError(what, where=where, todo="Use other characters.")
    for number, unit in enumerate(_units(text, where)):
        if number == UNITS:
            what = f"There are more than {UNITS:,} paragraphs, entries and cells."
            raise DataError(what, where=where, todo="Divide the text over several rules.")
        if len(unit) > LONGEST or sum(map(unit.count, "*`")) > MARKS:
            what = f"A paragraph has more than {LONGEST:,} characters or {MARKS} asterisks and backticks."
            raise DataError(what, where=where, todo="Divide it.")
        try:
            ElementTree.fromstring(f"<p>{marked_up(unit)}</p>")
        except ElementTree.ParseError:
            what = "Bold and italic overlap."
            raise DataError(
                what, where=where, todo="Close the inner one first: **bold *both* bold**."
            ) from None


def list_items(chunk: str) -> list[str]:
    """The entries of a list."""
    return re.split(r"(?m)^- ", chunk)[1:]


def table_rows(chunk: str) -> list[list[str]]:
    """The cells of a table, header first, without the line of dashes below it."""
    found = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in chunk.splitlines()]
    return [row for row in found if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]


def chunks(text: str) -> list[str]:
    """Paragraphs, lists and tables in order; a list or table needs no empty line before it."""
    found: list[list[str]] = []
    kind = ""
    for line in text.splitlines():
        stripped = line.strip()
        now = "table" if stripped.startswith("|") else "list" if stripped.startswith("- ") else "text"
        if not stripped:
            kind = ""
            continue
        goes_on = now == kind or (kind == "list" and now == "text" and line.startswith(" "))
        if goes_on and found:
            found[-1].append(stripped)
        else:
            found.append([stripped])
            kind = now
    return ["\n".join(chunk) for chunk in found]


def marked_up(text: str) -> str:
    """The Markdown of a paragraph as platypus' mark-up."""
    marked = escape(_SPACES.sub(" ", text).strip()).replace(" °", "°")
    # Code comes first: an asterisk in it, such as the face of a die, is not emphasis.
    marked = re.sub(r"`([^`]+)`", lambda code: f"<b>{code[1].replace('*', '&#42;')}</b>", marked)
    marked = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", marked)
    return re.sub(r"(?<!\*)\*([^*\s][^*]*?)\*(?!\*)", r"<i>\1</i>", marked)


def _units(text: str, where: str) -> Iterator[str]:
    """Everything that is set as one paragraph: paragraphs, list entries, table cells."""
    for chunk in chunks(text):
        if chunk.startswith("|"):
            table = table_rows(chunk)
            if not table:
                raise DataError("A table has no rows.", where=where, todo="Add rows or remove the table.")
            if len(table) > ROWS or len(table[0]) > COLUMNS:
                raise DataError(
                    f"A table has {len(table)} rows and {len(table[0])} columns.",
                    where=where,
                    todo=f"Write at most {ROWS} rows and {COLUMNS} columns.",
                )
            if any(len(row) != len(table[0]) for row in table):
                raise DataError(
                    "A row of a table has more or fewer cells than its header.",
                    where=where,
                    todo="Fix the row.",
                )
            yield from (cell for row in table for cell in row)
        elif chunk.startswith("- "):
            yield from list_items(chunk)
        else:
            yield chunk
