"""The score of a session round by round, also as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from referee.engine.game import Rounds
from referee.engine.pads.tallies import Tallies
from referee.engine.scoresheet import P, PlayerScore, ScoreSheet
from referee.table.session import Session


@dataclass(frozen=True)
class Round:
    """A round, and the total of each player after it."""

    round: str
    totals: tuple[int, ...]


@dataclass(frozen=True)
class RoundSheet(ScoreSheet[P]):
    """The score of a session.

    rounds  empty in a game without rounds
    """

    rounds: tuple[Round, ...] = ()


SessionScore: TypeAlias = RoundSheet[PlayerScore]


def session_score(session: Session) -> SessionScore:
    """The score so far, or the final one with its winners."""
    sheet = session.game.score(session.state)
    return SessionScore(sheet.game, sheet.players, sheet.winners, sheet.bonus_to, tuple(_rounds(session)))


def round_lines(sheet: SessionScore) -> Iterator[str]:
    """A line for each round: "round 3: Ann 14, Bo 2"."""
    for one in sheet.rounds:
        totals = zip(sheet.players, one.totals, strict=True)
        yield f"{one.round}: " + ", ".join(f"{player.name} {total}" for player, total in totals)


def csv_text(sheet: SessionScore) -> str:
    """A column for each player and a row with the totals after each round; then totals and winners."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["round", *(player.name for player in sheet.players)])
    rows.writerows([one.round, *one.totals] for one in sheet.rounds)
    rows.writerow(["total", *(player.total for player in sheet.players)])
    rows.writerow(["winner", *("yes" if player.name in sheet.winners else "" for player in sheet.players)])
    return written.getvalue()


def _rounds(session: Session) -> Iterator[Round]:
    """The rounds in which something has happened."""
    game = session.game
    if isinstance(game, Tallies):
        yield from (Round(name, tuple(totals)) for name, totals in game.tally(session.state).items())
        return
    if not isinstance(game, Rounds):
        return
    for name, states in itertools.groupby(session.states, game.round_name):
        first, *later = states
        if later or first is not session.state:
            sheet = game.score(later[-1] if later else first)
            yield Round(name, tuple(player.total for player in sheet.players))
