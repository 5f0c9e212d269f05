"""The goal, and who has won (PA 6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.rules.scoring import Purse, winners
from tests.referee.games.per_aspera.tables import BOX


@pytest.mark.parametrize(
    ("base", "levies", "goal"),
    [
        pytest.param(100, 3, 130, id="PA 6.1 example: three levies"),
        pytest.param(100, 0, 100, id="PA 6.1 no levy"),
        pytest.param(60, 5, 110, id="PA 6.2 another goal"),
    ],
)
def test_6_1_the_goal(base: int, levies: int, goal: int) -> None:
    assert scoring.goal(BOX, base, levies) == goal


@pytest.mark.parametrize(
    ("purses", "end", "won_by"),
    [
        pytest.param({"Ann": Purse(120, True), "Bo": Purse(95, False)}, False, ("Ann",), id="PA 6.1 home"),
        pytest.param(
            {"Ann": Purse(120, True), "Bo": Purse(999, False)}, False, ("Ann",), id="PA 6.1 richer away"
        ),
        pytest.param({"Ann": Purse(119, True), "Bo": Purse(95, True)}, False, (), id="PA 6.1 one short"),
        pytest.param({"Ann": Purse(120, False), "Bo": Purse(95, True)}, False, (), id="PA 6.1 not home"),
        pytest.param({"Ann": Purse(120, False), "Bo": Purse(95, True)}, True, ("Ann",), id="PA 6.2 richest"),
        pytest.param({"Ann": Purse(70, False), "Bo": Purse(70, True)}, True, ("Ann", "Bo"), id="PA 6.2 tie"),
        pytest.param(
            {"Ann": Purse(0, False), "Bo": Purse(0, False)}, True, ("Ann", "Bo"), id="PA 6.2 paupers"
        ),
        pytest.param(
            {"Ann": Purse(120, True), "Bo": Purse(999, False)}, True, ("Ann",), id="PA 6.1 in the last round"
        ),
    ],
)
def test_6_1_winners(purses: dict[str, Purse], end: bool, won_by: tuple[str, ...]) -> None:
    """With a goal of 120."""
    assert winners(purses, 120, end) == won_by


def test_6_1_two_cannot_be_home_with_the_goal() -> None:
    """PA 6.1: the game ends with the first."""
    with pytest.raises(UsageError, match="Ann and Bo are home with 120 MCR"):
        winners({"Ann": Purse(120, True), "Bo": Purse(130, True)}, 120, False)


@given(st.lists(st.integers(0, 300), min_size=2, max_size=4), st.booleans())
def test_6_1_the_order_of_the_players_does_not_matter(money: list[int], end: bool) -> None:
    """PA 6.1, 6.2: one player is home."""
    purses = [(f"P{place}", Purse(amount, place == 0)) for place, amount in enumerate(money)]
    turned = list(reversed(purses))
    assert set(winners(dict(purses), 120, end)) == set(winners(dict(turned), 120, end))
