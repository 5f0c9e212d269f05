"""Immutable tuples with one item changed."""

from __future__ import annotations

import pytest

from referee.engine.tuples import removed, replaced


@pytest.mark.parametrize(("place", "after"), [(0, "xbc"), (1, "axc"), (2, "abx")])
def test_one_item_is_replaced(place: int, after: str) -> None:
    assert replaced(tuple("abc"), place, "x") == tuple(after)


@pytest.mark.parametrize(("items", "after"), [("abc", "ac"), ("bb", "b"), ("cb", "c"), ("b", "")])
def test_the_first_of_equal_items_is_removed(items: str, after: str) -> None:
    assert removed(tuple(items), "b") == tuple(after)
