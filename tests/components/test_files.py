"""The folders of what users own; nobody is ever left with half a file."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from components import files
from components.errors import OutputError, TakenError
from components.files import folder, read_file
from components.writing import create_file, make_folder, replace_file

Kind = Literal["cache", "config", "data"]


@pytest.mark.parametrize("kind", ["cache", "config", "data"])
def test_a_user_may_say_where(kind: Kind, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(f"STARBOX_{kind.upper()}", str(tmp_path))
    assert folder(kind) == tmp_path


@pytest.mark.parametrize("kind", ["cache", "config", "data"])
def test_otherwise_it_is_a_folder_of_ours_in_the_home(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(f"STARBOX_{kind.upper()}", raising=False)
    assert "starbox" in folder(kind).parts
    assert folder(kind).is_absolute()


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.json"
    replace_file(file, "ä first")
    replace_file(file, "ä second")
    assert file.read_text(encoding="utf-8") == "ä second"
    replace_file(tmp_path / "lines", "a\nb")
    replace_file(tmp_path / "bytes", b"\x89PNG\r\n")
    assert (tmp_path / "lines").read_bytes() == b"a\nb"
    assert (tmp_path / "bytes").read_bytes() == b"\x89PNG\r\n"
    for name in ("lines", "bytes"):
        (tmp_path / name).unlink()

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(OutputError, match=r"No space left on device\. Free some\."):
        replace_file(file, "third", todo="Free some.")
    assert file.read_text(encoding="utf-8") == "ä second"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_has_its_name_once_it_is_whole(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a process that is killed leaves no part of it; also on a disk that has no links, such as FAT."""
    file, seen, sync = tmp_path / "new", [], os.fsync

    def synced(handle: int) -> None:
        seen.append(os.fstat(handle).st_size if file.exists() else "no name yet")
        sync(handle)

    def refuses(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.fsync", synced)
    if not links:
        monkeypatch.setattr("os.link", refuses)
    create_file(file, b"whole")
    assert seen[0] == "no name yet" and len(seen) == 2
    with pytest.raises(TakenError):
        create_file(file, b"second")
    assert file.read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_what_is_no_file_is_written_to_and_stays_what_it_is(tmp_path: Path) -> None:
    """As in `--csv /dev/stdout`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, "kept")
        assert os.read(reader, 10) == b"kept"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(OutputError, match="taken/deep: The folder cannot be made"):
        make_folder(tmp_path / "taken" / "deep")
    with pytest.raises(OutputError, match="missing/file"):
        replace_file(tmp_path / "missing" / "file", "")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend to be Windows, as far as is known of it: it has no folders to sync, and other names."""
    monkeypatch.setattr(files, "WINDOWS", True)
    monkeypatch.setattr(files, "_PAUSES", (0, 0))
    monkeypatch.setattr("os.open", lambda *_: pytest.fail("Windows opens no folder"))


class Busy:
    """An attempt that fails a few times, as while another program holds a file open."""

    def __init__(self, real: Callable[..., Any], failures: int) -> None:
        self.real, self.failures = real, failures

    def __call__(self, *arguments: Any) -> Any:
        if self.failures:
            self.failures -= 1
            raise PermissionError(13, "The process cannot access the file")
        return self.real(*arguments)


@pytest.mark.usefixtures("windows")
def test_on_windows_a_file_that_is_open_elsewhere_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, real_replace, real_read = tmp_path / "current", Path.replace, Path.read_bytes
    create_file(file, b"first")
    replace = Busy(real_replace, 2)
    monkeypatch.setattr(Path, "replace", lambda self, other: replace(self, other))
    replace_file(file, "second")
    read = Busy(real_read, 2)
    monkeypatch.setattr(Path, "read_bytes", lambda self: read(self))
    assert read_file(file) == b"second"
    replace.failures = read.failures = 3
    with pytest.raises(OutputError, match="cannot access"):
        replace_file(file, "third")
    assert [file.name for file in tmp_path.iterdir()] == ["current"]
    with pytest.raises(PermissionError):
        read_file(file)


def test_elsewhere_what_is_refused_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    read = Busy(Path.read_bytes, 1)
    monkeypatch.setattr(Path, "read_bytes", lambda self: read(self))
    with pytest.raises(PermissionError):
        read_file(tmp_path / "file")


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("name", ["CON", "con.jsonl", "Nul .tar.gz", "COM1.txt", "lpt9"])
def test_windows_has_names_for_devices(name: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="name for a device"):
        create_file(tmp_path / name, b"")
    create_file(tmp_path / f"x{name}", b"")


@pytest.mark.usefixtures("windows")
def test_windows_deletes_no_open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be written is closed before it is deleted."""
    opened: list[Any] = []
    real_open, real_unlink = Path.open, Path.unlink

    def noted(self: Path, *how: Any) -> Any:
        opened.append(real_open(self, *how))
        return opened[-1]

    def deletes(self: Path, missing_ok: bool = False) -> None:
        assert all(stream.closed for stream in opened)
        real_unlink(self, missing_ok)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", noted)
    monkeypatch.setattr(Path, "unlink", deletes)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        create_file(tmp_path / "file", b"content")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_private_file_is_never_readable_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither while it is written nor afterwards, also where a file that all may read is replaced."""
    file, seen = tmp_path / "rights.json", []
    file.write_text("old")
    monkeypatch.setattr("os.fsync", lambda handle: seen.append(stat.S_IMODE(os.fstat(handle).st_mode)))
    replace_file(file, "new", private=True)
    assert seen == [0o600]
    assert file.read_text() == "new" and stat.S_IMODE(file.stat().st_mode) == 0o600
