"""Words that every message shares."""

from __future__ import annotations

from collections.abc import Iterable


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 card", "3 cards". Give an irregular plural: `counted(3, "die", "dice")`."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(items: Iterable[str]) -> str:
    """The items as in a sentence: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last
