"""Decks and their pieces: reading the rows of a spreadsheet or of TOML against a deck's declared columns."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from components.errors import DataError, did_you_mean
from components.reading import DIGITS
from components.sheets import Row, read_sheet
from components.toml import Table, read_toml

Value: TypeAlias = Any  # str, int, float, bool, tuple[str, ...]; whatever TOML gives for "any"

_LONGEST_NUMBER = 40  # characters
COPIES = 999  # at most this many of a piece
ROWS = 5_000  # different pieces in a deck
COLUMNS = 100
CODE = 80  # characters

_WORDS = re.compile(r"[a-z]{3,}(?:-[a-z]{3,})*")  # a word in a code that is for typing, as in start-player
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
_WORDED = ("text", "plain", "list", "any")  # the kinds of columns that may be in other languages
_COPIES = re.compile(
    r"[x×*]? ?(\d{1,3})(?: ?(?:[x×*]|cop(?:y|ies)|stück|mal|exemplaires?|copias|copie))?", re.I
)
# Headings of columns that a designer keeps for himself, in English, German, French, Spanish and Italian.
_NOTES = frozenset(
    """note notes comment comments remark remarks todo memo notiz notizen bemerkung bemerkungen kommentar
    kommentare remarque remarques commentaire commentaires nota notas comentario comentarios notas commenti
    commento""".split()
)
_EXPECTED = {
    "list": "words with spaces between", "flag": "yes or no", "int": "a whole number", "number": "a number",
    "text": "a text", "plain": "a text",
}  # fmt: skip
_NUMBER_RANGE = re.compile(rf"(int|number) (-?\d{{1,{DIGITS}}})\.\.(-?\d{{1,{DIGITS}}})")


class Plain(str):
    """A text in which no character is mark-up."""


@dataclass(frozen=True)
class Piece:
    """One kind of piece: what is printed on it and how often it is in the box.

    `code` is the notation printed on the piece and typed to the referee. `where` names the file
    and line the piece was read from, for error messages. `said` has values in other languages, by
    language and column: the cell under "text.de".
    """

    code: str
    copies: int = 1
    fields: Mapping[str, Value] = field(default_factory=dict)
    where: str = ""
    said: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def __getitem__(self, column: str) -> Value:
        return self.fields[column]

    @property
    def tag(self) -> str:
        """The code as it is printed, small and in one form: "SP" for start-player, "MOO-O" for moonwalker-O.

        A code without words, such as R1-2, is its own tag; a column `tag` overrides it.
        """
        if own := self.fields.get("tag"):
            return str(own)
        return _WORDS.sub(lambda found: _short(found[0].split("-")), self.code)


class Column(NamedTuple):
    """A declared column of a deck: `text`, `int 1..6`, `red|green`, `list`, `flag`, `any`; a `?` at the
    end makes it optional."""

    name: str
    kind: str
    optional: bool

    @classmethod
    def declared(cls, name: str, declaration: str, where: str) -> Column:
        kind = declaration.removesuffix("?").strip()
        simple = kind in ("text", "plain", "int", "number", "flag", "list", "any")
        if not (simple or "|" in kind or _NUMBER_RANGE.fullmatch(kind)):
            raise DataError(
                f'Column "{name[:60]}" is declared as "{declaration[:60]}", which is not a type.',
                where=where,
                todo='Use text, plain, int, int 1..6, number, flag, list, any, or choices as "red|green".',
            )
        return cls(name, kind, declaration.endswith("?"))

    def parse(self, raw: Value, where: str) -> Value:
        """The value in a cell, by the column's type. Raises `DataError`."""
        if raw is None or raw == "":
            if self.optional:
                return () if self.kind == "list" else None
            raise self._wrong(raw, where)
        if self.kind == "any":
            return raw
        if self.kind in ("text", "plain"):
            if isinstance(raw, (list, dict, bool)):
                raise self._wrong(raw, where)
            return Plain(raw) if self.kind == "plain" else str(raw)
        if self.kind == "list":
            return tuple(str(word) for word in (raw if isinstance(raw, list) else str(raw).split()))
        if self.kind == "flag":
            words = {"yes": True, "true": True, "no": False, "false": False}
            return words[word] if (word := str(raw).lower()) in words else self._reject(raw, where)
        if "|" in self.kind:
            return raw if raw in self.kind.split("|") else self._reject(raw, where)
        return self._number(raw, where)

    def _number(self, raw: Value, where: str) -> int | float:
        raw = getattr(raw, "number", raw)  # a cell of a workbook may show 0.15 as 15 %
        whole = self.kind.startswith("int")
        if isinstance(raw, (bool, list, dict)) or (whole and isinstance(raw, float)):
            raise self._wrong(raw, where)
        if isinstance(raw, str) and len(raw) > _LONGEST_NUMBER:
            raise self._wrong(raw, where)
        try:
            value = int(raw) if whole else float(raw)
        except ValueError:
            raise self._wrong(raw, where) from None
        if not math.isfinite(value):
            raise self._wrong(raw, where)
        bounds = _NUMBER_RANGE.fullmatch(self.kind)
        if bounds and not int(bounds[2]) <= value <= int(bounds[3]):
            raise self._wrong(raw, where)
        return value

    def _reject(self, raw: Value, where: str) -> Value:
        raise self._wrong(raw, where)

    def _wrong(self, raw: Value, where: str) -> DataError:
        expected = _EXPECTED.get(self.kind, self.kind.replace("int ", "a whole number, "))
        shown = "empty" if raw in (None, "") else f'"{str(raw)[:60]}"'
        todo = did_you_mean(str(raw), self.kind.split("|")) if "|" in self.kind and raw else ""
        return DataError(f'Column "{self.name}" is {shown}; expected: {expected}.', where=where, todo=todo)


