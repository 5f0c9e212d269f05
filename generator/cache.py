"""Where things that can be made again are kept between runs."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from components import files


@cache
def folder(name: str) -> Path | None:
    """A folder of that name in the user's cache, made if need be; None where nothing can be kept."""
    path = files.folder("cache") / name
    try:
        path.mkdir(parents=True, exist_ok=True)
        return path if os.access(path, os.W_OK) else None
    except OSError:
        return None
