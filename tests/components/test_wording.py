"""Words that every message shares."""

from __future__ import annotations

import pytest

from components.wording import counted, listed


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_noun_follows_its_count(count: int, said: str) -> None:
    assert counted(count, "card") == said


@pytest.mark.parametrize(("count", "said"), [(1, "1 die"), (2, "2 dice")])
def test_an_irregular_plural_is_given(count: int, said: str) -> None:
    assert counted(count, "die", "dice") == said


@pytest.mark.parametrize(
    ("items", "said"),
    [(["Ann"], "Ann"), (["Ann", "Bo"], "Ann and Bo"), (["Ann", "Bo", "Cy"], "Ann, Bo and Cy")],
)
def test_items_are_listed_as_in_a_sentence(items: list[str], said: str) -> None:
    assert listed(items) == said
