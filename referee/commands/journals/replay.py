"""The command `replay`: a session scene by scene, on the screen, as text or as a page for a browser."""

import contextlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError, did_you_mean
from components.prose import Lines
from components.wording import counted
from components.writing import replace_file
from referee.archive.scenes import Replay
from referee.archive.transcript import replay_lines, told_lines
from referee.commands.base.options import OptionalJournal
from referee.engine.answers import Answer
from referee.table.shelf import find_session

_MISSING = """\
The replay screen needs Textual, which is not installed: pip install "starbox[table]".
This is the plain text; referee replay --plain shows it without this message."""


@dataclass(frozen=True)
class ReplayedStep:
    """A step of a session.

    number  counted from 0, which is the table before anything has happened
    round   the round it belongs to; empty in a game without rounds
    player  the player who moved; empty for dice, cards and what was taken back
    move    the move or the result as typed; empty if there was none, or if it may not be seen
    told    what happened, with the figures of the ruling
    """

    number: int
    round: str
    player: str
    move: str
    told: tuple[str, ...]


@dataclass(frozen=True)
class Replayed:
    """A session step by step.

    seen_by  the player as whom it is seen; empty for everybody's view
    open     whether all secrets are shown, because the game is over
    skipped  what is wrong with newer journals of the game that were left out
    """

    file: str
    game: str
    players: tuple[str, ...]
    seen_by: str
    open: bool
    steps: tuple[ReplayedStep, ...]
    skipped: tuple[str, ...]


def replay(
    file: OptionalJournal = None,
    seen_as: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="NAME", help="As this player saw it. A game that is over shows all secrets."
        ),
    ] = None,
    at: Annotated[
        str, typer.Option("--at", metavar="WHERE", help="Begin there: the number of a step, or a round.")
    ] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Print every step, for pipes and logs.")] = False,
    odds: Annotated[
        bool,
        typer.Option(help="In --plain and --html, work out the odds at every step; it may take a while."),
    ] = True,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page for a browser there, with every step drawn."),
    ] = None,
) -> Answer[Replayed]:
    """Replay a game step by step, forwards and backwards.

    Example: referee replay last-blast-1 --html last-blast.html
    """
    found, problems = find_session(str(file or ""))
    shown = Replay(found, None if seen_as is None else found.seat(seen_as))
    first = _place(shown, at)
    value = _value(shown, problems)
    for problem in problems:
        print(f"referee: {problem}", file=sys.stderr)
    if html is not None:
        from referee.archive.pages.replay import replay_page
        from referee.web.pages.drawing import Faces

        with contextlib.closing(Faces()) as faces:
            replace_file(html, replay_page(shown, odds=odds, faces=faces))
        return Answer(value, (f"{counted(len(shown.scenes) - 1, 'step')}. Written to {html}.",))
    if not plain and _on_terminal():
        # Imported here, because importing takes longer than most answers.
        from referee.screen.replay import show

        show(shown, first)
        return Answer(value, (f"{found.journal.file.stem}: {counted(len(shown.scenes) - 1, 'step')}.",))
    return Answer(value, (Lines(tuple(replay_lines(shown, first, odds=odds))),))


def _place(shown: Replay, at: str) -> int:
    """The scene to begin with. Raises `UsageError`."""
    number = shown.find(at) if at else 0
    if number is None:
        rounds = [name for name, _ in shown.rounds()]
        steps = f"Steps are 0 to {len(shown.scenes) - 1}. "
        todo = steps + (did_you_mean(at, rounds) if rounds else "The game has no rounds.")
        raise UsageError(f'There is no step or round "{at}".', where="--at", todo=todo)
    return number


def _on_terminal() -> bool:
    """Tell whether the screen can be shown; on a terminal without Textual, says so on standard error."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    if importlib.util.find_spec("textual") is None:
        print(_MISSING, file=sys.stderr)
        return False
    return True


def _value(shown: Replay, problems: Iterable[str]) -> Replayed:
    session = shown.session
    return Replayed(
        file=str(session.journal.file),
        game=session.header.game,
        players=session.names,
        seen_by="" if shown.eyes is None else session.names[shown.eyes],
        open=shown.open,
        steps=tuple(
            ReplayedStep(scene.number, scene.round, scene.player, scene.typed, tuple(told_lines(scene.told)))
            for scene in shown.scenes
        ),
        skipped=tuple(problems),
    )
