"""Putting what was made into a folder: all files or none, and none in the place of somebody else's.

What was made in a folder is known by its hashes: the manifest of a build has those of its files, and the list
`.starbox.json` those of exports. Strangers can write such lists, but do not know the hashes of somebody's own
files: so a file is ours only if a list has its name and its hash. What is to be moved is noted in the user's
data folder, where no stranger's folder can put anything, so that what a killed process left can be completed.
"""

import errno
import hashlib
import json
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from components import files as places
from components.errors import DataError, OutputError
from components.reading import inside, parse_json, read_bytes, read_text
from components.writing import (
    make_folder,
    move_file,
    move_files,
    remove_file,
    remove_folder,
    remove_if_empty,
    replace_file,
)

# The endings of the files that a game is made of. Whatever is made of it changes with them.
INPUTS = (
    ".py", ".toml", ".csv", ".tsv", ".xlsx", ".ods", ".md", ".svg", ".j2", ".png", ".jpg", ".jpeg", ".webp",
    ".ttf", ".otf", ".icc",
)  # fmt: skip
STAGING: Final = ".making-"  # start of the name of a folder in which files are made
RECORD: Final = ".starbox.json"  # the list of the files that exports have made in a folder
_NOTES = "unfinished"  # place in the user's data folder
_LARGEST = 2**32  # bytes of a file that may have been made
_DIGITS = 16  # length of a hash
_TODO = "Free some space, or choose another folder."


def export_files(
    folder: Path, files: Mapping[str, bytes], *, within: Path | None = None, alone: bool = False
) -> list[Path]:
    """Put exported files into the folder, with the list of what was made there. Otherwise as `replace_files`.

    alone  whether the folder is for these files: others that exports have made there are removed
    """
    before = {name: told for name, told in _recorded(folder).items() if name != RECORD}
    listed = {**({} if alone else before), **{name: hashed(data) for name, data in files.items()}}
    content = json.dumps(listed, indent=1, sort_keys=True).encode() + b"\n"
    return replace_files(folder, {**files, RECORD: content}, before if alone else {}, within=within)


def replace_files(
    folder: Path, files: Mapping[str, bytes], made: Mapping[str, str], *, within: Path | None = None
) -> list[Path]:
    """Put the files into the folder, all or none, and remove those of an earlier run that were not replaced.

    Returns where they are now, without the list of what exports have made.

    files   by their names, which may lead into folders below
    made    the hashes of files that an earlier run has made, by name
    within  the folder that it has to be in, wherever links lead

    If the process is killed meanwhile, `recover` completes or undoes it later. Raises `OutputError` if the
    folder cannot be written or somebody else's file is in the way; its old contents are then unchanged.
    """
    make_folder(folder, within=within, todo="Choose another folder.")
    recover(folder)
    new = {name: hashed(data) for name, data in files.items()}
    move = _Move(folder, new, _old(folder, new, made))
    try:
        move.run(files)
    except OSError as problem:
        raise OutputError(
            f"The files cannot be written: {problem.strerror}.",
            where=str(problem.filename or folder),
            todo=_TODO,
        ) from None
    return [folder / name for name in files if name != RECORD]


def recover(folder: Path) -> None:
    """Complete what processes had begun to move into the folder when they were killed, and remove what others
    had not finished. Does nothing where that is not possible."""
    with suppress(OSError, ValueError):
        for note in sorted(_notes().glob(f"{_key(folder)}-*.json")):
            token = note.stem.partition("-")[2]
            if not _runs(int(token.partition("-")[0])):
                with suppress(DataError, OutputError, OSError, KeyError, TypeError, AttributeError):
                    told = parse_json(read_text(note), note.name)
                    move = _Move(folder, told["new"], told["old"], token)
                    move.complete()
                    move.tidy()


def hashed(data: bytes) -> str:
    """The hash by which what was made is known."""
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def is_plain(name: str) -> bool:
    """Tell whether it names a file in a folder itself, on every system."""
    return name not in ("", ".", "..") and not {*name} & {*"/\\:\0"}


