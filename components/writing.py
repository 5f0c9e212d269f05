"""The one way out, the twin of `reading`: whatever is written, moved or removed passes here.

A file is written beside its place and then renamed, so nobody ever reads half of it. A link in its place is
replaced and never followed, and with `within` no link on the way may lead out of that folder. What somebody
else may have made is kept by `create_file` and `new_folder`, and for many files by `generator.files`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from components import files
from components.errors import OutputError, TakenError
from components.reading import inside

if TYPE_CHECKING:
    import portalocker

_DRAFT = ".starbox-"  # start of the names of drafts; short, as the file's own name may be a long one
_NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}
# Names of devices on Windows, with any ending.
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}


def make_folder(folder: Path, *, within: Path | None = None, todo: str = "", private: bool = False) -> None:
    """Create the folder and its parents, unless it exists. A private one is for its owner only.

    Raises `OutputError`, also for one that is not in the folder `within`.
    """
    check_inside(folder, within)
    try:
        folder.mkdir(0o700 if private else 0o777, parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(
            f"The folder cannot be made: {problem.strerror}.", where=str(folder), todo=todo
        ) from None


def create_file(file: Path, content: bytes, *, private: bool = False) -> None:
    """Write a new file, the whole or nothing. When this returns, both content and name are on the disk.

    If several processes do so at once, one succeeds. Nothing is left of a file that cannot be written; of
    a process that is killed, at most a hidden draft is left. A private file can be read by its owner only,
    from the moment it exists.

    Raises `TakenError` if the file exists, and `OutputError`.
    """
    if files.WINDOWS and file.name.partition(".")[0].rstrip().upper() in _DEVICES:
        raise OutputError("Windows uses this name for a device.", where=str(file), todo="Name another file.")
    try:
        with _drafted(file, [content], private=private) as draft:
            _give_name(draft, file)
        _sync_folder(file.parent)
    except FileExistsError:
        raise TakenError("The file exists already.", where=str(file), todo="Name another file.") from None
    except OSError as problem:
        raise OutputError(f"The file cannot be written: {problem.strerror}.", where=str(file)) from None


def replace_file(
    file: Path,
    content: str | bytes | Iterable[bytes],
    *,
    within: Path | None = None,
    todo: str = "",
    private: bool = False,
    synced: bool = True,
) -> None:
    """Write the whole file or nothing: nobody ever reads half of it.

    A pipe or a device is written to and not replaced, unless the file has to be within a folder.

    content  text is written as UTF-8; parts are written one after the other
    within   the folder that it must be in, wherever links lead; None for anywhere
    todo     what to do if this fails
    private  whether only its owner may read it, from its first byte on
    synced   whether to wait until the content is on the disk, where it outlives a power failure

    Raises `OutputError`, also if the folder does not exist.
    """
    check_inside(file.parent, within)
    parts = [content.encode()] if isinstance(content, str) else content
    parts = [parts] if isinstance(parts, bytes) else parts
    try:
        if within is None and file.exists() and not file.is_file():
            file.write_bytes(b"".join(parts))
            return
        with _drafted(file, parts, private=private, synced=synced) as draft:
            files.patiently(lambda: draft.replace(file))
    except OSError as problem:
        raise OutputError(
            f"The file cannot be written: {problem.strerror}.", where=str(file), todo=todo
        ) from None


def append_line(file: Path, line: bytes) -> None:
    """Add a line to a file, which is made if there is none. Raises `OutputError`.

    One call of the system does it, so lines of several processes are never mixed. It ends a line that was
    torn before it.
    """
    try:
        with file.open("ab", buffering=0) as stream:
            stream.write(b"\n" + line + b"\n")
            os.fsync(stream.fileno())
    except OSError as problem:
        raise OutputError(f"The file cannot be written: {problem.strerror}.", where=str(file)) from None


def to_change(file: Path) -> BinaryIO:
    """Open a file that is there to read and to change it, at once and in its place. Raises `OSError`."""
    return file.open("r+b", buffering=0)


def lock(file: Path, *, shared: bool = False) -> portalocker.Lock:
    """A lock on an empty file, which is made, until the block ends; others may share it if they all do.

    Raises `portalocker.LockException` where somebody else has it.
    """
    import portalocker  # here, because commands that only read do not need it

    kind = portalocker.LockFlags.SHARED if shared else portalocker.LockFlags.EXCLUSIVE
    return portalocker.Lock(file, "a", flags=kind | portalocker.LockFlags.NON_BLOCKING, timeout=0)


def replace_each(contents: Mapping[Path, str]) -> None:
    """Write all of these files as `replace_file` does, or none of them. Raises `OutputError`."""
    if len(contents) < 2:
        for file, content in contents.items():
            replace_file(file, content)
        return
    with contextlib.ExitStack() as stack:
        moves, streams = [], []
        for file, content in contents.items():
            try:
                if file.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                if file.exists() and not file.is_file():
                    streams.append((file, content))
                    continue
                draft = stack.enter_context(_drafted(file, [content.encode()]))
            except OSError as problem:
                raise OutputError(
                    f"The file cannot be written: {problem.strerror}.", where=str(file)
                ) from None
            before = draft.with_name(f"{draft.name}-before")
            stack.callback(before.unlink, missing_ok=True)
            moves += [*([(file, before)] if os.path.lexists(file) else []), (draft, file)]
        try:
            move_files(moves)
        except OSError as problem:
            where = str(problem.filename2 or problem.filename)
            raise OutputError(f"The file cannot be written: {problem.strerror}.", where=where) from None
        for file, content in streams:
            replace_file(file, content)


def move_files(moves: Iterable[tuple[Path, Path]]) -> None:
    """Give each file its other place on the same disk, in order: all, or after any error none of them.

    A file that is in such a place is replaced. Raises `OSError`.
    """
    begun = []
    try:
        for move in moves:
            begun.append(move)
            move_file(*move)
    except BaseException:
        for file, place in reversed(begun):
            if not os.path.lexists(file) and os.path.lexists(place):
                move_file(place, file)
        raise


def move_file(file: Path, place: Path) -> None:
    """Give the file another place, whatever is there, on the same disk. Raises `OSError`."""
    files.patiently(lambda: file.replace(place))


def remove_files(*wanted: Path) -> tuple[Path, ...]:
    """Remove those of the files that are there, all or none; which they were. Raises `OutputError`."""
    away = {
        file: file.with_name(f"{_DRAFT}{os.urandom(8).hex()}") for file in wanted if os.path.lexists(file)
    }
    try:
        for file in away:
            if file.is_dir() and not file.is_symlink():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        move_files(away.items())
        left = dict(away)
        try:
            for file, place in reversed(away.items()):
                place.unlink()
                del left[file]
        except BaseException:
            move_files((place, file) for file, place in left.items())
            raise
    except OSError as problem:
        named = {str(place): str(file) for file, place in away.items()}
        where = named.get(str(problem.filename), str(problem.filename))
        raise OutputError(f"The file cannot be deleted: {problem.strerror}.", where=where) from None
    return tuple(away)


def remove_file(file: Path) -> bool:
    """Remove the file, or the link, and tell whether there was one. Raises `OutputError`."""
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise OutputError(f"The file cannot be deleted: {problem.strerror}.", where=str(file)) from None
    return True


def remove_folder(folder: Path) -> None:
    """Remove the folder with all that is in it, as far as that is possible; links are not followed."""
    shutil.rmtree(folder, ignore_errors=True)


def remove_if_empty(folder: Path) -> None:
    """Remove the folder, unless something is in it."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def zip_file(files: Mapping[str, bytes], *, small: bool = False) -> bytes:
    """The files by their names as a zip file, the same bytes for the same files; `small` to pack them."""
    import io  # here, because hardly any command needs one
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED
            archive.writestr(entry, data)
    return made.getvalue()


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder of the system for temporary files, which is removed at the end."""
    import tempfile  # here, because hardly any command needs one

    with tempfile.TemporaryDirectory(prefix="starbox-") as folder:
        yield Path(folder)


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Make a folder that gets its name when it is filled: whole or not at all. The draft of it is given.

    Its parent has to exist. Raises `TakenError` if something has that name, and `OutputError`.
    """
    home = folder.with_name(f"{_DRAFT}{os.urandom(8).hex()}")
    draft = home / folder.name
    taken = TakenError("The folder already exists.", where=str(folder), todo="Choose another name.")
    if os.path.lexists(folder):
        raise taken
    try:
        home.mkdir()
        draft.mkdir()
        yield draft
        # Systems put a folder in the place of an empty one.
        if os.path.lexists(folder):
            raise taken
        draft.rename(folder)
    except OSError as problem:
        raise OutputError(
            f"The folder cannot be made: {problem.strerror}.", where=str(problem.filename or folder)
        ) from None
    finally:
        remove_folder(home)


