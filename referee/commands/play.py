"""The commands `play`, a session on the table screen or on the plain prompt, and `teach`, a first game."""

import importlib.util
import os
import sys
from dataclasses import replace
from typing import Annotated

import typer

from components.errors import UsageError
from components.prose import Lines
from referee.commands.base.options import GameArgument, OptionalJournal
from referee.commands.base.photographs import with_pieces
from referee.engine.answers import Answer
from referee.engine.game import OVER
from referee.screen import prompt
from referee.table import reporting, shelf
from referee.table.clock import remind
from referee.table.playing import recorded_advance
from referee.table.rounds import SessionScore, chart_lines
from referee.table.session import Session

_MISSING = """\
The table screen needs Textual, which is not installed: pip install "starbox[table]".
This is the plain prompt; referee play --plain shows it without this message."""


def play(
    file: OptionalJournal = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use the plain prompt, line by line, for pipes and logs.")
    ] = False,
    clock: Annotated[
        int | None, typer.Option(metavar="SECONDS", min=5, max=3600, help="Count the seconds of each turn.")
    ] = None,
    bell: Annotated[bool, typer.Option("--bell", help="Ring when the turn passes to a person.")] = False,
) -> Answer[SessionScore]:
    """Play the current game on the table screen.

    On a terminal a menu asks first: go on, a new game, a rematch, another game. With FILE it does not ask.
    In a pipe, on a dumb terminal and with --plain it is a prompt that takes one move per line.

    Example: referee play
    """
    if file is not None:
        session = shelf.open_session(shelf.find(file))
        shelf.make_current(session.journal.file)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        chosen = _chosen(plain)
        if chosen is None:
            raise typer.Exit
        session = chosen
    else:
        session = shelf.current()
    if clock is not None:
        remind(session, clock)
    return play_session(session, plain=plain, bell=bell)


def _chosen(plain: bool) -> Session | None:
    """Return what somebody chose in the menu; None to leave."""
    # Imported here, because no other command needs all games, or the screen.
    from referee.commands.base.menu import hold_plainly, menu

    if plain or os.environ.get("TERM") == "dumb" or importlib.util.find_spec("textual") is None:
        return hold_plainly(menu())
    from referee.screen.menu import hold

    return hold(menu())


def play_session(session: Session, *, plain: bool = False, bell: bool = False) -> Answer[SessionScore]:
    """Play that session until somebody leaves; meanwhile it cannot be deleted."""
    with shelf.opened(session.journal.file):
        _play(session, plain, bell)
    answer = reporting.score_of(session)
    chart = ("", Lines(tuple(chart_lines(answer.value)))) if session.turn is OVER else ()
    return replace(answer, blocks=(*answer.blocks, *chart))


def _play(session: Session, plain: bool, bell: bool) -> None:
    recorded_advance(session)
    if session.awaited:
        todo = f"Add them first: referee words {session.awaited[0]} WORDS."
        raise UsageError(f"Words are to come from {', '.join(session.awaited)}.", todo=todo)
    capable = os.environ.get("TERM") != "dumb"
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and capable
    if plain or not terminal:
        prompt.play(session, wipes=terminal, bell=bell, read=with_pieces)
    elif importlib.util.find_spec("textual") is None:
        print(_MISSING, file=sys.stderr)
        prompt.play(session, wipes=True, bell=bell, read=with_pieces)
    else:
        # Imported here, because no other command needs it, and importing takes longer than most answers.
        from referee.screen.app import play as play_on_screen

        play_on_screen(session, bell=bell)


def teach(
    game: GameArgument,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use the plain prompt, line by line, for pipes and logs.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Begin anew, though the lesson was left.")] = False,
) -> Answer[SessionScore]:
    """Learn a game by playing it, with every decision explained.

    A first game of 10 to 15 minutes. A lesson that was left goes on where it was.

    Example: referee teach mlem
    """
    from referee.lessons import course

    left = course.latest(game)
    lesson = course.begin(game) if left is None or again else left
    answer = play_session(lesson, plain=plain)
    begin = f"Begin a game of your own: referee new {game} You Mia."
    last = begin if lesson.turn is OVER else f"The lesson goes on with {lesson.comeback}."
    return replace(answer, blocks=(*answer.blocks, "", last))
