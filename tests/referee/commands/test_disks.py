"""Disks that take only a part of what a command writes: it is told, and what was refused leaves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main
from referee.table import shelf
from referee.table.journal.ledger import beginnings
from tests.inprocess import Run, run


def referee(*words: object) -> Run:
    return run(main, "referee", *words)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    (tmp_path / "sittings").mkdir()
    return tmp_path / "sittings"


def test_s12_a_game_that_is_begun_and_cannot_become_the_current_one(folder: Path) -> None:
    shelf._pointer().mkdir()
    ran = referee("new", "last-blast", "Ann", "Bo")
    assert ran.code == 3
    assert "cannot be written" in ran.err and "The game is begun, and its journal is" in ran.err
    assert (folder / "last-blast-1.jsonl").is_file()
    assert len(beginnings(folder)) == 1


@pytest.mark.parametrize("taken", ["beginnings.jsonl", "mine.jsonl", "mine.jsonl.seed"])
def test_s12_a_game_that_is_refused_leaves_nothing(taken: str, folder: Path) -> None:
    """Nor a line in the ledger, by which somebody would be said to have deleted it."""
    from referee.table.journal.ledger import LEDGER

    place = folder / (LEDGER if taken == "beginnings.jsonl" else taken)
    if taken == "mine.jsonl":
        place.symlink_to(folder / "nowhere")
    else:
        place.mkdir()
    before = {path.name for path in folder.iterdir()}
    ran = referee("new", "last-blast", "Ann", "Bo", "--file", folder / "mine.jsonl")
    assert ran.code == 2, ran.err
    assert {path.name for path in folder.iterdir()} == before
    assert beginnings(folder) == ()


@pytest.mark.parametrize("kept", ["", ".seed"])
def test_s12_delete_removes_both_files_or_none(
    kept: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert referee("new", "last-blast", "Ann", "Bo").code == 0
    journal = folder / "last-blast-1.jsonl"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    real = Path.unlink

    def unlink(self: Path, missing_ok: bool = False) -> None:
        if self.exists() and self.read_bytes() == before[f"{journal.name}{kept}"]:
            raise PermissionError(1, "Operation not permitted", str(self))
        real(self, missing_ok)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        ran = referee("delete", "last-blast-1", "--yes")
    assert ran.code == 2 and "cannot be deleted: Operation not permitted" in ran.err
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert found == before if kept else found[journal.name] == before[journal.name]
    assert f"{journal}{kept}" in ran.err


@pytest.mark.parametrize("taken", ["--csv", "--html"])
def test_s12_stats_writes_both_files_or_none(taken: str, folder: Path, tmp_path: Path) -> None:
    files = {"--csv": tmp_path / "figures", "--html": tmp_path / "page"}
    files[taken].mkdir()
    words = [word for pair in files.items() for word in pair]
    ran = referee("stats", *words)
    assert ran.code == 2 and str(files[taken]) in ran.err
    (other,) = {*files.values()} - {files[taken]}
    assert not other.exists()
    files[taken].rmdir()
    other.write_text("old")
    assert referee("stats", *words).code == 0
    assert all(file.is_file() and file.read_text("utf-8") != "old" for file in files.values())
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
