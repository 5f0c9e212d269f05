"""Behaviour of a command as a process: errors in one paragraph, readers that go away, Ctrl-C and SIGTERM.

`pnp` and `referee` share this, so that a script can rely on the exit codes of both. Windows sends no SIGTERM;
there Ctrl-Break takes its place.
"""

import atexit
import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, TextIO, cast

import typer

from components.errors import PartlyDone, StarboxError
from components.files import WINDOWS
from components.wording import visible, visible_lines

IN_PART = 3  # exit code: something was done, but not all of it or without an answer; a message says what
STOPPED = 128 + signal.SIGINT  # exit code of Ctrl-C
TERMINATED = 128 + signal.SIGTERM
SHORT = {"help_option_names": ["-h", "--help"]}  # settings of both commands
GUIDES = "Guides: the folder docs of the source, and the page Guides of the site."
HUNG_UP = 128 + 1  # exit code after SIGHUP, which Windows does not have

_done: list[str] = []  # see `done`


def run(name: str, app: Callable[[], object], stopped: str, *, plain: bool = False) -> None:
    """Run the Typer app as the process that a person started.

    name     the name of the command, for its messages on standard error
    stopped  a sentence on what Ctrl-C leaves behind
    plain    whether standard output is only text: then what it prints cannot command a terminal. A command
             that prints escapes of its own has to see to that itself, see `components.wording.visible`

    Ends with `SystemExit`: 2 for an error that a person can cause, or `IN_PART` if something was done
    before, 130 for Ctrl-C, 143 for SIGTERM, 141 without a message if the reader of the output has gone
    away, else the exit code of the app.
    """
    _done.clear()
    _end_without_tidying()
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "–" shows something else
    output = sys.stdout
    if plain:
        sys.stdout = cast(TextIO, _Plain(output))
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
        what = visible(f"{where} cannot be read or written: {problem.strerror}.")
        _complain(" ".join((f"{name}: {what}", *_done)))
        sys.exit(IN_PART if _done else 2)
    finally:
        sys.stdout = output


@cache
def _end_without_tidying() -> None:
    """At its end, look for no garbage: that takes 30 ms, and the system takes all memory back anyway."""
    atexit.register(gc.freeze)


def in_sections(
    words: Iterable[str], sections: Mapping[str, Sequence[str]], others: str = "Commands"
) -> dict[str, list[str]]:
    """The words of commands under the headings of their help; under `others` those that no heading has."""
    known = list(words)
    found = {title: [word for word in members if word in known] for title, members in sections.items()}
    named = {word for members in found.values() for word in members}
    found[others] = [word for word in known if word not in named]
    return {title: members for title, members in found.items() if members}


def done(what: str) -> None:
    """Note in a sentence what the command has done by now, for the case that its answer cannot be printed."""
    _done[:] = [what]


def terminal_has_vanished() -> bool:
    """Tell whether nobody can type any more. If no SIGHUP says so, reading from it would go on for ever."""
    return not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ else 0)


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
    """Tell whether the reader of a pipe went away; Windows calls that an invalid argument."""
    invalid = WINDOWS and problem.errno == errno.EINVAL and problem.filename is None
    return isinstance(problem, BrokenPipeError) or invalid


def _write_no_more() -> None:
    """Send whatever is still to be flushed nowhere, so that it cannot fail again."""
    _send_nowhere(sys.stdout)


def _send_nowhere(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Plain:
    """A stream that writes only what a terminal may get from strangers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(visible_lines(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _open_closed_streams() -> None:
    """Give a process that was started without its streams (`>&-`) empty ones, as if they were /dev/null."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _complain(text: str) -> None:
    """Print on standard error, if there is still anybody to read it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _send_nowhere(sys.stderr)


def _run(name: str, app: Callable[[], object], stopped: str, terminated: Callable[[], bool]) -> None:
    try:
        app()
    except StarboxError as problem:
        partly = isinstance(problem, PartlyDone)
        _complain(" ".join((f"{name}: {problem}", *(() if partly else _done))))
        sys.stdout.flush()
        sys.exit(IN_PART if partly or _done else 2)
    except (SystemExit, KeyboardInterrupt) as end:
        # Typer turns Ctrl-C and a broken pipe into exits of its own.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        code = end.code if isinstance(end, SystemExit) else STOPPED
        if code in (STOPPED, TERMINATED):
            _complain(f"\n{name}: stopped. {stopped}")
        sys.stdout.flush()
        sys.exit(TERMINATED if terminated() else code)
