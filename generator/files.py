"""Writing several files, all or none."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from components.errors import OutputError

_STAGING = ".making-"


def replace_files(folder: Path, files: dict[str, bytes], stale: Sequence[str] = ()) -> None:
    """Put the files into the folder, all or none, and remove the `stale` ones that were not replaced.

    Raises `OutputError` if the folder cannot be written; its old contents are then unchanged.
    """
    staging: Path | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f"{_STAGING}{os.getpid()}-", dir=folder))
        for name, data in files.items():
            (staging / name).write_bytes(data)
        _swap(staging, folder, list(files), stale)
        _clean_up(folder)
    except OSError as problem:
        raise OutputError(
            f"The files cannot be written: {problem.strerror}.",
            where=str(problem.filename or folder),
            todo="Free some space, or choose another folder.",
        ) from None
    finally:
        if staging:
            shutil.rmtree(staging, ignore_errors=True)


def _clean_up(folder: Path) -> None:
    """Remove what processes left behind when they were killed while writing."""
    for left in folder.glob(f"{_STAGING}*"):
        process = left.name.removeprefix(_STAGING).partition("-")[0]
        if process.isdecimal() and not _runs(int(process)):
            shutil.rmtree(left, ignore_errors=True)


def _runs(process: int) -> bool:
    """Whether the process is alive. Windows cannot be asked safely, so there it is taken to be."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _swap(staging: Path, folder: Path, new: Sequence[str], stale: Sequence[str]) -> None:
    """Move the new files in and the stale ones out. If that is interrupted, everything is put back."""
    before = staging / "before"
    before.mkdir()
    there = [name for name in dict.fromkeys((*new, *stale)) if (folder / name).exists()]
    try:
        for name in there:
            if (folder / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
            (folder / name).replace(before / name)
        for name in new:
            (staging / name).replace(folder / name)
    except BaseException:
        for name in new:
            if name not in there:
                (folder / name).unlink(missing_ok=True)
        for name in there:
            if (before / name).exists():
                (before / name).replace(folder / name)
        raise
