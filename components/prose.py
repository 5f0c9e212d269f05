"""Prose as blocks: paragraphs, lists and tables, of words that are bold, italic or code, or cite a rule.

Rulebook, terminal, screen and phones set the same blocks. `blocks` reads them from the Markdown of rules,
lessons and captions; answers make them of plain text by `sentence` and `table`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, repeat, zip_longest
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from components.errors import DataError
from components.reading import slips

_SPACES: Final = re.compile(r"[ \t\n]+")  # others, such as the one before a French colon, do not break a line
_DASHES: Final = re.compile(r":?-+:?")
_CITATION: Final = re.compile(r"\b([A-Z]{2} \d+(?:\.\d+)?)\b")
_LOOKS: Final = {  # code first: an asterisk in it, such as the face of a die, is not emphasis
    "code": re.compile(r"`([^`]+)`"),
    "bold": re.compile(r"\*\*(.+?)\*\*"),
    "italic": re.compile(r"(?<!\*)\*([^*\s][^*]*?)\*(?!\*)"),
}
_MASK: Final = "\0"
_OPEN: Final = {"`": r"`", "**": r"\*\*", "*": r"(?<![\w*])\*(?=\w)[^*]*\Z"}  # marks and how they stand alone
_BEGINS: Final = re.compile(r"[> ]*(?:- |\||#|\d+\.\d+\s|\d{1,2}\. )")
_NUMBERED: Final = re.compile(r"(?m)^(\d{1,2}\.) ")  # within words that begin a line, it is a number


class Run(NamedTuple):
    """Words that look alike.

    cites  the rule that they name, such as "LB 4.6"; else empty
    """

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    cites: str = ""


Words: TypeAlias = tuple[Run, ...]


class Paragraph(NamedTuple):
    """Words in lines.

    indent   columns before each line, where lines are counted in columns
    hanging  further columns before each line but the first
    """

    words: Words = ()
    indent: int = 0
    hanging: int = 0

    @property
    def units(self) -> Iterable[Words]:
        return (self.words,)


class List(NamedTuple):
    """Entries, each with a mark before it; `numbers` are those that are written, such as "1.", if any."""

    units: tuple[Words, ...]
    numbers: tuple[str, ...] = ()


class Table(NamedTuple):
    """Rows of cells.

    aligned  a letter for each column: "<" if its cells begin under each other, ">" if they end there
    headed   the first row is the header
    ruled    there is a line under the header
    indent   columns before the table, where lines are counted in columns
    group    tables of one group have the same columns, where lines are counted in columns
    """

    rows: tuple[tuple[Words, ...], ...]
    aligned: str = ""
    headed: bool = True
    ruled: bool = False
    indent: int = 0
    group: str = ""

    @property
    def units(self) -> Iterable[Words]:
        return (cell for row in self.rows for cell in row)


Prose: TypeAlias = Paragraph | List | Table


class Lines(NamedTuple):
    """Lines whose letters stand under each other, such as a map or a chart, and which are not broken."""

    lines: tuple[str, ...]

    @property
    def units(self) -> Iterable[Words]:
        return map(words, self.lines)


Block: TypeAlias = Prose | Lines
Blocks: TypeAlias = tuple[Block | str, ...]  # a string is a sentence, see `sentence`


def blocks(markdown: str) -> Iterator[Prose]:
    """Read the blocks in order; a list with marks or a table needs no empty line before it, "1. " does."""
    kind: _Kind | None = None
    lines: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        stripped = line.strip()
        entry = stripped.startswith("- ") or (kind != "text" and _NUMBERED.match(stripped))
        now: _Kind = "table" if stripped.startswith("|") else "list" if entry else "text"
        goes_on = stripped and (now == kind or (kind == "list" and now == "text" and line.startswith(" ")))
        if kind and not goes_on:
            yield _block(kind, lines)
            lines = []
        if not goes_on:
            kind = now if stripped else None
        if stripped:
            lines.append(stripped)


def check_marks(markdown: str, file: Path, *kinds: str) -> None:
    """Raise `DataError` with the line of a mark that nothing closes, or that only other programs know."""
    for pattern, what, todo in chain.from_iterable(map(slips, ("prose", *kinds))):
        if found := re.search(pattern, markdown):
            number = markdown.count("\n", 0, found.end()) + 1
            raise DataError(f"{what}.", where=f"{file}, line {number}", todo=todo)
    lines: list[str] = []
    for number, line in enumerate([*markdown.split("\n"), ""], 1):
        if lines and (not line.strip() or _BEGINS.match(line)):
            whole = _LOOKS["code"].sub("", "\n".join(lines))
            for mark, alone in _OPEN.items():
                if len(re.findall(alone, whole)) % 2:
                    odd = (place for place, one in enumerate(lines) if one.count(mark) % 2)
                    where = f"{file}, line {number - len(lines) + next(odd, 0)}"
                    todo = f"Write {mark} behind the words, too."
                    raise DataError(f"Nothing closes the {mark}.", where=where, todo=todo)
            lines = []
        lines.append(line)


def runs(markdown: str) -> Words:
    """Read a paragraph, an entry of a list or a cell: its words without the marks that say how they look."""
    text = _SPACES.sub(" ", markdown).strip()
    if "*" not in text and "`" not in text:
        return words(text)
    looks: list[tuple[str, ...]] = [()] * len(text)
    masked, marks = text, set[int]()
    for look, pattern in _LOOKS.items():
        for found in pattern.finditer(masked):
            inner = range(*found.span(1))
            marks |= {*range(*found.span())} - {*inner}
            for place in inner:
                looks[place] += (look,)
        hidden = marks | {place for place, found in enumerate(looks) if "code" in found}
        masked = "".join(_MASK if place in hidden else sign for place, sign in enumerate(text))
    shown = [place for place in range(len(text)) if place not in marks]
    return tuple(
        Run(run.text, "bold" in look, "italic" in look, "code" in look, run.cites)
        for look, places in groupby(shown, key=looks.__getitem__)
        for run in words("".join(text[place] for place in places))
    )


def words(text: str) -> Words:
    """Take plain text as it is; in it, citations of rules are found."""
    parts = _CITATION.split(text)
    return tuple(Run(part, cites=part if place % 2 else "") for place, part in enumerate(parts) if part)


def sentence(text: str, hanging: int = 2) -> Paragraph:
    """Make a paragraph of plain text. Spaces before it indent it; an empty text leaves a line free."""
    said = text.lstrip(" ")
    return Paragraph(words(said), len(text) - len(said), hanging)


def table(
    rows: Iterable[Sequence[str]],
    aligned: str = "",
    header: Sequence[str] = (),
    indent: int = 0,
    group: str = "",
) -> Table:
    """Make a table of plain text, see `Table`. A column without a word is left out."""
    every = [header, *rows] if header else [*rows]
    sides = chain(aligned, repeat("<"))
    kept = [one for one in zip(zip_longest(*every, fillvalue=""), sides, strict=False) if any(one[0])]
    cells = zip(*(map(words, column) for column, _ in kept), strict=True)
    return Table(tuple(cells), "".join(side for _, side in kept), bool(header), indent=indent, group=group)


def plain(words: Iterable[Run]) -> str:
    """Return the words alone."""
    return "".join(run.text for run in words)


_Kind: TypeAlias = Literal["text", "list", "table"]


def _block(kind: _Kind, lines: Sequence[str]) -> Prose:
    if kind == "text":
        return Paragraph(runs("\n".join(lines)))
    if kind == "list":
        text = "\n".join(lines)
        if text.startswith("- "):
            return List(tuple(map(runs, re.split(r"(?m)^- ", text)[1:])))
        parts = _NUMBERED.split(text)[1:]
        return List(tuple(map(runs, parts[1::2])), tuple(parts[::2]))
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    cells = (tuple(map(runs, row)) for row in rows if not all(map(_DASHES.fullmatch, row)))
    return Table(tuple(cells), ruled=True)
