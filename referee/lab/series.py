"""Measures of the watched games of a series, from what was counted while they were played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from referee.archive.statistics import rate
from referee.lab.batches import Batch
from referee.lab.measures import Cited, Close, MoveUse, RoundScores, Share, Use
from referee.lab.quantiles import quantiles, spread
from referee.lab.watching import QUARTERS, Key

_CHOICES = 24  # different words of a field; one with more is a place on a map, or a sum


def closely(seen: Batch) -> Close:
    """The figures of the watched games."""
    tally = seen.tally
    by_kind: dict[str, dict[Key, int]] = defaultdict(dict)
    for (kind, *rest), count in tally.items():
        by_kind[kind][tuple(rest)] = count
    games = tally["watched",]
    legal = _numbers(by_kind["legal"])
    codes = {code: deck for deck, code in by_kind["drawn"]}
    return Close(
        games=games,
        forced=rate(legal[1], legal.total()),
        legal=spread(legal),
        lead_changes=spread(_numbers(by_kind["lead changes"])),
        decided=_decided(_numbers(by_kind["decided"])),
        led=tuple(Share(name, rate(tally["led and won", name], tally["led", name])) for name in QUARTERS),
        scores=tuple(_scores(by_kind["score"])),
        pieces=tuple(_pieces(tally, by_kind, codes)),
        choices=tuple(_choices(tally, by_kind["taken"], codes)),
        moves=tuple(_moves(tally, by_kind)),
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


def _pieces(
    tally: Counter[Key], by_kind: Mapping[str, Mapping[Key, int]], codes: Mapping[str, str]
) -> Iterator[Use]:
    """Pieces that chance brings: how often they were drawn, and how often their takers won.

    A piece may be taken by moves of several kinds; the kind by which most of them are taken counts.
    """
    takes: Counter[str] = Counter()
    for (kind, *rest), count in by_kind["taken"].items():
        if kind == "choice" and rest[1] in codes:
            takes[rest[0]] += count
    best: dict[str, str] = {}
    for field, _ in takes.most_common():
        for deck, code in by_kind["drawn"]:
            if ("choice", field, code) in by_kind["taken"]:
                best.setdefault(deck, field)
    for (deck, code), drawn in sorted(by_kind["drawn"].items()):
        key = ("choice", best.get(deck, ""), code)
        yield Use(deck, code, drawn, rate(tally["won", *key], tally["taken", *key]))


def _choices(tally: Counter[Key], taken: Mapping[Key, int], codes: Mapping[str, str]) -> Iterator[Use]:
    """The words of the fields that have few."""
    fields: dict[str, list[str]] = defaultdict(list)
    for kind, *rest in taken:
        if kind == "choice":
            fields[rest[0]].append(rest[1])
    for name, words in sorted(fields.items()):
        if 2 <= len(words) <= _CHOICES and not any(word in codes for word in words):
            for word in sorted(words, key=_in_order):
                key = ("choice", name, word)
                yield Use(name, word, 0, rate(tally["won", *key], tally["taken", *key]))


def _moves(tally: Counter[Key], by_kind: Mapping[str, Mapping[Key, int]]) -> Iterator[MoveUse]:
    for (name,), offered in sorted(by_kind["offered"].items()):
        yield MoveUse(name, offered, rate(tally["won", "move", name], tally["taken", "move", name]))


def _rules(seen: Batch, by_kind: Mapping[str, Mapping[Key, int]]) -> Iterator[Cited]:
    cited, refused = by_kind["rule"], by_kind["refused"]
    for rule in sorted({rule for (rule,) in (*cited, *refused) if rule}, key=_in_order):
        yield Cited(rule, cited.get((rule,), 0), refused.get((rule,), 0), seen.examples.get(rule, ""))


def _in_order(text: str) -> tuple[tuple[int, str], ...]:
    """So that 10 comes after 9."""
    return tuple((int(part) if part.isdigit() else 0, part) for part in text.replace(".", " ").split())
