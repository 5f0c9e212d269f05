"""MLEM for two: how far `clever` is from the best play against `greedy` when few astronauts are left.

    python benchmarks/mlem_endgames.py [--positions 50] [--astronauts 2] [--seed 1]

Positions come from games of `greedy` bots: those before the first expedition with at most so many astronauts
on both mats together. From there everything is worked out to the end of the game, over each roll, twice: with
the best play of one seat, which knows what every expedition leads to, and with that of `clever` at level 5,
which has its forecast instead. The other seat plays as `greedy` does. Two astronauts take a second for each
position, and three half a minute.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seat, Seats
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.games.mlem.bots import greedy
from referee.games.mlem.bots.expedition import at_take_off, forecast
from referee.games.mlem.bots.forecast import Between, between
from referee.games.mlem.bots.greedy import worth
from referee.games.mlem.state import State, clockwise

NAMES = ("Ann", "Bo")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--astronauts", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found: list[tuple[float, float]] = []
    source = Quick(asked.seed)
    while len(found) < asked.positions:
        for state in last_ones(source, asked.astronauts):
            found.append(compared(state, len(found) % 2))
            print(f"best {found[-1][0]:.4f}  clever {found[-1][1]:.4f}", flush=True)
    best, own = (sum(one[which] for one in found) / len(found) for which in (0, 1))
    lost = [one[0] - one[1] for one in found]
    loss = best - own
    spread = sqrt(sum((one - loss) ** 2 for one in lost) / len(lost))
    sure = 1.96 * spread / sqrt(len(lost))
    print(f"{len(found)} positions: the best play wins {100 * best:.2f} %, clever {100 * own:.2f} %,")
    print(f"less by {100 * loss:.2f} ± {100 * sure:.2f}; by {100 * max(lost):.2f} at most")


def last_ones(source: Quick, astronauts: int) -> Iterator[State]:
    """The position of a game before few astronauts are left; none if it ended before."""
    state = start_game(game, NAMES, {})
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        elif isinstance(turn, Seats):
            if state.step == "board" and not any(state.aboard) and sum(map(len, state.mats)) <= astronauts:
                yield state
                return
            seat = turn.seats[0]
            state = game.apply(state, seat, greedy(game, state, seat, source))
        else:
            return


def compared(start: State, seat: Seat) -> tuple[float, float]:
    """The chances of the seat by best play, and as `clever`."""
    best, clever = (Ends(start, seat, forecasts).of(between(start)) for forecasts in (False, True))
    return best, clever


class Worth(float):
    """The chance that a seat thinks it has, which decides; `true` is the one that it has."""

    __slots__ = ("true",)
    true: float

    @classmethod
    def of(cls, thought: float, true: float) -> Worth:
        found = cls(thought)
        found.true = true
        return found

    def __add__(self, other: float) -> Worth:
        return Worth.of(float(self) + float(other), self.true + _true(other))

    __radd__ = __add__

    def __mul__(self, share: float) -> Worth:
        return Worth.of(float(self) * share, self.true * share)

    __rmul__ = __mul__

    def __truediv__(self, ways: float) -> Worth:
        return Worth.of(float(self) / ways, self.true / ways)


def _true(one: float) -> float:
    return one.true if isinstance(one, Worth) else one


class Ends:
    """Results to which expeditions lead, up to the end of the game.

    forecasts  whether the seat goes by its forecast; otherwise it knows
    """

    def __init__(self, start: State, seat: Seat, forecasts: bool) -> None:
        self._start, self._seat, self._forecasts = start, seat, forecasts
        self._known: dict[Between, float] = {}

    def __call__(self, table: Between, seat: Seat) -> float:
        true = self.of(table)
        return Worth.of(forecast(table, seat), true) if self._forecasts else true

    def of(self, table: Between) -> float:
        """The chance of the seat to win from there."""
        if not table.left:
            return forecast(table, self._seat)
        if table not in self._known:
            state = self._boarding(table)
            first = state.order[0] == self._seat
            self._known[table] = self._as_the_first(state) if first else self._as_the_second(state)
        return self._known[table]

    def _boarding(self, table: Between) -> State:
        return replace(
            self._start,
            step="board",
            order=clockwise(len(table.mats), table.starter),
            starter=table.starter,
            landed=table.landed,
            landings=table.landings,
            goals=table.goals,
            mats=table.mats,
            failures=table.failures,
        )

    def _as_the_first(self, state: State) -> float:
        """`clever` expects the first astronaut that `greedy` likes best."""
        found = []
        for move in game.moves(state, self._seat):
            after = game.apply(state, self._seat, move)
            worths = [self._taken_off(one) for one in _boarded_greedily(after)]
            true = sum(map(_true, worths)) / len(worths)
            found.append((float(worths[0]) if self._forecasts else true, true))
        return max(found)[1]

    def _as_the_second(self, state: State) -> float:
        total, ways = 0.0, 0
        for after in _boarded_greedily(state):
            moves = game.moves(after, self._seat)
            total += _true(max(self._taken_off(game.apply(after, self._seat, move)) for move in moves))
            ways += 1
        return total / ways

    def _taken_off(self, state: State) -> float:
        return at_take_off(state, self._seat, self)


def _boarded_greedily(state: State) -> list[State]:
    """After each of the astronauts that `greedy` likes best."""
    seat = state.order[0]
    worths = [(worth(state, seat, move), move) for move in game.moves(state, seat)]
    best = max(points for points, _ in worths)
    return [game.apply(state, seat, move) for points, move in worths if points == best]


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
