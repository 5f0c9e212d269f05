"""The journal: it only grows, every line follows from the one before, and a torn end does no harm."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

import portalocker
import pytest

from components.errors import DataError, OutputError, UsageError
from referee.engine.chance.outcomes import Quick
from referee.engine.game import Event
from referee.players.bots import at_random
from referee.table import beginning
from referee.table.journal import Journal, OvertakenError
from referee.table.journal.lines import (
    ChanceRecord,
    ClockRecord,
    Header,
    MoveRecord,
    RedoRecord,
    SeedRecord,
    TimeRecord,
    UndoRecord,
    standing,
)
from referee.table.session import resume
from tests.searching import SEARCHING

HEADER = Header(
    game="last-blast",
    rules=1,
    mode="full",
    dice="referee",
    seats=("Ann", "Bö"),
    bots={"Bö": "random"},
    options={"wrecks": ""},
    commitment="ab" * 32,
)
RECORDS = (
    ChanceRecord("draw T4"),
    MoveRecord("Ann", "pick R2-5 front"),
    MoveRecord("Bö", 'pick "A" ,"hash":'),
    UndoRecord(2, True),
    RedoRecord(2),
    ClockRecord("Ann", "turn 3", False, 1_700_000_000, 60_000),
    TimeRecord("Ann"),
    SeedRecord("kiwi"),
)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A journal with one record of each kind."""
    journal = Journal.create(tmp_path / "game.jsonl", HEADER)
    for record in RECORDS:
        journal.append(record)
    return journal.file


def test_what_is_written_is_read(written: Path) -> None:
    journal = Journal.open(written)
    assert journal.header == HEADER
    assert tuple(journal.records) == RECORDS
    assert journal.dropped == ""


def test_every_line_is_json(written: Path) -> None:
    lines = [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()]
    assert [line.get("n") for line in lines] == [None, *range(1, len(RECORDS) + 1)]
    assert len({line["hash"] for line in lines}) == len(lines)


def test_it_goes_on_where_it_ended(written: Path) -> None:
    before = written.read_bytes()
    Journal.open(written).append(ChanceRecord("draw T1"))
    assert written.read_bytes().startswith(before)
    assert Journal.open(written).records[-1] == ChanceRecord("draw T1")


