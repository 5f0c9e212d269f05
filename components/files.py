"""The files that belong to users: where the system keeps them, and how they are read and written.

On Windows a file that another program holds open cannot be replaced, and a locked one cannot be read. Both
last only a moment, so they are tried again.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Literal, TypeVar

from components.errors import OutputError, TakenError

T = TypeVar("T")

WINDOWS = os.name == "nt"

_NAME = "starbox"
_NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # seconds between attempts
# Names of devices on Windows, with any ending.
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}


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


def make_folder(folder: Path, *, todo: str = "") -> None:
    """Create the folder and its parents, unless it exists. Raises `OutputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(
            f"The folder cannot be made: {problem.strerror}.", where=str(folder), todo=todo
        ) from None


def read_file(file: Path) -> bytes:
    """The content of a file that other processes write to. Raises `OSError`."""
    return _patiently(file.read_bytes)


def create_file(file: Path, content: bytes, *, private: bool = False) -> None:
    """Write a new file, the whole or nothing. When this returns, both content and name are on the disk.

    If several processes do so at once, one succeeds. Nothing is left of a file that cannot be written; of
    a process that is killed, at most a hidden draft is left. A private file can be read by its owner only,
    from the moment it exists.

    Raises `TakenError` if the file exists, and `OutputError`.
    """
    if WINDOWS and file.name.partition(".")[0].rstrip().upper() in _DEVICES:
        raise OutputError("Windows uses this name for a device.", where=str(file), todo="Name another file.")
    draft = file.with_name(f".starbox-{os.urandom(8).hex()}")  # short: the file's own name may be a long one
    try:
        try:
            with _private(draft, "xb") if private else draft.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            _give_name(draft, file)
        finally:
            draft.unlink(missing_ok=True)  # closed by now: Windows deletes no open file
        _sync_folder(file.parent)
    except FileExistsError:
        raise TakenError("The file exists already.", where=str(file), todo="Name another file.") from None
    except OSError as problem:
        raise OutputError(f"The file cannot be written: {problem.strerror}.", where=str(file)) from None


def replace_file(
    file: Path, content: str | bytes, *, todo: str = "", private: bool = False, synced: bool = True
) -> None:
    """Write the whole file or nothing: nobody ever reads half of it.

    A pipe or a device is written to and not replaced.

    content  text is written as UTF-8
    todo     what to do if this fails
    private  whether only its owner may read it, from its first byte on
    synced   whether to wait until the content is on the disk, where it outlives a power failure

    Raises `OutputError`, also if the folder does not exist.
    """
    data = content.encode() if isinstance(content, str) else content
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(data)
            return
        try:
            with _private(draft, "wb") if private else draft.open("wb") as stream:
                stream.write(data)
                stream.flush()
                if synced:
                    os.fsync(stream.fileno())
            _patiently(lambda: draft.replace(file))
        finally:
            draft.unlink(missing_ok=True)
    except OSError as problem:
        raise OutputError(
            f"The file cannot be written: {problem.strerror}.", where=str(file), todo=todo
        ) from None


def _private(file: Path, mode: Literal["wb", "xb"]) -> BinaryIO:
    """Its rights are given as it is made: one whose rights are changed later was open for a moment."""
    return open(file, mode, opener=lambda name, flags: os.open(name, flags, 0o600))


def _give_name(draft: Path, file: Path) -> None:
    """Give the draft that name, unless a file has it. Raises `OSError`."""
    if WINDOWS:
        _patiently(lambda: draft.rename(file))  # there, it never replaces a file
        return
    try:
        file.hardlink_to(draft)
    except (OSError, NotImplementedError) as problem:
        # FAT, some network drives and browsers know no links. There, a name that is taken is seen a moment
        # before. Where the system has no call for it, pathlib says that it is not implemented.
        if isinstance(problem, OSError) and problem.errno not in _NO_LINKS:
            raise
        if os.path.lexists(file):
            raise FileExistsError from None
        draft.rename(file)


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file is on the disk too, where the system can do so."""
    if not WINDOWS:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _patiently(attempt: Callable[[], T]) -> T:
    """Do something to a file; on Windows, try again while another program holds the file."""
    for pause in _PAUSES if WINDOWS else ():
        try:
            return attempt()
        except PermissionError:
            time.sleep(pause)
    return attempt()
