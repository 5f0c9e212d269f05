"""Crash and landing (ML 4, 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.errors import UsageError
from referee.engine.chance.starters import Starts
from referee.engine.game import CHANCE
from referee.engine.play import open_box, start_game
from referee.games.mlem import game
from referee.games.mlem.moves import STAY, Aboard, Land, Use
from referee.games.mlem.rules import landing
from tests.referee.games.mlem.table import BOX, SHORT, aboard, on, rolled


def test_4_1_a_crash() -> None:
    """ML 4.1: the marker moves, parachutists may land, and the others return to their mats."""
    state = rolled(aboard("ace", "parachutist", at=8), "1")
    assert (state.failures, state.order) == (1, (1,))
    assert landing.destinations(state, 0) == (), "only a parachutist lands in a crash"
    after = game.apply(state, 1, Land("A"))
    assert on(after, "A") == ((1, "parachutist"),)
    assert len(after.mats[0]) == 8
    assert after.starter == 1


def test_5_2_landing() -> None:
    """ML 5.1, ML 5.2: not below 6; the best free moon, then the next; without a free moon it stays aboard."""
    state = rolled(aboard("ace", "ace", "ace", at=5), "1")
    state = game.apply(state, 0, Use(("1",)))
    assert game.moves(state, 0) == (Land("m2"), STAY)
    state = game.apply(state, 0, Land("m2"))
    assert state.order == (1, 2), "the next one decides"
    state = game.apply(state, 1, Land("m1"))
    assert game.turn(state) is CHANCE
    assert game.turn(game.apply(rolled(aboard("ace", "ace"), "1"), 0, Use(("1",)))) is CHANCE


def test_5_3_navigator_and_collector() -> None:
    """ML 5.3: a navigator lands from a space beside; a collector takes a die, but not the last."""
    state = game.apply(rolled(aboard("navigator", "ace", at=5), "1", "1", "3"), 0, Use(("1",)))
    assert game.moves(state, 0) == (Land("m2"), Land("A"), STAY)
    assert game.read(state, 0, "land s+1") == Land("A")
    assert game.check(state, 0, Land("B")).rule == "ML 5.3"
    state = game.apply(rolled(aboard("collector", "ace", at=5), "1", "2", "3"), 0, Use(("1",)))
    assert (state.pool, game.apply(state, 0, Land("m2")).pool) == (2, 1)


def test_5_3_the_first_space_to_land_from() -> None:
    """ML 4.1, ML 5.3: a navigator does not land from spaces below 6, but does from 6 itself."""
    assert landing.reach(BOX, 7) == (6, 7, 8)
    assert landing.reach(BOX, 6) == (6, 7)


def test_5_3_a_navigator_reaches_as_far_as_the_box_says() -> None:
    """ML 1.6, ML 5.3: from space 8 moon m4 of space 10 is two spaces higher."""
    far = open_box(game, {}, (("astronauts.navigator.number", 2),))
    on_8 = game.apply(rolled(aboard("navigator", "ace", at=7), "1"), 0, Use(("1",)))
    state = replace(on_8, box=far)
    assert game.read(state, 0, "land s+2") == Land("m4") in game.moves(state, 0)
    with pytest.raises(UsageError):
        game.read(on_8, 0, "land s+2")


def test_5_4_deep_space() -> None:
    """ML 5.4, ML 5.5: the commander on the comet, the others on the galaxy; the next player begins."""
    after = game.apply(rolled(aboard("ace", "voyager", at=24), "4"), 0, Use(("4",)))
    assert (on(after, "comet"), on(after, "galaxy")) == (((0, "ace"),), ((1, "voyager"),))
    assert after.order == (1, 0)


def test_5_2_a_space_that_leads_to_a_moon_and_a_planet() -> None:
    """ML 5.2: on a typed-in board the owner chooses."""
    start = start_game(game, ("Ann", "Bo"), game.embed({"board": str(SHORT)}))
    state = game.resolve(start, Starts("draw", 0, "Ann"))
    for seat in (0, 1):
        state = game.apply(state, seat, Aboard("ace"))
    state = game.apply(rolled(replace(state, at=4), "1", "2"), 0, Use(("1", "2")))
    assert (state.at, game.moves(state, 0)) == (7, (Land("x"), Land("P"), STAY))
