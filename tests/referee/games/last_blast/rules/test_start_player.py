"""The Last Blast: the Start Player, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from components.errors import UsageError
from referee.engine.chance.starters import Starts
from referee.engine.game import CHANCE
from referee.games.last_blast import game
from referee.games.last_blast.moves import Row
from referee.games.last_blast.rules import start_player
from tests.referee.games.last_blast.table import built, cards, flying, played


def test_4_1_the_first_start_player() -> None:
    """LB 4.1: the lowest number on the front card, whatever comes after it."""
    state = built("R2-1 R1-1", "R1-2 A6-1", "A4-1")
    assert (state.starter, state.order) == (1, (1, 2, 0))


def test_4_1_ties_for_the_first_start_player_are_drawn() -> None:
    """LB 4.1: each of those tied is as likely."""
    state = built("R1-1", "R2-2", "G1-2")
    assert game.turn(state) is CHANCE
    assert dict(game.chance(state)) == {
        Starts("draw", 0, "Ann"): Fraction(1, 2),
        Starts("draw", 2, "Cy"): Fraction(1, 2),
    }
    assert game.check(state, 0, Row(1)).rule == "LB 4.1"
    assert played(state, "draw Cy").order == (2, 0, 1)
    with pytest.raises(UsageError, match="Bob"):
        game.read(state, None, "draw Bob")
    assert game.chance(state).refusal(Starts("draw", 1, "Bo"))


def test_4_8_the_next_start_player() -> None:
    """LB 4.8: the rulebook's example. The order of the round itself does not change."""
    rockets = ("R1-1 A4-1 A4-2 A4-3 A4-4", "G1-1 A5-1 A5-2 A5-3 A5-4",
               "R2-1 A6-1 A6-2 A6-3 A6-4 R2-2 R2-3", "R3-1 G1-2 G1-3 G1-4 G1-5")  # fmt: skip
    field = "1111111/1111111/1111111/1111111/1111111"
    state = flying(*rockets, field=field, column=1, rows=(1, 2, 3, 4), starter=1, order=(1, 2, 3, 0))
    state = played(state, "2: row 2", "3: row 3", "4: row 4")
    assert state.order == (0,)
    state = played(state, "1: row 1")
    assert (state.starter, state.order) == (0, (0, 1, 2, 3))


def test_4_8_the_fewest_cards_begin() -> None:
    """LB 4.8: before a lower number on the front card."""
    field = "1111111/1111111/1111111/1111111"
    state = flying("R1-1 A4-1 A4-2", "R2-1 A4-3 A4-4", "A6-1 A6-2", field=field)
    state = played(state, "1: row 1", "2: row 2", "3: row 3")
    assert (state.column, state.starter, state.order) == (1, 2, (2, 0, 1))


def test_4_8_ties_go_on_from_an_exploded_start_player() -> None:
    """LB 4.8: the next of those tied clockwise from the seat that exploded."""
    state = flying(
        "A4-1 A4-2 A4-3", "A5-1 A4-4 A4-5", "A6-6", "A5-2 A6-1 A6-2",
        field="1111111/1111111/2111111/1111111/1111111", starter=2, order=(2, 3, 0, 1),
    )  # fmt: skip
    state = played(state, "3: row 1", "4: row 3", "1: row 1", "2: row 2")
    assert state.exploded == (None, None, 1, None)
    # Ann's front card has a 4, the others a 5.
    assert state.starter == 0
    tied = replace(state, rockets=(cards("A5-3"), cards("A5-1"), (), cards("A5-2")), starter=2)
    assert start_player.following(tied, tied.survivors) == 3
