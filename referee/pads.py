"""What score pads have alike: nothing is left to chance on them, nothing is secret, nothing stands wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, TypeVar

from referee.engine import Ruling, Seat

S = TypeVar("S")


def chance(state: object) -> NoReturn:
    raise AssertionError("a pad has no chance points")


def resolve(state: object, outcome: object) -> NoReturn:
    raise AssertionError("a pad has no chance points")


def known(state: S, seat: Seat | None) -> S:
    """Nothing on a pad is secret."""
    return state


def faults(state: object) -> Iterator[Ruling]:
    """None: a result that cannot be is refused."""
    return iter(())
