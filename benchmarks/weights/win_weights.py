"""Find what tells the winner: the weights with which `clever` compares what two seats have.

    python benchmarks/weights/win_weights.py per-aspera [--games 2000] [--strange 0.1] [--seed 1] [--jobs 4]
    python benchmarks/weights/win_weights.py planetary

Two bots play games as `clever` plays on; up to `--strange` of the choices of each are any of the moves that
`clever` looks at, so that the games differ more. Every third round shows by how much one seat has more of
what `assets` in the game's `bots/insight.py` names, and who is to move; the end of the game shows who won. A
logistic regression of the one on the other finds what each is worth.

The weights printed are those that make `chances_by_lead` as steep at an even position as the regression is.
Behind each is half of its range at 95 % confidence, as if all positions were from games of their own, then
the weight in use. Only what weights are to each other decides what `clever` prefers. What the seats rarely
differ in has a wide range.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

from regression import Row, logistic

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.play import start_game
from referee.games import find_game, insight_of

NAMES = ("Ann", "Bo")
GAMES = ("per-aspera", "planetary")
EVERY = 3  # rounds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--strange", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    play = partial(played, asked.game, asked.strange)
    seeds = range(asked.seed << 32, (asked.seed << 32) + asked.games)
    with ProcessPoolExecutor(asked.jobs) as pool:
        rows = list(chain.from_iterable(pool.map(play, seeds, chunksize=20)))
    found, insight = logistic(rows), _insight_module(asked.game)
    # At 0, a lead adds 1/2 of itself by CLEAR_LEAD to `chances_by_lead`, and 1/4 of itself to a logit.
    steep = insight.CLEAR_LEAD / 2
    for place, name in enumerate(insight.Assets._fields):
        weight, half = steep * found.weights[place], 1.96 * steep * found.spread(place)
        print(f"{name:10} {weight:8.2f} ± {half:5.2f}   in use {insight.WEIGHTS[place]:g}")
    print(f"{len(rows)} positions of {asked.games} games")


def played(slug: str, strange: float, seed: int) -> list[Row]:
    """The positions of a game: by how much seat 0 has more of each, whose turn it is, and whether it wins."""
    seen, winners = _through(slug, strange, Quick(seed))
    share = (NAMES[0] in winners) / len(winners)
    return [Row(values, share) for values in seen]


def _through(slug: str, strange: float, source: Quick) -> tuple[list[list[float]], tuple[str, ...]]:
    game, insight, assets = find_game(slug), insight_of(slug), _insight_module(slug).assets
    rates = [strange * source.below(3) / 2 for _ in NAMES]  # the share of strange moves, seat by seat
    assert insight.moves
    seen, state, last = [], start_game(game, NAMES, {}), 0
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        elif isinstance(turn, Seats):
            seat = turn.seats[0]
            if state.round >= last + EVERY:
                last = state.round
                own, other = (assets(state, seat) for seat in (0, 1))
                seen.append([*(one - two for one, two in zip(own, other, strict=True)), 0.5 - seat])
            if source.below(1000) < 1000 * rates[seat]:
                moves = insight.moves(game, state, seat)
                move = moves[source.below(len(moves))]
            else:
                move = insight.playout(game, state, seat, source)
            state = game.apply(state, seat, move)
        else:
            return seen, game.score(state).winners


def _insight_module(slug: str) -> Any:
    return import_module(f"referee.games.{slug.replace('-', '_')}.bots.insight")


if __name__ == "__main__":
    main()
