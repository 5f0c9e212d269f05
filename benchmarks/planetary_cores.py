"""Planetary: which core wins, played by the greedy bot, and how greedy fares against random.

    python benchmarks/planetary_cores.py [--games 60]

Every pair of cores plays that many games from either seat, all pairs in the same systems. A game between
two takes about half a second.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.bots import find_bot
from referee.engine import AnyGame, Seat, play_out
from referee.games.planetary import game
from referee.games.planetary.box import box
from referee.outcomes import Quick, Source

NAMES = ("Ann", "Bo")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60, help="of every pair, from either seat")
    games = parser.parse_args().games
    for one, other in itertools.combinations(box().cores, 2):
        wins: Counter[str] = Counter()
        for number in range(games):
            for cores in ((one, other), (other, one)):
                decks = {f"deck {name}": core for name, core in zip(NAMES, cores, strict=True)}
                wins[_winner(number, ("greedy", "greedy"), cores, decks)] += 1
        print(f"{one:12} {wins[one]:4}   {other:12} {wins[other]:4}   shared {wins['shared']:4}")
    wins = Counter()
    for number in range(games):
        for bots in (("greedy", "random"), ("random", "greedy")):
            wins[_winner(number, bots, bots, {})] += 1
    print(f"greedy {wins['greedy']}, random {wins['random']}, shared {wins['shared']}")


def _winner(number: int, bots: Sequence[str], called: Sequence[str], options: Mapping[str, str]) -> str:
    """What the winner is called, seat by seat, or "shared"."""
    players = [find_bot(game.slug, name) for name in bots]

    def choose(rules: AnyGame, state: Any, seat: Seat, source: Source) -> Any:
        return players[seat](rules, rules.known(state, seat), seat, source)

    end = play_out(game, game.start(NAMES, options), choose, Quick(number))
    winners = game.score(end).winners
    return called[NAMES.index(winners[0])] if len(winners) == 1 else "shared"


if __name__ == "__main__":
    main()
