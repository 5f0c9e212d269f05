"""Reading a journal, whoever wrote it: a file from a stranger is refused with its line, and never executed.

What is read has limits, and every text in it fits on a line of a terminal.
"""

import stat
from collections.abc import Callable, Mapping
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any, Final, NamedTuple, cast, get_type_hints

from components.errors import DataError, StarboxError, UsageError
from components.files import read_file
from components.reading import FILE_BYTES, parse_json
from components.wording import stray
from referee.table.journal.lines import (
    FORMAT,
    FORMAT_KEY,
    HASH,
    KINDS,
    ChanceRecord,
    Dice,
    Header,
    Mode,
    Record,
    chained,
    written,
)

MOST_IN_A_LINE: Final = 4 << 20  # bytes; the header may hold whole files
LONGEST_NAME: Final = 1000  # characters; new games have shorter ones
LONGEST_TEXT: Final = 4000  # characters of a move or a result; real ones have some hundred at most


class Contents(NamedTuple):
    """Contents of a journal.

    hashes   the hashes of all lines: the header's first, then one for each record
    size     bytes, up to the end of the last whole line
    dropped  a sentence about a last line that was never finished; empty if there is none
    """

    header: Header
    records: list[Record]
    hashes: list[str]
    size: int
    dropped: str


def read_journal(file: Path) -> Contents:
    """Read what is in that file.

    Raises `UsageError` if there is no such file, and `DataError`, naming the line, if it is not a journal,
    was written by a newer Starbox, was changed by hand, or has something in it that no journal has.
    """
    return _Reader(file, _content(file)).contents()


def _content(file: Path) -> bytes:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise DataError("This is a pipe or a device and not a file.", where=str(file))
        if status.st_size > FILE_BYTES:
            raise DataError("This is too large for a journal.", where=str(file))
        return read_file(file)
    except FileNotFoundError:
        raise UsageError(
            "There is no such file.", where=str(file), todo="List the journals with referee list."
        ) from None
    except OSError as problem:
        raise UsageError(f"The file cannot be read: {problem.strerror}.", where=str(file)) from None