def _short(words: Sequence[str]) -> str:
    """The initials of several words, or the first three letters of one."""
    return "".join(word[0] for word in words).upper() if len(words) > 1 else words[0][:3].upper()


class Source(NamedTuple):
    """The place of a deck's pieces: a CSV file, a workbook, or a TOML file with `[[piece]]` tables.

    within    the game's folder, which the file must be in
    sheet     sheet of a workbook; its first by default
    headings  headings of columns that are called otherwise in the file, by the name of the column
    numbered  what the codes begin with where no column has any: C1, C2 …
    """

    file: Path
    within: Path | None = None
    sheet: str = ""
    headings: Mapping[str, str] = MappingProxyType({})
    numbered: str = ""


def declared(table: Table, folder: Path) -> tuple[Source, dict[str, Column]]:
    """The place of the pieces of a deck of that folder, and their columns by name. Raises `DataError`."""
    rules = table.table("columns")
    columns = {name: Column.declared(name, rules.text(name), rules.place(name)) for name in rules.data}
    headings = table.table("headings")
    source = Source(
        folder / table.text("pieces"),
        folder,
        table.text("sheet", ""),
        {name: headings.text(name) for name in headings.data},
        table.text("numbered", ""),
    )
    return source, columns


def count_rows(source: Source, columns: Mapping[str, Column]) -> int:
    """Count the rows of a spreadsheet. Raises `DataError` if it lacks a column, or has no rows."""
    if not (count := sum(1 for _ in _sheet_rows(source, columns))):
        raise DataError("There are no rows in it.", where=str(source.file))
    return count


def read_pieces(source: Source, columns: Mapping[str, Column]) -> tuple[Piece, ...]:
    """The pieces of a deck.

    Every piece has a `code`, may have `copies`, and has exactly the declared columns; one with 0 copies
    is in no box, which is for the caller to see to. Raises `DataError` with the line for anything else, for a
    code that appears twice, and for a file without pieces.
    """
    file = source.file
    rows = _toml_rows(source) if file.suffix == ".toml" else _sheet_rows(source, columns)
    pieces = tuple(_piece(row, columns) for row in itertools.islice(rows, ROWS + 1))
    if len(pieces) > ROWS:
        raise DataError(f"There are more than {ROWS:,} pieces in it.", where=str(file), todo="Use fewer.")
    if not any(piece.copies for piece in pieces):
        raise DataError("There are no pieces in it.", where=str(file), todo="Add a row for each piece.")
    first: dict[str, Piece] = {}
    for piece in pieces:
        if (other := first.setdefault(piece.code, piece)) is not piece:
            raise DataError(
                f'The code "{piece.code}" appears twice, first at {other.where}.',
                where=piece.where,
                todo="Give one of them another code, or one row with copies = 2.",
            )
    return pieces


_OWN = {  # the columns of every deck
    "code": Column("code", "text", False),
    "copies": Column("copies", f"int 0..{COPIES}", True),
}


