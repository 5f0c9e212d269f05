"""From the table of games, and from what was watched, to the figures of a run."""

from __future__ import annotations

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from components import catalogue
from components.changes import numbers
from referee.archive.rates import SURE, Rate, grouped, rate
from referee.lab.batches import Batch
from referee.lab.measures import Comparison, Deviation, Effect, Match, SeriesSummary, Share, spread
from referee.lab.plan import Plan, Series
from referee.lab.playing import BROKEN, LIMIT, REFUSED
from referee.lab.series import closely

PAIRED = 2000  # games of a series that are compared one by one


class Game(NamedTuple):
    """A line of the table of games; seats count from 0."""

    ending: str
    first: int | None
    winners: tuple[int, ...]
    rounds: int
    decisions: int
    chances: int
    bots: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass
class Sums:
    """Sums over a series, added deal by deal, in memory that does not grow with the games.

    groups  of what is counted in a game, such as a seat that won: the deals by how often it was so, of how
            often it could have been
    first   its first games, for comparing them one by one with those of other series
    """

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    groups: dict[tuple[str, str], Counter[tuple[float, int]]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    rounds: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    chances: Counter[int] = field(default_factory=Counter)
    margin: Counter[int] = field(default_factory=Counter)
    totals: Counter[int] = field(default_factory=Counter)
    winning: Counter[int] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)
    first: list[Game] = field(default_factory=list)

    def add(self, deal: Sequence[Game], keep: int) -> None:
        """Add the games of one deal, and keep them while there are fewer than so many."""
        cases: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for game in deal:
            self._add(game)
            for what, so in _cases(game):
                cases[what].append(so)
        for what, found in cases.items():
            self.groups[what][sum(found), len(found)] += 1
        if len(self.first) < keep:
            self.first += deal
        if len(deal) == 2:
            self._pair(*deal)

    def rate(self, what: str, which: str = "") -> Rate:
        """Return how often it was so, with an interval from deal to deal."""
        return grouped(self.groups.get((what, which), {}))

    def _add(self, game: Game) -> None:
        self.games += 1
        self.endings[game.ending] += 1
        self.rounds[game.rounds] += 1
        self.decisions[game.decisions] += 1
        self.chances[game.chances] += 1
        self.totals.update(game.totals)
        self.winning.update(game.totals[seat] for seat in game.winners)
        if len(game.winners) == 1 and len(game.totals) > 1:
            first, second = sorted(game.totals, reverse=True)[:2]
            self.margin[first - second] += 1

    def _pair(self, game: Game, other: Game) -> None:
        """Two games of one deal, with the bots' seats swapped: who won both, if anybody did alone."""
        if len(game.winners) != 1 or len(other.winners) != 1:
            self.pairs["undecided"] += 1
        elif game.winners == other.winners:
            self.pairs["seat"] += 1
        else:
            self.pairs[game.bots[game.winners[0]]] += 1


def read_games(file: Path) -> Iterator[tuple[str, Game]]:
    """Every game of the table, with the name of its series."""
    with file.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream)
        next(rows)
        for series, _, ending, first, winners, rounds, decisions, chances, bots, totals in rows:
            yield (
                series,
                Game(
                    ending,
                    int(first) - 1 if first else None,
                    tuple(int(seat) - 1 for seat in winners.split()),
                    int(rounds),
                    int(decisions),
                    int(chances),
                    tuple(bots.split()),
                    tuple(map(int, totals.split())),
                ),
            )


def sums(plan: Plan, file: Path) -> Mapping[str, Sums]:
    """Sum up each series in the table of games."""
    found = {one.name: Sums() for one in plan.series}
    kinds = {one.name: one.kind for one in plan.series}
    kept = 0 if len(plan.series) == 1 else PAIRED
    deal: list[Game] = []
    for name, game in read_games(file):
        mirrored = kinds[name] == "mirror"
        deal.append(game)
        if len(deal) == 1 + mirrored:
            found[name].add(deal, 0 if mirrored else kept)
            deal = []
    return found


