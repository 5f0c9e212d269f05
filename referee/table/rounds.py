"""The score of a session round by round, also as a chart in text and as a table for a spreadsheet."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from components.spreadsheets import Cell
from components.spreadsheets import csv_text as as_csv
from components.wording import shortened
from referee.engine.answers import WIDTH
from referee.engine.game import Rounds
from referee.engine.pads import Tallies
from referee.engine.scoresheet import P, PlayerScore, ScoreSheet
from referee.table.session import Session

_LONGEST_NAME = 16  # columns of a chart
_LEAST = 3  # columns of a number in a chart
_BLOCKS = " ▏▎▍▌▋▊▉█"  # eighths of a column, from the left
_LEVELS = "▁▂▃▄▅▆▇█"  # eighths of a line, from below


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


def chart_lines(sheet: SessionScore, width: int = WIDTH) -> Iterator[str]:
    """A bar for each total and, after two rounds, how the totals grew, without colour.

    width  columns there are

    If there is not room for all rounds, some are left out, but never the first and the last.
    """
    names = [shortened(player.name, _LONGEST_NAME) for player in sheet.players]
    totals = [player.total for player in sheet.players]
    head, digits = max(map(len, names)), max(len(str(total)) for total in totals)
    room = width - head - digits - 4
    longest = max(*totals, 1)
    for name, total in zip(names, totals, strict=True):
        yield f"{name:{head}}  {total:>{digits}}  {_bar(max(total, 0) / longest, room)}".rstrip()
    if len(sheet.rounds) > 1:
        yield ""
        yield from _growth(sheet.rounds, names, head, width)


def csv_text(sheet: SessionScore) -> str:
    """A column for each player and a row with the totals after each round; then totals and winners."""
    players = sheet.players
    rows: list[Sequence[Cell]] = [["round", *(player.name for player in players)]]
    rows += [[one.round, *one.totals] for one in sheet.rounds]
    rows.append(["total", *(player.total for player in players)])
    rows.append(["winner", *("yes" if player.name in sheet.winners else "" for player in players)])
    return as_csv(rows)


def _rounds(session: Session) -> Iterator[Round]:
    """The rounds in which something has happened."""
    game = session.game
    if isinstance(game, Tallies):
        yield from (Round(name, tuple(totals)) for name, totals in game.tally(session.state).items())
        return
    if not isinstance(game, Rounds):
        return
    kinds: set[type] = set()
    for name, states in itertools.groupby(session.states, game.round_name):
        first, *later = states
        if later or first is not session.state:
            # What the end counts may be another thing, such as money in place of units.
            sheets = map(game.score, (*reversed(later), first))
            if sheet := next((one for one in sheets if kinds <= {type(one.players[0])}), None):
                kinds.add(type(sheet.players[0]))
                yield Round(name, tuple(player.total for player in sheet.players))


def _growth(rounds: Sequence[Round], names: Sequence[str], head: int, room: int) -> Iterator[str]:
    """The title, the numbers of the rounds, and a line for each player: heights, then totals."""
    every = [total for one in rounds for total in one.totals]
    low, high = min(*every, 0), max(*every, 1)
    width = max(_LEAST, *(len(str(total)) for total in every), *(len(_number(one)) for one in rounds)) + 1
    most = (room - head - 4) // (width + 1)
    shown = [rounds[place] for place in _spread(len(rounds), most)]
    yield f"Totals from {rounds[0].round} to {rounds[-1].round}" + (
        "" if len(shown) == len(rounds) else f"; {len(shown)} of {len(rounds)} rounds are shown"
    )
    numbers = "".join(f"{_number(one):>{width}}" for one in shown)
    yield f"{'':{head}}  {'':{len(shown)}} {numbers}".rstrip()
    for seat, name in enumerate(names):
        totals = [one.totals[seat] for one in shown]
        heights = "".join(_LEVELS[(total - low) * (len(_LEVELS) - 1) // (high - low)] for total in totals)
        yield f"{name:{head}}  {heights} " + "".join(f"{total:>{width}}" for total in totals)


def _number(one: Round) -> str:
    """The last word of its name, if that is a number, else the first letters of its words: "12", "PoC"."""
    *_, last = words = one.round.split()
    return last if last.isdecimal() else "".join(word[0] for word in words)


def _spread(count: int, most: int) -> list[int]:
    """At most that many of the places below `count`, evenly spread, with the first and the last."""
    if count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]


def _bar(share: float, room: int) -> str:
    """A bar of that share of the room, to an eighth of a column."""
    whole, rest = divmod(round(share * room * 8), 8)
    return "█" * whole + _BLOCKS[rest].strip()
