"""The files that belong to users: where the system keeps them, and how those that others write to are read.

On Windows a file that another program holds open cannot be replaced, and a locked one cannot be read. Both
last only a moment, so they are tried again.
"""

import errno
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

T = TypeVar("T")

WINDOWS = os.name == "nt"

_NAME = "starbox"
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # seconds between attempts


def folder(kind: Literal["cache", "config", "data"]) -> Path:
    """The folder for that kind of file, which may not exist: STARBOX_DATA and so on, or the system's."""
    if home := os.environ.get(f"STARBOX_{kind.upper()}"):
        return Path(home)
    import platformdirs  # here, because it takes 3 ms

    if kind == "cache":
        return platformdirs.user_cache_path(_NAME, appauthor=False)
    if kind == "config":
        return platformdirs.user_config_path(_NAME, appauthor=False)
    return platformdirs.user_data_path(_NAME, appauthor=False)


def read_file(file: Path) -> bytes:
    """The content of a file that other processes write to. Raises `OSError`, also for a pipe or a device."""
    if not stat.S_ISREG(file.stat().st_mode) and not file.is_dir():
        raise OSError(errno.EINVAL, "This is a pipe or a device and not a file", str(file))
    return patiently(file.read_bytes)


def patiently(attempt: Callable[[], T]) -> T:
    """Do something to a file; on Windows, try again while another program holds the file."""
    for pause in _PAUSES if WINDOWS else ():
        try:
            return attempt()
        except PermissionError:
            time.sleep(pause)
    return attempt()
