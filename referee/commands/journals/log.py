"""The command `log`."""

from typing import Annotated

import typer

from components.errors import UsageError
from referee.commands.base.options import OptionalJournal, SeatOption
from referee.engine.answers import Answer
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.records import is_open, record_lines
from referee.table.reporting import Log, ending, telling_of
from referee.table.rulesets import OtherRulesError
from referee.table.session import replayed


def log(
    file: OptionalJournal = None,
    seat: SeatOption = None,
    recorded: Annotated[
        bool,
        typer.Option(
            "--recorded", help="The records as they were typed, including hands and secret choices."
        ),
    ] = False,
) -> Answer[Log]:
    """Show everything that happened, with the rulings.

    Example: referee log last-blast-1
    """
    place = shelf.current_file() if file is None else shelf.find(file)
    if recorded and seat is not None:
        raise UsageError("The records are the same for everybody.", where="--seat", todo="Leave it out.")
    journal = shelf.open_journal(place)
    if recorded:
        return _recorded(journal)
    try:
        session = replayed(journal)
    except OtherRulesError as problem:
        if not is_open(journal):
            raise
        return _recorded(journal, problem.what)
    lines, why = telling_of(session, None if seat is None else session.seat(seat), 0)
    lines = (*lines, *ending(session, lines))
    return Answer(Log(lines, recorded=False), lines, why)


def _recorded(journal: Journal, why: str = "") -> Answer[Log]:
    """The records of the journal; `why` says why they are shown if nobody asked for them."""
    lines = tuple(record_lines(journal))
    return Answer(Log(lines, recorded=True), (*([why, ""] if why else []), *lines))
