"""The command `hint`."""

from typing import Annotated

import typer

from components.errors import UsageError
from referee.commands.base.options import ActingOption, OptionalJournal
from referee.engine.answers import Answer
from referee.players import clever
from referee.players.search import Budget
from referee.table import shelf
from referee.table.hinting import Hints, answered, asked
from referee.table.playing import acting_seat


def hint(
    file: OptionalJournal = None,
    seat: ActingOption = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level", metavar="N", min=clever.LEVELS[0], max=clever.LEVELS[-1], help="How far to look ahead."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="N", min=0.1, max=3600, help="Think for that long, in place of a level."
        ),
    ] = None,
) -> Answer[Hints]:
    """Show what the bot clever thinks of each move: its chance to win, and how often it was tried.

    Example: referee hint --seat Ann --level 5
    """
    if level is not None and seconds is not None:
        raise UsageError(
            "Both a level and a time are given.", where="--seconds", todo="Leave one of them out."
        )
    session = shelf.open_session(shelf.current_file() if file is None else shelf.find(file))
    if not session.acting:
        raise UsageError("There are no hints now: it is not the turn of any player.")
    question = asked(session, acting_seat(session, seat))
    simulations = clever.simulations(session.header.game, level or clever.USUAL)
    return answered(question, Budget(seconds=seconds) if seconds else Budget(simulations))
