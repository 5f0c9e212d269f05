"""Measure the table screen at 80 × 24: keys for a move, a key's answer, a bot's move, the start.

    python benchmarks/referee_table.py --moves 30

A person plays what the greedy bot would play, by the digits and Enter, against a greedy bot. The times are
processor time, so that a busy machine does not count; the start is also told in seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER
from referee.games import slugs
from referee.players.bots import find_bot
from referee.screen.app import TableApp
from referee.screen.dialogs import Filling
from referee.screen.movelist import Choosing, Line
from referee.table import beginning
from referee.table.session import Session
from tests.referee.screen.tablekeys import Keys

_RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"


class Measured(NamedTuple):
    """Times of a game.

    keys   number of keys for each move
    marks  processor seconds until a mark that was moved is drawn
    bots   processor seconds in which the bot chooses a move
    """

    keys: list[int]
    marks: list[float]
    bots: list[float]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=30, help="moves of a person in each game")
    moves = parser.parse_args().moves
    for slug in slugs():
        with tempfile.TemporaryDirectory() as folder:
            session = begun(slug, Path(folder))
            found = asyncio.run(played(session, moves))
            start = min(started(session.journal.file) for _ in range(3))
        marks, bots = sorted(found.marks), sorted(found.bots)
        print(
            f"{slug:11} keys a move: median {median(found.keys):g}, mean "
            f"{sum(found.keys) / len(found.keys):.1f}, most {max(found.keys)} in {len(found.keys)} moves; "
            f"a key {median(marks) * 1000:.0f} ms, {marks[-1] * 1000:.0f} at most; "
            f"a bot's move {median(bots) * 1000:.0f} ms, {bots[-1] * 1000:.0f} at most; "
            f"start {start[0]:.2f} s, {start[1]:.2f} s in all"
        )


def begun(slug: str, folder: Path) -> Session:
    options = {"start": "random"} if slug == "planetary" else {}
    file = folder / f"{slug}-1.jsonl"
    return beginning.begin(file, slug, ["Ann", "Bo"], seed="kiwi", bots={"Bo": "greedy"}, options=options)


async def played(session: Session, moves: int) -> Measured:
    bot, chance = find_bot(session.header.game, "greedy"), Quick(1)
    keys, found = Keys(TableApp(session)), Measured([], [], [])
    async with keys.opened((80, 24)):
        while len(found.keys) < moves and session.turn is not OVER:
            start = time.process_time()
            wanted = str(bot(session.game, session.state, 0, chance))
            found.bots.append(time.process_time() - start)
            start = time.process_time()
            await keys.press("down")
            found.marks.append(time.process_time() - start)
            await keys.press("up")
            found.keys.append(await made(keys, session, wanted))
    return found


async def made(keys: Keys, session: Session, wanted: str) -> int:
    """Make that move by the fewest keys of the list, or fill it in as it stands; the number of keys."""
    before, count = len(session.events), 0
    while len(session.events) == before:
        choosing = keys.app.query_one(Choosing)
        steps = ["enter"] if isinstance(keys.app.screen, Filling) else steps_to(choosing, wanted)
        await keys.press(*steps)
        count += len(steps)
        if count > 40:
            raise SystemExit(f"The move {wanted} is never made.")
    return count


def steps_to(choosing: Choosing, wanted: str) -> list[str]:
    """The keys that pick the line of the list with that move, or with its beginning."""
    lines = [choice.text for choice in choosing._listed]
    places = [
        place for place, text in enumerate(lines) if wanted == text or f"{wanted} ".startswith(f"{text} ")
    ] or [place for place, text in enumerate(lines) if text.endswith(",") and wanted.startswith(text)]
    if not places:
        return ["escape"]
    place = places[0]
    if choosing.marked and choosing.marked.text == lines[place]:
        return ["enter"]
    digit = choosing.query_one(Line).keys[place : place + 1]
    if digit and digit[0]:
        return [digit[0]]
    now = lines.index(choosing.marked.text) if choosing.marked else -1
    return [*(["down"] if place > now else ["up"]) * abs(place - now), "enter"]


def started(file: Path) -> tuple[float, float]:
    """Processor seconds, and seconds, until the screen of that game is there, in a terminal of its own."""
    before = _spent()
    leader, follower = pty.openpty()
    begin, shown = time.perf_counter(), b""
    size = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    command = [sys.executable, "-c", _RUN, "play", str(file)]
    with subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
        env={**os.environ, **size},
    ) as process:  # fmt: skip
        while b"Leave" not in shown:
            shown += os.read(leader, 65536)
        seconds = time.perf_counter() - begin
        process.terminate()
    os.close(follower)
    os.close(leader)
    return _spent() - before, seconds


def _spent() -> float:
    """Processor seconds of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
