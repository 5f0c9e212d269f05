"""Blocks of prose set in lines of letters that are all equally wide, for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Final

from components.prose import Block, List, Run, Table, Words, plain

WIDTH: Final = 80  # columns of text that is read later, or by a program

_GAP: Final = 2  # columns between two columns of a table
_NARROWEST: Final = 4  # columns of text that a column of a table has at least
_BLANKS: Final = dict.fromkeys(map(ord, "\t\n\v\f\r"), " ")
_HELD: Final = re.compile(r"\[[A-Z]{1,4} [^\]]*\]| %")
_UNBROKEN: Final = "\N{NO-BREAK SPACE}"


def set_lines(blocks: Iterable[Block], width: int = WIDTH) -> Iterator[Words]:
    """Set the blocks in lines of at most that many columns, unless a word is longer.

    A citation of a rule stays on one line, and so do a number and its %. The widest columns of a table are
    made narrower until it fits, and what is in them is broken.
    """
    for block in blocks:
        if isinstance(block, Table):
            yield from _table(block, width)
        elif isinstance(block, List):
            for unit in block.units:
                yield from _broken(unit, width, "- ", "  ")
        else:
            indent = " " * block.indent
            yield from _broken(block.words, width, indent, indent + " " * block.hanging) or [()]


def text_lines(blocks: Iterable[Block], width: int = WIDTH) -> tuple[str, ...]:
    """Set the blocks in lines of plain text."""
    return tuple(map(plain, set_lines(blocks, width)))


def _broken(words: Words, width: int, first: str = "", later: str = "", long: bool = False) -> list[Words]:
    """The words in lines that begin so; `long` words are broken as well."""
    text = _HELD.sub(lambda held: held[0].replace(" ", _UNBROKEN), plain(words).translate(_BLANKS))
    setter = textwrap.TextWrapper(width, first, later, break_long_words=long, break_on_hyphens=False)
    lines, end = list[Words](), 0
    for line in setter.wrap(text):
        begin = later if lines else first
        said = line[len(begin) :]
        start = text.index(said, end)
        end = start + len(said)
        lines.append((*([Run(begin)] if begin else []), *_cut(words, start, end)))
    return lines


def _cut(words: Words, start: int, end: int) -> Iterator[Run]:
    """The words from one letter to another."""
    ends = accumulate(len(run.text) for run in words)
    for run, after in zip(words, ends, strict=True):
        before = after - len(run.text)
        if text := run.text[max(start - before, 0) : max(end - before, 0)]:
            yield run._replace(text=text)


def _table(table: Table, width: int) -> Iterator[Words]:
    columns = max(map(len, table.rows), default=0)
    rows = [(*row, *[()] * (columns - len(row))) for row in table.rows]
    sizes = [max(len(plain(row[column])) for row in rows) for column in range(columns)]
    while sum(sizes) + _GAP * (columns - 1) > width and max(sizes) > _NARROWEST:
        sizes[sizes.index(max(sizes))] -= 1
    for number, row in enumerate(rows):
        if number == 1:
            yield (Run((" " * _GAP).join("─" * size for size in sizes)),)
        cells = [tuple(run._replace(bold=True) for run in cell) for cell in row] if not number else row
        yield from _row(cells, sizes)


def _row(cells: Sequence[Words], sizes: Sequence[int]) -> Iterator[Words]:
    broken = (
        _broken(cell, max(size, _NARROWEST), long=True) for cell, size in zip(cells, sizes, strict=True)
    )
    for parts in zip_longest(*broken, fillvalue=()):
        line: list[Run] = []
        at = 0
        for part, left in zip(parts, accumulate((size + _GAP for size in sizes), initial=0), strict=False):
            if part:
                line += [Run(" " * (left - at)), *part]
                at = left + len(plain(part))
        yield tuple(line)
