"""How a command behaves as a process: errors in a paragraph, a reader that goes away, Ctrl-C.

`pnp` and `referee` have it in common, so that a script can rely on the exit codes of both.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

from components.errors import StarboxError


def run(name: str, app: Callable[[], object], stopped: str) -> None:
    """Run the Typer app as the process that a person started.

    name     of the command, for its messages on the standard error
    stopped  what Ctrl-C leaves behind, one sentence

    Ends with `SystemExit`: 2 for an error that a person can cause, 130 for Ctrl-C, 141 without a word
    where the reader of the output has gone away, else what the app says.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no "–" shows something else
    try:
        _run(name, app, stopped)
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


def _write_no_more() -> None:
    """What is still to be flushed at the end goes nowhere, and fails no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(name: str, app: Callable[[], object], stopped: str) -> None:
    try:
        app()
    except StarboxError as problem:
        sys.stdout.flush()
        print(f"{name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as end:
        # Typer turns both of these into exits of its own.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        if end.code == 130:
            print(f"\n{name}: stopped. {stopped}", file=sys.stderr)
        sys.stdout.flush()
        raise
