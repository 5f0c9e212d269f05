"""A build that is interrupted at any moment keeps the old files and leaves no rubbish."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import fontpkg
import pytest

from components import files as places
from components import writing
from components.errors import OutputError
from generator import files
from generator.build import workers
from generator.files import hashed, recover, replace_files
from tests.generator.conftest import COMMAND

LONG = "{% for _ in range(290000) %}{% endfor %}"  # takes as long as a face may
MANY = 4_000  # pieces


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


class TestReplaceFiles:
    """The one place that writes what was built."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "out"
        folder.mkdir()
        for name in ("a.pdf", "b.pdf", "stale.pdf", "mine.txt"):
            (folder / name).write_bytes(b"old")
        return folder

    NEW: ClassVar = {"a.pdf": b"new a", "b.pdf": b"new b", "c.pdf": b"new c"}
    MADE: ClassVar = dict.fromkeys(("a.pdf", "b.pdf", "stale.pdf"), hashed(b"old"))

    def _killed(self, folder: Path, moves: int) -> None:
        """Return what a process leaves that is killed after that many moves."""
        code = (
            "import os, sys, signal; from pathlib import Path\n"
            "from components import writing; from generator import files\n"
            "left, move = int(sys.argv[2]), writing.move_file\n"
            "def move_file(file, place):\n"
            "    global left\n"
            "    left -= 1\n"
            "    return os.kill(os.getpid(), signal.SIGKILL) if left < 0 else move(file, place)\n"
            "writing.move_file = move_file\n"
            f"files.replace_files(Path(sys.argv[1]), {self.NEW!r}, {self.MADE!r})\n"
        )
        ran = subprocess.run([sys.executable, "-c", code, str(folder), str(moves)], check=False, timeout=60)
        assert ran.returncode == -signal.SIGKILL

    @pytest.mark.outside
    @pytest.mark.parametrize("moves", [0, 2, 4, 5])
    def test_what_a_killed_process_began_is_completed_by_the_next(self, folder: Path, moves: int) -> None:
        """After any number of moves: three old files go aside, then three new ones come in."""
        self._killed(folder, moves)
        (folder / ".making-mine").mkdir()
        (folder / f".making-{os.getpid()}-running").mkdir()
        recover(folder)
        kept = {".making-mine", f".making-{os.getpid()}-running"}
        assert {file.name for file in folder.iterdir()} == {*self.NEW, "mine.txt", *kept}
        for name, content in {**self.NEW, "mine.txt": b"old"}.items():
            assert (folder / name).read_bytes() == content

    @pytest.mark.parametrize(
        "note",
        ["", "{", "[]", "{}", '{"new": {}}', '{"new": 1, "old": 2}', '{"new": "a", "old": "b"}', "[" * 9_999,
         '{"new": {"a.pdf": 1}, "old": {"b.pdf": null}}', '{"new": {"a.pdf": "0"}, "old": {"a.pdf": "1"}}'],
    )  # fmt: skip
    def test_a_damaged_note_moves_nothing(self, folder: Path, note: str) -> None:
        before = contents(folder)
        notes = places.folder("data") / "unfinished"
        notes.mkdir(parents=True, exist_ok=True)
        (notes / f"{files._key(folder)}-999999999-x.json").write_text(note)
        recover(folder)
        assert contents(folder) == before

    def test_new_files_come_stale_ones_go_others_stay(self, folder: Path) -> None:
        replace_files(folder, self.NEW, {**self.MADE, "long-gone.pdf": hashed(b"old")})
        assert contents(folder) == {**self.NEW, "mine.txt": b"old"}

    @pytest.mark.parametrize("moves", range(6))
    @pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(errno.ENOSPC, "No space left on device")])
    def test_an_interrupted_swap_is_undone(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, moves: int, stop: BaseException
    ) -> None:
        """After any number of moves: three old files go aside, then three new ones come in."""
        before = contents(folder)
        left = moves
        move = writing.move_file

        def move_until(file: Path, place: Path) -> None:
            nonlocal left
            left -= 1
            if left == -1:
                raise stop
            move(file, place)

        monkeypatch.setattr(writing, "move_file", move_until)
        with pytest.raises((KeyboardInterrupt, Exception)):
            replace_files(folder, self.NEW, self.MADE)
        assert contents(folder) == before

    @pytest.mark.parametrize("moves", range(1, 6))
    def test_what_cannot_be_put_back_either_is_completed_by_the_next(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, moves: int
    ) -> None:
        """As if the disk had gone away in the middle and come back."""
        left, move = moves, writing.move_file

        def move_until(file: Path, place: Path) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.EIO, "Input/output error")
            move(file, place)

        with monkeypatch.context() as patch:
            patch.setattr(writing, "move_file", move_until)
            with pytest.raises(OutputError, match="Input/output error"):
                replace_files(folder, self.NEW, self.MADE)
        monkeypatch.setattr(files, "_runs", lambda _: False)
        recover(folder)
        assert contents(folder) == {**self.NEW, "mine.txt": b"old"}

    @pytest.mark.parametrize("written", range(3))
    def test_a_full_disk_is_reported_and_changes_nothing(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, written: int
    ) -> None:
        before = contents(folder)
        left = written
        write = writing._drafted

        @contextlib.contextmanager
        def write_until_full(file: Path, parts: list[bytes], **how: bool) -> Iterator[Path]:
            nonlocal left
            if file.parent.parent == folder:  # one of the files, and not a note of them
                left -= 1
                if left == -1:
                    file.write_bytes(parts[0][:2])
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            with write(file, parts, **how) as draft:
                yield draft

        monkeypatch.setattr(writing, "_drafted", write_until_full)
        with pytest.raises(Exception, match=r"No space left on device\..*Free some space"):
            replace_files(folder, self.NEW, self.MADE)
        assert contents(folder) == before


