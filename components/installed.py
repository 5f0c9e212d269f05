"""Games that other packages bring: a package joins with an entry point in the group `starbox.games`.

The entry's name is the game's slug and its value the package that holds the rules; the data of the box is in
that package's folder `components/`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path

GROUP = "starbox.games"


@cache
def packages() -> Mapping[str, str]:
    """The names of those packages, by slug."""
    # Imported here, because the games of Starbox itself do without it.
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def folder(slug: str) -> Path | None:
    """The folder with the data of that game; None if no package brings it."""
    package = packages().get(slug)
    spec = importlib.util.find_spec(package) if package else None
    return Path(spec.origin).parent / "components" if spec and spec.origin else None
