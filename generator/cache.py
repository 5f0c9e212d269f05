"""Files that can be made again, kept between runs until they have not been used for a month.

Each begins with a hash of what follows: a file that was harmed counts as one that is not there.
"""

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from components import extras, files
from components.errors import OutputError
from components.writing import make_folder, remove_file, replace_file

_HASH = 16  # bytes
_KEPT_FOR = 30 * 24 * 3600.0  # seconds that an unused file stays
_noted: dict[tuple[str, str], bytes] | None = None  # see `noting`


@cache
def folder(name: str) -> Path | None:
    """A folder of that name in the user's cache, made if necessary; None if nothing can be kept.

    What is kept is used like a part of the program. So nothing is kept in a folder of another user, as where
    sudo leaves HOME, or in one that others may write to.
    """
    path = files.folder("cache") / name
    try:
        for made in (path.parent, path):
            make_folder(made, private=True)
        private = _is_private(path.parent.stat(), shared=True) and _is_private(path.stat())
    except (OSError, OutputError):
        return None
    return path if private and os.access(path, os.W_OK) else None


def _is_private(told: os.stat_result, *, shared: bool = False) -> bool:
    """Tell whether only this user may change what is in a folder, as far as the system knows rights.

    shared  also for a folder like /tmp, in which nobody may rename or remove what others made
    """
    if files.WINDOWS or extras.IN_A_BROWSER:
        return True
    if shared and told.st_mode & stat.S_ISVTX and told.st_uid in (0, os.geteuid()):
        return True
    return told.st_uid == os.geteuid() and not told.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def kept(name: str, file: str) -> bytes | None:
    """The contents of a file in that folder; None if it is not there or not as it was kept."""
    place = folder(name)
    try:
        if place is None:
            return None
        stored = (place / file).read_bytes()
        told, content = stored[:_HASH], stored[_HASH:]
        if told != _hash(content):
            return None
        os.utime(place / file)
        _note(name, file, content)
        return content
    except OSError:
        return None


def keep(name: str, file: str, content: bytes) -> None:
    """Keep a file. A full disk is not an error, nor is a power failure: the hash says what is not whole."""
    _note(name, file, content)
    if place := folder(name):
        with suppress(OutputError):
            replace_file(place / file, sealed(content), synced=False)


def made_once(name: str, made_of: object, make: Callable[[], bytes]) -> bytes:
    """The bytes that follow from `made_of`, whose `repr` names the file in that folder: kept, or made now."""
    file = hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]
    content = kept(name, file)
    if content is None:
        content = make()
        keep(name, file, content)
        forget_old(name)
    return content


@contextmanager
def noting() -> Iterator[dict[tuple[str, str], bytes]]:
    """Note what is taken from the cache or put there meanwhile: the content by folder and file."""
    global _noted
    before, _noted = _noted, {}
    try:
        yield _noted
    finally:
        _noted = before


def _note(name: str, file: str, content: bytes) -> None:
    if _noted is not None:
        _noted[name, file] = content


def sealed(content: bytes) -> bytes:
    """The content as a file of the cache has it."""
    return _hash(content) + content


def forget_old(name: str) -> None:
    """Delete what has not been used for 30 days."""
    if place := folder(name):
        limit = time.time() - _KEPT_FOR
        with suppress(OSError, OutputError):  # somebody else deletes the cache just now
            for file in place.iterdir():
                if file.stat().st_mtime < limit:
                    remove_file(file)


def _hash(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_HASH).digest()
