"""The commands `list` and `resume`."""

from __future__ import annotations

from pathlib import Path

from components.wording import counted
from referee.commands.base.options import JournalArgument
from referee.engine.answers import Answer, wrapped
from referee.table import shelf
from referee.table.reporting import Status, status_of, status_text
from referee.table.shelf import KeptSession, KeptSessions


def list_() -> Answer[KeptSessions]:
    """List the games, with a star at the current one.

    Example: referee list
    """
    found, problem = shelf.kept()
    lines = [*wrapped(problem), *(line for one in found.sessions for line in _lines(one))]
    return Answer(found, tuple(lines) or ("There are no games. Begin one with referee new.",))


def resume(file: JournalArgument) -> Answer[Status]:
    """Continue another game.

    Example: referee resume last-blast-1
    """
    place = shelf.find(file)
    session = shelf.open_session(place)
    shelf.make_current(place)
    session.advance()
    value = status_of(session, None)
    return Answer(value, status_text(session, value))


def _lines(kept: KeptSession) -> tuple[str, ...]:
    mark = "*" if kept.current else " "
    known = [", ".join(kept.players), counted(kept.moves, "move")] if kept.players else []
    return wrapped(
        f"{mark} {Path(kept.file).stem:16} {'  '.join([*known, *filter(None, [kept.problem])])}",
        hanging=4,
    )
