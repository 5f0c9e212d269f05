"""A limit of requests: a number of times in so many seconds, counted for each asker."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_MOST_KEYS = 4096  # askers that are remembered; what they did is forgotten before memory runs out


class RateLimit:
    """At most so many times in any such span of seconds, for each key.

    now  the clock, in seconds
    """

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._now = most, seconds, now
        self._times: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Tell whether one time more is allowed; only then it counts."""
        now = self._now()
        times = self._times.pop(key, None) or deque()
        while times and times[0] <= now - self._seconds:
            times.popleft()
        allowed = len(times) < self._most
        if allowed:
            times.append(now)
        self._times[key] = times
        while len(self._times) > _MOST_KEYS:
            del self._times[next(iter(self._times))]  # the one that has been quiet longest
        return allowed
