"""MLEM: what the table between two expeditions tells about the end of the game.

    python benchmarks/mlem_forecast.py [--games 2000] [--strange 0.15] [--seed 1]

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

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.play import at_random
from referee.games.mlem import game
from referee.games.mlem.bots import greedy
from referee.games.mlem.bots.forecast import Between, Hopes, between, hopes, points

NAMES = ("Ann", "Bo")

# A position: how seat 0 is ahead of seat 1 in hopes, by how much its lead in points changes, and its weight.
Row = tuple[list[float], float, float]


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
    weights, inverse = least_squares(rows)
    errors = [change - _dot(weights, ahead) for ahead, change, _ in rows]
    spread = sqrt(
        sum(weight * error * error for (*_, weight), error in zip(rows, errors, strict=True)) / len(rows)
    )
    for place, name in enumerate(Hopes._fields):
        print(f"{name:10} {weights[place]:6.2f} ± {1.96 * spread * sqrt(inverse[place][place]):.2f}")
    print(f"spread     {spread:6.2f} of {len(rows)} positions")


def played(source: Quick, strange: float) -> Iterator[Row]:
    """The positions before the expeditions of a game."""
    tables, state = [], game.start(NAMES, {})
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
        yield ahead, end - _lead(table), 1 / table.left


def _lead(table: Between) -> int:
    return points(table, 0) - points(table, 1)


def least_squares(rows: list[Row]) -> tuple[list[float], list[list[float]]]:
    """The weights, and the inverse of the matrix that they come from."""
    size = len(Hopes._fields)
    matrix = [[0.0] * size + [float(one == two) for two in range(size)] + [0.0] for one in range(size)]
    for ahead, change, weight in rows:
        for row, value in zip(matrix, ahead, strict=True):
            for place, other in enumerate(ahead):
                row[place] += weight * value * other
            row[-1] += weight * value * change
    for pivot in range(size):
        most = max(range(pivot, size), key=lambda row: abs(matrix[row][pivot]))
        matrix[pivot], matrix[most] = matrix[most], matrix[pivot]
        matrix[pivot] = [value / matrix[pivot][pivot] for value in matrix[pivot]]
        for place, row in enumerate(matrix):
            if place != pivot:
                factor = row[pivot]
                matrix[place] = [
                    value - factor * other for value, other in zip(row, matrix[pivot], strict=True)
                ]
    return [row[-1] for row in matrix], [row[size:-1] for row in matrix]


def _dot(weights: list[float], values: list[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


if __name__ == "__main__":
    main()