class _Move:
    """New files that come into a folder, and old ones that leave it: both with their hashes, by name."""

    def __init__(self, folder: Path, new: Mapping[str, str], old: Mapping[str, str], token: str = "") -> None:
        self.folder, self.new, self.old = folder, new, old
        token = token or f"{os.getpid()}-{os.urandom(8).hex()}"
        self.staging = folder / f"{STAGING}{token}"
        self.note = _notes() / f"{_key(folder)}-{token}.json"
        self.made = {name: self.staging / f"new-{number}" for number, name in enumerate(new)}
        self.before = {name: self.staging / f"old-{number}" for number, name in enumerate(old)}

    def run(self, files: Mapping[str, bytes]) -> None:
        """Write the files beside those of the folder, and move them in. After an error all are put back."""
        try:
            self._note(planned=False)
            make_folder(self.staging)
            for name, data in files.items():
                replace_file(self.made[name], data, todo=_TODO, synced=False)
            # Once this is noted, a process that is killed counts as one that was to go on.
            self._note(planned=True)
            for name in self.new:
                make_folder((self.folder / name).parent, within=self.folder)
            away = [(self.folder / name, place) for name, place in self.before.items()]
            move_files(away + [(place, self.folder / name) for name, place in self.made.items()])
        except BaseException:
            if not any(map(os.path.lexists, self.before.values())):
                self.tidy()  # otherwise not all is put back, and the next build goes on by the note
            raise
        self.tidy()

    def complete(self) -> None:
        """Move in what was ready, where nothing stands that is neither old nor new."""
        for name, told in self.new.items():
            place = self.folder / name
            free = not os.path.lexists(place) or _hash(place) == self.old.get(name, "")
            if free and _hash(self.made[name]) == told:
                make_folder(place.parent, within=self.folder)
                move_file(self.made[name], place)
        for name in self.old.keys() - self.new.keys():
            if _hash(self.folder / name) == self.old[name]:
                remove_file(self.folder / name)

    def tidy(self) -> None:
        """Remove what is no longer needed."""
        remove_folder(self.staging)
        emptied = {parent for name in self.old for parent in (self.folder / name).parents}
        for parent in sorted(emptied - {self.folder, *self.folder.parents}, reverse=True):
            remove_if_empty(parent)
        with suppress(OutputError):
            remove_file(self.note)

    def _note(self, *, planned: bool) -> None:
        """Note that this has begun. Where no data can be kept, nobody can complete what is killed."""
        told = {"new": self.new if planned else {}, "old": self.old if planned else {}}
        with suppress(OutputError):
            make_folder(self.note.parent)
            replace_file(self.note, json.dumps(told), synced=False)


def _old(folder: Path, new: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    """The files that leave the folder, with their hashes. Raises `OutputError` for one that is not ours."""
    known = {**_recorded(folder), **{name: told for name, told in made.items() if _is_below(folder, name)}}
    old = {}
    for name in (*new, *(name for name in made if name in known and name not in new)):
        place = folder / name
        if not os.path.lexists(place):
            continue
        told = _hash(place)
        if told is not None and told in (known.get(name), new.get(name)):
            old[name] = told
        elif name in new:
            if place.is_dir():
                raise OutputError(
                    f"A file of that name is to be written: {os.strerror(errno.EISDIR)}.",
                    where=str(place),
                    todo="Move it away, or choose another folder.",
                )
            what = "It has changed since it was made" if name in known else "Starbox has not made this file"
            raise OutputError(
                f"{what}, so it is not replaced.",
                where=str(place),
                todo="Move it away or delete it, or choose another folder.",
            )
    return old


def _recorded(folder: Path) -> dict[str, str]:
    """The hashes of the files that exports have made in the folder, by name, and that of the list itself."""
    try:
        content = read_bytes(folder / RECORD, within=folder)
        listed = parse_json(content.decode(), RECORD)
    except (DataError, UnicodeDecodeError):
        return {}
    if not isinstance(listed, dict) or not all(isinstance(told, str) for told in listed.values()):
        return {}
    return {
        **{name: told for name, told in listed.items() if _is_below(folder, name)},
        RECORD: hashed(content),
    }


def _is_below(folder: Path, name: str) -> bool:
    """Tell whether the name leads to a place in the folder or below it."""
    return all(map(is_plain, name.split("/"))) and inside((folder / name).parent, folder)


def _hash(file: Path) -> str | None:
    """The hash of an ordinary file; None for anything else."""
    try:
        told = file.lstat()
        if not stat.S_ISREG(told.st_mode) or told.st_size > _LARGEST:
            return None
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:_DIGITS]
    except OSError:
        return None


def _notes() -> Path:
    return places.folder("data") / _NOTES


def _key(folder: Path) -> str:
    """The start of the names of notes about that folder."""
    return hashlib.sha256(os.path.realpath(folder).encode(errors="surrogatepass")).hexdigest()[:24]


def _runs(process: int) -> bool:
    """Tell whether the process is alive. Windows cannot be asked safely, so there it is taken to be."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
