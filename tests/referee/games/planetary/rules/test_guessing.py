"""Guesses of what a seat does not see (PL 3.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.rules import sides
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, UNPLACED, Side, State
from tests.referee.games.planetary.tables import BOX, table


def guessed(state: State, seed: int = 1) -> Side:
    """Bo's side as Ann may guess it."""
    found = game.guess(game.known(state, 0), 0, Quick(seed))
    assert list(game.faults(found)) == []
    return found.sides[1]


@pytest.mark.parametrize(("turns", "built"), [(0, 0), (1, 0), (2, 1), (5, 2), (60, 20)])
def test_3_3_a_ship_out_of_sight_has_a_module_more_for_every_second_turn(turns: int, built: int) -> None:
    """The bar holds 5 of its other blueprints, as long as there are any."""
    state = table("0 8", cores="solar fission")
    bo = guessed(state.with_side(1, state.sides[1]._replace(turns=turns)))
    codes = [module.code for _, module in bo.ship.modules]
    assert len(codes) == 2 + built
    left = 20 - built
    assert (len(bo.bar), len(bo.deck), bo.pile) == (min(5, left), max(0, left - 5), ())
    assert Counter(codes) <= Counter(BOX.decks["fission"]) + Counter(["COR", "LND"])
    assert bo.materials == sides.ready_side(BOX, "fission").materials == (12, 8, 2, 0)
    assert (bo.fuelled, bo.due, bo.travelled) == (turns, False, 0), "its core works"


def test_3_3_a_ship_out_of_sight_has_the_ready_deck_of_its_core() -> None:
    """PL 2.1: the first two modules are beside the deck."""
    bo = guessed(table("0 8", cores="solar fission"))
    assert Counter((*bo.bar, *bo.deck)) == Counter(BOX.decks["fission"])


def test_3_3_there_is_room_for_every_unit_that_is_not_seen() -> None:
    """Nine units may be aboard one ship: each has at least as many cells as there are units out of sight."""
    found = game.guess(game.known(table("0 8 8", units="b1=3,1"), 0), 0, Quick(1))
    for seat in (1, 2):
        assert len(found.sides[seat].ship.modules) == 5
        assert {unit.place.field for unit in found.sides[seat].units} == {ABOARD + seat}
        assert [unit.hp for unit in found.sides[seat].units] == [4, 2, 3]


@pytest.mark.parametrize(
    ("step", "bar"), [("sizes", 0), ("dust", 0), ("bars", 0), ("space", 5), ("build", 5)]
)
def test_2_4_bars_are_dealt_before_starting_spaces_are_chosen(step: str, bar: int) -> None:
    start = start_game(game, ("Ann", "Bo"), {})
    ready = start.but(step=step)
    known = game.known(ready, 0)
    assert len(game.guess(known, 0, Quick(1)).sides[1].bar) == bar


def test_3_3_blueprints_that_are_seen_are_not_guessed_again() -> None:
    """Both laser turrets of Bo's deck are on the ship that Ann sees; backs are as many as they are."""
    state = table("4 4", modules="E4@2=LAS E3@2=LAS")
    bo = state.sides[1]._replace(bar=("SHD",) * 3, deck=("COR",) * 4, pile=("BAT",) * 2)
    for seed in range(20):
        found = game.guess(game.known(state.with_side(1, bo), 0), 0, Quick(seed)).sides[1]
        assert [len(cards) for cards in (found.bar, found.deck, found.pile)] == [3, 4, 2]
        assert "LAS" not in (*found.bar, *found.deck, *found.pile)


def test_3_3_a_ship_that_is_nowhere_to_be_seen_is_cloaked() -> None:
    """On a ring of 16 a scanner sees every space, unless a cloak that is on hides the ship."""
    state = table("0 8", modules="E4@1=SCN* E4@2=CLK*")
    assert not sees(state, 0, 1)
    found = game.guess(game.known(state, 0), 0, Quick(1))
    assert not sees(found, 0, 1)
    assert "CLK" in [module.code for _, module, _ in found.sides[1].ship.on]


@pytest.mark.parametrize(
    ("step", "ready", "chosen"),
    [("dust", False, False), ("space", False, False), ("space", True, True), ("build", False, True)],
)
def test_3_1_a_starting_space_is_guessed_once_it_is_chosen(step: str, ready: bool, chosen: bool) -> None:
    start = start_game(game, ("Ann", "Bo"), {}).but(step=step, ready=(False, ready))
    known = game.known(start, 0)
    assert (game.guess(known, 0, Quick(1)).sides[1].ship.space >= 0) == chosen


def test_4_7_the_blueprint_given_for_a_card_is_not_lost_in_a_guess() -> None:
    state = table("0 8")
    ann = state.sides[0]._replace(deck=state.sides[0].deck[1:])
    swapping = state.with_side(0, ann).but(step="swap", doings=state.doings._replace(swapped=ann.brought[0]))
    assert list(game.faults(swapping)) == []
    guessed(swapping)


@pytest.mark.parametrize(
    ("step", "ready", "placed"),
    [
        ("dust", False, False),
        ("space", True, False),
        ("build", False, False),
        ("build", True, True),
        ("strays", True, False),
        ("first", True, True),
    ],
)
def test_3_1_units_are_guessed_to_be_placed_by_those_who_are_ready(
    step: str, ready: bool, placed: bool
) -> None:
    start = start_game(game, ("Ann", "Bo"), {}).but(step=step, ready=(False, ready))
    units = game.guess(game.known(start, 0), 0, Quick(1)).sides[1].units
    assert {unit.place == UNPLACED for unit in units} == {not placed}
