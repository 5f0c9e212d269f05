"""A slow evaluator of arrays, to check and to time the referee's: every subset, every wild assignment.

It shares nothing with the referee: it reads the codes letter by letter and has the rules written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

TYPICAL = (
    "supernova jupiter straight-suit-flush straight-color-flush mars full-house eclipse suit-flush "
    "color-flush straight earth gemini venus high-tile"
).split()
SIZES = dict(zip(TYPICAL, (5, 5, 5, 5, 4, 5, 5, 5, 5, 5, 3, 4, 2, 1), strict=True))
COLOURS = "wpr"
GREY_SKY = {"straight-color-flush", "eclipse", "color-flush"}
FEUD = {"straight-suit-flush", "eclipse", "suit-flush"}


@dataclass(frozen=True)
class Rules:
    """The orders in force: arrays best first, letters of colours and suits, ranks, names of Specs."""

    order: tuple[str, ...] = tuple(TYPICAL)
    flags: frozenset[str] = frozenset()
    allies: frozenset[str] = frozenset()
    wilds: frozenset[int] = frozenset()
    specs: frozenset[str] = frozenset()
    big: bool = True

    def exists(self, array: str) -> bool:
        struck = ("grey-sky" in self.specs and array in GREY_SKY) or ("feud" in self.specs and array in FEUD)
        return not struck

    def worth(self, rank: int) -> int:
        return 6 - rank if "inversion" in self.specs else rank


@dataclass(frozen=True)
class Found:
    array: str
    points: int
    wilds: int
    scoring: tuple[str, ...]


def colour(code: str) -> str:
    return code[2] if code[0] in "GRAB" else COLOURS[("UPSYXN".index(code[0]) + int(code[1])) % 3]


def circular(best: str) -> tuple[str, ...]:
    """Array by array: what follows after the last is the second, and the Supernova is always first."""
    order, at = ["supernova"], TYPICAL.index(best)
    while len(order) < len(TYPICAL):
        if TYPICAL[at] not in order:
            order.append(TYPICAL[at])
        at = (at + 1) % len(TYPICAL)
    return tuple(order)


def read(codes: Sequence[str], rules: Rules, claim: str = "") -> Found | None:
    """The hand of the tiles, or the best as the array claimed, or None."""
    if len(codes) >= 5 and all(code[0] in "UPSYXN" for code in codes):
        return supernova(codes, rules) if claim in ("", "supernova") else None
    for array in (claim,) if claim else rules.order:
        best = max(hands(codes, rules, array), default=None, key=lambda hand: hand[0])
        if best is not None and rules.exists(array):
            return best[1]
    return None


def supernova(codes: Sequence[str], rules: Rules) -> Found:
    ranks = sorted((int(code[1]) for code in codes), reverse=True)
    points = 50 + ranks[0] + ranks[1]
    if rules.big and "radio-silence" not in rules.specs and f"N{ranks[0]}" in codes:
        points += ranks[0]
    if {"N1", "N2", "N3", "N4", "N5"} <= set(codes):
        points = 75
    return Found("supernova", points, 0, tuple(codes))


def hands(codes: Sequence[str], rules: Rules, array: str) -> Iterator[tuple[object, Found]]:
    """Every hand as that array, each with its key: the greatest is the one that counts."""
    if array == "supernova":
        return
    for places in combinations(range(len(codes)), SIZES[array]):
        tiles = [codes[place] for place in places]
        others = sorted((int(codes[i][1]) for i in range(len(codes)) if i not in places), reverse=True)
        one_suit = len({code[0] for code in tiles}) == 1 and tiles[0][0] in "GRAB"
        one_colour = len({colour(code) for code in tiles}) == 1
        if not SHARED[array](one_suit, one_colour):
            continue
        printed = [int(code[1]) for code in tiles]
        for stands in product(*(range(1, 6) if rank in rules.wilds else (rank,) for rank in printed)):
            if not RANKS[array](stands):
                continue
            ranks = sorted(stands, reverse=True)
            points = sum(map(rules.worth, stands))
            highest = max([*ranks, *others])
            if rules.big and "radio-silence" not in rules.specs:
                big = [rank for code, rank in zip(tiles, stands, strict=True) if code[0] == "N"]
                points += rules.worth(highest) if highest in big else 0
            flagged = array in ("straight-suit-flush", "straight-color-flush", "eclipse", "color-flush")
            if flagged and one_colour and colour(tiles[0]) in rules.flags and "grey-sky" not in rules.specs:
                points *= 2
            allied = array in ("straight-suit-flush", "straight-color-flush", "eclipse", "suit-flush")
            if allied and one_suit and tiles[0][0] in rules.allies and "feud" not in rules.specs:
                points *= 2
            if "twin-moons" in rules.specs and array in ("venus", "gemini"):
                points *= 2
            wilds = sum(rank != own for rank, own in zip(stands, printed, strict=True))
            key = (points, -wilds, ranks, others, [-place for place in places])
            yield key, Found(array, points, wilds, tuple(tiles))


def groups(*sizes: int) -> Callable[[tuple[int, ...]], bool]:
    return lambda ranks: sorted(ranks.count(rank) for rank in set(ranks)) == sorted(sizes)


def straight(ranks: Iterable[int]) -> bool:
    return sorted(ranks) == [1, 2, 3, 4, 5]


def anything(*_: object) -> bool:
    return True


RANKS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "jupiter": groups(5),
    "straight-suit-flush": straight,
    "straight-color-flush": straight,
    "mars": groups(4),
    "full-house": groups(3, 2),
    "eclipse": anything,
    "suit-flush": anything,
    "color-flush": anything,
    "straight": straight,
    "earth": groups(3),
    "gemini": groups(2, 2),
    "venus": groups(2),
    "high-tile": groups(1),
}
SHARED: dict[str, Callable[[bool, bool], bool]] = {
    **dict.fromkeys(TYPICAL, anything),
    "straight-suit-flush": lambda suit, colour: suit,
    "suit-flush": lambda suit, colour: suit,
    "straight-color-flush": lambda suit, colour: colour,
    "color-flush": lambda suit, colour: colour,
    "eclipse": lambda suit, colour: suit and colour,
}