def test_a_file_where_the_folder_should_be(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    (tmp_path / "out").write_text("mine")
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "cannot be made" in ran.err and "another folder" in ran.err
    assert (tmp_path / "out").read_text() == "mine"


def test_a_folder_where_a_file_should_be(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    mine = tmp_path / "out" / "small" / "cards.pdf"
    mine.mkdir(parents=True)
    (mine / "photo.jpg").write_text("mine")
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "cards.pdf" in ran.err and "directory" in ran.err
    assert [file.name for file in mine.parent.rglob("*")] == ["cards.pdf", "photo.jpg"]


@pytest.mark.outside
@pytest.mark.parametrize(
    ("games", "stop", "code"),
    [(1, signal.SIGINT, 130), (2, signal.SIGINT, 130), (2, signal.SIGTERM, 143)],
    ids=["one game", "two games at once", "two games, SIGTERM"],
)
def test_a_signal_to_stop_while_drawing(
    small_game: Path, tmp_path: Path, games: int, stop: signal.Signals, code: int, pnp: Callable
) -> None:
    """Its exit code, a sentence, the files of the last build, no folder half made, and no worker left.

    Ctrl-C goes to all processes at the terminal, SIGTERM to the one that was started.
    """
    other = small_game.rename(tmp_path / "other")
    small_game.mkdir()
    for file in (file for file in other.rglob("*") if file.is_file()):
        copy = small_game / file.relative_to(other)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(file.read_text())
    (other / "game.toml").write_text((other / "game.toml").read_text().replace('"small"', '"other"'))
    out, cache = tmp_path / "out", tmp_path / "cache"
    build = ["build", "--out", str(out), *map(str, [small_game, other][:games])]
    assert pnp(*build, "--jobs", 1).code == 0
    before = {folder.name: contents(folder) for folder in out.iterdir()}

    for folder in (small_game, other)[:games]:
        (folder / "templates" / "card.svg.j2").write_text(LONG)
        rows = "".join(f"R{number},1,red,1,\n" for number in range(MANY))
        (folder / "cards.csv").write_text(f"code,copies,suit,value,text\n{rows}")
        toml = (folder / "game.toml").read_text()
        (folder / "game.toml").write_text(toml.replace("count = 4", f"count = {MANY}"))
    process = subprocess.Popen(
        [*COMMAND, *build, "--jobs", "2"],
        env={**os.environ, "STARBOX_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        # A template that takes long is at work as soon as it has been compiled into the cache.
        deadline = time.monotonic() + 120
        while len(list(cache.rglob("*.cache"))) < games:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        assert process.poll() is None, process.communicate()
        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)
        else:
            process.send_signal(stop)
        said, complained = process.communicate(timeout=60)
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)
    finally:
        # A process that was not stopped would draw for ever.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == code
    assert complained.strip() == "pnp: stopped. Files that were not finished are unchanged."
    assert said == ""
    assert {folder.name: contents(folder) for folder in out.iterdir()} == before


@pytest.mark.outside
@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="the processes are not ours to spoil"
)
def test_a_process_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable) -> None:
    monkeypatch.setattr(workers, "build", lambda *_: os._exit(9))
    ran = pnp("build", "mlem", "rayguns", "--jobs", "2", "--out", tmp_path / "out")
    assert ran.code == 2
    assert "stopped one of the building processes" in ran.err and "--jobs 1" in ran.err
    assert "Traceback" not in ran.err


