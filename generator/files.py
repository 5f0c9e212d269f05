"""Writing several files, all or none."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from components.errors import DataError, OutputError
from components.reading import TOML_BYTES, parse_json, read_text

# The endings of the files that a game is made of. Whatever is made of it changes with them.
INPUTS = (
    ".py", ".toml", ".csv", ".tsv", ".xlsx", ".ods", ".md", ".svg", ".j2", ".png", ".jpg", ".jpeg", ".webp",
    ".ttf", ".otf", ".icc",
)  # fmt: skip
STAGING = ".making-"  # a folder in which files are made, with the number of its process
_BEFORE, _PLAN = ".before", ".plan"  # names in such a folder: what was there, and what is to be moved
_DIGITS = 19  # more than the number of a process has


def replace_files(folder: Path, files: dict[str, bytes], stale: Sequence[str] = ()) -> None:
    """Put the files into the folder, all or none, and remove the `stale` ones that were not replaced.

    If the process is killed meanwhile, `recover` completes or undoes it later. Raises `OutputError` if the
    folder cannot be written; its old contents are then unchanged.
    """
    staging: Path | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        recover(folder)
        staging = Path(tempfile.mkdtemp(prefix=f"{STAGING}{os.getpid()}-", dir=folder))
        for name, data in files.items():
            (staging / name).write_bytes(data)
        _swap(staging, folder, list(files), stale)
    except OSError as problem:
        raise OutputError(
            f"The files cannot be written: {problem.strerror}.",
            where=str(problem.filename or folder),
            todo="Free some space, or choose another folder.",
        ) from None
    finally:
        if staging:
            shutil.rmtree(staging, ignore_errors=True)


def recover(folder: Path) -> None:
    """Complete what processes had begun to move into the folder when they were killed, and remove what others
    had not finished. Does nothing where that is not possible."""
    with suppress(OSError):
        for left in folder.glob(f"{STAGING}*"):
            process = left.name.removeprefix(STAGING).partition("-")[0]
            if process.isdecimal() and len(process) < _DIGITS and left.is_dir() and not _runs(int(process)):
                _complete(left, folder)
                shutil.rmtree(left, ignore_errors=True)


def _complete(staging: Path, folder: Path) -> None:
    """Move in what was ready to be moved."""
    with suppress(OSError, DataError):
        plan = parse_json(read_text(staging / _PLAN, limit=TOML_BYTES), _PLAN)
        new, stale = _names(plan, "new"), _names(plan, "stale")
        for name in new:
            with suppress(FileNotFoundError):  # it was moved in time
                (staging / name).replace(folder / name)
        for name in {*stale} - {*new}:
            (folder / name).unlink(missing_ok=True)


def _names(plan: Any, key: str) -> list[str]:
    """The names in the plan that are those of files in the folder itself."""
    names = plan.get(key) if isinstance(plan, dict) else None
    plain = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [name for name in plain if name not in ("", ".", "..") and not {*name} & {*"/\\:\0"}]


def _runs(process: int) -> bool:
    """Tell whether the process is alive. Windows cannot be asked safely, so there it is taken to be."""
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
    before = staging / _BEFORE
    before.mkdir()
    plan = staging / _PLAN
    # Once all of this is written, a process that is killed counts as one that was to go on.
    plan.write_text(json.dumps({"new": list(new), "stale": list(stale)}), encoding="utf-8")
    there = [name for name in dict.fromkeys((*new, *stale)) if (folder / name).exists()]
    try:
        for name in there:
            if (folder / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
            (folder / name).replace(before / name)
        for name in new:
            (staging / name).replace(folder / name)
    except BaseException:
        plan.unlink(missing_ok=True)
        for name in new:
            if name not in there:
                (folder / name).unlink(missing_ok=True)
        for name in there:
            if (before / name).exists():
                (before / name).replace(folder / name)
        raise
