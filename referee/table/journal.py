"""The journal of a session: a text file that only grows, with one JSON object per line.

The first line is the header. Every other line is a record: a move, a result of chance, an undo, a redo, the
state of a clock, or the seed that is shown at the end. The last key of a line is its hash: SHA-256 over the
hash of the line before (nothing for the first line) and the bytes of this line up to `,"hash":`. This chain
reveals any line that was changed, removed or inserted, unless all lines after it were cut off or rewritten;
a hash that was noted earlier reveals that too. `docs/table.md` describes the whole format.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias, cast

from components.errors import DataError, OutputError, StarboxError, UsageError
from components.files import create_file, read_file

FORMAT = 1

Mode: TypeAlias = Literal["full", "pad"]
Dice: TypeAlias = Literal["referee", "table"]

_FORMAT_KEY = "starbox journal"
_HASH = b',"hash":'


@dataclass(frozen=True)
class Header:
    """What was agreed before the game.

    rules       the version of the game's rules
    seats       the names of the players, clockwise
    bots        the players that are bots, by name, and the bot that plays each
    options     of the game, as typed; an option that names a file has the content of the file instead
    commitment  to the seed, see `referee.engine.chance.seeded.commitment`; empty if the table rolls and draws
    position    the text of the file with the position the game began from; empty for a new game
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
    """A move as it is typed, with the name of its player."""

    seat: str
    move: str


@dataclass(frozen=True)
class ChanceRecord:
    """A result of chance, as it is typed."""

    chance: str


@dataclass(frozen=True)
class TimeRecord:
    """The time of that player was over, and the game went on as its rules say."""

    time: str


@dataclass(frozen=True)
class ClockRecord:
    """The clock of that player was started or stopped. This changes nothing in the game.

    period  what the time is for: "turn 12"
    runs    True if the clock was started, False if it was stopped
    at      when, in seconds since 1970
    used    milliseconds of this time used by then
    """

    clock: str
    period: str
    runs: bool
    at: int
    used: int


@dataclass(frozen=True)
class UndoRecord:
    """That many moves and results were taken back; `agreed` if all players agreed to it."""

    undo: int
    agreed: bool = False


