"""Faces of dice, as they are typed."""

from __future__ import annotations

import pytest

from tests.referee.games.mlem.table import (
    odds_after,
)


@pytest.mark.parametrize("roll", ["1,1,4", "1 1 4", "114", " 4;1,1 "])
def test_rolls_are_read_in_any_order_with_any_separator(roll: str) -> None:
    assert odds_after(roll, at=5) == odds_after("1,1,4", at=5)


def test_an_afterburner_may_be_typed_as_a_letter() -> None:
    assert odds_after("1,A", at=0) == odds_after("1,a", at=0) == odds_after("1,*", at=0)
