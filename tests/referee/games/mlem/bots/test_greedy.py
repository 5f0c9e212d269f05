"""The greedy bot: single moves with what they are worth, and whole games against random moves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import CHANCE
from referee.engine.play import play_out, start_game
from referee.games.mlem import game
from referee.games.mlem.bots.greedy import Table, gain, greedy, looking_ahead
from referee.games.mlem.moves import CRASH, HELP, STAY, Aboard, Land, Move, Use
from referee.games.mlem.state import State
from referee.players.bots import at_random
from tests.referee.games.mlem.table import aboard, landed, rolled
from tests.searching import crowds

ON_A = landed(A=((1, "ace"), (1, "scout"), (1, "engineer")))
NEAR_A_GOAL = landed(
    A=((0, "scout"), (0, "ace")),
    B=((1, "scout"), (1, "engineer"), (1, "collector")),
    m3=((1, "moonwalker"),),
    m4=((1, "navigator"),),
)
FULL = {"order": (0,), "step": "land"}


@pytest.mark.parametrize(
    ("state", "move"),
    [
        # ML 3.1: on 24 a 1 reaches the comet for 7 points; everything else does, too.
        (rolled(aboard("ace", "scout", at=24), "1"), Use(("1",))),
        # ML 7.2: the first on planet A has 4 points, and one die on space 8 crashes in half of all rolls.
        (aboard("scout", "ace", at=8, pool=1, **FULL), Land("A")),
        # ML 7.2: the second there has 2 points; six dice do not crash, and planet B still pays 5.
        (aboard("scout", "ace", at=8, pool=6, landed=ON_A, **FULL), STAY),
        # ML 7.3: the voyager of a commander two spaces from the comet is worth 14 points there.
        (aboard("voyager", "ace", at=23, pool=4, **FULL), STAY),
        # ML 6.1: the third on A adds nothing to the planet's points, and claims the goal.
        (aboard("collector", "ace", at=8, pool=1, landed=NEAR_A_GOAL, **FULL), Land("A")),
        # ML 3.4: the engineer is kept where the comet is reached without it.
        (rolled(aboard("engineer", "ace", at=24), "4"), Use(("4",))),
        # ML 3.4: without the engineer the rocket crashes.
        (rolled(aboard("engineer", "ace", at=5), "2", "3"), HELP),
    ],
)
def test_single_moves(state: State, move: Move) -> None:
    assert greedy(game, state, 0, Quick(1)) == move


@pytest.mark.parametrize(("at", "pool"), [(17, 1), (17, 2), (20, 3), (22, 4), (24, 2)])
def test_a_commander_alone_is_worth_exactly_what_the_rules_give(at: int, pool: int) -> None:
    """ML 3, 5: what greedy expects is the best play over every roll, carried out by the rules."""
    alone = replace(
        aboard("collector", "ace", at=at, pool=pool, landed=ON_A), aboard=("collector", ""), crew=(0,)
    )
    table = Table.of(alone)

    @cache
    def best(state: State) -> float:
        if state.expedition > alone.expedition or state.step == "over":
            places = [place.code for place in state.box.board.places]
            gained = [place for place in places if _there(state, place) != _there(alone, place)]
            return gain(table, 0, "collector", gained[0]) if gained else 0.0
        if game.turn(state) is CHANCE:
            return sum(float(chance) * best(game.resolve(state, roll)) for roll, chance in game.chance(state))
        return max(best(game.apply(state, 0, move)) for move in game.moves(state, 0))

    assert looking_ahead(alone, 0).staying(at, pool) == pytest.approx(best(alone))


def _there(state: State, place: str) -> tuple[Any, ...]:
    return state.landed[state.box.board.numbers[place]]


def test_3_4_the_engineer_helps_even_where_nothing_is_to_be_gained() -> None:
    """ML 3.4: a crash is never asked for, as it brings the end of the game nearer."""
    state = rolled(aboard("engineer", "ace", at=24), "3")
    assert set(game.moves(state, 0)) == {HELP, CRASH}
    assert greedy(game, state, 0, Quick(1)) == HELP


def test_2_1_an_astronaut_that_doubles_boards_first() -> None:
    start = start_game(game, ("Ann", "Bo"), {})
    state = game.resolve(start, game.read(start, None, "draw Ann"))
    move = greedy(game, state, 0, Quick(1))
    assert isinstance(move, Aboard)
    assert move.astronaut in {"ace", "moonwalker", "voyager", "navigator"}


@pytest.mark.parametrize("seats", crowds(2, 3, 4, 5))
def test_greedy_beats_random_in_every_crowd(seats: int) -> None:
    """One greedy bot among random ones wins more than its share; a random one among greedy ones less."""
    assert wins_of_one(greedy, at_random, seats) > 1.5 * Fraction(GAMES, seats)
    assert wins_of_one(at_random, greedy, seats) < Fraction(1, 2) * Fraction(GAMES, seats)


GAMES = 10


def wins_of_one(lone: Any, rest: Any, seats: int) -> Fraction:
    """The games that the lone bot wins, at each seat in turn; a shared win counts in part."""
    wins, source = Fraction(0), Quick(5)
    names = ("Ann", "Bo", "Cy", "Di", "Ed")[:seats]
    for number in range(GAMES):
        own = number % seats

        def choose(rules: Any, state: Any, seat: int, source: Source, own: int = own) -> Move:
            bot = lone if seat == own else rest
            move: Move = bot(rules, game.known(state, seat), seat, source)
            return move

        winners = game.score(play_out(game, start_game(game, names, {}), choose, source)).winners
        wins += Fraction(winners.count(names[own]), len(winners))
    return wins
