"""MLEM: what the table between two expeditions tells about the end of the game.

    python benchmarks/weights/mlem_forecast.py [--games 2000] [--strange 0.15] [--seed 1]

Two bots `greedy` play games, in which each of `--strange` of the choices of an astronaut or a landing is any
of those allowed, so that the games differ more. Before each expedition stands a lead, and what promises each
seat more than that: the hopes of `referee/games/mlem/bots/forecast.py`. The weights printed are those with
which the hopes explain best how the lead changes to the end of the game, by least squares; a game with many
expeditions to come counts less, as its end is less sure. Behind each is half of its range at 95 % confidence,
as if all positions were from games of their own. The spread is that of what remains unexplained.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt

from regression import Row, dot, least_squares

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.play import at_random, start_game
from referee.games.mlem import game
from referee.games.mlem.bots import greedy
from referee.games.mlem.bots.forecast import Between, Hopes, between, hopes, points

NAMES = ("Ann", "Bo")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--strange", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = [
        row
        for number in range(asked.games)
        for row in played(Quick(asked.seed << 32 | number), asked.strange)
    ]
    found = least_squares(rows)
    errors = [row.weight * (row.result - dot(found.weights, row.values)) ** 2 for row in rows]
    spread = sqrt(sum(errors) / len(rows))
    for place, name in enumerate(Hopes._fields):
        print(f"{name:10} {found.weights[place]:6.2f} ± {1.96 * spread * found.spread(place):.2f}")
    print(f"spread     {spread:6.2f} of {len(rows)} positions")


def played(source: Quick, strange: float) -> Iterator[Row]:
    """Before each expedition: how far the hopes of seat 0 are ahead, and how its lead changes to the end."""
    tables, state = [], start_game(game, NAMES, {})
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        elif isinstance(turn, Seats):
            if state.step == "board" and not any(state.aboard):
                tables.append(between(state))
            choose = at_random if state.step != "use" and source.below(1000) < 1000 * strange else greedy
            state = game.apply(state, turn.seats[0], choose(game, state, turn.seats[0], source))
        else:
            break
    end = _lead(between(state))
    for table in tables:
        own, other = (hopes(table, seat) for seat in (0, 1))
        ahead = [one - two for one, two in zip(own, other, strict=True)]
        yield Row(ahead, end - _lead(table), 1 / table.left)


def _lead(table: Between) -> int:
    return points(table, 0) - points(table, 1)


if __name__ == "__main__":
    main()