def _piece(row: Row, columns: Mapping[str, Column]) -> Piece:
    known = {**_OWN, **columns}
    said: dict[str, dict[str, Value]] = {}
    for name in row.values:
        if column := in_another_language(name, columns):
            value = column._replace(optional=True).parse(row.values[name], row.place(name))
            if value:
                said.setdefault(name.rpartition(".")[2], {})[column.name] = value
        elif name not in known and not is_note(name):
            raise _unknown(name, row.place(name), known)
    cells: dict[str, Value] = dict(row.values)
    if (count := copies_in(str(cells.get("copies", "")))) is not None:
        cells["copies"] = count
    values = {name: column.parse(cells.get(name), row.place(name)) for name, column in known.items()}
    code, copies = values.pop("code"), values.pop("copies")
    if len(code) > CODE or not {*code}.isdisjoint("\n\t"):
        raise DataError(
            f"The code {code[:CODE]!r} cannot be printed.",
            where=row.place("code"),
            todo=f"Write {CODE} letters at most.",
        )
    return Piece(code, 1 if copies is None else copies, values, row.where, said)


def copies_in(cell: str) -> int | None:
    """The number of copies that a cell says: 3, x3, 3x or 3 copies; None for anything else."""
    found = _COPIES.fullmatch(cell.strip())
    return int(found[1]) if found else None


def is_note(heading: str) -> bool:
    """Tell whether a column of that heading is a designer's own, which no deck has to declare."""
    return heading.lower().lstrip("#_ ") in _NOTES or heading.startswith("#")


def _unknown(name: str, where: str, known: Collection[str]) -> DataError:
    near = did_you_mean(name, known)
    way = f'declare it, {name} = "text?", under [deck.columns] of game.toml, or delete the column.'
    todo = f"{near} Or {way}" if "mean" in near else f"{way[0].upper()}{way[1:]}"
    return DataError(f'There is no column "{name}" in this deck.', where=where, todo=todo)


def in_another_language(name: str, columns: Mapping[str, Column]) -> Column | None:
    """The column that a heading such as "text.de" translates; None for other headings."""
    column, dot, language = name.rpartition(".")
    if dot and _LANGUAGE.fullmatch(language) and column in columns and columns[column].kind in _WORDED:
        return columns[column]
    return None


def _toml_rows(source: Source) -> Iterable[Row]:
    table = read_toml(source.file, source.within)
    rows = table.tables("piece")
    table.done()
    if source.sheet or source.headings or source.numbered:
        raise table.error("piece", "is in TOML.", "Leave out sheet, headings and numbered in game.toml.")
    for row in rows:
        code = row.data.get("code")
        yield Row(row.data, f"{row.where()} ({code})" if code else row.where())


def _sheet_rows(source: Source, columns: Mapping[str, Column]) -> Iterable[Row]:
    sheet = read_sheet(source.file, source.within, source.sheet)
    names = {heading: name for name, heading in source.headings.items()}
    for heading in sheet.header:  # "Rules text.de", where the column "text" is called "Rules text"
        own, dot, language = heading.rpartition(".")
        if dot and own in names:
            names.setdefault(heading, f"{names[own]}.{language}")
    for name, heading in source.headings.items():
        if heading not in sheet.header:
            raise DataError(
                f'There is no heading "{heading}", which the column "{name}" is read from.',
                where=sheet.where,
                todo=did_you_mean(heading, sheet.header),
            )
    header = [names.get(heading, heading) for heading in sheet.header]
    _check_header(header, columns, sheet.where, numbered=bool(source.numbered))
    for number, row in enumerate(sheet.rows, 1):
        cells = {names.get(heading, heading): cell for heading, cell in row.cells.items()}
        values = {names.get(heading, heading): value for heading, value in row.values.items()}
        if source.numbered:
            values.setdefault("code", f"{source.numbered}{number}")
        yield Row(values, row.where, cells)


def _check_header(
    header: Sequence[str], columns: Mapping[str, Column], where: str, *, numbered: bool
) -> None:
    if len(header) > COLUMNS:
        raise DataError(
            f"There are {len(header):,} columns.", where=where, todo=f"Use {COLUMNS} at most, in one row."
        )
    there = f"The columns there are: {', '.join(header) or 'none'}."
    codes = () if numbered else ("code",)
    for name in (*codes, *(c.name for c in columns.values() if not c.optional)):
        if name not in header:
            near = did_you_mean(name, header)
            raise DataError(
                f'The column "{name}" is missing.', where=where, todo=near if "mean" in near else there
            )
    for name in header:
        if header.count(name) > 1:
            raise DataError(f'The column "{name}" appears twice.', where=where, todo="Rename one of them.")
        if not (name in columns or name in _OWN or is_note(name) or in_another_language(name, columns)):
            raise _unknown(name, where, (*_OWN, *columns))