def test_a_process_that_is_killed_before_all_have_their_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable
) -> None:
    submit, orders = ProcessPoolExecutor.submit, []

    def once(*given: Any, **options: Any) -> Any:
        orders.append(given)
        if len(orders) > 1:
            raise BrokenProcessPool("A child process terminated abruptly")
        return submit(*given, **options)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", once)
    ran = pnp("build", "mlem", "rayguns", "--only", "reference", "--jobs", "2", "--out", tmp_path / "out")
    assert len(orders) == 2 and ran.code == 2
    assert "stopped one of the building processes" in ran.err and "Traceback" not in ran.err


def test_a_game_that_fails_does_not_stop_the_others(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    """The error names the games that were not made."""
    for name in ("first", "spoilt", "last"):
        shutil.copytree(small_game, tmp_path / name)
        game = tmp_path / name / "game.toml"
        game.write_text(game.read_text().replace('"small"', f'"{name}"').replace('"Small"', f'"{name}!"'))
    (tmp_path / "spoilt" / "templates" / "card.svg.j2").write_text("<rect wdith='3'/>")
    games = [tmp_path / name for name in ("first", "spoilt", "last")]
    ran = pnp("build", *games, "--jobs", 1, "--out", tmp_path / "out")
    assert ran.code == 2
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["first!: made", "last!: made"]
    assert "wdith" in ran.err
    assert ran.err.splitlines()[-1] == f"pnp: not made: {games[1]}."
    assert sorted(folder.name for folder in (tmp_path / "out").iterdir()) == ["first", "last"]


def test_an_unknown_game_is_reported_before_any_is_built(
    small_game: Path, tmp_path: Path, pnp: Callable
) -> None:
    ran = pnp("build", small_game, "raygnus", "--jobs", 1, "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert 'no game and no folder "raygnus"' in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("newer", ["reportlab", "fontpkg_barlow"])
def test_other_libraries_or_fonts_are_a_reason_to_build_again(
    newer: str, small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable
) -> None:
    command = ("build", small_game, "--only", "tokens", "--out", tmp_path / "out")
    assert "Small: made" in pnp(*command).out
    assert "Small: unchanged" in pnp(*command).out
    info = tmp_path / "site" / f"{newer}-99.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {newer}\nVersion: 99\n")
    monkeypatch.syspath_prepend(info.parent)
    if newer != "reportlab":
        known = fontpkg.families()
        families = {**known, "barlow": replace(known["barlow"], version="99")}
        monkeypatch.setattr(fontpkg, "families", lambda: families)
    assert "Small: made" in pnp(*command).out


@pytest.mark.parametrize("out", ["output", "."])
def test_files_built_inside_the_folder_of_the_game_do_not_cause_a_new_build(
    out: str, small_game: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable
) -> None:
    monkeypatch.chdir(small_game)
    command = ("build", ".", "--only", "tokens", "--cut", "svg", "--out", out)
    assert "Small: made" in pnp(*command).out
    assert "Small: unchanged" in pnp(*command).out
    cards = small_game / "tokens.toml"
    cards.write_text(cards.read_text() + "\n")
    assert "Small: made" in pnp(*command).out
