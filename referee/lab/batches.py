"""A batch: some games of a series, played by whichever process has time, with what was seen of them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from components import catalogue
from components.errors import DataError, UsageError
from components.reading import parse_own_json
from referee.engine.play import many_games
from referee.lab.plan import Plan, Series
from referee.lab.playing import BROKEN, OVER_BY_RULE, REFUSED, Ended, Table, unplayed
from referee.lab.watching import Key, Watch, codes_of
from referee.players.bots import version
from referee.table.rulesets import find_rules

Standing = tuple[int, int]  # a figure, and the number of the game that has it

_SEPARATOR = "\x1f"
_PARTS = 40


@dataclass(frozen=True)
class Job:
    """Some games of a series: from `first` up to, but without, `last`. It holds all that a worker needs."""

    game: str
    seed: str
    limit: int
    rules: int
    bots: int
    number: int
    series: Series
    first: int
    last: int


@dataclass
class Batch:
    """The result of a job.

    lines     a line for each game, in order, as in games.csv, but without the name of the series
    tally     what was seen of the watched games
    examples  a refusal for each rule
    closest, longest, luckiest   the game that stands out, if any is over: the smallest margin, the most
              decisions, and the most points that a winner was behind
    """

    lines: list[str] = field(default_factory=list)
    tally: Counter[Key] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    closest: Standing | None = None
    longest: Standing | None = None
    luckiest: Standing | None = None

    def add(self, other: Batch) -> None:
        """Take in what another batch saw; its lines are left where they are."""
        self.tally.update(other.tally)
        for rule, reason in other.examples.items():
            self.examples.setdefault(rule, reason)
        self.closest = _least(self.closest, other.closest)
        self.longest = _most(self.longest, other.longest)
        self.luckiest = _most(self.luckiest, other.luckiest)

    def as_text(self) -> str:
        tally = {_SEPARATOR.join(key): count for key, count in sorted(self.tally.items())}
        standing = [self.closest, self.longest, self.luckiest]
        return json.dumps(
            {"lines": self.lines, "tally": tally, "examples": self.examples, "standing": standing},
            ensure_ascii=False,
        )


def read_batch(text: str) -> Batch:
    """The batch of that text. Raises `ValueError`, `KeyError` or `TypeError` for any other text."""
    data: Mapping[str, Any] = parse_own_json(text)
    standing = [tuple(one) if one else None for one in data["standing"]]
    tally = Counter({tuple(key.split(_SEPARATOR)): count for key, count in data["tally"].items()})
    return Batch(data["lines"], tally, data["examples"], *standing)


def jobs(plan: Plan, number: int, size: int) -> Iterable[Job]:
    """The jobs of a series of the plan.

    size  games of a batch

    Games that are watched or mirrored take many times as long as the others, so a job has a fortieth of them
    at most: then no worker waits long for another at the end.
    """
    series = plan.series[number]
    parts = (
        (0, series.watched, True),
        (series.watched, series.games, series.kind == "mirror"),
    )
    for begin, end, slow in parts:
        step = min(size, -(-(end - begin) // _PARTS)) if slow else size
        for first in range(begin, end, max(step, 1)):
            last = min(first + step, end)
            yield Job(plan.game, plan.seed, plan.limit, plan.rules, plan.bots, number, series, first, last)


def play(job: Job) -> Batch:
    """Play the games of the job.

    Raises `DataError` where this Starbox would play other games than the plan says.
    """
    series = job.series
    here = (find_rules(job.game).version, version(job.game))
    if here != (job.rules, job.bots):
        raise DataError(
            f"A worker has version {here[0]} of the rules and {here[1]} of the bots of {job.game};"
            f" the plan was made with {job.rules} and {job.bots}.",
            todo="Install the same Starbox everywhere.",
        )
    try:
        with many_games():
            return _played(job)
    except (UsageError, DataError):
        if series.kind != "step":
            raise
        lines = [_line(number, series, unplayed(series, REFUSED)) for number in range(job.first, job.last)]
        return Batch(lines)


def _played(job: Job) -> Batch:
    batch, series = Batch(), job.series
    table = Table(job.game, series, job.seed, job.limit)
    codes = codes_of(catalogue.load(job.game))
    for number in range(job.first, job.last):
        if number < series.watched:
            watch = Watch(table.rules, codes, batch.tally, batch.examples)
            ended = table.play(number, watch)
            if ended.totals and ended.decisions:
                behind = watch.close(ended)
                if behind and ended.ending == OVER_BY_RULE:
                    batch.luckiest = _most(batch.luckiest, (behind, number))
        else:
            ended = table.play(number)
        if table.error:
            batch.examples.setdefault(BROKEN, table.error)
        batch.lines.append(_line(number, series, ended))
        if ended.ending == OVER_BY_RULE:
            batch.longest = _most(batch.longest, (ended.decisions, number))
            if len(ended.totals) > 1 and len(ended.winners) == 1:
                first, second = sorted(ended.totals, reverse=True)[:2]
                batch.closest = _least(batch.closest, (first - second, number))
    return batch


COLUMNS = ("series", "game", "ending", "first", "winners", "rounds", "decisions", "chances", "bots", "totals")


def _line(number: int, series: Series, ended: Ended) -> str:
    """One game for the table of games: seats from 1; lists have spaces between."""
    row = (
        number,
        ended.ending,
        "" if ended.first is None else ended.first + 1,
        " ".join(str(seat + 1) for seat in ended.winners),
        ended.rounds,
        ended.decisions,
        ended.chances,
        " ".join(series.seated(number)),
        " ".join(map(str, ended.totals)),
    )
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue()


def _least(one: Standing | None, other: Standing | None) -> Standing | None:
    return min((standing for standing in (one, other) if standing), default=None)


def _most(one: Standing | None, other: Standing | None) -> Standing | None:
    """The higher figure; of equal ones the earlier game."""
    return max((standing for standing in (one, other) if standing), key=lambda s: (s[0], -s[1]), default=None)
