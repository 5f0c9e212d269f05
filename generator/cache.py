"""What can be made again and is kept between runs, until nobody has asked for it for a month."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from components import files
from components.errors import OutputError

_KEPT_FOR = 30 * 24 * 3600.0  # seconds a file nobody asked for stays


@cache
def folder(name: str) -> Path | None:
    """A folder of that name in the user's cache, made if need be; None where nothing can be kept."""
    path = files.folder("cache") / name
    try:
        path.mkdir(parents=True, exist_ok=True)
        return path if os.access(path, os.W_OK) else None
    except OSError:
        return None


def kept(name: str, file: str) -> bytes | None:
    """What is kept in that file of the folder of that name; None if nothing is."""
    place = folder(name)
    try:
        if place is None:
            return None
        content = (place / file).read_bytes()
        os.utime(place / file)
        return content
    except OSError:
        return None


def keep(name: str, file: str, content: bytes) -> None:
    """In one step, so that no other process ever sees half of it. A full disk does not stop the work."""
    if place := folder(name):
        with suppress(OutputError):
            files.replace_file(place / file, content)


def forget_old(name: str) -> None:
    """Delete what nobody has asked for in 30 days."""
    if place := folder(name):
        limit = time.time() - _KEPT_FOR
        for file in place.iterdir():
            with suppress(OSError):
                if file.stat().st_mtime < limit:
                    file.unlink()
