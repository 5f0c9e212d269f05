"""Take the time of a piece of work, the same way in all benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def best(rounds: int, work: Callable[[], T]) -> tuple[float, T]:
    """The shortest of the rounds, seconds, and what came of the work."""
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
    return min(seconds), result
