"""Small changes to tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with another one in that place."""
    return (*items[:place], item, *items[place + 1 :])
