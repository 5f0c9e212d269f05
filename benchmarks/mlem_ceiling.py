"""MLEM: what the best possible play finds against `greedy`, worked out exactly where that can be done.

    python benchmarks/mlem_ceiling.py [--expeditions 40] [--endings 10] [--seed 1]

Two bots `greedy` play games for two. At each sampled take-off, with both astronauts aboard, the rules are
followed through every roll, with `greedy` as the other player, for whoever boarded first and for the other:

expeditions  of any game, to their end: the points by which the lead changes, for the best play and `greedy`
endings      the last astronauts of both, to the end of the game with every crash: the chance to win

The best play knows how `greedy` plays, so nobody does better in these positions. Choosing whom to board is
left out. The ranges behind a mean are those of 95 % confidence, from the spread of the positions.

From the first follows how many games such play would win, if each of a game's expeditions adds as much to its
lead: the leads at the end of games between two `greedy` are taken as normally distributed. That is an
estimate, not a bound, because a lead now is not all that counts.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from statistics import NormalDist, mean, stdev
from typing import TypeAlias

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, Seat, Seats
from referee.engine.play import play_out
from referee.games.mlem import game
from referee.games.mlem.bots import greedy, worth
from referee.games.mlem.moves import Move
from referee.games.mlem.state import State

NAMES = ("Ann", "Bo")

Value: TypeAlias = Callable[[State, State, Seat], float | None]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--expeditions", type=int, default=40)
    parser.add_argument("--endings", type=int, default=10)
    parser.add_argument("--games", type=int, default=300, help="for the spread of leads")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.expeditions:
        more = _compared(
            "points of lead gained in an expedition",
            _positions(asked.seed, asked.expeditions, _is_drawn),
            _lead,
        )
        _estimate(more, [_played(Quick(number)) for number in range(asked.games)])
    if asked.endings:
        _compared(
            "chance to win with the last astronauts", _positions(asked.seed, asked.endings, _is_last), _won
        )


def _compared(what: str, starts: Iterator[State], value: Value) -> float:
    """How much more than `greedy` the best play expects in those positions, from either seat."""
    found = [
        (expected(start, seat, value, best=True), expected(start, seat, value, best=False))
        for start in starts
        for seat in (0, 1)
    ]
    _tell(what, found)
    return mean([best - own for best, own in found])


def _estimate(more: float, games: Sequence[State]) -> None:
    leads = []
    for state in games:
        one, other = (player.total for player in game.score(state).players)
        leads.append(one - other)
    expeditions, spread = mean([state.expedition for state in games]), stdev(leads)
    share = NormalDist().cdf(expeditions * more / spread)
    print(f"  {len(games)} games: {expeditions:.1f} expeditions, leads of ± {spread:.1f} points at the end;")
    print(f"  so the best play would win about {100 * share:.0f} %", flush=True)


def _played(source: Quick) -> State:
    """The end of a game between two `greedy`."""
    return play_out(game, game.start(NAMES, {}), greedy, source)


def expected(start: State, seat: Seat, value: Value, best: bool) -> float:
    """What the seat can expect from that position on against `greedy`, over every roll.

    value  of a state that ends what is looked at; None of any other
    best   whether the seat plays as well as possible, and not as `greedy` does
    """

    @cache
    def worth_of(state: State) -> float:
        over = value(start, state, seat)
        if over is not None:
            return over
        turn = game.turn(state)
        if turn is CHANCE:
            return math.fsum(
                float(chance) * worth_of(game.resolve(state, outcome))
                for outcome, chance in game.chance(state)
            )
        assert isinstance(turn, Seats)
        mover = turn.seats[0]
        moves = game.moves(state, mover) if best and mover == seat else _liked(state, mover)
        worths = [worth_of(game.apply(state, mover, move)) for move in moves]
        return max(worths) if best and mover == seat else mean(worths)

    return worth_of(start)


def _liked(state: State, seat: Seat) -> Sequence[Move]:
    """The moves of which `greedy` makes any."""
    worths = [(worth(state, seat, move), move) for move in game.moves(state, seat)]
    most = max(one for one, _ in worths)
    return [move for one, move in worths if one == most]


def _lead(start: State, state: State, seat: Seat) -> float | None:
    """The lead gained when the expedition is over."""
    if state.step != "over" and state.expedition == start.expedition:
        return None
    before, after = ([player.total for player in game.score(one).players] for one in (start, state))
    return (after[seat] - after[1 - seat]) - (before[seat] - before[1 - seat])


def _won(start: State, state: State, seat: Seat) -> float | None:
    if game.turn(state) is not OVER:
        return None
    winners = game.score(state).winners
    return (state.names[seat] in winners) / len(winners)


def _positions(seed: int, count: int, is_one: Callable[[State, Quick], bool]) -> Iterator[State]:
    """Take-offs of that kind, at most one of a game."""
    number = 0
    while count:
        source = Quick(1000 * seed + number)
        number += 1
        state = game.start(NAMES, {})
        while (turn := game.turn(state)) is not OVER:
            if state.step == "roll" and state.pool == state.box.dice and is_one(state, source):
                yield state
                count -= 1
                break
            if isinstance(turn, Seats):
                state = game.apply(state, turn.seats[0], greedy(game, state, turn.seats[0], source))
            else:
                state = game.resolve(state, game.chance(state).pick(source))


def _is_drawn(state: State, source: Quick) -> bool:
    """One take-off in six."""
    return _takes_off(state) and not source.below(6)


def _is_last(state: State, source: Quick) -> bool:
    return _takes_off(state) and not any(state.mats)


def _takes_off(state: State) -> bool:
    return all(state.aboard) and state.at in (0, 3)


def _tell(what: str, found: Sequence[tuple[float, float]]) -> None:
    bests, greedies = [one for one, _ in found], [other for _, other in found]
    gains = [best - own for best, own in found]
    print(f"{what}, {len(found)} positions:")
    for name, values in (("best play", bests), ("greedy", greedies), ("difference", gains)):
        spread = 1.96 * stdev(values) / math.sqrt(len(values))
        print(
            f"  {name:10} {mean(values):6.3f}, {mean(values) - spread:.3f} to {mean(values) + spread:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
