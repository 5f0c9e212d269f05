"""The command `play`: the current session on the table screen or, without one, on the plain prompt."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Annotated

import typer

from components.errors import UsageError
from referee.engine.answers import Answer
from referee.screen import prompt
from referee.table import reporting, shelf
from referee.table.rounds import SessionScore

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
    if session.awaited:
        todo = f"Add them first: referee words {session.awaited[0]} WORDS."
        raise UsageError(f"Words are to come from {', '.join(session.awaited)}.", todo=todo)
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
    return reporting.score_of(session)
