"""Find out if this is a search: the same tests with more games, examples and kills. See `make search`."""

from __future__ import annotations

import os

SEARCHING = os.environ.get("HYPOTHESIS_PROFILE") == "search"
