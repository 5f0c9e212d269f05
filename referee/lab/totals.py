"""From the table of games, and from what was watched, to the figures of a run."""

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from components import catalogue
from components.changes import numbers
from referee.archive.rates import SURE, Rate, grouped, rate
from referee.lab.batches import Batch
from referee.lab.measures import (
    Cited,
    Close,
    Comparison,
    Deviation,
    Effect,
    Match,
    MoveUse,
    RoundScores,
    SeriesSummary,
    Share,
    Use,
    quantiles,
    spread,
)
from referee.lab.plan import Plan, Series
from referee.lab.playing import BROKEN, LIMIT, REFUSED
from referee.lab.watching import QUARTERS, Key

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


_Takers: TypeAlias = Mapping[Key, Rate]

_NOBODY = rate(0, 0)
_CHOICES = 24  # different words of a field; one with more is a place on a map, or a sum


def closely(seen: Batch) -> Close:
    """The figures of the watched games."""
    tally = seen.tally
    by_kind: dict[str, dict[Key, int]] = defaultdict(dict)
    for (kind, *rest), count in tally.items():
        by_kind[kind][tuple(rest)] = count
    takers = _takers(by_kind["takers"])
    games = tally["watched",]
    legal = _numbers(by_kind["legal"])
    codes = {code: deck for deck, code in by_kind["drawn"]}
    return Close(
        games=games,
        forced=_grouped(by_kind["forced"]),
        legal=spread(legal),
        lead_changes=spread(_numbers(by_kind["lead changes"])),
        decided=_decided(_numbers(by_kind["decided"])),
        led=tuple(Share(name, rate(tally["led and won", name], tally["led", name])) for name in QUARTERS),
        scores=tuple(_scores(by_kind["score"])),
        pieces=tuple(_pieces(takers, by_kind["drawn"], codes)),
        choices=tuple(_choices(takers, codes)),
        moves=tuple(_moves(takers, by_kind["offered"])),
        rules=tuple(_rules(seen, by_kind)),
        endings=tuple(
            Share(rules or "no rule cited", rate(count, games))
            for (rules,), count in sorted(by_kind["end"].items(), key=lambda one: (-one[1], one[0]))
        ),
    )


def _numbers(counts: Mapping[Key, int]) -> Counter[int]:
    return Counter({int(number): count for (number,), count in counts.items()})


def _decided(tenths: Counter[int]) -> tuple[Share, ...]:
    total = tenths.total()
    return tuple(Share(f"{10 * tenth} %", rate(tenths[tenth], total)) for tenth in range(11)) if total else ()


def _scores(counts: Mapping[Key, int]) -> Iterator[RoundScores]:
    rounds: dict[int, Counter[int]] = defaultdict(Counter)
    for (number, total), count in counts.items():
        rounds[int(number)][int(total)] += count
    for place, totals in sorted(rounds.items()):
        yield RoundScores(place, totals.total(), *quantiles(totals, (0.1, 0.25, 0.5, 0.75, 0.9)))


def _takers(counts: Mapping[Key, int]) -> _Takers:
    """Return how often the players who took something won; those of one game belong together."""
    games: dict[Key, dict[Key, int]] = defaultdict(dict)
    for (won, seats, *what), count in counts.items():
        games[tuple(what)][won, seats] = count
    return {what: _grouped(found) for what, found in games.items()}


def _grouped(counts: Mapping[Key, int]) -> Rate:
    """Return the share in games that each have so many cases: wins, and cases in all."""
    return grouped({(int(won), int(cases)): count for (won, cases), count in counts.items()})


def _pieces(takers: _Takers, drawn: Mapping[Key, int], codes: Mapping[str, str]) -> Iterator[Use]:
    """Yield the pieces that chance brings: how often they were drawn, and how often their takers won.

    A piece may be taken by moves of several kinds; the kind by which most of them are taken counts.
    """
    takes: Counter[str] = Counter()
    for (kind, *rest), taken in takers.items():
        if kind == "choice" and rest[1] in codes:
            takes[rest[0]] += taken.games
    best: dict[str, str] = {}
    for asked, _ in takes.most_common():
        for deck, code in drawn:
            if ("choice", asked, code) in takers:
                best.setdefault(deck, asked)
    for (deck, code), count in sorted(drawn.items()):
        yield Use(deck, code, count, takers.get(("choice", best.get(deck, ""), code), _NOBODY))


def _choices(takers: _Takers, codes: Mapping[str, str]) -> Iterator[Use]:
    """Yield the words of the fields that have few."""
    fields: dict[str, list[str]] = defaultdict(list)
    for kind, *rest in takers:
        if kind == "choice":
            fields[rest[0]].append(rest[1])
    for name, words in sorted(fields.items()):
        if 2 <= len(words) <= _CHOICES and not any(word in codes for word in words):
            for word in sorted(words, key=_in_order):
                yield Use(name, word, 0, takers["choice", name, word])


def _moves(takers: _Takers, offered: Mapping[Key, int]) -> Iterator[MoveUse]:
    for (name,), times in sorted(offered.items()):
        yield MoveUse(name, times, takers.get(("move", name), _NOBODY))


def _rules(seen: Batch, by_kind: Mapping[str, Mapping[Key, int]]) -> Iterator[Cited]:
    cited, refused = by_kind["rule"], by_kind["refused"]
    for rule in sorted({rule for (rule,) in (*cited, *refused) if rule}, key=_in_order):
        yield Cited(rule, cited.get((rule,), 0), refused.get((rule,), 0), seen.examples.get(rule, ""))


def _in_order(text: str) -> tuple[tuple[int, str], ...]:
    """So that 10 comes after 9."""
    return tuple((int(part) if part.isdigit() else 0, part) for part in text.replace(".", " ").split())
