"""A process that is killed at a system call of play leaves the old state or the new one, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.engine.game import OVER
from referee.table.journal import Journal
from referee.table.journal.lines import SeedRecord
from referee.table.proof import prove
from referee.table.seeds import seed_file
from referee.table.session import resume
from tests.referee.table.killing import move
from tests.searching import SEARCHING

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(sys.platform != "linux", reason="system calls are traced as Linux does")
def test_killed_at_a_system_call(tmp_path: Path) -> None:
    """The journal has what was shown, its lines are those of the undisturbed game, and it goes on so."""
    kills = 1000 if SEARCHING else 20
    done = subprocess.run(
        [sys.executable, "-m", "tests.referee.table.killing", str(tmp_path), str(kills), "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 3:
        pytest.skip("this system lets nobody trace processes")
    assert done.returncode == 0, done.stderr
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(outcomes) == kills
    assert sum(outcome["killed"] for outcome in outcomes) > kills * 0.9
    assert len({outcome["shown"] for outcome in outcomes}) > 5, "the kills come at many places of the game"
    whole = (tmp_path / "prepared.jsonl").read_bytes()
    for outcome in outcomes:
        place = Path(outcome["folder"])
        check(place / "game.jsonl", outcome["shown"], whole)
        assert (place / "other.jsonl").read_bytes() == b"another game\n"
        assert {path.name for path in place.iterdir()} <= {"game.jsonl", "game.jsonl.seed", "other.jsonl"}


def check(file: Path, shown: int, whole: bytes) -> None:
    assert whole.startswith(file.read_bytes()), "whole lines, and at most the beginning of the next"
    journal = Journal.open(file)
    assert len(journal.records) >= shown
    over = any(isinstance(record, SeedRecord) for record in journal.records)
    assert over or seed_file(file).read_bytes() == b"kiwi\nab\n"
    session = resume(file)
    session.advance()
    while session.turn is not OVER:
        move(session)
    assert file.read_bytes() == whole
    assert prove(file).faults == ()
