"""A build that is killed at a system call leaves the old files or the new ones, and touches no others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.files import recover
from tests.searching import SEARCHING
from tests.tracing import NOT_ALLOWED

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(sys.platform != "linux", reason="system calls are traced as Linux does")
def test_a_build_killed_at_a_system_call(small_game: Path, tmp_path: Path) -> None:
    """The next command makes the folder whole again: all files are old, or all are new."""
    kills = 1000 if SEARCHING else 5
    folder = tmp_path / "builds"
    folder.mkdir()
    game = contents(small_game)
    done = subprocess.run(
        [sys.executable, "-m", "tests.generator.build.killing", small_game, folder, str(kills), "7"],
        cwd=ROOT,
        env={**os.environ, "STARBOX_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == NOT_ALLOWED:
        pytest.skip("this system lets nobody trace processes")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == kills
    assert sum(kill["killed"] for kill in told) > kills * 0.9
    old, new = contents(folder / "old" / "small"), contents(folder / "new" / "small")
    assert new.keys() < old.keys(), "files for a cutting machine are no longer asked for"
    states = []
    for kill in told:
        out = Path(kill["out"])
        assert {entry.name for entry in out.iterdir()} == {"small"}
        recover(out / "small")
        found = contents(out / "small")
        assert found in (old, new), kill
        states.append(found == new)
    assert any(states) and not all(states), "some kills come before the files are made, some after"
    assert contents(small_game) == game
    assert {path.name for path in tmp_path.iterdir()} <= {"small", "builds", "cache"}


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder and in those below it."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
