"""The command `play`: the current session on the table screen or, without one, on the plain prompt."""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import replace
from typing import Annotated

import typer

from referee.engine.answers import Answer
from referee.engine.game import OVER
from referee.screen import prompt
from referee.table import reporting, shelf
from referee.table.rounds import SessionScore, chart_lines

_MISSING = """\
The table screen needs Textual, which is not installed: pip install "starbox[table]".
This is the plain prompt; referee play --plain shows it without this message."""


def play(
    plain: Annotated[
        bool, typer.Option("--plain", help="Use the plain prompt, line by line, for pipes and logs.")
    ] = False,
) -> Answer[SessionScore]:
    """Play the current game on the table screen.

    In a pipe, on a dumb terminal and with --plain it is a prompt that takes one move per line.

    Example: referee play
    """
    session = shelf.current()
    session.advance()
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not terminal:
        prompt.play(session, wipes=False)
    elif importlib.util.find_spec("textual") is None:
        print(_MISSING, file=sys.stderr)
        prompt.play(session, wipes=True)
    else:
        # Imported here, because no other command needs it, and importing takes longer than most answers.
        from referee.screen.app import play as play_on_screen

        play_on_screen(session)
    answer = reporting.score_of(session)
    chart = ("", *chart_lines(answer.value)) if session.turn is OVER else ()
    return replace(answer, lines=(*answer.lines, *chart))
