"""The commands about kept games: `list`, `resume`, `rematch` and `delete`."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from components import process
from components.errors import UsageError
from components.wording import counted, listed, visible
from referee.commands.base.options import JournalArgument, OptionalJournal, journals_like
from referee.commands.new import begun_answer
from referee.engine.answers import Answer
from referee.table import beginning, shelf
from referee.table.journal.ledger import Beginning
from referee.table.playing import recorded_advance
from referee.table.reporting import Status, status_of, status_text
from referee.table.shelf import KeptSession, KeptSessions

_LAST = 5  # deleted beginnings that are listed


@dataclass(frozen=True)
class Deleted:
    """The files that were deleted: a journal and, if it was there, its seed; none if the answer was no."""

    files: tuple[str, ...]


def list_() -> Answer[KeptSessions]:
    """List the games, with a star at the current one, and beginnings that were deleted.

    Example: referee list
    """
    kept, problem = shelf.kept()
    found = replace(kept, thrown_away=shelf.thrown_away())
    lines = [*filter(None, [problem]), *map(kept_line, found.sessions)]
    lines = lines or ["There are no games. Begin one with referee new."]
    return Answer(found, (*lines, *thrown_lines(found.thrown_away)))


def resume(file: JournalArgument) -> Answer[Status]:
    """Continue another game.

    Example: referee resume last-blast-1
    """
    place = shelf.find(file)
    session = shelf.open_session(place)
    shelf.make_current(place)
    recorded_advance(session)
    value = status_of(session, None)
    return Answer(value, status_text(session, value))


def rematch(
    file: OptionalJournal = None,
) -> Answer[Status]:
    """Start a game again, with the same players and options.

    Example: referee rematch last-blast-1
    """
    header = shelf.open_journal(shelf.current_file() if file is None else shelf.find(file)).header
    return begun_answer(shelf.begin(header.game, partial(beginning.again, before=header)))


def delete(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A journal as `list` names it.", autocompletion=journals_like),
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> Answer[Deleted]:
    """Delete a game: its journal and its seed.

    Example: referee delete last-blast-1
    """
    place = shelf.find(file, newest=False)
    if not yes:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            todo = "Add --yes if it is to be deleted."
            raise UsageError("A deleted game cannot be brought back.", where=str(file), todo=todo)
        print(visible(f"Delete {place}? It cannot be brought back. Type yes: "), end="", flush=True)
        if sys.stdin.readline().strip().casefold() not in ("yes", "y"):
            return Answer(Deleted(()), ("Nothing was deleted.",), ok=False)
    gone = shelf.delete(place)
    process.done("The game is deleted.")
    return Answer(Deleted(tuple(map(str, gone))), (f"Deleted: {listed(one.name for one in gone)}.",))


def thrown_lines(gone: Sequence[Beginning]) -> Iterator[str]:
    """The last games that were begun and deleted, a line for each, and how many there were before them."""
    if not gone:
        return
    yield ""
    more = f", the last {_LAST}" if len(gone) > _LAST else ""
    yield f"Begun with a seed and deleted since: {counted(len(gone), 'game')}{more}"
    for one in gone[-_LAST:]:
        date = datetime.fromtimestamp(one.at).date().isoformat()
        yield f"  {Path(one.file).stem:16} {date}  {', '.join(one.players)}"


def kept_line(kept: KeptSession) -> str:
    """A line on a game: its name, when it was played last, by whom, how far, and how it stands."""
    mark = "*" if kept.current else " "
    known = [", ".join(kept.players), counted(kept.moves, "move")] if kept.players else []
    words = [kept.date[:10], *known, shelf.standing_of(kept), kept.problem]
    return f"{mark} {Path(kept.file).stem:16} {'  '.join(filter(None, words))}"
