"""The commands `status` and `score now`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from components.prose import Lines
from components.writing import replace_file
from referee.commands.base.options import SeatOption
from referee.engine.answers import Answer
from referee.engine.game import OVER, Rewards
from referee.table import shelf
from referee.table.reporting import Status, score_of, status_of, status_text
from referee.table.rounds import SessionScore, chart_lines, csv_text
from referee.table.session import Session


def status(seat: SeatOption = None) -> Answer[Status]:
    """Show the game at the table.

    Example: referee status --seat Ann
    """
    session = shelf.current()
    value = status_of(session, None if seat is None else session.seat(seat))
    return Answer(value, status_text(session, value))


def score_now(
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the scores there, round by round, for a spreadsheet."),
    ] = None,
    chart: Annotated[
        bool, typer.Option("--chart", help="Also show the totals as bars, and how they grew round by round.")
    ] = False,
    save: Annotated[
        bool, typer.Option("--save", help="Planetary: add the rewards to the players' profiles.")
    ] = False,
) -> Answer[SessionScore]:
    """Show the score of the game at the table.

    Example: referee score now --csv sheet.csv
    """
    session = shelf.current()
    answer = score_of(session)
    bars = ("", Lines(tuple(chart_lines(answer.value)))) if chart else ()
    notes = []
    if save:
        _keep(session)
        notes.append("The rewards are in the players' profiles.")
    if csv is not None:
        replace_file(csv, csv_text(answer.value))
        notes.append(f"Written to {csv}.")
    return replace(answer, blocks=(*answer.blocks, *bars, *notes))


def _keep(session: Session) -> None:
    """Keep the rewards of a game that is over. Raises `UsageError` if it has none, or goes on."""
    if not isinstance(session.game, Rewards):
        raise UsageError("This game has no rewards.", where="--save", todo="Leave it out.")
    if session.turn is not OVER:
        raise UsageError(
            "The game is not over.", where="--save", todo="Save the rewards when the game is over."
        )
    session.game.keep(session.state, session.seal)
