"""Intervals hold what they promise: simulated games of which the true share is known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

import pytest

from referee.archive.rates import grouped, independent, rate
from tests.searching import SEARCHING

Group: TypeAlias = tuple[float, int]
Drawer: TypeAlias = Callable[[random.Random], Group]

RUNS = 10_000 if SEARCHING else 3000


def mirrored(skill: float, deal: float) -> Drawer:
    """Two games of a deal with swapped seats, which the deal decides so often, else the players."""

    def draw(chance: random.Random) -> Group:
        if chance.random() < deal:
            return 1, 2
        return (chance.random() < skill) + (chance.random() < skill), 2

    return draw


def alike(share: float, same: float) -> Drawer:
    """Two games of a deal that end alike so often."""

    def draw(chance: random.Random) -> Group:
        first = chance.random() < share
        return first + (first if chance.random() < same else chance.random() < share), 2

    return draw


def seats(several: tuple[int, ...], each: float) -> Drawer:
    """A bot on one or several seats of a game; each of them wins so often, never two of them."""

    def draw(chance: random.Random) -> Group:
        count = chance.choice(several)
        return int(chance.random() < count * each), count

    return draw


def shares(players: int, wins: float) -> Drawer:
    """A deal played once from each seat, where a win may be shared by two."""

    def draw(chance: random.Random) -> Group:
        return sum(chance.choice((1.0, 1.0, 0.5)) * (chance.random() < wins) for _ in range(players)), players

    return draw


CASES = [
    ("a deal that decides often", mirrored(0.6, 0.5), 0.55),
    ("games that are alike", alike(0.6, 0.5), 0.6),
    ("one game each", seats((1,), 0.4), 0.4),
    ("two seats of three", seats((2,), 0.35), 0.35),
    ("skill alone", mirrored(0.8, 0), 0.8),
    ("skill and a few deals", mirrored(0.85, 0.2), 0.78),
    ("the same game twice", alike(0.6, 1), 0.6),
    ("one to three seats", seats((1, 2, 3), 0.3), 0.3),
    ("wins that are shared", shares(4, 0.6), 0.5),
]


@pytest.mark.parametrize("deals", [80, 200] if SEARCHING else [100])
@pytest.mark.parametrize(("draw", "true"), [case[1:] for case in CASES[: None if SEARCHING else 4]])
def test_95_of_100_intervals_hold_the_true_share(draw: Drawer, true: float, deals: int) -> None:
    """They are 94 to 96, whatever binds the games of a deal."""
    chance, held = random.Random(f"rates {deals}"), 0
    for _ in range(RUNS):
        found = grouped(Counter(draw(chance) for _ in range(deals)))
        held += found.low <= true <= found.high
    assert 0.94 <= held / RUNS <= 0.96


def test_the_interval_of_wilson_alone_would_not_hold_it() -> None:
    """The test above can fail: it does for games that are counted as if each stood alone."""
    for draw, true, expected in ((mirrored(0.6, 0.5), 0.55, 0.97), (alike(0.6, 1), 0.6, 0.87)):
        chance, held = random.Random("alone"), 0
        for _ in range(1000):
            drawn = [draw(chance) for _ in range(100)]
            found = rate(int(sum(won for won, _ in drawn)), sum(size for _, size in drawn))
            held += found.low <= true <= found.high
        assert (held / 1000 > expected) if expected > 0.95 else (held / 1000 < expected)


def test_games_of_their_own_are_worth_what_they_are() -> None:
    """Groups of one game give the interval of Wilson."""
    assert grouped({(1, 1): 30, (0, 1): 70}) == rate(30, 100)
    assert grouped({}) == rate(0, 0)


@pytest.mark.parametrize(
    ("groups", "worth"),
    [
        ({(2, 2): 50, (0, 2): 50}, (95, 101)),  # a deal is as good as one game
        ({(2, 2): 25, (1, 2): 50, (0, 2): 25}, (190, 205)),  # chance alone
        ({(1, 2): 100}, (5000, 1e6)),  # nothing left to chance
        ({(1, 2): 3}, (5, 30)),  # three deals may just have been alike
        ({(2, 2): 40}, (40, 40)),
        ({(0, 3): 40}, (40, 40)),
        ({(1, 2): 1}, (1, 1)),
    ],
)
def test_groups_are_worth_so_many_games(groups: dict[Group, int], worth: tuple[float, float]) -> None:
    """By the spread between them."""
    assert worth[0] <= independent(groups) <= worth[1]


def test_a_wider_interval() -> None:
    """`at` keeps the share and what it is worth."""
    found = grouped({(1, 2): 10, (2, 2): 5, (0, 2): 5})
    wide = found.at(3)
    assert (wide.share, wide.worth) == (found.share, found.worth)
    assert wide.low < found.low < found.high < wide.high
