"""The files users own: where the system keeps such things, and how one is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import platformdirs

from components.errors import OutputError, TakenError

_NAME = "starbox"


def folder(kind: Literal["cache", "config", "data"]) -> Path:
    """Where that kind of thing is kept, which need not be there: STARBOX_DATA and so on, or the system's."""
    if home := os.environ.get(f"STARBOX_{kind.upper()}"):
        return Path(home)
    if kind == "cache":
        return platformdirs.user_cache_path(_NAME, appauthor=False)
    if kind == "config":
        return platformdirs.user_config_path(_NAME, appauthor=False)
    return platformdirs.user_data_path(_NAME, appauthor=False)


def make_folder(folder: Path, *, todo: str = "") -> None:
    """Make the folder, and those it lies in, if it is not there. Raises `OutputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(f"It cannot be made: {problem.strerror}.", where=str(folder), todo=todo) from None


def create_file(file: Path, content: bytes) -> None:
    """Write a file that is not there yet; when this returns it is on the disk, name and all.

    Of several who do so at once, one does. Nothing is left of it if it cannot be written. Raises
    `TakenError` if it is there already, and `OutputError`.
    """
    try:
        with file.open("xb") as stream:
            try:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            except OSError:
                file.unlink(missing_ok=True)
                raise
        _sync_folder(file.parent)
    except FileExistsError:
        raise TakenError("It is there already.", where=str(file), todo="Name another file.") from None
    except OSError as problem:
        raise OutputError(f"It cannot be written: {problem.strerror}.", where=str(file)) from None


def replace_file(file: Path, content: str | bytes, *, todo: str = "") -> None:
    """Write the file wholly or not at all: nobody ever reads half of it.

    What is there and no file, such as a pipe or a device, is written to and not replaced.

    content  text is written as UTF-8
    todo     what to do if that fails

    Raises `OutputError`, also if its folder is not there.
    """
    data = content.encode() if isinstance(content, str) else content
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(data)
            return
        try:
            with draft.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as problem:
        raise OutputError(f"It cannot be written: {problem.strerror}.", where=str(file), todo=todo) from None


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file is on the disk too, where a system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
