"""The record of a sitting: a text file that only grows, one JSON object a line, each chained to the last.

The first line is the header. Every other line is a record: a move, a result of chance, an undo, a
redo, what a clock showed, or the seed that is shown at the end. The last key of a line is its hash:
SHA-256 over the hash of the line before (nothing for the first line) and the bytes of this line up to
`,"hash":`. So a line that is changed, taken out or put in shows, unless all lines behind it are cut off
or written anew; that shows to whoever has noted the hash of one of them. `docs/table.md` has the whole
format.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias, cast

from components.errors import DataError, OutputError, StarboxError, UsageError
from components.files import create_file

FORMAT = 1

Mode: TypeAlias = Literal["full", "pad"]
Dice: TypeAlias = Literal["referee", "table"]

_FORMAT_KEY = "starbox journal"
_HASH = b',"hash":'


@dataclass(frozen=True)
class Header:
    """What was agreed before the game.

    rules       version of the game's rules
    seats       names of the players, clockwise
    bots        the seats without hands, by name, and the bot that plays each
    options     of the game, as typed; what stood in a file in place of its name
    commitment  to the seed, see `referee.chance.commitment`; empty if the dice are the table's
    position    what the game began with if somebody typed that in, the text of the file; else empty
    """

    game: str
    rules: int
    mode: Mode
    dice: Dice
    seats: tuple[str, ...]
    bots: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    commitment: str = ""
    position: str = ""


@dataclass(frozen=True)
class MoveRecord:
    """A move, by the name of its seat, in its notation."""

    seat: str
    move: str


@dataclass(frozen=True)
class ChanceRecord:
    """What chance brought, in its notation."""

    chance: str


@dataclass(frozen=True)
class TimeRecord:
    """The time of a seat, by its name, was over: what the game makes of that happened."""

    time: str


@dataclass(frozen=True)
class ClockRecord:
    """The clock of a seat, by its name, was started or stopped. It changes nothing in the game.

    period  what the time is for: "turn 12"
    runs    whether it was started
    at      when, in seconds since 1970
    used    milliseconds of this time used up by then
    """

    clock: str
    period: str
    runs: bool
    at: int
    used: int


@dataclass(frozen=True)
class UndoRecord:
    """So many moves and results were taken back; `agreed` if something had been rolled or shown since."""

    undo: int
    agreed: bool = False


@dataclass(frozen=True)
class RedoRecord:
    """So many of them were brought back."""

    redo: int


@dataclass(frozen=True)
class SeedRecord:
    """The seed, shown at the end."""

    seed: str


EventRecord: TypeAlias = MoveRecord | ChanceRecord | TimeRecord
Record: TypeAlias = EventRecord | ClockRecord | UndoRecord | RedoRecord | SeedRecord

_KINDS: tuple[type[Record], ...] = (
    MoveRecord,
    ChanceRecord,
    TimeRecord,
    ClockRecord,
    UndoRecord,
    RedoRecord,
    SeedRecord,
)


def standing(records: Iterable[Record]) -> list[EventRecord]:
    """The moves and results of the game as it stands, those taken back left out."""
    made: list[EventRecord] = []
    undone: list[EventRecord] = []  # those that come first are brought back first
    for record in records:
        if isinstance(record, UndoRecord):
            kept = len(made) - record.undo
            undone[:0] = made[kept:]
            del made[kept:]
        elif isinstance(record, RedoRecord):
            made += undone[: record.redo]
            del undone[: record.redo]
        elif not isinstance(record, SeedRecord | ClockRecord):
            made.append(record)
            undone.clear()
    return made


class OvertakenError(UsageError):
    """Somebody else has gone on with the game."""


class Journal:
    """A journal on the disk.

    hashes   of its lines: first that of the header, then that of each record
    dropped  what was left out of a last line that was never finished; empty if it was
    """

    def __init__(self, file: Path, header: Header) -> None:
        self.file = file
        self.header = header
        self.records: list[Record] = []
        self.hashes: list[str] = []
        self.dropped = ""
        self._size = 0  # bytes of the file, up to the end of its last whole line

    @property
    def hash(self) -> str:
        """Of the last line. Who notes it can tell later whether what stands up to there is the same."""
        return self.hashes[-1] if self.hashes else ""

    @classmethod
    def create(cls, file: Path, header: Header) -> Journal:
        """A new file with that header. Raises `TakenError` if it is there already, and `OutputError`."""
        journal = cls(file, header)
        line, chained = journal._line({_FORMAT_KEY: FORMAT, **_plain(header)})
        create_file(file, line)
        journal._follows(line, chained)
        return journal

    @classmethod
    def open(cls, file: Path) -> Journal:
        """The journal of that file; a last line that was never finished is left out, see `dropped`.

        Raises `UsageError` if there is no such file, and `DataError`, naming the line, if it is no
        journal, was written by a newer Starbox or was changed by hand.
        """
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            raise UsageError(
                "There is no such file.",
                where=str(file),
                todo="referee list names the journals that are kept.",
            ) from None
        except OSError as problem:
            raise UsageError(f"It cannot be read: {problem.strerror}.", where=str(file)) from None
        return _Reader(file, content).journal()

    def append(self, record: Record) -> None:
        """Write the record; when this returns it is on the disk, and if it raises, it is not counted.

        Of several who write at once, one does and the others are told. Raises `OvertakenError` if there
        are lines that were not read, see `catch_up`, and `OutputError` if it cannot be written or locked.
        """
        self._write({"n": len(self.records) + 1, **_plain(record)})
        self.records.append(record)

    def catch_up(self) -> tuple[Record, ...]:
        """The records somebody else has written since; from now on they are among the records.

        Raises `DataError` if the file no longer begins with what was read.
        """
        now = Journal.open(self.file)
        known = len(self.records)
        if (now.header, now.records[:known]) != (self.header, self.records):
            raise DataError("It was changed while the game was played.", where=str(self.file))
        self.records, self.hashes, self._size = now.records, now.hashes, now._size
        return tuple(now.records[known:])

    def _write(self, fields: Mapping[str, Any]) -> None:
        line, chained = self._line(fields)
        try:
            with self.file.open("r+b", buffering=0) as stream:
                _lock(stream)
                self._check_unchanged(stream)
                self._replace_end(stream, line)
        except OSError as problem:
            raise OutputError(
                f"It cannot be written: {problem.strerror}.",
                where=str(self.file),
                todo="What is not written did not happen: mend that, and do it again.",
            ) from None
        self._follows(line, chained)

    def _line(self, fields: Mapping[str, Any]) -> tuple[bytes, str]:
        """The next line, and its hash."""
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
        chained = _chained(self.hash, body)
        return body + _HASH + f'"{chained}"}}\n'.encode(), chained

    def _follows(self, line: bytes, chained: str) -> None:
        """That line is on the disk."""
        self.hashes.append(chained)
        self._size += len(line)

    def _check_unchanged(self, stream: BinaryIO) -> None:
        """A piece of a line is no matter: whoever wrote it is dead, or was told that it failed."""
        shorter = stream.seek(0, os.SEEK_END) < self._size
        stream.seek(self._size)
        if shorter or b"\n" in stream.read():
            raise OvertakenError(
                "Somebody else has gone on with this game.",
                where=str(self.file),
                todo="Look at the status and try again.",
            )

    def _replace_end(self, stream: BinaryIO, line: bytes) -> None:
        """Put the line behind the last whole one, or leave nothing of it."""
        stream.truncate(self._size)
        stream.seek(self._size)
        try:
            rest = line
            while rest:  # a disk that is nearly full takes less than it is given
                rest = rest[stream.write(rest) :]
            os.fsync(stream.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                stream.truncate(self._size)
            raise


class _Reader:
    """Reads a journal line by line, and follows the chain."""

    def __init__(self, file: Path, content: bytes) -> None:
        self._file = file
        self._content = content
        self._hashes = [""]

    def journal(self) -> Journal:
        *lines, rest = self._content.split(b"\n")
        if not lines:
            raise self._no_journal()
        journal = Journal(self._file, self._header(self._fields(1, lines[0])))
        for number, line in enumerate(lines[1:], 2):
            journal.records.append(self._record(number, line))
        journal._size = len(self._content) - len(rest)
        journal.hashes = self._hashes[1:]
        if rest:
            # Nothing is shown before its line is whole, so what is dropped was never seen.
            journal.dropped = f"Line {len(lines) + 1} was never finished and is left out."
        return journal

    def _header(self, fields: dict[str, Any]) -> Header:
        form = fields.pop(_FORMAT_KEY, None)
        if not isinstance(form, int):
            raise self._no_journal()
        if form > FORMAT:
            raise self._error(1, f"was written by a newer Starbox (format {form}).", "Install that one.")
        header = self._built(1, Header, fields)
        for name, known in (("mode", ("full", "pad")), ("dice", ("referee", "table"))):
            if getattr(header, name) not in known:
                raise self._error(1, f'has a {name} "{getattr(header, name)}".')
        return cast(Header, header)

    def _record(self, number: int, line: bytes) -> Record:
        fields = self._fields(number, line)
        if fields.pop("n", None) != number - 1:
            raise self._error(number, f"is not record {number - 1}.")
        for kind in _KINDS:
            if next(iter(kind.__dataclass_fields__)) in fields:
                return cast(Record, self._built(number, kind, fields))
        raise self._error(number, "is no record this Starbox knows.")

    def _fields(self, number: int, line: bytes) -> dict[str, Any]:
        """The keys and values of a line but for its hash, which is checked."""
        body, found, end = line.rpartition(_HASH)
        self._hashes.append(_chained(self._hashes[-1], body))
        if not found or end != f'"{self._hashes[-1]}"}}'.encode():
            if number == 1 and _FORMAT_KEY.encode() not in line:
                raise self._no_journal()
            what = (
                "was changed" if number == 1 else "does not follow from the line before: the file was changed"
            )
            raise self._error(number, f"{what}.", self._mend(number))
        try:
            fields = json.loads(body + b"}")
        except ValueError:
            raise self._error(number, "is no JSON.") from None
        return cast(dict[str, Any], fields)

    def _built(self, number: int, kind: type[Any], fields: dict[str, Any]) -> Any:
        """The value of that class. Raises `DataError` for keys it does not have or of another type."""
        for name, value in fields.items():
            known = kind.__dataclass_fields__.get(name)
            if known is None:
                raise self._error(number, f'has a key "{name}", which this Starbox does not know.')
            if not isinstance(value, _JSON_TYPES[known.type]):
                raise self._error(number, f'has no proper "{name}".')
            if isinstance(value, list):
                fields[name] = tuple(map(str, value))
        try:
            return kind(**fields)
        except TypeError:
            raise self._error(number, "lacks a key.") from None

    def _no_journal(self) -> StarboxError:
        return DataError(
            "This is no journal of a game.",
            where=str(self._file),
            todo="referee list names the journals that are kept.",
        )

    def _mend(self, number: int) -> str:
        """What to do about a line that somebody has changed, or a disk has lost."""
        if number == 1:
            return "Bring back a copy of the file."
        return f"Bring back a copy of the file, or cut it off in front of line {number}: so far all is well."

    def _error(self, number: int, what: str, todo: str = "") -> StarboxError:
        return DataError(f"The line {what}", where=f"{self._file}, line {number}", todo=todo)


_JSON_TYPES: Mapping[str, type] = {
    "str": str,
    "int": int,
    "bool": bool,
    "Mode": str,
    "Dice": str,
    "tuple[str, ...]": list,
    "Mapping[str, str]": dict,
}


def _plain(value: Header | Record) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _chained(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()


def _lock(stream: BinaryIO) -> None:
    """Wait until nobody else writes. The lock ends with the stream, or with the process."""
    # Imported here, because commands that only read do without it.
    import portalocker

    try:
        portalocker.lock(stream, portalocker.LockFlags.EXCLUSIVE)
    except portalocker.LockException as problem:
        raise OutputError(
            f"It cannot be locked: {problem.strerror or problem}.",
            where=str(stream.name),
            todo="Keep journals on a disk that has locks; STARBOX_DATA moves them.",
        ) from None
