"""Journals are read to the byte, and the reader says what is wrong with one.

The chain of each file here is right, so only what its lines say can give it away. `tests/hostile/` tries
whatever a stranger may write; here are the limits, and the words and the line of each refusal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from components.errors import DataError
from referee.table.journal import Journal, reader
from referee.table.journal.lines import (
    ChanceRecord,
    ClockRecord,
    Header,
    MoveRecord,
    RedoRecord,
    SeedRecord,
    UndoRecord,
    WordsRecord,
    chained,
    shortened,
)

HEADER: dict[str, Any] = {
    "starbox journal": 3,
    "game": "mlem",
    "rules": 1,
    "mode": "full",
    "dice": "table",
    "seats": ["Ann", "Bö"],
    "bots": {},
    "options": {},
    "commitment": "",
    "position": "",
}
CHANCE = {"n": 1, "chance": "roll 6"}
OLD = {**HEADER, "starbox journal": 1}


def write(file: Path, *lines: dict[str, Any] | bytes) -> Path:
    """A file whose chain is right, whatever its lines say; bytes are a line up to its hash."""
    before, content = "", b""
    for line in lines:
        body = line if isinstance(line, bytes) else _text(line)[:-1]
        before = chained(before, body)
        content += body + b',"hash":"' + before.encode() + b'"}\n'
    file.write_bytes(content)
    return file


def _text(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


def refused(file: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        Journal.open(file)
    return caught.value


def test_lines_are_written_as_the_guide_says(tmp_path: Path) -> None:
    """In UTF-8, without spaces, and without the keys that say nothing and that format 1 does not have."""
    header = Header("mlem", 1, "full", "table", ("Ann", "Bö"))
    journal = Journal.create(tmp_path / "game.jsonl", header)
    journal.append(MoveRecord("Bö", "board ace"))
    journal.append(UndoRecord(1))
    journal.append(SeedRecord("kiwi"))
    bodies = [line.rpartition(b',"hash":')[0] for line in journal.file.read_bytes().splitlines()]
    assert bodies == [
        _text(HEADER)[:-1],
        '{"n":1,"seat":"Bö","move":"board ace"'.encode(),
        b'{"n":2,"undo":1,"agreed":false',
        b'{"n":3,"seed":"kiwi"',
    ]
    more = Journal.create(tmp_path / "more.jsonl", Header("mlem", 1, "pad", "table", ("A",), words=True))
    more.append(SeedRecord("kiwi", "ab"))
    first, second = more.file.read_text().splitlines()
    assert '"position":"","words":true,"hash":' in first
    assert '"seed":"kiwi","salt":"ab","hash":' in second


@pytest.mark.parametrize(
    "record",
    [
        ClockRecord("Ann", "turn 1", False, 0, 0),
        MoveRecord("Ann", "a" * 4000),
        WordsRecord("Ann", "a" * 4000),
        ChanceRecord("roll 6"),
        UndoRecord(1, True),
        RedoRecord(1),
        SeedRecord("k" * 5000, "ab"),
    ],
    ids=lambda record: type(record).__name__,
)
def test_what_is_within_the_limits_is_read(record: Any, tmp_path: Path) -> None:
    """Nothing is a number, and a move has at most 4,000 characters."""
    journal = Journal.create(tmp_path / "game.jsonl", Header("mlem", 1, "full", "table", ("A" * 1000,)))
    journal.append(record)
    assert Journal.open(journal.file).records == [record]


def test_nobody_but_the_header_decides_on_the_spelling(tmp_path: Path) -> None:
    """Lines of format 1 may be spelled otherwise; those of format 2 are written in one way."""
    spaced = b'{"n": 1, "chance": "roll 6"'
    assert Journal.open(write(tmp_path / "old.jsonl", OLD, spaced)).records == [ChanceRecord("roll 6")]
    problem = refused(write(tmp_path / "new.jsonl", HEADER, spaced))
    assert problem.what == "The line is not written as the lines of a journal are."
    assert problem.where.endswith("new.jsonl, line 2")


PLAYERS = "does not name every player once, by a proper name."
HIDDEN = "has a sign that cannot be shown in"
WRONG: dict[str, tuple[dict[str, Any] | bytes, str]] = {
    "another mode": ({**HEADER, "mode": "half"}, 'has an unknown mode: "half".'),
    "other dice": ({**HEADER, "dice": "full"}, 'has an unknown dice: "full".'),
    "a name twice": ({**HEADER, "seats": ["ann", "Ann"]}, PLAYERS),
    "no name": ({**HEADER, "seats": ["Ann", ""]}, PLAYERS),
    "a name of 1,001": ({**HEADER, "seats": ["A" * 1001]}, PLAYERS),
    "a bot without a seat": ({**HEADER, "bots": {"Cy": "greedy"}}, "names a bot that has no seat."),
    "a newer format": ({**HEADER, "starbox journal": 4}, "was written by a newer Starbox (format 4)."),
    "an unknown key": ({**HEADER, "c" * 50: 1}, f'has a key "{"c" * 40}", which this Starbox does not know.'),
    "an unknown key with an escape": (
        {**OLD, "\x1b": 1},
        """has a key "'\\x1b'", which this Starbox does not know.""",
    ),
    "rules below nothing": ({**HEADER, "rules": -1}, 'has a wrong value for "rules".'),
    "rules that are true": ({**HEADER, "rules": True}, 'has a wrong value for "rules".'),
    "seats by number": ({**HEADER, "seats": [1, 2]}, 'has a wrong value for "seats".'),
    "bots in a list": ({**HEADER, "bots": []}, 'has a wrong value for "bots".'),
    "words that are 1": ({**HEADER, "words": 1}, 'has a wrong value for "words".'),
    "nobody": ({**HEADER, "seats": []}, 'has nothing in "seats".'),
    "a key left out": ({key: HEADER[key] for key in ("starbox journal", "game")}, "lacks a key."),
    "an escape in a seat": ({**HEADER, "seats": ["\x1b"]}, f'{HIDDEN} "seats": U+001B.'),
    "an escape in an option": (
        {**HEADER, "options": {"a": "\x1b"}},
        f'{HIDDEN} "options": U+001B.',
    ),
    "an escape in an option's name": (
        {**HEADER, "options": {"\x9b": "a"}},
        f'{HIDDEN} "options": U+009B.',
    ),
    "a turn of direction": ({**HEADER, "game": "a\u202e"}, f'{HIDDEN} "game": U+202E.'),
    "a long game": ({**HEADER, "game": "a" * 4001}, 'has too long a text in "game".'),
}  # fmt: skip
RECORDS: dict[str, tuple[dict[str, Any] | bytes, str]] = {
    "an unknown record": ({"n": 1, "dance": "waltz"}, "is not a record this Starbox knows."),
    "another number": ({**CHANCE, "n": 2}, "is not record 1."),
    "no number": ({"chance": "roll 6"}, "is not record 1."),
    "a number that is true": ({**CHANCE, "n": True}, "is not record 1."),
    "no move": ({"n": 1, "seat": "Ann", "move": " "}, 'has nothing in "move".'),
    "nothing undone": ({"n": 1, "undo": 0}, 'has nothing in "undo".'),
    "nothing redone": ({"n": 1, "redo": 0}, 'has nothing in "redo".'),
    "a long move": ({"n": 1, "seat": "Ann", "move": "a" * 4001}, 'has too long a text in "move".'),
    "an escape": ({"n": 1, "chance": "a\x1b"}, f'{HIDDEN} "chance": U+001B.'),
    "a tabulator in a move": ({"n": 1, "chance": "a\t"}, f'{HIDDEN} "chance": U+0009.'),
    "a move of nobody": ({"n": 1, "seat": "Ann"}, "lacks a key."),
    "no UTF-8": (b'{"n":1,"chance":"\xff"', "is not UTF-8."),
    "agreed by 1": ({"n": 1, "undo": 1, "agreed": 1}, 'has a wrong value for "agreed".'),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_header_is_refused_in_line_1(name: str, tmp_path: Path) -> None:
    line, says = WRONG[name]
    problem = refused(write(tmp_path / "game.jsonl", line, CHANCE))
    assert (problem.what, problem.where) == (f"The line {says}", f"{tmp_path / 'game.jsonl'}, line 1")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_refused_in_its_line(name: str, tmp_path: Path) -> None:
    line, says = RECORDS[name]
    problem = refused(write(tmp_path / "game.jsonl", HEADER, line))
    assert (problem.what, problem.where) == (f"The line {says}", f"{tmp_path / 'game.jsonl'}, line 2")


def test_files_that_an_option_holds_have_lines(tmp_path: Path) -> None:
    """So has a position."""
    header = {**HEADER, "options": {"deck": "a\n\tb\r\n\f\v\u200e\u200f"}, "position": "\n"}
    assert Journal.open(write(tmp_path / "game.jsonl", header)).header.position == "\n"


@pytest.mark.parametrize("form", [0, -1, True, "2", 1.0, None])
def test_a_format_that_is_not_a_number_of_ours(form: object, tmp_path: Path) -> None:
    problem = refused(write(tmp_path / "game.jsonl", {**HEADER, "starbox journal": form}))
    assert problem.what == "This file is not a journal of a game."


@pytest.mark.parametrize(
    ("number", "what", "todo"),
    [
        (1, "was changed", "Restore a copy of the file."),
        (
            2,
            "does not follow from the line before it: the file was changed",
            "Restore a copy of the file, or delete everything from line 2 on: the rest is intact.",
        ),
    ],
)
def test_a_line_that_was_changed_says_what_to_do(number: int, what: str, todo: str, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", HEADER, CHANCE)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(b'"mlem"' if number == 1 else b"roll 6", b'"rlem"')
    file.write_bytes(b"".join(lines))
    problem = refused(file)
    assert (problem.what, problem.todo) == (f"The line {what}.", todo)
    assert problem.where.endswith(f"game.jsonl, line {number}")


@pytest.mark.parametrize("content", [b"", b"a", b"\n", b"a\nb\n", b'{"a":1}\n'])
def test_a_file_that_is_no_journal(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(content)
    assert refused(tmp_path / "game.jsonl").what == "This file is not a journal of a game."


def test_a_line_that_was_never_finished_is_told_by_its_number(tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", HEADER, CHANCE)
    assert Journal.open(file).dropped == ""
    with file.open("ab") as stream:
        stream.write(b'{"n":2')
    assert Journal.open(file).dropped == "Line 3 was never finished and is ignored."


def test_a_line_of_four_megabytes_is_read_and_no_longer_one(tmp_path: Path) -> None:
    around = len(write(tmp_path / "game.jsonl", HEADER).read_bytes().rstrip(b"\n"))
    longest = 4 * 1024 * 1024 - around
    header = {**HEADER, "position": "a" * longest}
    assert len(Journal.open(write(tmp_path / "game.jsonl", header)).header.position) == longest
    problem = refused(write(tmp_path / "game.jsonl", {**HEADER, "position": "a" * (longest + 1)}))
    assert problem.what == "The line is too long." and problem.where.endswith("line 1")


def test_a_file_as_large_as_may_be_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "game.jsonl", HEADER)
    monkeypatch.setattr(reader, "FILE_BYTES", file.stat().st_size)
    assert Journal.open(file).header.game == "mlem"
    monkeypatch.setattr(reader, "FILE_BYTES", file.stat().st_size - 1)
    assert refused(file).what == "This is too large for a journal."


def test_a_long_text_is_told_without_its_middle() -> None:
    """Two thirds of 500 characters are from its beginning."""
    text = "".join(chr(0x4E00 + number) for number in range(501))
    assert shortened(text[:500]) == text[:500]
    assert shortened(text) == f"{text[:333]} … {text[-167:]}"
    assert shortened("abcdefghij", 9) == "abcdef … hij"
