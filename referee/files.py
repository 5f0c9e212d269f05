"""The files players keep: where they lie, and how they are written."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from components.errors import OutputError


def data_folder() -> Path:
    """Where what players own is kept, which need not be there: STARBOX_DATA or a folder of the system."""
    if home := os.environ.get("STARBOX_DATA"):
        return Path(home)
    if sys.platform == "win32":
        return Path(os.path.expandvars(r"%LOCALAPPDATA%\starbox"))
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/starbox"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "starbox"


def make_folder(folder: Path) -> None:
    """Make the folder, and those it lies in, if it is not there. Raises `OutputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(f"It cannot be made: {problem.strerror}.", where=str(folder)) from None


def replace_file(file: Path, text: str) -> None:
    """Write the file wholly or not at all: nobody ever reads half of it.

    Raises `OutputError`, also if its folder is not there.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        try:
            with draft.open("w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as problem:
        raise OutputError(f"It cannot be written: {problem.strerror}.", where=str(file)) from None
