"""Plays a game and is killed at a system call of the kernel, as often as wanted, each time at another one.

    python -m tests.referee.table.killing FOLDER KILLS SEED

makes the game in the folder, plays its end once undisturbed, and prints a line of JSON for each kill. Linux
only: the child is traced with ptrace, so the kill comes exactly before or after a call such as write, fsync
or unlink. The exit code is 3 where processes may not be traced.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from pathlib import Path

from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Event
from referee.players.bots import at_random
from referee.table.beginning import begin
from referee.table.seeds import seed_file
from referee.table.session import Session, resume
from tests.tracing import traced

LAST = 12  # moves that are played while the process may be killed


def main() -> None:
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    prepared = prepare(folder / "prepared.jsonl")
    whole = folder / "whole"
    shutil.copytree(prepared.parent / "start", whole)
    calls = killed(whole / "game.jsonl", kill_at=None)[0]
    source = random.Random(seed)
    for number in range(kills):
        place = folder / f"{number}"
        shutil.copytree(prepared.parent / "start", place)
        _, shown, status = killed(place / "game.jsonl", kill_at=source.randint(1, calls))
        print(
            json.dumps({"folder": str(place), "shown": shown, "killed": os.WIFSIGNALED(status)}), flush=True
        )


def prepare(file: Path) -> Path:
    """A game of two people that is nearly over, in the folder `start`."""
    session = begin(file, "last-blast", ["Ann", "Bo"], seed="kiwi", salt="ab", bots={"Bo": "random"})
    events = 0
    while session.turn is not OVER:
        events = len(session.journal.records)
        move(session)
    lines = file.read_bytes().splitlines(keepends=True)
    start = file.parent / "start"
    start.mkdir()
    (start / "game.jsonl").write_bytes(b"".join(lines[: events + 1 - LAST]))
    (start / "other.jsonl").write_bytes(b"another game\n")
    seed_file(start / "game.jsonl").write_bytes(b"kiwi\nab\n")
    return file


def play(file: Path, shown: int) -> None:
    """Go on to the end, and show after every move how many lines are in the journal."""
    session = resume(file)
    session.advance()
    while session.turn is not OVER:
        move(session)
        os.write(shown, f"{len(session.journal.records)}\n".encode())


def move(session: Session) -> None:
    """The same move each time, wherever the game was begun."""
    seat = session.acting[0]
    source = Quick(len(session.events))
    assert session.play(Event(seat, at_random(session.game, session.state, seat, source))).allowed


def killed(file: Path, kill_at: int | None) -> tuple[int, int, int]:
    """Play in a child that is killed at that stop; stops are before and after each system call.

    Gives the number of stops, the last number that was shown, and how the child ended.
    """
    reader, writer = os.pipe()
    stops, status = traced(lambda: play(file, writer), kill_at)
    os.close(writer)
    with os.fdopen(reader) as stream:
        shown = stream.read().split()
    return stops, int(shown[-1]) if shown else 0, status


if __name__ == "__main__":
    main()
