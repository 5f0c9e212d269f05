"""The search finds what can be worked out by hand, on games of a few lines."""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import pytest

from referee.engine.chance.outcomes import Listed, Quick, Source
from referee.engine.game import CHANCE, OVER, Seat, Turn
from referee.engine.phases import alone
from referee.engine.play import Insight, chances_by_lead
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.players import search
from referee.players.search import Budget, Weighed, _lead, weigh


class Toy:
    """The part that the games below have in common: two seats, and a state with its winner."""

    def known(self, state: Any, seat: Seat | None) -> Any:
        return state

    def guess(self, known: Any, seat: Seat, source: Source) -> Any:
        return known

    def score(self, state: Any) -> ScoreSheet[PlayerScore]:
        names = ("0", "1")
        players = tuple(PlayerScore(name=name, points=0, total=0) for name in names)
        return ScoreSheet("toy", players, (names[state.winner],))


class Heap(NamedTuple):
    left: int
    seat: Seat
    winner: Seat = -1


class Nim(Toy):
    """Take one to three; whoever takes the last one wins. Leaving a multiple of four wins."""

    def turn(self, state: Heap) -> Turn:
        return alone(state.seat) if state.left else OVER

    def moves(self, state: Heap, seat: Seat) -> list[int]:
        return list(range(1, min(3, state.left) + 1))

    def apply(self, state: Heap, seat: Seat, move: int) -> Heap:
        return Heap(state.left - move, 1 - seat, seat)


class Card(NamedTuple):
    """A card from 1 to 3, 0 if it is not known; and whether it was called low."""

    card: int
    winner: Seat = -1


class Low(Toy):
    """Seat 0 calls a hidden card low, which 1 and 2 are, or high."""

    def turn(self, state: Card) -> Turn:
        return alone(0) if state.winner < 0 else OVER

    def moves(self, state: Card, seat: Seat) -> list[str]:
        return ["high", "low"]

    def apply(self, state: Card, seat: Seat, move: str) -> Card:
        assert state.card
        return state._replace(winner=int((move == "low") != (state.card < 3)))

    def known(self, state: Card, seat: Seat | None) -> Card:
        return state._replace(card=0)

    def guess(self, known: Card, seat: Seat, source: Source) -> Card:
        return known._replace(card=1 + source.below(3))


class Bet(NamedTuple):
    bold: bool | None = None
    winner: Seat = -1


class Coin(Toy):
    """Seat 0 wins one time in four, or boldly three times in ten."""

    def turn(self, state: Bet) -> Turn:
        if state.winner >= 0:
            return OVER
        return alone(0) if state.bold is None else CHANCE

    def moves(self, state: Bet, seat: Seat) -> list[bool]:
        return [False, True]

    def apply(self, state: Bet, seat: Seat, move: bool) -> Bet:
        return Bet(move)

    def chance(self, state: Bet) -> Listed[int]:
        return Listed("coin", {0: 6, 1: 14} if state.bold else {0: 5, 1: 15})

    def resolve(self, state: Bet, outcome: int) -> Bet:
        return state._replace(winner=outcome)


PLAIN = Insight()


def weighed(game: Any, state: Any, simulations: int, insight: Insight = PLAIN) -> tuple[Weighed, ...]:
    return weigh(game, state, 0, insight, Budget(simulations), Quick(7))


@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_a_game_without_luck_is_won(heap: int, best: int) -> None:
    found = weighed(Nim(), Heap(heap, 0), 600)
    assert found[0].move == best
    assert found[0].chance > 0.8


def test_what_is_not_known_is_weighed_by_its_chance() -> None:
    """Two of three cards are low, and the card that lies there changes nothing."""
    found = weighed(Low(), Card(3), 900)
    assert found[0].move == "low"
    assert found[0].chance == pytest.approx(2 / 3, abs=0.05)
    assert found == weighed(Low(), Card(1), 900)


def test_luck_is_weighed_by_its_chance() -> None:
    found = {one.move: one for one in weighed(Coin(), Bet(), 2000)}
    assert found[True].chance == pytest.approx(0.3, abs=0.04)
    assert found[False].chance == pytest.approx(0.25, abs=0.05)
    assert found[True].simulations > found[False].simulations


def test_every_simulation_is_counted() -> None:
    assert sum(one.simulations for one in weighed(Nim(), Heap(9, 0), 123)) == 123


def test_a_budget_of_time_ends() -> None:
    found = weigh(Nim(), Heap(9, 0), 0, Insight(), Budget(seconds=0.01), Quick(1))
    assert sum(one.simulations for one in found) >= 1


