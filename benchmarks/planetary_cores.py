"""Planetary: which core wins, played by the greedy bot, and how greedy fares against random.

    python benchmarks/planetary_cores.py [--games 250]

Every pair of cores plays that many games from either seat, all pairs in the same systems; greedy plays
random as often. Behind a share of games won stands where it lies at 95 % confidence (Wilson). A game
between two takes about a twentieth of a second.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import AnyGame, Seat
from referee.engine.play import play_out
from referee.games.planetary import game
from referee.games.planetary.box import box
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo")
SHARED = "shared"
SURE = 1.96  # standard deviations for 95 %


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=250, help="of every pair, from either seat")
    games = parser.parse_args().games
    won: Counter[str] = Counter()
    for pair in itertools.combinations(box().cores, 2):
        wins = _wins(games, pair)
        won += wins
        _report(pair, wins)
    for core in box().cores:
        print(f"{core:12} {_share(won[core], 2 * games * (len(box().cores) - 1))}")
    bots = ("greedy", "random")
    _report(bots, _wins(games, bots))


def _wins(games: int, sides: tuple[str, str]) -> Counter[str]:
    """How often each side won, or nobody alone: so many games from either seat.

    sides  two cores, which greedy plays, or two bots, with the decks of their seats
    """
    wins: Counter[str] = Counter()
    for number in range(games):
        for seated in (sides, sides[::-1]):
            if sides[0] in box().cores:
                decks = {f"deck {name}": core for name, core in zip(NAMES, seated, strict=True)}
                wins[_winner(number, ("greedy", "greedy"), seated, decks)] += 1
            else:
                wins[_winner(number, seated, seated, {})] += 1
    return wins


def _winner(number: int, bots: Sequence[str], called: Sequence[str], options: Mapping[str, str]) -> str:
    """What the winner is called, seat by seat, or "shared"."""
    players = [find_bot(game.slug, name) for name in bots]

    def choose(rules: AnyGame, state: Any, seat: Seat, source: Source) -> Any:
        return players[seat](rules, rules.known(state, seat), seat, source)

    end = play_out(game, game.start(NAMES, options), choose, Quick(number))
    winners = game.score(end).winners
    return called[NAMES.index(winners[0])] if len(winners) == 1 else SHARED


def _report(sides: Sequence[str], wins: Counter[str]) -> None:
    one, other = sides
    share = _share(wins[one], wins.total())
    line = f"{one:12} {wins[one]:4}   {other:12} {wins[other]:4}   shared {wins[SHARED]:4}   {one} {share}"
    print(line, flush=True)


def _share(won: int, games: int) -> str:
    """`56 %, 52 to 60`."""
    share, spread = won / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    away = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return f"{share:.0%}".replace("%", " %") + f", {100 * (middle - away):.0f} to {100 * (middle + away):.0f}"


if __name__ == "__main__":
    main()
