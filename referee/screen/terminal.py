"""The terminal itself: whether it is still there."""

from __future__ import annotations

import os
import sys

LOOK = 1.0  # seconds between two looks at it
HANGUP = 1  # the signal that says it has gone, where there are such signals


def vanished() -> bool:
    """Whether nobody can type any more. If no SIGHUP says so, reading from it would go on for ever."""
    return not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ else 0)