class _Reader:
    """Reads a journal line by line and follows the chain of hashes."""

    def __init__(self, file: Path, content: bytes) -> None:
        self._file = file
        self._content = content
        self._hashes = [""]
        self._form: Any = None  # The format of the journal, as its header says.

    def contents(self) -> Contents:
        *lines, rest = self._content.split(b"\n")
        if not lines:
            raise self._no_journal()
        header = self._header(self._fields(1, lines[0]))
        records = [self._record(number, line) for number, line in enumerate(lines[1:], 2)]
        if header.mode == "pad":
            for number, record in enumerate(records, 2):
                if isinstance(record, ChanceRecord):
                    raise self._error(number, "is a result of chance, which a pad does not have.")
        # Nothing is shown before its line is complete, so nobody has seen what is dropped.
        dropped = f"Line {len(lines) + 1} was never finished and is ignored." if rest else ""
        return Contents(header, records, self._hashes[1:], len(self._content) - len(rest), dropped)

    def _header(self, fields: dict[str, Any]) -> Header:
        form = fields.pop(FORMAT_KEY, None)
        if type(form) is not int or form < 1:
            raise self._no_journal()
        if form > FORMAT:
            raise self._error(
                1, f"was written by a newer Starbox (format {form}).", "Install a newer version."
            )
        header = cast(Header, self._built(1, Header, fields))
        for name, known in (("mode", ("full", "pad")), ("dice", ("referee", "table"))):
            if getattr(header, name) not in known:
                raise self._error(1, f'has an unknown {name}: "{getattr(header, name)}".')
        names = [name.casefold() for name in header.seats]
        for name in header.seats:
            proper = name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME
            if not proper or names.count(name.casefold()) > 1:
                raise self._error(1, "does not name every player once, by a proper name.")
        if set(header.bots) - set(header.seats):
            raise self._error(1, "names a bot that has no seat.")
        return header

    def _record(self, number: int, line: bytes) -> Record:
        fields = self._fields(number, line)
        count = fields.pop("n", None)
        if type(count) is not int or count != number - 1:
            raise self._error(number, f"is not record {number - 1}.")
        for key, kind in _FIRST_KEYS:
            if key in fields:
                return cast(Record, self._built(number, kind, fields))
        raise self._error(number, "is not a record this Starbox knows.")

    def _fields(self, number: int, line: bytes) -> dict[str, Any]:
        """The keys and values of a line, without its hash, which is checked."""
        if len(line) > MOST_IN_A_LINE:
            raise self._error(number, "is too long.", self._remedy(number))
        body, found, end = line.rpartition(HASH)
        self._hashes.append(chained(self._hashes[-1], body))
        if not found or end != f'"{self._hashes[-1]}"}}'.encode():
            if number == 1 and FORMAT_KEY.encode() not in line:
                raise self._no_journal()
            what = (
                "was changed"
                if number == 1
                else "does not follow from the line before it: the file was changed"
            )
            raise self._error(number, f"{what}.", self._remedy(number))
        try:
            text = body.decode() + "}"
        except UnicodeDecodeError:
            raise self._error(number, "is not UTF-8.") from None
        # Whatever ends in } and is JSON is an object.
        fields: dict[str, Any] = parse_json(text, f"{self._file}, line {number}")
        self._form = self._form or fields.get(FORMAT_KEY)
        if self._form != 1 and written(fields) != body:
            raise self._error(number, "is not written as the lines of a journal are.")
        return fields

    def _built(self, number: int, kind: type[Any], fields: dict[str, Any]) -> Any:
        """The value of that class. Raises `DataError` for unknown or missing keys and for wrong values."""
        known = _TYPES[kind]
        for name, value in fields.items():
            if name not in known:
                shown = name if name.isprintable() else ascii(name)
                raise self._error(number, f'has a key "{shown[:40]}", which this Starbox does not know.')
            if not _FITS[known[name]](value):
                raise self._error(number, f'has a wrong value for "{name}".')
            if name in _SHORT and isinstance(value, str) and len(value) > LONGEST_TEXT:
                raise self._error(number, f'has too long a text in "{name}".')
            if sign := _stray_in(value, _SHEETS.get(name, "")):
                raise self._error(number, f'has a sign that cannot be shown in "{name}": {sign}.')
            if name in _NEVER_EMPTY and not (value.strip() if isinstance(value, str) else value):
                raise self._error(number, f'has nothing in "{name}".')
            if isinstance(value, list):
                fields[name] = tuple(value)
        try:
            return kind(**fields)
        except TypeError:
            raise self._error(number, "lacks a key.") from None

    def _no_journal(self) -> StarboxError:
        return DataError(
            "This file is not a journal of a game.",
            where=str(self._file),
            todo="List the journals with referee list.",
        )

    def _remedy(self, number: int) -> str:
        """Say what to do about a line that was changed or damaged."""
        if number == 1:
            return "Restore a copy of the file."
        return f"Restore a copy of the file, or delete everything from line {number} on: the rest is intact."

    def _error(self, number: int, what: str, todo: str = "") -> StarboxError:
        return DataError(f"The line {what}", where=f"{self._file}, line {number}", todo=todo)


def _stray_in(value: Any, allowed: str) -> str:
    if isinstance(value, str):
        return stray(value, allowed)
    texts = (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, (stray(text, allowed) for text in texts)), "")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


# The type of each key of a line that becomes a value of that class.
_TYPES: Mapping[type[Any], Mapping[str, Any]] = {kind: get_type_hints(kind) for kind in (Header, *KINDS)}
_FIRST_KEYS = tuple((fields_of(kind)[0].name, kind) for kind in KINDS)  # each kind of record has its own

# Whether a value fits a field of that type.
_FITS: Mapping[Any, Callable[[Any], bool]] = {
    str: _is_text,
    int: lambda value: type(value) is int and value >= 0,
    bool: lambda value: isinstance(value, bool),
    Mode: _is_text,
    Dice: _is_text,
    tuple[str, ...]: lambda value: isinstance(value, list) and all(map(_is_text, value)),
    Mapping[str, str]: lambda value: isinstance(value, dict) and all(map(_is_text, value.values())),
}

# The fields that hold whole files, and what may be in them besides.
_SHEETS = {"options": "\n\r\t\f\v\u200e\u200f", "position": "\n\r\t\f\v\u200e\u200f"}
_SHORT = {"move", "chance", "seat", "time", "clock", "period", "words", "text", "game"}
_NEVER_EMPTY = {"move", "chance", "text", "seed", "undo", "redo", "seats", "game"}
