"""A process in a pseudo-terminal of its own, and what a person could see there."""

from __future__ import annotations

import contextlib
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals")

RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"
WIPED = "\x1b[H\x1b[2J\x1b[3J"
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """`referee` with those words; `env` is added to the environment."""

    def __init__(self, *words: str, env: Mapping[str, str]) -> None:
        self._leader, follower = pty.openpty()
        self._bytes = b""
        self._read_to = 0  # characters that were waited for
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words],
            stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
            env={**os.environ, "TERM": "xterm", **env},
        )  # fmt: skip
        os.close(follower)

    @property
    def written(self) -> str:
        return self._bytes.decode(errors="ignore")

    @property
    def visible(self) -> str:
        """The screen with everything one can scroll back to: what was written since it was last cleared."""
        return _ESCAPE.sub("", self.written.rpartition(WIPED)[2])

    def wait_for(self, *endings: str) -> str:
        """Until what is written ends with one of these, and is new; which one."""
        deadline = time.monotonic() + 60
        while True:
            shown = _ESCAPE.sub("", self.written[self._read_to :])
            for ending in endings:
                if shown.endswith(ending):
                    self._read_to = len(self.written)
                    return ending
            assert time.monotonic() < deadline and self.process.poll() is None, self.written[-2000:]
            self._take()

    def type(self, text: str) -> None:
        os.write(self._leader, text.encode())

    def ends(self) -> int:
        """The exit code, once everything is read."""
        deadline = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.written[-2000:]
            self._take()
        self._take()
        os.close(self._leader)
        return self.process.returncode

    def _take(self) -> None:
        if select.select([self._leader], [], [], 0.1)[0]:
            with contextlib.suppress(OSError):  # the other end is closed
                self._bytes += os.read(self._leader, 1 << 16)
