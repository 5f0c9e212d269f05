"""The command `play`: the current sitting on the table screen or, where there is none, on the prompt."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Annotated

import typer

from referee.answers import Answer
from referee.table import prompt, reporting, shelf
from referee.table.rounds import SittingScore

_MISSING = """\
The table screen needs Textual, which is not installed: pip install "starbox[table]".
Here is the plain prompt; referee play --plain asks for it without this line."""


def play(
    plain: Annotated[
        bool, typer.Option("--plain", help="The prompt, line by line, for pipes and logs.")
    ] = False,
) -> Answer[SittingScore]:
    """Play the current game on the table screen.

    In a pipe, on a dumb terminal and with --plain it is a prompt that takes a move a line.

    Example: referee play
    """
    game = shelf.current()
    game.advance()
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not terminal:
        prompt.play(game, wipes=False)
    elif importlib.util.find_spec("textual") is None:
        print(_MISSING, file=sys.stderr)
        prompt.play(game, wipes=True)
    else:
        # Imported here, because no other command needs it and it takes longer than most answers.
        from referee.table.screen.app import play as play_on_screen

        play_on_screen(game)
    return reporting.score_of(game)
