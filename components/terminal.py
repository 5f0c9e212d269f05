"""Blocks of prose set in lines of letters that are all equally wide, for a terminal."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, repeat, zip_longest
from operator import gt
from typing import Final

from components.prose import Block, Lines, List, Run, Table, Words, plain, sentence

WIDTH: Final = 80  # columns of text that is read later, or by a program

_GAP: Final = 2  # columns between two columns of a table
_NARROWEST: Final = 4  # columns of text that a column of a table has at least
_BLANKS: Final = dict.fromkeys(map(ord, "\t\n\v\f\r"), " ")
_HELD: Final = re.compile(r"\[[A-Z]{1,4} [^\]]*\]| %")
_UNBROKEN: Final = "\N{NO-BREAK SPACE}"


def set_lines(blocks: Iterable[Block | str], width: int = WIDTH) -> Iterator[Words]:
    """Set blocks and sentences in lines of at most that many columns, unless a word is longer.

    A citation of a rule stays on one line, and so do a number and its %. The widest columns of a table are
    made narrower until it fits, and what is in them is broken: between words, if that is enough.
    """
    given = [sentence(one) if isinstance(one, str) else one for one in blocks]
    tables = [block for block in given if isinstance(block, Table)]
    for block in given:
        if isinstance(block, Table):
            alike = [one for one in tables if one.group == block.group] if block.group else [block]
            rows = [row for one in alike for row in one.rows]
            yield from _table(block, _sizes(rows, width - block.indent))
        elif isinstance(block, List):
            for unit, number in zip(block.units, block.numbers or repeat("-"), strict=False):
                yield from _broken(unit, width, f"{number} ", " " * (len(number) + 1))
        elif isinstance(block, Lines):
            yield from block.units
        else:
            indent = " " * block.indent
            yield from _broken(block.words, width, indent, indent + " " * block.hanging) or [()]


def text_lines(blocks: Iterable[Block | str], width: int = WIDTH) -> tuple[str, ...]:
    """Set blocks and sentences in lines of plain text."""
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


def _sizes(rows: Sequence[Sequence[Words]], width: int) -> list[int]:
    """The columns of text that each column of the rows has."""
    columns = [[plain(cell) for cell in column] for column in zip_longest(*rows, fillvalue=())]
    sizes = [max(map(len, column)) for column in columns]
    words = [max(len(word) for cell in column for word in (cell.split() or [""])) for column in columns]
    for least in (words, [_NARROWEST] * len(sizes)):
        while sum(sizes) + _GAP * (len(sizes) - 1) > width and any(map(gt, sizes, least)):
            _, widest = max((size, at) for at, size in enumerate(sizes) if size > least[at])
            sizes[widest] -= 1
    return sizes


def _table(table: Table, sizes: Sequence[int]) -> Iterator[Words]:
    aligned = table.aligned.ljust(len(sizes), "<")
    lefts = [*accumulate((size + _GAP for size in sizes), initial=table.indent)]
    for number, row in enumerate(table.rows):
        header = table.headed and number == 0
        cells = [tuple(run._replace(bold=run.bold or header) for run in cell) for cell in row]
        broken = (_broken(cell, max(size, 1), long=True) for cell, size in zip(cells, sizes, strict=False))
        for parts in zip_longest(*broken, fillvalue=()):
            line: list[Run] = []
            at = 0
            for part, left, size, side in zip(parts, lefts, sizes, aligned, strict=False):
                if part:
                    wide = len(plain(part))
                    start = left + size - wide if side == ">" else left
                    line += [Run(" " * (start - at)), *part]
                    at = start + wide
            yield tuple(line)
        if header and table.ruled:
            yield (Run(" " * table.indent + (" " * _GAP).join("─" * size for size in sizes)),)
