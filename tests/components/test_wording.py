"""Words that every message shares."""

from __future__ import annotations

import unicodedata

import pytest

from components.wording import counted, listed, visible, visible_lines


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


def test_only_what_can_disturb_a_terminal_is_escaped() -> None:
    """A text that Python calls printable is not looked at any closer."""
    turning = {*map(chr, (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))}
    for number in range(0x10000):
        sign = chr(number)
        unsafe = sign in turning or unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
        assert (visible(sign) != sign) == unsafe
        assert (visible_lines(sign) != sign) == (unsafe and sign not in "\t\n")
