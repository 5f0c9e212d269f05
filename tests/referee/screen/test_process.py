"""`referee play` as a process in a real pseudo-terminal: it leaves cleanly, and nothing is lost."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from referee.engine.game import OVER
from referee.table import beginning, shelf
from referee.table.session import resume

pty = pytest.importorskip("pty", reason="no pseudo-terminals")

RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"


class Terminal:
    """A process in its own terminal, 80 × 24."""

    def __init__(self, *words: str) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.leader)
        self._bytes = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words],
            stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
        )  # fmt: skip
        os.close(follower)

    @property
    def seen(self) -> str:
        return self._bytes.decode(errors="ignore")

    def wait_for(self, text: str) -> None:
        """Until the text is shown, escapes and line ends left out."""
        deadline = time.monotonic() + 60
        while text not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.seen):
            assert time.monotonic() < deadline, self.seen[-2000:]
            self._read()

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def ends(self) -> int:
        """The exit code, once all is read."""
        while self.process.poll() is None:
            self._read()
        self._read()
        return self.process.returncode

    def _read(self) -> None:
        if select.select([self.leader], [], [], 0.2)[0]:
            with contextlib.suppress(OSError):  # the other end is closed
                self._bytes += os.read(self.leader, 1 << 16)


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
        ([], "\x03", 130, "referee: stopped. A journal holds every move that was made."),
    ],
    ids=["q", "Ctrl-C"],
)
def test_it_leaves_the_terminal_as_it_was(
    journal: Path, options: list[str], leave: str, code: int, says: str
) -> None:
    terminal = Terminal("play", str(journal), *options)
    terminal.wait_for("Ann is to move")
    terminal.type("1")
    terminal.wait_for("Ann puts the ace aboard")
    terminal.type(leave)
    assert terminal.ends() == code
    assert "Traceback" not in terminal.seen
    after = terminal.seen.rpartition("\x1b[?1049l")[2]
    assert says in after, "what is said is said on the terminal's own screen"
    assert "\x1b[?25h" in terminal.seen, "the cursor is seen again"
    titles = r"\x1b\][^\a]*\a"
    rung = "\a" in re.sub(titles, "", terminal.seen)
    assert rung == bool(options), "the bell rings only if it was asked for"
    assert termios.tcgetattr(terminal.leader) == terminal.before
    os.close(terminal.leader)
    session = resume(journal)
    assert any(str(event.what) == "board ace" and event.seat == 0 for event in session.events)
    assert session.turn is not OVER


def test_it_ends_when_its_terminal_vanishes(journal: Path) -> None:
    """Without a signal: the process has a session of its own, so nobody tells it. What was made is kept."""
    terminal = Terminal("play", str(journal))
    terminal.wait_for("Ann is to move")
    terminal.type("board ace\r")
    terminal.wait_for("Ann puts the ace aboard")
    os.close(terminal.leader)
    assert terminal.process.wait(60) == 129
    assert any(str(event.what) == "board ace" for event in resume(journal).events)


def test_the_menu_ends_when_its_terminal_vanishes(journal: Path) -> None:
    terminal = Terminal("play")
    terminal.wait_for("Leave")
    os.close(terminal.leader)
    assert terminal.process.wait(60) == 129