def test_torn_anywhere(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut at every byte, a journal keeps all its whole lines, says what it drops, and goes on."""
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no disk is waited for a thousand times
    content = written.read_bytes()
    first = content.index(b"\n") + 1
    for cut in range(first, len(content)):
        _rewrite(written, content[:cut])
        journal = Journal.open(written)
        whole = content[:cut].count(b"\n") - 1
        assert tuple(journal.records) == RECORDS[:whole]
        assert bool(journal.dropped) == (content[cut - 1 : cut] != b"\n")
        journal.append(SeedRecord("again"))
        again = Journal.open(written)
        assert tuple(again.records) == (*RECORDS[:whole], SeedRecord("again"))
        assert again.dropped == ""


def test_a_header_that_was_never_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b'{"starbox journal":1,"game"')
    with pytest.raises(DataError, match="not a journal of a game"):
        Journal.open(file)


def test_every_changed_byte_shows(written: Path) -> None:
    content = written.read_bytes()
    for at in range(len(content) - 1):
        changed = bytearray(content)
        changed[at] ^= 1
        _rewrite(written, changed)
        with pytest.raises(DataError):
            Journal.open(written)


def test_a_line_taken_out_shows(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    written.write_bytes(b"".join(lines[:3] + lines[4:]))
    with pytest.raises(DataError, match="was changed") as caught:
        Journal.open(written)
    assert caught.value.where.endswith("line 4")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param({"starbox journal": 4}, "newer Starbox", id="newer format"),
        pytest.param({"game": "last-blast"}, "not a journal of a game", id="no format"),
        pytest.param({"starbox journal": 1, "game": "last-blast"}, "lacks a key", id="keys missing"),
        pytest.param({"starbox journal": 1, "colour": "red"}, '"colour"', id="unknown key"),
        pytest.param({"starbox journal": 1, "rules": "one"}, '"rules"', id="wrong type"),
    ],
)
def test_unknown_headers(line: dict[str, object], says: str, tmp_path: Path) -> None:
    """A file of another version is refused with a message."""
    file = tmp_path / "game.jsonl"
    _write_chained(file, line)
    with pytest.raises(DataError, match=says):
        Journal.open(file)


def test_unknown_records(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    header = {"starbox journal": 1, "game": "g", "rules": 1, "mode": "full", "dice": "table", "seats": ["A"]}
    _write_chained(file, header, {"n": 1, "dance": "waltz"})
    with pytest.raises(DataError, match="not a record this Starbox knows"):
        Journal.open(file)
    _write_chained(file, header, {"n": 2, "chance": "roll 6"})
    with pytest.raises(DataError, match="not record 1"):
        Journal.open(file)
    _write_chained(file, {**header, "mode": "half"})
    with pytest.raises(DataError, match='unknown mode: "half"'):
        Journal.open(file)


def test_two_who_go_on_at_once(written: Path) -> None:
    """The second to write is refused, and the file stays whole."""
    one, other = Journal.open(written), Journal.open(written)
    one.append(ChanceRecord("draw T1"))
    with pytest.raises(UsageError, match="Somebody else"):
        other.append(ChanceRecord("draw T2"))
    assert Journal.open(written).records[-1] == ChanceRecord("draw T1")


# Appends its name. Between its look at the file and its line there is time for another process.
WRITER = """
import sys, time
from pathlib import Path
from components.errors import UsageError
from referee.table.journal import Journal
from referee.table.journal.lines import (ChanceRecord)
journal = Journal.open(Path(sys.argv[1]))
check = journal._check_unchanged
journal._check_unchanged = lambda stream: (check(stream), time.sleep(0.5))
print(flush=True)
sys.stdin.readline()
try:
    journal.append(ChanceRecord(sys.argv[2]))
    print("written")
except UsageError as problem:
    print(problem)
"""


@pytest.mark.outside
def test_two_processes_that_write_at_once(written: Path) -> None:
    """One writes, the other is told. No line is lost, and the chain is unbroken."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(written), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    for writer in writers:
        assert writer.stdout
        writer.stdout.readline()
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("\n")
        writer.stdin.flush()
    first, second = sorted((writer.communicate()[0].strip() for writer in writers), reverse=True)
    assert first == "written"
    assert "Somebody else" in second
    assert len(Journal.open(written).records) == len(RECORDS) + 1


@pytest.mark.parametrize("broken", ["fsync", "truncate"])
def test_a_line_that_failed(written: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """A line that could not be written is not counted: the next line follows from the last that was."""
    journal = Journal.open(written)
    before = written.read_bytes()
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", _full)
        if broken == "truncate":
            disk.setattr(journal, "_replace_end", _half_a_line)
        with pytest.raises(OutputError, match="No space left"):
            journal.append(ChanceRecord("draw T1"))
    assert (len(journal.records), written.read_bytes().startswith(before)) == (len(RECORDS), True)
    assert (written.read_bytes() == before) == (broken == "fsync"), "a disk that is full keeps no half lines"
    journal.append(ChanceRecord("draw T2"))
    again = Journal.open(written)
    assert (again.records[-1], len(again.records)) == (ChanceRecord("draw T2"), len(RECORDS) + 1)


def test_a_line_is_in_the_file_before_the_disk_is_asked_to_keep_it(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, kept = Journal.open(written), list[bytes]()
    monkeypatch.setattr("os.fsync", lambda handle: kept.append(written.read_bytes()))
    journal.append(ChanceRecord("draw T1"))
    assert kept == [written.read_bytes()]


def test_a_disk_that_takes_a_part_of_a_line_is_given_the_rest(written: Path) -> None:
    journal = Journal.open(written)

    class Slow(io.FileIO):
        def write(self, data: Any) -> int:
            return super().write(data[:7])

    with Slow(written, "r+") as stream:
        journal._replace_end(stream, b"twenty characters..\n")  # type: ignore[arg-type]
    assert written.read_bytes().endswith(b"}\ntwenty characters..\n")


def test_whether_a_journal_has_grown(written: Path) -> None:
    one, other = Journal.open(written), Journal.open(written)
    assert not other.grown
    one.append(ChanceRecord("draw T1"))
    assert other.grown is True and not one.grown
    written.unlink()
    assert not other.grown, "it cannot be looked at"


@pytest.mark.parametrize("bytes_gone", [1, 2, 500])
def test_a_file_that_became_shorter_is_not_written_to(written: Path, bytes_gone: int) -> None:
    journal = Journal.open(written)
    os.truncate(written, written.stat().st_size - bytes_gone)
    before = written.read_bytes()
    with pytest.raises(OvertakenError):
        journal.append(ChanceRecord("draw T1"))
    assert written.read_bytes() == before


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (portalocker.LockException("no locks here"), "The file cannot be locked: no locks here."),
        (
            portalocker.LockException(1, "No locks available"),
            "cannot be locked: No locks available.",
        ),
    ],
)
def test_a_disk_without_locks(
    written: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, says: str
) -> None:
    def failing(*_: object) -> None:
        raise problem

    journal, content = Journal.open(written), written.read_bytes()
    monkeypatch.setattr(portalocker, "lock", failing)
    with pytest.raises(OutputError) as caught:
        journal.append(ChanceRecord("draw T1"))
    assert caught.value.what.endswith(says) and "STARBOX_DATA" in caught.value.todo
    assert written.read_bytes() == content


def test_a_lock_that_another_program_keeps(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows waits only for some seconds. Afterwards the lock is given back before the file is closed."""
    journal, calls = Journal.open(written), list[str]()
    content = written.read_bytes()

    def kept(*_: object) -> None:
        raise portalocker.AlreadyLocked("Lock failed")

    with monkeypatch.context() as patched:
        patched.setattr(portalocker, "lock", kept)
        with pytest.raises(OutputError, match="Another program keeps the file locked"):
            journal.append(ChanceRecord("draw T1"))
    assert written.read_bytes() == content
    monkeypatch.setattr(portalocker, "lock", lambda stream, _: calls.append(f"lock {stream.closed}"))
    monkeypatch.setattr(portalocker, "unlock", lambda stream: calls.append(f"unlock {stream.closed}"))
    journal.append(ChanceRecord("draw T1"))
    assert calls == ["lock False", "unlock False"]


def test_what_counts() -> None:
    """After several undos, the earliest move is brought back first; a new move forgets the rest."""
    one, two, three = (MoveRecord("Ann", f"row {number}") for number in (1, 2, 3))
    back = [one, two, three, UndoRecord(1), UndoRecord(1), RedoRecord(1)]
    assert standing(back) == [one, two]
    assert standing([*back, RedoRecord(1), SeedRecord("kiwi")]) == [one, two, three]
    late, ticked = TimeRecord("Ann"), ClockRecord("Ann", "turn 1", False, 0, 60_000)
    assert standing([one, ticked, late, two, UndoRecord(2)]) == [one], (
        "a clock is not an event, but time that is over is"
    )
    assert standing([one, two, UndoRecord(1), three, RedoRecord(1)]) == [one, three]
    assert standing([*back, one, UndoRecord(2), RedoRecord(2)]) == [one, two, one]


def test_catching_up(written: Path) -> None:
    """A writer that was overtaken reads the new records and continues after them; a cut file is refused."""
    one, other = Journal.open(written), Journal.open(written)
    one.append(ChanceRecord("draw T1"))
    assert other.catch_up() == (ChanceRecord("draw T1"),)
    other.append(ChanceRecord("draw T2"))
    assert Journal.open(written).records == other.records
    written.write_bytes(b"".join(written.read_bytes().splitlines(keepends=True)[:-2]))
    with pytest.raises(OvertakenError):
        other.append(ChanceRecord("draw T3"))
    with pytest.raises(DataError, match="changed while the game was played"):
        other.catch_up()


def test_impossible_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        Journal.open(tmp_path / "none.jsonl")
    with pytest.raises(UsageError, match="cannot be read"):
        Journal.open(tmp_path)
    with pytest.raises(OutputError, match="cannot be written"):
        Journal.create(tmp_path / "nowhere" / "game.jsonl", HEADER)
    Journal.create(tmp_path / "game.jsonl", HEADER)
    with pytest.raises(OutputError, match="exists already"):
        Journal.create(tmp_path / "game.jsonl", HEADER)


# Plays the journal on at random, and prints how many records it has after every move that is shown.
PLAYER = """
import sys
from pathlib import Path
from referee.table.session import resume
from referee.engine.game import Event
from referee.players.bots import at_random
from referee.engine.chance.outcomes import Quick
session = resume(Path(sys.argv[1]))
session.advance()
source = Quick(int(sys.argv[2]))
while session.acting:
    seat = session.acting[0]
    session.play(Event(seat, at_random(session.game, session.state, seat, source)))
    print(len(session.journal.records), flush=True)
"""


@pytest.mark.outside
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_killed_while_playing(tmp_path: Path) -> None:
    """Whatever was shown is in the journal, however often the process is killed, each time elsewhere."""
    for number in range(200 if SEARCHING else 6):
        file = tmp_path / f"{number}.jsonl"
        beginning.begin(file, "last-blast", ["Ann", "Bo"], seed=str(number))
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(file), str(number)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            shown = [process.stdout.readline()]
            time.sleep(number * 0.013 % 0.05)
            process.send_signal(signal.SIGKILL)
            shown += process.stdout.readlines()
        counts = [int(line) for line in shown if line.endswith("\n")]
        resumed = resume(file)
        assert len(resumed.journal.records) >= max(counts)
        resumed.advance()
        while resumed.acting:
            seat = resumed.acting[0]
            assert resumed.play(Event(seat, at_random(resumed.game, resumed.state, seat, Quick(1)))).allowed


def _rewrite(file: Path, content: bytes) -> None:
    """Without emptying the file before, after which many a disk is waited for."""
    with file.open("r+b") as stream:
        stream.write(content)
        stream.truncate()


def _full(handle: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _half_a_line(stream: BinaryIO, line: bytes) -> None:
    """Writes half a line, as on a disk that fails and cannot be cleaned up."""
    stream.seek(0, os.SEEK_END)
    stream.write(line[: len(line) // 2])
    _full(stream.fileno())


def _write_chained(file: Path, *lines: dict[str, object]) -> None:
    """A file whose chain is right, whatever its lines say."""
    from referee.table.journal.lines import chained

    before, content = "", b""
    for line in lines:
        body = json.dumps(line, separators=(",", ":")).encode()[:-1]
        before = chained(before, body)
        content += body + b',"hash":"' + before.encode() + b'"}\n'
    file.write_bytes(content)
