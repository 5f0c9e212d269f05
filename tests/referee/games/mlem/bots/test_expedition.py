"""An expedition for two that is worked out: its chances are those that the rules give, roll by roll."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from referee.engine.game import CHANCE, Seat, Seats
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.games.mlem.bots import INSIGHT
from referee.games.mlem.bots.expedition import chance
from referee.games.mlem.bots.forecast import between, chances
from referee.games.mlem.bots.greedy import worth
from referee.games.mlem.moves import Aboard
from referee.games.mlem.state import State
from tests.referee.games.mlem.table import SHORT, aboard, landed, rolled
from tests.searching import SEARCHING

FULL = {"order": (0, 1), "step": "land"}
ON_C = landed(C=((1, "ace"), (0, "scout")), m7=((1, "moonwalker"),))


POSITIONS = [
    # ML 3.2: which dice to use; Ann commands.
    rolled(aboard("ace", "scout", at=19), "3", "4", "*", "*"),
    # ML 5.2: who gets off, and where.
    aboard("ace", "scout", at=17, pool=3, landed=ON_C, **FULL),
    # ML 5.3: a navigator may land from the next spaces, a collector takes a die along.
    aboard("navigator", "collector", at=20, pool=3, **FULL),
    # ML 3.4: both engineers can help; a crash that only one can avert may be wanted.
    rolled(aboard("engineer", "engineer", at=20), "1", "3"),
    rolled(aboard("engineer", "voyager", at=20), "3", "3", "*"),
    # ML 4.1: a parachutist gets something out of a crash.
    aboard("parachutist", "ace", at=20, pool=2, **FULL),
    # ML 7.1: the last astronauts, and the last crash.
    aboard("voyager", "ace", at=21, pool=2, mats=((), ("scout",)), landed=ON_C, **FULL),
    aboard("voyager", "ace", at=21, pool=2, failures=10, landed=ON_C, **FULL),
]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("state", POSITIONS)
def test_it_is_what_the_rules_give(state: State, seat: Seat) -> None:
    if state.step == "land":
        state = replace(state, order=(seat,))
    if state.order == (seat,):
        agree(state, seat)


@pytest.mark.parametrize("seat", [0, 1] if SEARCHING else [1])
def test_whole_expeditions(seat: Seat) -> None:
    """On a board of a few spaces, from the first roll on."""
    state = on_the_short_board("Bo" if seat else "Ann")
    for one in state.order:
        state = game.apply(state, one, Aboard(("ace", "engineer")[one]))
    agree(game.resolve(state, game.read(state, None, "roll 1 1 2 3 4 *")), seat)


@pytest.mark.parametrize(
    ("astronauts", "simulations", "worked_out"),
    [(("ace", "scout"), 50, True), (("ace", "scout"), 49, False), (("ace", "scout", "voyager"), 400, False)],
)
def test_it_takes_two_and_some_time(astronauts: tuple[str, ...], simulations: int, worked_out: bool) -> None:
    state = aboard(*astronauts, at=24, pool=1, order=(0,), step="land")
    moves = game.moves(state, 0)
    assert len(list(INSIGHT.exact(state, 0, moves, simulations))) == (len(moves) if worked_out else 0)


@pytest.mark.parametrize(("simulations", "astronauts"), [(49, 0), (50, 1), (100, 2), (200, 4), (400, 8)])
def test_an_astronaut_takes_as_long_as_50_simulations(simulations: int, astronauts: int) -> None:
    state = on_the_short_board()
    moves = game.moves(state, state.order[0])
    assert len(list(INSIGHT.exact(state, state.order[0], moves, simulations))) == astronauts


def test_2_1_who_boards_is_worked_out() -> None:
    """The chance before the first roll, with the other player's astronaut as `greedy` would choose it."""
    state = on_the_short_board()
    for seat, astronaut in zip(state.order, ("scout", "navigator"), strict=True):
        move = Aboard(astronaut)
        after = game.apply(state, seat, move)
        for other in after.order:
            boards = game.moves(after, other)
            after = game.apply(after, other, max(boards, key=lambda one: worth(after, other, one)))
        assert chance(state, seat, move) == pytest.approx(best_play(after, seat)(after))
        state = game.apply(state, seat, move)


def on_the_short_board(first: str = "Ann") -> State:
    state = start_game(game, ("Ann", "Bo"), {"board": SHORT.read_text(encoding="utf-8")})
    return game.resolve(state, game.read(state, None, f"draw {first}"))


def test_the_chances_are_the_same_everywhere() -> None:
    """To the last bit, on every version of Python: see `FOUND` in `tests/referee/players/test_clever.py`."""
    told = [
        repr(chance(state, seat, move))
        for state in POSITIONS
        for seat in state.order[:1]
        for move in game.moves(state, seat)
    ]
    assert hashlib.sha256("|".join(told).encode()).hexdigest()[:16] == "fd058b543f0af6ce"


def agree(start: State, seat: Seat) -> None:
    """Each move has the chance of the best play after it."""
    best = best_play(start, seat)
    for move in game.moves(start, seat):
        assert chance(start, seat, move) == pytest.approx(best(game.apply(start, seat, move)))


def best_play(start: State, seat: Seat) -> Callable[[State], float]:
    """The chance of the seat in states of that expedition, by the rules; the forecast tells the rest."""

    @cache
    def best(state: State) -> float:
        if state.expedition > start.expedition or state.step == "over":
            return chances(between(state))[seat]
        turn = game.turn(state)
        if turn is CHANCE:
            return sum(float(share) * best(game.resolve(state, one)) for one, share in game.chance(state))
        assert isinstance(turn, Seats)
        mover = turn.seats[0]
        moves = game.moves(state, mover)
        if mover == seat:
            return max(best(game.apply(state, seat, move)) for move in moves)
        worths = [worth(state, mover, move) for move in moves]
        liked = [move for move, one in zip(moves, worths, strict=True) if one == max(worths)]
        after = {game.apply(state, mover, move) for move in liked}
        return sum(best(one) for one in after) / len(after)

    return best
