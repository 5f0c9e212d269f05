"""Time the search for Rayguns hands, against trying every possibility and against a poker evaluator.

    python benchmarks/referee_rayguns.py [DRAWS]

A new evaluator finds the hands of random draws of five tiles, so the time includes all that it remembers.
The slow way is that of the tests. The poker evaluator is `treys`, if it is installed: five cards have no
wilds and only one order, but the task is similar. The benchmark also times the exact odds of what to keep,
and a score as a whole process. Exit code 1 if something is too slow, or if the two ways do not agree.
"""

from __future__ import annotations

import functools
import importlib
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from timing import best

from referee.games.rayguns.box import Tile, load
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.odds.second_draw import best_to_keep
from referee.games.rayguns.rules.arrays import Evaluator
from referee.games.rayguns.rules.orders import Orders, orders_of, overridden, typical
from referee.games.rayguns.rules.ranks import Hand
from tests.referee.games.rayguns import brute

MAIN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"
BOX = load()
ROUNDS = 3
DRAWS = 200_000
SLOW_DRAWS = 2_000
WILD = 4
PLAIN_LIMIT, WILD_LIMIT = 100_000, 30_000  # hands a second
START_LIMIT = 0.35  # seconds for `referee score rayguns`, the process included
ODDS_LIMIT = 5.0  # seconds for eight tiles


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DRAWS
    chance = random.Random(1)
    draws = [chance.sample(BOX.every_tile, 5) for _ in range(count)]
    good = [
        _compare("without wilds", draws, typical(BOX), brute.Rules(), PLAIN_LIMIT),
        _compare(
            f"with WILD {WILD}",
            draws,
            overridden(typical(BOX), wilds=[WILD]),
            brute.Rules(wilds=frozenset([WILD])),
            WILD_LIMIT,
        ),
        _poker(count),
        _timed("odds rayguns, eight tiles", ODDS_LIMIT, _odds),
        _timed("score rayguns, as a process", START_LIMIT, _process),
    ]
    sys.exit(not all(good))


def _compare(what: str, draws: Sequence[list[Tile]], orders: Orders, rules: brute.Rules, limit: int) -> bool:
    """Both ways, a second: the evaluator on all draws, the slow way on the first of them."""
    seconds, hands = best(ROUNDS, lambda: _best(Evaluator(orders, big_numbers=True), draws))
    warm = Evaluator(orders, big_numbers=True)
    _best(warm, draws)
    again, _ = best(ROUNDS, functools.partial(_best, warm, draws))
    few = [[tile.code for tile in draw] for draw in draws[:SLOW_DRAWS]]
    slow, found = best(1, lambda: [brute.read(draw, rules) for draw in few])
    rate, slow_rate = len(draws) / seconds, len(few) / slow
    agree = all(
        other and (one.array.name, one.points, one.wilds) == (other.array, other.points, other.wilds)
        for one, other in zip(hands, found, strict=False)
    )
    late = rate < limit
    print(
        f"{what:28} {rate:9,.0f} a second of {limit:,}{'  TOO SLOW' if late else ''}\n"
        f"{'  the same draws again':28} {len(draws) / again:9,.0f} a second\n"
        f"{'  every possibility':28} {slow_rate:9,.0f} a second, {rate / slow_rate:.0f} times slower"
        f"{'' if agree else '  AND NOT THE SAME'}"
    )
    return agree and not late


def _best(evaluator: Evaluator, draws: Sequence[list[Tile]]) -> list[Hand]:
    return [evaluator.best(draw) for draw in draws]


def _poker(count: int) -> bool:
    """Five random cards of a poker pack, if the evaluator is installed."""
    try:
        treys: Any = importlib.import_module("treys")
    except ImportError:
        print(f"{'poker (treys)':28} not installed")
        return True
    chance = random.Random(1)
    evaluator = treys.Evaluator()
    pack: list[int] = treys.Deck.GetFullDeck()
    hands = [chance.sample(pack, 5) for _ in range(count)]
    seconds, _ = best(ROUNDS, lambda: [evaluator.evaluate([], hand) for hand in hands])
    print(f"{'poker (treys)':28} {count / seconds:9,.0f} a second")
    return True


def _odds() -> None:
    held = read_tiles("G3w B3p A3r R4w G2r N5 G1w A5p", BOX, "benchmark")
    best_to_keep(held, Evaluator(orders_of(BOX, [read_card("RC05", BOX, "benchmark")]), big_numbers=True))


def _process() -> None:
    words = ["score", "rayguns", "Ann=G3w B3p A3r R4w G2r", "Bo=U2 R5r", "--card", "RC03"]
    subprocess.run([sys.executable, "-c", MAIN, *words], check=True, capture_output=True)


def _timed(what: str, limit: float, work: Callable[[], None]) -> bool:
    seconds, _ = best(ROUNDS, work)
    late = seconds > limit
    print(f"{what:28} {seconds:9.2f} s of {limit:.2f} s{'  TOO SLOW' if late else ''}")
    return not late


if __name__ == "__main__":
    main()