def summary(series: Series, sums: Sums, seen: Batch) -> SeriesSummary:
    """The figures of a series."""
    games = sums.games
    seats = [Share(f"seat {seat}", sums.rate("seat", str(seat))) for seat in range(1, series.players + 1)]
    bots = sorted(which for what, which in sums.groups if what == "bot")
    return SeriesSummary(
        name=series.name,
        kind=series.kind,
        games=games,
        fair=sum(seat.rate.won for seat in seats) / (games * series.players) if games else 0.0,
        seats=tuple(seats),
        first=sums.rate("first"),
        bots=tuple(Share(bot, sums.rate("bot", bot)) for bot in bots),
        limited=sums.rate("ending", LIMIT),
        broken=sums.rate("ending", BROKEN),
        shared=sums.rate("shared"),
        unwon=sums.rate("unwon"),
        rounds=spread(sums.rounds),
        decisions=spread(sums.decisions),
        chances=spread(sums.chances),
        margin=spread(sums.margin),
        totals=spread(sums.totals),
        winning=spread(sums.winning),
        error=seen.examples.get(BROKEN, ""),
        closely=closely(seen) if series.watched else None,
    )


def match(series: Series, sums: Sums) -> Match:
    """Return how the second bot of a mirrored series fared against the first."""
    weak, strong = series.bots
    deals, pairs = series.games // 2, sums.pairs
    return Match(
        weak,
        strong,
        deals,
        won=sums.rate("alone", strong),
        same_bot=rate(pairs[weak] + pairs[strong], deals),
        same_seat=rate(pairs["seat"], deals),
    )


def deviation(plan: Plan, series: Series, sums: Sums, usual: Sums) -> Deviation:
    """Compare one step of one number, game by game, with the box as it is."""
    ((name, after),) = series.changes
    before = numbers(catalogue.load(plan.game))[name]
    return Deviation(name, before, after, compared(sums, usual), broken(sums))


def compared(sums: Sums, usual: Sums) -> Comparison:
    """The games of a series beside those of the box as it is."""
    pairs = list(zip(usual.first, sums.first, strict=False))
    differ = [(one, other) for one, other in pairs if one != other]
    effects: tuple[Effect, ...] = ()
    if differ:
        effects = tuple(
            _effect(
                of,
                [
                    figure(other) - figure(one)
                    for one, other in pairs
                    if other.ending not in (BROKEN, REFUSED)
                ],
            )
            for of, figure in _FIGURES.items()
        )
    return Comparison(rate(len(differ), len(pairs)), effects)


def broken(sums: Sums) -> str:
    """In words, how many games broke the rules; empty if none did."""
    if sums.endings[REFUSED]:
        return "the game cannot begin"
    count = sums.endings[BROKEN]
    return f"{count} of {sums.games} games broke off" if count else ""


def _cases(game: Game) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield what may be so in a game, and whether it was."""
    for seat, bot in enumerate(game.bots):
        won = seat in game.winners
        yield ("seat", str(seat + 1)), won
        yield ("bot", bot), won
    if game.first is not None:
        yield ("first", ""), game.first in game.winners
    for ending in (LIMIT, BROKEN):
        yield ("ending", ending), game.ending == ending
    yield ("shared", ""), len(game.winners) > 1
    yield ("unwon", ""), not game.winners
    if len(game.winners) == 1:
        for bot in set(game.bots):
            yield ("alone", bot), game.bots[game.winners[0]] == bot


def _first_seat(game: Game) -> float:
    return 100.0 * (0 in game.winners) / max(len(game.winners), 1)


def _margin(game: Game) -> float:
    first, second = sorted((*game.totals, 0), reverse=True)[:2] if game.totals else (0, 0)
    return float(first - second)


_FIGURES = {
    "seat 1 wins, percentage points": _first_seat,
    "decisions": lambda game: float(game.decisions),
    "highest total": lambda game: float(max(game.totals, default=0)),
    "margin": _margin,
}


def _effect(of: str, differences: Sequence[float]) -> Effect:
    count = len(differences)
    if not count:
        return Effect(of, 0.0, 0.0, 0.0)
    mean = math.fsum(differences) / count
    variance = math.fsum((one - mean) ** 2 for one in differences) / max(count - 1, 1)
    half = SURE * math.sqrt(variance / count)
    return Effect(of, mean, mean - half, mean + half)
