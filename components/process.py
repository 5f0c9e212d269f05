"""How a command behaves as a process: errors in one paragraph, readers that go away, Ctrl-C and SIGTERM.

`pnp` and `referee` share this, so that a script can rely on the exit codes of both. Windows sends no SIGTERM;
there Ctrl-Break takes its place.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import typer

from components.errors import StarboxError
from components.files import WINDOWS

STOPPED = 128 + signal.SIGINT  # exit code of Ctrl-C
TERMINATED = 128 + signal.SIGTERM


def run(name: str, app: Callable[[], object], stopped: str) -> None:
    """Run the Typer app as the process that a person started.

    name     the name of the command, for its messages on standard error
    stopped  a sentence on what Ctrl-C leaves behind

    Ends with `SystemExit`: 2 for an error that a person can cause, 130 for Ctrl-C, 143 for SIGTERM, 141
    without a message if the reader of the output has gone away, else the exit code of the app.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "–" shows something else
    try:
        with terminable() as terminated:
            _run(name, app, stopped, terminated)
        sys.stdout.flush()
    except OSError as problem:
        _write_no_more()
        if _reader_is_gone(problem):
            # As in `pnp list | head`. Nothing is wrong, so nothing is printed.
            sys.exit(141)
        where = problem.filename or "The output"
        print(f"{name}: {where} cannot be read or written: {problem.strerror}.", file=sys.stderr)
        sys.exit(2)


def version_option(name: str) -> Any:
    """The option `--version` of that command."""

    def show(wanted: bool) -> None:
        if wanted:
            from importlib.metadata import version

            print(f"{name} (starbox) {version('starbox')}")
            raise typer.Exit

    return typer.Option("--version", callback=show, is_eager=True, help="Show the version and exit.")


@contextmanager
def terminable() -> Iterator[Callable[[], bool]]:
    """Meanwhile SIGTERM raises `KeyboardInterrupt`, as Ctrl-C does, so that unfinished work is cleaned up.

    It does so once: a second signal does not interrupt the cleaning up. Gives a function that says whether
    there was a signal.
    """
    heard: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        heard.append(number)
        raise KeyboardInterrupt

    before = {name: signal.signal(name, stop) for name in _terminating()}
    try:
        yield lambda: bool(heard)
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def as_worker() -> None:
    """Set up a worker: Ctrl-C is for the process that started it, which ends its workers by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminating() -> list[signal.Signals]:
    """The signals that ask a process to end."""
    names = ("SIGTERM", "SIGBREAK")  # SIGBREAK exists only on Windows
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _reader_is_gone(problem: OSError) -> bool:
    """Whether the reader of a pipe went away; Windows calls that an invalid argument."""
    invalid = WINDOWS and problem.errno == errno.EINVAL and problem.filename is None
    return isinstance(problem, BrokenPipeError) or invalid


def _write_no_more() -> None:
    """Send whatever is still to be flushed nowhere, so that it cannot fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(name: str, app: Callable[[], object], stopped: str, terminated: Callable[[], bool]) -> None:
    try:
        app()
    except StarboxError as problem:
        sys.stdout.flush()
        print(f"{name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except (SystemExit, KeyboardInterrupt) as end:
        # Typer turns Ctrl-C and a broken pipe into exits of its own.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        code = end.code if isinstance(end, SystemExit) else STOPPED
        if code in (STOPPED, TERMINATED):
            print(f"\n{name}: stopped. {stopped}", file=sys.stderr)
        sys.stdout.flush()
        sys.exit(TERMINATED if terminated() else code)
