"""A process in a pseudo-terminal of its own, and what a person could see there."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals")
termios = pytest.importorskip("termios")

REFEREE = (sys.executable, "-c", "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()")
WIPED = "\x1b[H\x1b[2J\x1b[3J"
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_PATIENCE = 120  # seconds: a machine may have others to serve


class Terminal:
    """A command in a terminal of 80 × 24.

    env     added to the environment
    output  where its standard output goes, if not to the terminal, as `subprocess` takes it

    What is read is kept as bytes, and read as text as a whole: a chunk may end within a character.
    """

    def __init__(self, *command: str, env: Mapping[str, str], output: int | None = None) -> None:
        self.leader, follower = pty.openpty()
        termios.tcsetwinsize(follower, (24, 80))
        self.before = termios.tcgetattr(self.leader)
        self._bytes = b""
        self._read_to = 0  # characters that were waited for
        self.process: subprocess.Popen[Any] = subprocess.Popen(
            command,
            stdin=follower, stdout=follower if output is None else output, stderr=follower,
            start_new_session=True, env={**os.environ, "TERM": "xterm", **env},
        )  # fmt: skip
        os.close(follower)

    @property
    def written(self) -> str:
        return self._bytes.decode(errors="ignore")

    @property
    def shown(self) -> str:
        """Return all that is written, without escapes."""
        return _ESCAPE.sub("", self.written)

    @property
    def visible(self) -> str:
        """The screen with everything one can scroll back to: what was written since it was last cleared."""
        return _ESCAPE.sub("", self.written.rpartition(WIPED)[2])

    def wait_for(self, text: str) -> None:
        """Read until the text is shown."""
        deadline = time.monotonic() + _PATIENCE
        while text not in self.shown:
            assert self._take(deadline), self.written[-2000:]

    def wait_for_end(self, *endings: str) -> str:
        """Read until what is shown ends with one of these, and is new; return which one."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            shown = _ESCAPE.sub("", self.written[self._read_to :])
            for ending in endings:
                if shown.endswith(ending):
                    self._read_to = len(self.written)
                    return ending
            assert self._take(deadline), self.written[-2000:]

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def ends(self) -> int:
        """Read all that is written until the process ends; return its exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._take(deadline):
            pass
        return self.process.wait(_PATIENCE)

    def _take(self, deadline: float) -> bool:
        """Wait for more and read it; whether there was any before the other end was closed."""
        left = max(0, deadline - time.monotonic())
        assert select.select([self.leader], [], [], left)[0], self.written[-2000:]
        try:
            chunk = os.read(self.leader, 1 << 16)
        except OSError:  # The other end is closed.
            return False
        self._bytes += chunk
        return bool(chunk)
