"""Goals (ML 1.7, 6)."""

from __future__ import annotations

from referee.games.mlem import game
from referee.games.mlem.moves import Use
from tests.referee.games.mlem.table import aboard, landed, rolled


def test_6_1_the_first_to_meet_a_goal_keeps_it() -> None:
    """ML 1.7, ML 6.1: the first player to meet a goal keeps it."""
    state = aboard("ace", "ace", at=24, landed=landed(galaxy=((0, "scout"), (1, "scout"))))
    assert game.apply(rolled(state, "4"), 0, Use(("4",))).goals == (None, None, None, 0)
