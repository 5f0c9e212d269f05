"""Find out if this is a search: the same tests with more games, examples and kills. See `make search`."""

from __future__ import annotations

import os

SEARCHING = os.environ.get("HYPOTHESIS_PROFILE") == "search"


def crowds(*counts: int) -> tuple[int, ...]:
    """Numbers of players that are tried: all of them in a search, otherwise the least and the greatest."""
    return counts if SEARCHING else (counts[0], counts[-1])
