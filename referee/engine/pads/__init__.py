"""The common part of all score pads: no chance, no secrets, and no faults.

`ledger.py` keeps their entries and corrects them, `tallies.py` shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, TypeVar

from referee.engine.game import Ruling, Seat

S = TypeVar("S")


def chance(state: object) -> NoReturn:
    raise AssertionError("a pad has no chance points")


def resolve(state: object, outcome: object) -> NoReturn:
    raise AssertionError("a pad has no chance points")


def known(state: S, seat: Seat | None) -> S:
    """Nothing on a pad is secret."""
    return state


def faults(state: object) -> Iterator[Ruling]:
    """None: a pad refuses impossible results."""
    return iter(())