@dataclass(frozen=True)
class RedoRecord:
    """That many of them were brought back."""

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
    """The moves and results that count, without those that were taken back."""
    made: list[EventRecord] = []
    undone: list[EventRecord] = []  # the first are brought back first
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

    hashes   of all lines: the header's first, then one for each record
    dropped  a sentence about a last line that was never finished and is ignored; empty if there is none
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
        """Hash of the last line. Compare it later to prove that nothing before it has changed."""
        return self.hashes[-1] if self.hashes else ""

    @classmethod
    def create(cls, file: Path, header: Header) -> Journal:
        """A new file with that header. Raises `TakenError` if the file exists, and `OutputError`."""
        journal = cls(file, header)
        line, chained = journal._line({_FORMAT_KEY: FORMAT, **_plain(header)})
        create_file(file, line)
        journal._follows(line, chained)
        return journal

    @classmethod
    def open(cls, file: Path) -> Journal:
        """The journal of that file; a last line that was never finished is ignored, see `dropped`.

        Raises `UsageError` if there is no such file, and `DataError`, naming the line, if it is not a
        journal, was written by a newer Starbox or was changed by hand.
        """
        try:
            content = read_file(file)
        except FileNotFoundError:
            raise UsageError(
                "There is no such file.",
                where=str(file),
                todo="List the journals with referee list.",
            ) from None
        except OSError as problem:
            raise UsageError(f"The file cannot be read: {problem.strerror}.", where=str(file)) from None
        return _Reader(file, content).journal()

    def append(self, record: Record) -> None:
        """Write the record. It is on the disk when this returns; if this raises, nothing was written.

        If several processes write at once, one succeeds and the others are told. Raises `OvertakenError`
        if the file has lines that were not read yet, see `catch_up`, and `OutputError` if it cannot be
        written or locked.
        """
        self._write({"n": len(self.records) + 1, **_plain(record)})
        self.records.append(record)

    def catch_up(self) -> tuple[Record, ...]:
        """Read the records that somebody else has written since, and return them.

        Raises `DataError` if the file no longer begins with what was read.
        """
        now = Journal.open(self.file)
        known = len(self.records)
        if (now.header, now.records[:known]) != (self.header, self.records):
            raise DataError("The file was changed while the game was played.", where=str(self.file))
        self.records, self.hashes, self._size = now.records, now.hashes, now._size
        return tuple(now.records[known:])

    def _write(self, fields: Mapping[str, Any]) -> None:
        line, chained = self._line(fields)
        try:
            with self.file.open("r+b", buffering=0) as stream, _locked(stream):
                self._check_unchanged(stream)
                self._replace_end(stream, line)
        except OSError as problem:
            raise OutputError(
                f"The file cannot be written: {problem.strerror}.",
                where=str(self.file),
                todo="The move did not happen. Fix the problem and make the move again.",
            ) from None
        self._follows(line, chained)

    def _line(self, fields: Mapping[str, Any]) -> tuple[bytes, str]:
        """The next line, and its hash."""
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
        chained = _chained(self.hash, body)
        return body + _HASH + f'"{chained}"}}\n'.encode(), chained

    def _follows(self, line: bytes, chained: str) -> None:
        """Count that line, which is on the disk."""
        self.hashes.append(chained)
        self._size += len(line)

    def _check_unchanged(self, stream: BinaryIO) -> None:
        """Refuse to write after new lines. Part of a line does not count: its writer failed or died."""
        shorter = stream.seek(0, os.SEEK_END) < self._size
        stream.seek(self._size)
        if shorter or b"\n" in stream.read():
            raise OvertakenError(
                "Somebody else has gone on with this game.",
                where=str(self.file),
                todo="Look at the status and try again.",
            )

    def _replace_end(self, stream: BinaryIO, line: bytes) -> None:
        """Write the line after the last whole one, or leave nothing of it."""
        stream.truncate(self._size)
        stream.seek(self._size)
        try:
            rest = line
            while rest:  # a disk that is almost full may take only a part
                rest = rest[stream.write(rest) :]
            os.fsync(stream.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                stream.truncate(self._size)
            raise


class _Reader:
    """Reads a journal line by line and follows the chain of hashes."""

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
            # Nothing is shown before its line is complete, so nobody has seen what is dropped.
            journal.dropped = f"Line {len(lines) + 1} was never finished and is ignored."
        return journal

    def _header(self, fields: dict[str, Any]) -> Header:
        form = fields.pop(_FORMAT_KEY, None)
        if not isinstance(form, int):
            raise self._no_journal()
        if form > FORMAT:
            raise self._error(
                1, f"was written by a newer Starbox (format {form}).", "Install a newer version."
            )
        header = self._built(1, Header, fields)
        for name, known in (("mode", ("full", "pad")), ("dice", ("referee", "table"))):
            if getattr(header, name) not in known:
                raise self._error(1, f'has an unknown {name}: "{getattr(header, name)}".')
        return cast(Header, header)

    def _record(self, number: int, line: bytes) -> Record:
        fields = self._fields(number, line)
        if fields.pop("n", None) != number - 1:
            raise self._error(number, f"is not record {number - 1}.")
        for kind in _KINDS:
            if next(iter(kind.__dataclass_fields__)) in fields:
                return cast(Record, self._built(number, kind, fields))
        raise self._error(number, "is not a record this Starbox knows.")

    def _fields(self, number: int, line: bytes) -> dict[str, Any]:
        """The keys and values of a line, without its hash, which is checked."""
        body, found, end = line.rpartition(_HASH)
        self._hashes.append(_chained(self._hashes[-1], body))
        if not found or end != f'"{self._hashes[-1]}"}}'.encode():
            if number == 1 and _FORMAT_KEY.encode() not in line:
                raise self._no_journal()
            what = (
                "was changed"
                if number == 1
                else "does not follow from the line before it: the file was changed"
            )
            raise self._error(number, f"{what}.", self._remedy(number))
        try:
            fields = json.loads(body + b"}")
        except ValueError:
            raise self._error(number, "is not JSON.") from None
        return cast(dict[str, Any], fields)

    def _built(self, number: int, kind: type[Any], fields: dict[str, Any]) -> Any:
        """The value of that class. Raises `DataError` for unknown or missing keys and for wrong types."""
        for name, value in fields.items():
            known = kind.__dataclass_fields__.get(name)
            if known is None:
                raise self._error(number, f'has a key "{name}", which this Starbox does not know.')
            if not isinstance(value, _JSON_TYPES[known.type]):
                raise self._error(number, f'has a wrong value for "{name}".')
            if isinstance(value, list):
                fields[name] = tuple(map(str, value))
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
        """What to do about a line that was changed or damaged."""
        if number == 1:
            return "Restore a copy of the file."
        return f"Restore a copy of the file, or delete everything from line {number} on: the rest is intact."

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


@contextlib.contextmanager
def _locked(stream: BinaryIO) -> Iterator[None]:
    """Wait until nobody else writes, and keep others from writing. The lock never outlives the process."""
    # Imported here, because commands that only read do not need it.
    import portalocker

    try:
        portalocker.lock(stream, portalocker.LockFlags.EXCLUSIVE)
    except portalocker.AlreadyLocked:  # Windows waits only for some seconds
        raise OutputError(
            "Another program keeps the file locked.", where=str(stream.name), todo="Close it and try again."
        ) from None
    except portalocker.LockException as problem:
        raise OutputError(
            f"The file cannot be locked: {problem.strerror or problem}.",
            where=str(stream.name),
            todo="Keep journals on a disk that supports locks: set STARBOX_DATA to a folder there.",
        ) from None
    try:
        yield
    finally:
        # Windows may keep the lock for a while after the file is closed.
        with contextlib.suppress(portalocker.LockException):
            portalocker.unlock(stream)
