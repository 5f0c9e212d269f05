"""Goals (ML 1.7, 6)."""

from __future__ import annotations

from referee.games.mlem import game
from referee.games.mlem.moves import Land, Use
from referee.games.mlem.rules.goals import landings_of, progress
from tests.referee.games.mlem.table import BOX, aboard, landed, rolled


def test_1_7_nobody_has_come_far_before_landing() -> None:
    assert set(progress(BOX.board, landings_of(landed(), 0)).values()) == {0}


def test_6_1_landings_after_the_last_goal_is_claimed() -> None:
    """ML 6.1: one claim a goal; nothing changes hands."""
    state = game.apply(rolled(aboard("ace", "ace", at=5, goals=(0, 1, 1, 0)), "1"), 0, Use(("1",)))
    assert game.apply(state, 0, Land("m2")).goals == (0, 1, 1, 0)


def test_6_1_the_first_to_meet_a_goal_keeps_it() -> None:
    """ML 1.7, ML 6.1: the first player to meet a goal keeps it."""
    state = aboard("ace", "ace", at=24, landed=landed(galaxy=((0, "scout"), (1, "scout"))))
    assert game.apply(rolled(state, "4"), 0, Use(("4",))).goals == (None, None, None, 0)
