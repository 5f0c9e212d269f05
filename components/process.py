"""How a command behaves as a process: errors in a paragraph, a reader that goes away, Ctrl-C and SIGTERM.

`pnp` and `referee` have it in common, so that a script can rely on the exit codes of both.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from components.errors import StarboxError

STOPPED = 128 + signal.SIGINT  # exit code of Ctrl-C
TERMINATED = 128 + signal.SIGTERM


def run(name: str, app: Callable[[], object], stopped: str) -> None:
    """Run the Typer app as the process that a person started.

    name     of the command, for its messages on the standard error
    stopped  what Ctrl-C leaves behind, one sentence

    Ends with `SystemExit`: 2 for an error that a person can cause, 130 for Ctrl-C, 143 for SIGTERM, 141
    without a word where the reader of the output has gone away, else what the app says.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no "–" shows something else
    try:
        with terminable() as terminated:
            _run(name, app, stopped, terminated)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe went away: `pnp list | head`. Nothing is wrong, and nothing may be said.
        _write_no_more()
        sys.exit(141)
    except OSError as problem:
        _write_no_more()
        where = problem.filename or "The output"
        print(f"{name}: {where} cannot be read or written: {problem.strerror}.", file=sys.stderr)
        sys.exit(2)


@contextmanager
def terminable() -> Iterator[Callable[[], bool]]:
    """Meanwhile SIGTERM is heard as Ctrl-C is, as a `KeyboardInterrupt`, so that what is begun is cleared up.

    Once: a second one does not cut short the clearing up. Gives the question whether there was one.
    """
    heard: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        heard.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGTERM, before)


def as_worker() -> None:
    """In a process that works for another: Ctrl-C is for that other, which ends its workers by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _write_no_more() -> None:
    """What is still to be flushed at the end goes nowhere, and fails no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(name: str, app: Callable[[], object], stopped: str, terminated: Callable[[], bool]) -> None:
    try:
        app()
    except StarboxError as problem:
        sys.stdout.flush()
        print(f"{name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except (SystemExit, KeyboardInterrupt) as end:
        # Typer turns both of these into exits of its own.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        code = end.code if isinstance(end, SystemExit) else STOPPED
        if code in (STOPPED, TERMINATED):
            print(f"\n{name}: stopped. {stopped}", file=sys.stderr)
        sys.stdout.flush()
        sys.exit(TERMINATED if terminated() else code)
