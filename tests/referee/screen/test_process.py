"""`referee play` as a process in a real pseudo-terminal: it leaves cleanly, and nothing is lost."""

from __future__ import annotations

import os
import re
import termios
from pathlib import Path

import pytest

from referee.engine.game import OVER
from referee.table import beginning, shelf
from referee.table.session import resume
from tests.terminal import REFEREE, Terminal

pytestmark = pytest.mark.outside


def played(*words: str) -> Terminal:
    return Terminal(*REFEREE, "play", *words, env={"TERM": "xterm-256color"})


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a game of Ann against a bot."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    file = tmp_path / "game.jsonl"
    beginning.begin(file, "mlem", ["Ann", "Bo"], seed="tea", bots={"Bo": "random"})
    shelf.make_current(file)
    return file


@pytest.mark.parametrize(
    ("options", "leave", "code", "says"),
    [
        (["--bell"], "q\r", 0, "The game goes on."),
        (
            [],
            "\x03",
            130,
            "referee: stopped. What was kept is whole: every move of a journal, every batch of a simulation.",
        ),
    ],
    ids=["q", "Ctrl-C"],
)
def test_it_leaves_the_terminal_as_it_was(
    journal: Path, options: list[str], leave: str, code: int, says: str
) -> None:
    terminal = played(str(journal), *options)
    terminal.wait_for("Ann is to move")
    terminal.type("1")
    terminal.wait_for("Ann puts the ace aboard")
    terminal.type(leave)
    assert terminal.ends() == code
    assert "Traceback" not in terminal.written
    after = terminal.written.rpartition("\x1b[?1049l")[2]
    assert says in after, "what is said is said on the terminal's own screen"
    assert "\x1b[?25h" in terminal.written, "the cursor is seen again"
    titles = r"\x1b\][^\a]*\a"
    rung = "\a" in re.sub(titles, "", terminal.written)
    assert rung == bool(options), "the bell rings only if it was asked for"
    assert termios.tcgetattr(terminal.leader) == terminal.before
    os.close(terminal.leader)
    session = resume(journal)
    assert any(str(event.what) == "board ace" and event.seat == 0 for event in session.events)
    assert session.turn is not OVER


def test_it_ends_when_its_terminal_vanishes(journal: Path) -> None:
    """Without a signal: the process has a session of its own, so nobody tells it. What was made is kept."""
    terminal = played(str(journal))
    terminal.wait_for("Ann is to move")
    terminal.type("board ace\r")
    terminal.wait_for("Ann puts the ace aboard")
    os.close(terminal.leader)
    assert terminal.process.wait(60) == 129
    assert any(str(event.what) == "board ace" for event in resume(journal).events)


def test_the_menu_ends_when_its_terminal_vanishes(journal: Path) -> None:
    terminal = played()
    terminal.wait_for("Leave")
    os.close(terminal.leader)
    assert terminal.process.wait(60) == 129
