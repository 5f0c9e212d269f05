"""Where things that can be made again are kept between runs."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path


@cache
def folder(name: str) -> Path | None:
    """A folder of that name in the user's cache, made if need be; None where nothing can be kept."""
    home = os.environ.get("STARBOX_CACHE") or _user_cache()
    path = Path(home) / name
    try:
        path.mkdir(parents=True, exist_ok=True)
        return path if os.access(path, os.W_OK) else None
    except OSError:
        return None


def _user_cache() -> str:
    if sys.platform == "win32":
        return os.path.expandvars(r"%LOCALAPPDATA%\starbox\Cache")
    if sys.platform == "darwin":
        return str(Path.home() / "Library/Caches/starbox")
    return str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "starbox")
