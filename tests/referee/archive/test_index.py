"""The journals are read once, remembered, and read again when anything has changed."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

from components.errors import UsageError
from referee.archive import index
from referee.archive.index import Skipped, read_archive
from referee.table import beginning, shelf
from referee.table.journal import Journal
from referee.table.journal.lines import Header


@pytest.fixture
def journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three games of bots, the first of which was written to first."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))
    files = []
    for number, (names, seed) in enumerate(((("Ann", "Bo"), "a"), (("Cy", "Di"), "b"), (("Ann", "Di"), "c"))):
        bots = {names[1]: "random", names[0]: "greedy"}
        begun = shelf.begin(
            "last-blast",
            lambda file, names=names, seed=seed, bots=bots: beginning.begin(
                file, "last-blast", names, seed=seed, bots=bots
            ),
        )
        files.append(begun.journal.file)
        os.utime(files[-1], (1000 + number, 1000 + number))
    return files


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The journals that are replayed."""
    names: list[str] = []
    replayed = index.replayed

    def noting(journal: index.Journal) -> object:
        names.append(journal.file.name)
        return replayed(journal)

    monkeypatch.setattr(index, "replayed", noting)
    return names


def test_a_journal_is_replayed_once(journals: list[Path], replays: list[str]) -> None:
    """The order is that in which they were written to; what is remembered is what was read."""
    first = read_archive()
    assert replays == [one.file for one in first.played] == [file.name for file in journals]
    assert read_archive() == first
    assert len(replays) == 3
    os.utime(journals[0], (5000, 5000))
    assert [one.file for one in read_archive().played] == [journals[place].name for place in (1, 2, 0)]
    assert len(replays) == 3


def test_a_journal_that_changed_is_read_again(journals: list[Path], replays: list[str]) -> None:
    """Even if it has the same length and the same time as before."""
    read_archive()
    replays.clear()
    before = journals[1].stat()
    journals[1].write_bytes(journals[2].read_bytes())
    os.utime(journals[1], ns=(before.st_atime_ns, before.st_mtime_ns))
    found = read_archive()
    assert replays == [journals[1].name]
    assert found.played[1].results == found.played[2].results


def test_a_harmed_line_of_the_index_is_made_anew(journals: list[Path], replays: list[str]) -> None:
    whole = read_archive()
    replays.clear()
    file = index._index()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1].replace(b'"won":false', b'"won":true ') + b"\xff\n" + lines[2][:40])
    assert read_archive() == whole
    assert replays == [journals[1].name, journals[2].name]
    replays.clear()
    assert read_archive() == whole
    assert replays == []


def test_the_index_of_other_rules_is_not_used(
    journals: list[Path], replays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_archive()
    monkeypatch.setattr(index, "_stamp", lambda: b"other rules")
    read_archive()
    assert len(replays) == 6


def test_a_broken_journal_is_named_and_left_out(journals: list[Path]) -> None:
    """A changed line, no journal, a folder, a name that is not text: each is named, the others count."""
    journals[0].write_bytes(journals[0].read_bytes().replace(b'"seat":"Ann"', b'"seat":"Eve"', 1))
    (journals[0].parent / "a.jsonl").write_text("no journal\n", encoding="utf-8")
    (journals[0].parent / "b.jsonl").mkdir()
    made_up = Header("last-blast", 1, "pad", "table", ("\ud800", "Bo"))
    line = json.dumps({"starbox journal": 1, **asdict(made_up)}, separators=(",", ":"))[:-1]
    seal = hashlib.sha256(line.encode()).hexdigest()
    (journals[0].parent / "c.jsonl").write_text(f'{line},"hash":"{seal}"}}\n', encoding="utf-8")
    found = read_archive()
    assert [one.file for one in found.played] == [journals[1].name, journals[2].name]
    assert {one.file for one in found.skipped} == {journals[0].name, "a.jsonl", "b.jsonl", "c.jsonl"}
    assert all(one.problem.startswith(one.file) for one in found.skipped)


@pytest.mark.parametrize("problem", [ValueError("x"), PermissionError(13, "Permission denied")])
def test_a_journal_that_the_rules_cannot_play_is_named(
    problem: Exception, journals: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be made up, so that the rules raise whatever they raise; or it cannot be read."""
    replayed, first = index.replayed, journals[0]

    def raising(journal: Journal) -> object:
        if journal.file.name == first.name:
            raise problem
        return replayed(journal)

    monkeypatch.setattr(index, "replayed", raising)
    found = read_archive()
    told = {
        ValueError: f"{first.name}: It cannot be replayed (ValueError).",
        PermissionError: f"{first.name}: The file cannot be read: Permission denied.",
    }[type(problem)]
    assert found.skipped == (Skipped(first.name, told),)
    assert [one.file for one in found.played] == [journals[1].name, journals[2].name]


def test_a_game_finds_its_latest_journal_that_can_be_replayed(
    journals: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says which newer ones were left out."""
    replayed = shelf.replayed
    journals[2].write_text("no journal\n", encoding="utf-8")
    os.utime(journals[2], (3000, 3000))

    def raising(journal: Journal) -> object:
        if journal.file.name == journals[1].name:
            raise ValueError("x")
        return replayed(journal)

    monkeypatch.setattr(shelf, "replayed", raising)
    session, problems = shelf.find_session("last-blast")
    assert session.journal.file == journals[0]
    assert problems[0].startswith(f"Left out: {journals[2]}")
    assert problems[1] == f"Left out: {journals[1]}: It cannot be replayed (ValueError)."
    with pytest.raises(UsageError, match="no journal of this game"):
        shelf.find_session("mlem")
    session, problems = shelf.find_session(journals[0].stem)
    assert (session.journal.file, problems) == (journals[0], ())


def test_statistics_need_no_cache(
    journals: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the folder for caches cannot be written, the journals are replayed every time."""
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    assert len(read_archive().played) == 3
