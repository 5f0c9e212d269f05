"""Measures of the watched games of a series, from what was counted while they were played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from referee.archive.rates import Rate, grouped, rate
from referee.lab.batches import Batch
from referee.lab.measures import Cited, Close, MoveUse, RoundScores, Share, Use, quantiles, spread
from referee.lab.watching import QUARTERS, Key

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
    for field, _ in takes.most_common():
        for deck, code in drawn:
            if ("choice", field, code) in takers:
                best.setdefault(deck, field)
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
