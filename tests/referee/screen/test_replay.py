"""The replay screen: keys step through a session that was played."""

from __future__ import annotations

import asyncio
import os
import termios
from pathlib import Path

import pytest

from referee.archive.scenes import Replay
from referee.table import beginning

pytest.importorskip("textual")

from referee.screen.replay import ReplayApp
from tests.referee.screen.tablekeys import Keys
from tests.terminal import REFEREE, Terminal


@pytest.fixture
def replay(tmp_path: Path) -> Replay:
    bots = dict.fromkeys(("Ann", "[b]Bo"), "greedy")
    session = beginning.begin(tmp_path / "game.jsonl", "last-blast", tuple(bots), seed="kiwi", bots=bots)
    return Replay(session)


def test_every_key_does_what_the_last_line_says(replay: Replay) -> None:
    """Steps, rounds, both ends, odds, log and score; a step that does not exist is refused in words."""
    starts = [number for _, number in replay.rounds()]
    last = len(replay.scenes) - 1
    app = ReplayApp(replay)
    keys = Keys(app)

    async def run() -> None:
        async with keys.opened((80, 24)):
            assert "the beginning" in keys.shown()
            assert "The Last Blast: Ann, [b]Bo" in keys.shown()
            assert "q Leave" in keys.shown()
            for key, number in (
                ("left", 0), ("right", 1), ("right", 2), ("left", 1), ("pagedown", starts[1]),
                ("pagedown", starts[2]), ("right", starts[2] + 1), ("pageup", starts[2]),
                ("pageup", starts[1]), ("end", last), ("right", last), ("pagedown", last), ("home", 0),
                ("pageup", 0),
            ):  # fmt: skip
                await keys.press(key)
                assert app.number == number, key
                assert f" {number} of {last} " in keys.shown()
            await keys.press("g", "'round 2")
            assert app.number == dict(replay.rounds())["round 2"]
            await keys.press("g", "'99999")
            assert 'There is no "99999"' in keys.shown()
            await keys.press("escape", "g", "'7")
            assert app.number == 7
            flight = next(scene.number for scene in replay.scenes if scene.typed.startswith("row")) - 1
            await keys.press("g", f"'{flight}", "f2")
            assert replay.odds(flight).lines[0][:20] in keys.shown()
            await keys.press("escape", "f4")
            assert "The log" in keys.shown()
            await keys.press("escape", "f7")
            assert f"Ann: {replay.score(flight).players[0].total} points" in keys.shown()
            await keys.press("escape", "q")

    asyncio.run(run())
    assert app.return_code == 0


@pytest.mark.outside
def test_in_a_terminal(replay: Replay) -> None:
    """A signal ends it in good order: the terminal is as it was."""
    reader = Terminal(*REFEREE, "replay", str(replay.session.journal.file), env={"TERM": "xterm-256color"})
    reader.wait_for("the beginning")
    reader.type("\x1b[C")
    reader.wait_for(replay.scenes[1].told.lines[0])
    reader.process.terminate()
    assert reader.ends() == 143
    assert "Traceback" not in reader.written
    assert termios.tcgetattr(reader.leader) == reader.before
    os.close(reader.leader)