@pytest.mark.parametrize(("seconds", "simulations"), [(3.5, 3), (0.5, 1)])
def test_a_budget_of_time_is_kept(seconds: float, simulations: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One begins as long as there is time, on a clock that ticks once between them; the first always."""
    monkeypatch.setattr(search.time, "monotonic", itertools.count().__next__)
    found = weigh(Nim(), Heap(9, 0), 0, Insight(), Budget(seconds=seconds), Quick(1))
    assert sum(one.simulations for one in found) == simulations


def test_what_is_just_as_likely_as_sure_does_not_replace_the_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordered = Insight(moves=lambda game, state, seat: game.moves(state, seat))
    for lead, best in ((search._SURE, 1), (search._SURE + 0.01, 2)):
        monkeypatch.setattr(search, "_lead", lambda one, first, lead=lead: 0 if one is first else lead)
        assert weighed(Nim(), Heap(10, 0), 4, ordered)[0].move == best


def test_a_win_that_is_shared_counts_its_share() -> None:
    class Shared(Nim):
        def score(self, state: Any) -> ScoreSheet[PlayerScore]:
            return replace(super().score(state), winners=("0", "1"))

    assert {one.chance for one in weighed(Shared(), Heap(2, 0), 9)} == {0.5}


@pytest.mark.parametrize(
    ("results", "others", "lead"),
    [
        ([1, 1, 0, 1], [0, 1, 0, 0], 0.5 / sqrt(0.25 / 3)),  # the differences 1, 0, 0, 1
        ([0, 1, 0, 0, 9], [1, 1, 0, 1], -0.5 / sqrt(0.25 / 3)),  # only pairs are compared
        ([1, 1, 1, 1], [0, 0, 0, 0], 1 / sqrt(1e-9 / 3)),
        ([1, 1, 1], [0, 0, 0], 0),  # too few to say anything
    ],
)
def test_a_lead_in_standard_errors(results: list[float], others: list[float], lead: float) -> None:
    """The mean of the differences by its standard error, √(variance / (n − 1))."""
    assert _lead(results, others) == pytest.approx(lead)


def test_the_same_seed_gives_the_same_tree() -> None:
    """Weights and bounds decide how often each move is tried; what is here was found once by this seed."""
    assert [(one.move, one.simulations) for one in weighed(Nim(), Heap(9, 0), 200)] == [
        (1, 171),
        (3, 16),
        (2, 13),
    ]
    assert [(one.move, one.simulations) for one in weighed(Coin(), Bet(), 300)] == [(True, 205), (False, 95)]


def test_moves_in_an_order_are_looked_at_as_the_simulations_add_up() -> None:
    """With few simulations only the first two."""
    ordered = Insight(moves=lambda game, state, seat: sorted(game.moves(state, seat), reverse=True))
    assert {one.move for one in weighed(Nim(), Heap(9, 0), 2, ordered)} == {3, 2}
    assert {one.move for one in weighed(Nim(), Heap(9, 0), 50, ordered)} == {3, 2, 1}


def test_where_playing_on_stops_the_game_says_what_the_chances_are() -> None:
    stopping = Insight(stops=lambda root, state: state.left <= 5, chances=lambda state: (0.25, 0.75))
    assert {one.chance for one in weighed(Nim(), Heap(6, 0), 9, stopping)} == {0.25}


def test_a_game_may_have_only_its_first_moves_looked_at() -> None:
    """Three from nine wins if all then take as many as they can; against the best play, one does."""
    for first_only, best in ((True, 3), (False, 1)):
        insight = Insight(playout=lambda game, state, *_: game.moves(state, 0)[-1], first_only=first_only)
        found = weighed(Nim(), Heap(9, 0), 600, insight)
        assert found[0].move == best
        assert ({one.chance for one in found} == {0, 1}) == first_only


@pytest.mark.parametrize(
    ("totals", "chances"),
    [((10, 10), [0.5, 0.5]), ((14, 10), [0.75, 0.25]), ((10, 10, 2), [0.5, 0.5, 0.5 - 0.5 * 8 / 12])],
)
def test_chances_follow_from_the_lead(totals: tuple[int, ...], chances: list[float]) -> None:
    assert chances_by_lead(totals, 4) == chances


def test_a_game_s_own_first_choice_stands_unless_another_is_surely_better() -> None:
    """Taking two from ten wins. With few simulations nobody can be sure of it, with many one is."""
    backwards = Insight(moves=lambda game, state, seat: sorted(game.moves(state, seat), reverse=True))
    assert weighed(Nim(), Heap(10, 0), 6, backwards)[0].move == 3
    assert weighed(Nim(), Heap(10, 0), 900, backwards)[0].move == 2
