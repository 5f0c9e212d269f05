"""The score of a sitting round by round, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from referee.engine import Rounds
from referee.scoresheet import P, PlayerScore, ScoreSheet
from referee.table.session import Session


@dataclass(frozen=True)
class Round:
    """A round, and the total of each player after it."""

    round: str
    totals: tuple[int, ...]


@dataclass(frozen=True)
class RoundSheet(ScoreSheet[P]):
    """The score of a sitting.

    rounds  none in a game that counts none
    """

    rounds: tuple[Round, ...] = ()


SittingScore: TypeAlias = RoundSheet[PlayerScore]


def sitting_score(sitting: Session) -> SittingScore:
    """The score so far, or the final one with its winners."""
    sheet = sitting.game.score(sitting.state)
    return SittingScore(sheet.game, sheet.players, sheet.winners, sheet.bonus_to, tuple(_rounds(sitting)))


def round_lines(sheet: SittingScore) -> Iterator[str]:
    """A line a round: "round 3: Ann 14, Bo 2"."""
    for one in sheet.rounds:
        totals = zip(sheet.players, one.totals, strict=True)
        yield f"{one.round}: " + ", ".join(f"{player.name} {total}" for player, total in totals)


def csv_text(sheet: SittingScore) -> str:
    """A column a player and a row a round, each with the totals after it; then the totals and the winners."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["round", *(player.name for player in sheet.players)])
    rows.writerows([one.round, *one.totals] for one in sheet.rounds)
    rows.writerow(["total", *(player.total for player in sheet.players)])
    rows.writerow(["winner", *("yes" if player.name in sheet.winners else "" for player in sheet.players)])
    return written.getvalue()


def _rounds(sitting: Session) -> Iterator[Round]:
    """Those that something has happened in."""
    game = sitting.game
    if not isinstance(game, Rounds):
        return
    for name, states in itertools.groupby(sitting.states, game.round_name):
        first, *later = states
        if later or first is not sitting.state:
            sheet = game.score(later[-1] if later else first)
            yield Round(name, tuple(player.total for player in sheet.players))