def check_inside(folder: Path, within: Path | None) -> None:
    """Raises `OutputError` if the folder is not in the other when every link on the way has been followed."""
    if within is not None and not inside(folder, within):
        raise OutputError(
            f"This leads out of the folder {within}, so nothing is written there.",
            where=str(folder),
            todo="Name a file inside, or put a folder in the place of the link.",
        )


@contextlib.contextmanager
def _drafted(
    file: Path, parts: Iterable[bytes], *, private: bool = False, synced: bool = True
) -> Iterator[Path]:
    """Write a file beside that one, which is gone at the end unless it has got another name."""
    draft = file.with_name(f"{_DRAFT}{os.urandom(8).hex()}")
    try:
        with _private(draft) if private else draft.open("xb") as stream:
            for part in parts:
                stream.write(part)
            stream.flush()
            if synced:
                os.fsync(stream.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)  # closed by now: Windows deletes no open file


def _private(file: Path) -> BinaryIO:
    """Its rights are given as it is made: one whose rights are changed later was open for a moment."""
    return open(file, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))


def _give_name(draft: Path, file: Path) -> None:
    """Give the draft that name, unless a file has it. Raises `OSError`."""
    if files.WINDOWS:
        files.patiently(lambda: draft.rename(file))  # there, it never replaces a file
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
    if not files.WINDOWS:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
