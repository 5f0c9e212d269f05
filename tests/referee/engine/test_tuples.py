"""Immutable tuples with one item changed."""

from __future__ import annotations

import pytest

from referee.engine.tuples import replaced


@pytest.mark.parametrize(("place", "after"), [(0, "xbc"), (1, "axc"), (2, "abx")])
def test_one_item_is_replaced(place: int, after: str) -> None:
    assert replaced(tuple("abc"), place, "x") == tuple(after)
