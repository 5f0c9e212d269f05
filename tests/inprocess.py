"""A command as it is typed, in the process of the test: to start one takes longer than to answer."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import NamedTuple
from unittest import mock


class Run(NamedTuple):
    """The result of a command: its exit code, what it printed, what it complained about."""

    code: int
    out: str
    err: str


def run(main: Callable[[], object], program: str, *words: object) -> Run:
    """The program with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", [program, *map(str, words)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return Run(code, out.getvalue(), err.getvalue())
