"""The journal of a session: a text file that only grows, with one JSON object per line.

The first line is the header. Every other line is a record: a move, a result of chance, an undo, a redo, the
state of a clock, a player's words, or the seed that is shown at the end. The last key of a line is its hash:
SHA-256 over the hash of the line before (nothing for the first line) and the bytes of this line up to
`,"hash":`. This chain reveals any line that was changed, removed or inserted, unless all lines after it were
cut off or rewritten; a hash that was noted earlier reveals that too.
`docs/table.md` describes the whole format.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from components.errors import DataError, OutputError, UsageError
from components.writing import create_file, to_change
from referee.table.journal.lines import FORMAT, FORMAT_KEY, HASH, Header, Record, chained, plain, written
from referee.table.journal.reader import read_journal


class OvertakenError(UsageError):
    """Somebody else has gone on with the game."""


class Journal:
    """A journal on the disk.

    hashes   the hashes of all lines: the header's first, then one for each record
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
        line, linked = journal._line({FORMAT_KEY: FORMAT, **plain(header)})
        create_file(file, line)
        journal._follows(line, linked)
        return journal

    @classmethod
    def open(cls, file: Path) -> Journal:
        """The journal of that file; a last line that was never finished is ignored, see `dropped`.

        Raises `UsageError` if there is no such file, and `DataError`, naming the line, if it is not a
        journal, was written by a newer Starbox or was changed by hand.
        """
        read = read_journal(file)
        journal = cls(file, read.header)
        journal.records, journal.hashes = read.records, read.hashes
        journal.dropped, journal._size = read.dropped, read.size
        return journal

    def append(self, record: Record) -> None:
        """Write the record. It is on the disk when this returns; if this raises, nothing was written.

        If several processes write at once, one succeeds and the others are told. Raises `OvertakenError`
        if the file has lines that were not read yet, see `catch_up`, and `OutputError` if it cannot be
        written or locked.
        """
        self._write({"n": len(self.records) + 1, **plain(record)})
        self.records.append(record)

    @property
    def grown(self) -> bool:
        """Tell whether somebody else has written since. A file that cannot be looked at has not grown."""
        try:
            return self.file.stat().st_size > self._size
        except OSError:
            return False

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
        line, linked = self._line(fields)
        try:
            with to_change(self.file) as stream, _locked(stream):
                self._check_unchanged(stream)
                self._replace_end(stream, line)
        except OSError as problem:
            raise OutputError(
                f"The file cannot be written: {problem.strerror}.",
                where=str(self.file),
                todo="The move did not happen. Fix the problem and make the move again.",
            ) from None
        self._follows(line, linked)

    def _line(self, fields: Mapping[str, Any]) -> tuple[bytes, str]:
        """The next line, and its hash."""
        body = written(fields)
        linked = chained(self.hash, body)
        return body + HASH + f'"{linked}"}}\n'.encode(), linked

    def _follows(self, line: bytes, linked: str) -> None:
        """Count that line, which is on the disk."""
        self.hashes.append(linked)
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
