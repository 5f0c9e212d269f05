"""The tutorial makes the game that is in `examples/ring-tugs`, in twelve steps, each with a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.following import follow, nothing_imported

HOME = Path(__file__).parents[2]
GUIDE = HOME / "docs" / "tutorial.md"
MADE = HOME / "examples" / "ring-tugs" / "ring_tugs" / "components"


def test_it_has_twelve_steps_each_with_a_picture() -> None:
    parts = re.split(r"^## ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert [int(part.split()[0]) for part in parts] == list(range(1, 13))
    for number, part in enumerate(parts, 1):
        assert f"](pictures/tutorial/{number:02}." in part


def test_whoever_follows_it_has_the_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command runs and prints what is shown, and the folder has the files of the example."""
    pytest.importorskip("python_calamine", reason="pip install starbox[design]")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"STARBOX_{name}", str(tmp_path / name.lower()))
    (tmp_path / "examples").symlink_to(HOME / "examples")
    with nothing_imported("ring_tugs"):
        follow(GUIDE.read_text(encoding="utf-8"), monkeypatch)
    assert files(tmp_path / "ring-tugs") == files(MADE)


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
