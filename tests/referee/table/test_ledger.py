"""The ledger of beginnings: a line for each, whatever becomes of the game and of the lines before it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from components.errors import OutputError
from referee.table.beginning import begin
from referee.table.journal import Journal
from referee.table.journal.ledger import LEDGER, Beginning, beginnings, note_beginning
from referee.table.journal.lines import Header, SeedRecord
from referee.table.seeds import seed_file
from tests.referee.table.moving import play

HEADER = Header("mlem", 1, "full", "referee", ("Ann", "Bö"), commitment="ab" * 32)


def test_a_beginning_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is made; the line is in the file, in UTF-8, before the disk is asked to keep it."""
    kept: list[bytes] = []
    folder, file = tmp_path / "data" / "sittings", tmp_path / "game.jsonl"
    monkeypatch.setattr("os.fsync", lambda handle: kept.append((folder / LEDGER).read_bytes()))
    note_beginning(folder, file, HEADER, at=0)
    (written,) = kept
    assert written.startswith(b"\n") and written.endswith(b"\n") and "Bö".encode() in written
    assert beginnings(folder) == (Beginning(0, str(file), "mlem", ("Ann", "Bö"), "ab" * 32, "gone"),)
    before = int(time.time())
    note_beginning(folder, file, HEADER)
    assert before <= beginnings(folder)[1].at <= time.time()


def test_a_line_that_was_torn_harms_no_other(tmp_path: Path) -> None:
    note_beginning(tmp_path, tmp_path / "one.jsonl", HEADER, at=1)
    with (tmp_path / LEDGER).open("ab") as stream:
        stream.write(b'{"at":2,"fi')
    note_beginning(tmp_path, tmp_path / "two.jsonl", HEADER, at=3)
    assert [one.at for one in beginnings(tmp_path)] == [1, 3]


def test_what_became_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    journal = Journal.create(file, HEADER)
    note_beginning(tmp_path, file, HEADER)
    note_beginning(tmp_path, file, Header("mlem", 1, "full", "referee", ("Ann",), commitment="cd" * 32))
    assert [one.now for one in beginnings(tmp_path)] == ["open", "gone"], "another game has its name by now"
    journal.append(SeedRecord("kiwi"))
    assert [one.now for one in beginnings(tmp_path)] == ["over", "gone"]
    file.write_bytes(b"{}")
    assert [one.now for one in beginnings(tmp_path)] == ["gone", "gone"]


def test_a_ledger_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / LEDGER).mkdir()
    with pytest.raises(OutputError, match="cannot be written") as caught:
        note_beginning(tmp_path, tmp_path / "game.jsonl", HEADER)
    assert caught.value.where == str(tmp_path / LEDGER)
    assert beginnings(tmp_path) == ()


GOOD = {"at": 1, "file": "/x", "game": "mlem", "players": ["Ann"], "commitment": "ab"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": True}, {"at": "1"}, {"file": 1}, {"file": "\x1b"}, {"game": "\u202e"}, {"players": "Ann"},
        {"players": [1]}, {"players": ["Ann", "\x9b"]}, {"commitment": None}, {"file": "\0"},
    ],
    ids=str,
)  # fmt: skip
def test_lines_that_cannot_be_shown_are_left_out(wrong: dict[str, Any], tmp_path: Path) -> None:
    lines = [GOOD, {**GOOD, **wrong}, {key: value for key, value in GOOD.items() if key not in wrong}, GOOD]
    (tmp_path / LEDGER).write_text("\n".join(map(json.dumps, lines)))
    assert len(beginnings(tmp_path)) == 2


def test_beginnings_that_were_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever begins until the hand suits, and deletes the rest, leaves a line for each."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "sittings"
    assert beginnings(folder) == ()
    for number in range(25):
        begin(tmp_path / "quiet.jsonl", "last-blast", ["Ann", "Bo"])
        if number < 24:
            (tmp_path / "quiet.jsonl").unlink()
            seed_file(tmp_path / "quiet.jsonl").unlink()
    play(begin(tmp_path / "over.jsonl", "last-blast", ["Ann", "Bo"]))
    begin(tmp_path / "table.jsonl", "last-blast", ["Ann", "Bo"], dice="table")
    with (folder / LEDGER).open("ab") as ledger:
        ledger.write(b'{"at":1\n\xff\n[]\n{"at":"x"}\n{"at":1,"file":"\\u001b","game":"g"}\n')
    found = beginnings(folder)
    assert [one.now for one in found] == [*["gone"] * 24, "open", "over"]
    assert len({one.commitment for one in found}) == 26
    assert {(one.game, one.players) for one in found} == {("last-blast", ("Ann", "Bo"))}
    assert found[-1].file == str(tmp_path / "over.jsonl")
    assert [one.at for one in found] == sorted(one.at for one in found)
