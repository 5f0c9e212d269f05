"""Prose for platypus: its mark-up, and the limits of what a book sets."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from components.errors import DataError
from components.prose import Table, Words, blocks, plain
from generator.faces.fonts import Font
from generator.faces.svg.values import escaped as escape
from generator.faces.type.characters import named

LONGEST: Final = 4_000  # characters of a paragraph, of an entry of a list, of a cell
RUNS: Final = 400  # at most this many parts that are bold, italic or code, or between such parts
ROWS, COLUMNS = 200, 20  # at most this many of a table
_UNIT: Final = re.compile(r"(?<=\d) (?=\w{1,7}\b)|(?<=[\d)]) (?=[×+=−])|(?<=[×+=−]) (?=[\d(])")
LAST: Final = re.compile(r" (?=[^\s<>&]{1,4}$)")  # a last line of a few letters is none
UNITS: Final = 4_000  # paragraphs, entries and cells under one number or heading


def check(text: str, fonts: Iterable[Font], where: str) -> None:
    """Raises `DataError` for Markdown that has characters without a letter, or too much for platypus."""
    for font in fonts:
        if character := font.lacks(text):
            what = f'The font {font.family} has no "{character}" ({named(character)}).'
            todo = "Use other characters, or name a font that has it in theme.toml: [fonts] text."
            raise DataError(what, where=where, todo=todo)
    for number, unit in enumerate(_units(text, where)):
        if number == UNITS:
            what = f"There are more than {UNITS:,} paragraphs, entries and cells."
            raise DataError(what, where=where, todo="Divide the text over several rules.")
        if len(plain(unit)) > LONGEST or len(unit) > RUNS:
            most = f"{LONGEST:,} characters, or {RUNS} changes of bold, italic and code"
            what = f"A paragraph has more than {most}."
            raise DataError(what, where=where, todo="Divide it.")


def marked_up(words: Words) -> str:
    """The words in platypus' mark-up; code is bold, as on the faces of cards."""
    marked = ""
    for (bold, italic), runs in groupby(words, lambda run: (run.bold or run.code, run.italic)):
        text = escape(held(plain(runs)))
        text = f"<i>{text}</i>" if italic else text
        marked += f"<b>{text}</b>" if bold else text
    return LAST.sub("\u00a0", marked)


def held(text: str) -> str:
    """The text, in which a number parts neither from the unit or few letters after it nor from its sum."""
    return _UNIT.sub("\u00a0", text)


def _units(text: str, where: str) -> Iterator[Words]:
    """Everything that is set as one paragraph: paragraphs, list entries, table cells."""
    for block in blocks(text):
        if isinstance(block, Table):
            _check_table(block, where)
        yield from block.units


def _check_table(table: Table, where: str) -> None:
    rows = table.rows
    if not rows:
        raise DataError("A table has no rows.", where=where, todo="Add rows or remove the table.")
    if len(rows) > ROWS or len(rows[0]) > COLUMNS:
        raise DataError(
            f"A table has {len(rows)} rows and {len(rows[0])} columns.",
            where=where,
            todo=f"Write at most {ROWS} rows and {COLUMNS} columns.",
        )
    if any(len(row) != len(rows[0]) for row in rows):
        raise DataError(
            "A row of a table has more or fewer cells than its header.", where=where, todo="Fix the row."
        )
