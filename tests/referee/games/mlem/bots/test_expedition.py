"""An expedition for two that is worked out: its chances are those that the rules give, roll by roll."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache

import pytest

from referee.engine.game import CHANCE, Seat, Seats
from referee.games.mlem import game
from referee.games.mlem.bots.expedition import chance
from referee.games.mlem.bots.forecast import between, chances
from referee.games.mlem.bots.greedy import worth
from referee.games.mlem.state import State
from tests.referee.games.mlem.table import SHORT, aboard, landed, rolled

FULL = {"order": (0, 1), "step": "land"}
ON_C = landed(C=((1, "ace"), (0, "scout")), m7=((1, "moonwalker"),))


POSITIONS = [
    # ML 3.2: which dice to use; Ann commands.
    rolled(aboard("ace", "scout", at=19), "3", "4", "*", "*"),
    # ML 5.2: who gets off, and where.
    aboard("ace", "scout", at=17, pool=3, landed=ON_C, **FULL),
    # ML 5.3: a navigator may land from the next spaces, a collector takes a die along.
    aboard("navigator", "collector", at=20, pool=3, **FULL),
    # ML 3.4: both engineers can help; a crash only they can avert may be wanted.
    rolled(aboard("engineer", "engineer", at=19), "1", "2"),
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


@pytest.mark.parametrize("seat", [0, 1])
def test_2_1_boarding_looks_at_whole_expeditions(seat: Seat) -> None:
    """ML 2.1: on a board of a few spaces, from the choice of an astronaut on, with the other's answer."""
    state = game.start(("Ann", "Bo"), {"board": SHORT.read_text(encoding="utf-8")})
    state = game.resolve(state, game.read(state, None, "draw Ann"))
    state = replace(state, mats=(("ace",), ("engineer", "scout")))
    if seat:
        state = game.apply(state, 0, game.moves(state, 0)[0])
    agree(state, seat)


def test_the_chances_are_the_same_everywhere() -> None:
    """To the last bit, on every version of Python: see `FOUND` in `tests/referee/players/test_clever.py`."""
    told = [
        repr(chance(state, seat, move))
        for state in POSITIONS
        for seat in state.order[:1]
        for move in game.moves(state, seat)
    ]
    assert hashlib.sha256("|".join(told).encode()).hexdigest()[:16] == "d21e9ef23294f0d7"


def agree(start: State, seat: Seat) -> None:
    """Each move has the chance of the best play after it, by the rules, until the forecast tells the rest."""

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
        return min(best(game.apply(state, mover, move)) for move in liked)

    for move in game.moves(start, seat):
        assert chance(start, seat, move) == pytest.approx(best(game.apply(start, seat, move)))
