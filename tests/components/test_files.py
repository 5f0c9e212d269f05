"""Where what users own is kept, and that nobody is ever left with half a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest

from components.errors import OutputError
from components.files import folder, make_folder, replace_file

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
    with pytest.raises(OutputError, match="taken/deep: It cannot be made"):
        make_folder(tmp_path / "taken" / "deep")
    with pytest.raises(OutputError, match="missing/file"):
        replace_file(tmp_path / "missing" / "file", "")
