"""The tutorial makes the game that is in `examples/ring-tugs`, in twelve steps, each with a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.following import BLOCK, File, follow, nothing_imported, parts_of

pytestmark = pytest.mark.outside

HOME = Path(__file__).parents[2]
GUIDE = HOME / "docs" / "tutorial.md"
MADE = HOME / "examples" / "ring-tugs" / "ring_tugs" / "components"


def test_it_has_twelve_steps_each_with_a_picture() -> None:
    parts = re.split(r"^## ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert [int(part.split()[0]) for part in parts] == list(range(1, 13))
    for number, part in enumerate(parts, 1):
        assert f"](pictures/tutorial/{number:02}." in part


def test_it_takes_half_an_hour() -> None:
    """At 180 words read and 180 signs typed a minute, with a glance at each picture and at what is shown."""
    text = GUIDE.read_text(encoding="utf-8")
    parts = [*parts_of(text)]
    typed = sum(len(part.text if isinstance(part, File) else part.command) for part in parts if part.typed)
    shown = sum(len(block) for _, block in BLOCK.findall(text)) - typed
    words = len(BLOCK.sub("", text).split())
    commands = sum(not isinstance(part, File) for part in parts)
    minutes = typed / 180 + words / 180 + shown / 1500 + (12 * 10 + commands * 6) / 60
    assert minutes <= 30, f"{minutes:.1f}: {typed} signs to type, {words} words, {commands} commands"


def test_whoever_follows_it_has_the_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command runs and prints what is shown, and the folder has the files of the example."""
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
