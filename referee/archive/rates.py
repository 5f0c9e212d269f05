"""Shares with their intervals at 95 %, also where several cases belong together.

The two games of a deal that is played with swapped seats, or the seats of a bot in one game, are not
independent: they tell more than as many cases of their own where one makes up for the other, and less where
they are alike. So cases are counted in groups, and the spread between the groups says how many independent
cases they are worth. With that number goes the interval of Wilson.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

SURE = 1.959963984540054  # standard deviations that hold 95 % of a normal distribution

Groups: TypeAlias = Mapping[tuple[float, int], int]  # number of groups with that many wins in that many cases


@dataclass(frozen=True)
class Rate:
    """The frequency of winning.

    share      the part of games won, from 0 to 1
    low, high  the ends of the Wilson interval: where the true share lies, 95 times in 100
    worth      number of independent games that would tell as much
    """

    games: int
    won: int
    share: float
    low: float
    high: float
    worth: float

    def at(self, z: float) -> Rate:
        """Return the same share with an interval of that many standard deviations to either side."""
        return Rate(self.games, self.won, self.share, *wilson(self.share, self.worth, z), self.worth)

    def told(self, decimals: int = 0) -> str:
        """Return the share with its interval: "60 % (31 to 83 %)"."""
        share, low, high = (f"{100 * one:.{decimals}f}" for one in (self.share, self.low, self.high))
        return f"{share} % ({low} to {high} %)"


def rate(won: int, games: int, z: float = SURE) -> Rate:
    """Return the share of independent games won. Without games the interval is the whole range.

    z  standard deviations of the interval: by default those that hold 95 %
    """
    share = won / games if games else 0.0
    return Rate(games, won, share, *wilson(share, games, z), games)


def grouped(groups: Groups) -> Rate:
    """Return the share of games won in groups that are independent of each other."""
    won = sum(wins * number for (wins, _), number in groups.items())
    games = sum(size * number for (_, size), number in groups.items())
    share, worth = won / games if games else 0.0, independent(groups)
    return Rate(games, round(won), share, *wilson(share, worth), worth)


def independent(groups: Groups) -> float:
    """Return how many independent games would tell as much as these groups.

    It is the number of games by the design effect: the variance between groups, over that of as many
    independent games. One more group, as independent games would have it, is mixed in, so that a few groups
    that happen to be alike do not seem to be certain. Few groups also know their spread badly; the quantile
    of Student's distribution allows for that. But a group never tells less than one game of its own, and
    that is all that is known where all games are won, or none.
    """
    number = sum(groups.values())
    games = sum(size * count for (_, size), count in groups.items())
    if number == games:
        return games
    share = sum(wins * count for (wins, _), count in groups.items()) / games
    least = games**2 / sum(size**2 * count for (_, size), count in groups.items())
    if share in (0.0, 1.0) or number < 2:
        return least
    one = share * (1 - share)
    spread = sum(count * (wins - share * size) ** 2 for (wins, size), count in groups.items())
    usual = games / number * one
    effect = (spread * number / (number - 1) + usual) / (games * one + usual)
    return max(least, games / effect * (SURE / _student(number - 1)) ** 2)


def wilson(share: float, games: float, z: float = SURE) -> tuple[float, float]:
    """Return the ends of the interval of Wilson for a share of so many independent games."""
    if not games:
        return 0.0, 1.0
    square = z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / games / 4)
    # At the ends the bounds are exact, whatever rounding makes of them.
    return 0.0 if share == 0 else middle - half, 1.0 if share == 1 else middle + half


def _student(freedom: int) -> float:
    """Return the quantile of Student's distribution that holds 95 %: its series in 1 / degrees of freedom."""
    z = SURE
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
