"""Readers that went round the one door: none ends in a traceback or waits for ever."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from components import files
from components.errors import DataError, OutputError, TemplateError, UsageError
from components.reading import parse_own_json
from generator import files as written
from generator.build import printed as printed_before
from generator.faces.svg.path import path
from referee.cli import main
from referee.games.planetary.rules import profiles
from referee.lab import running
from referee.lab.batches import read_batch
from referee.lab.plan import read_plan
from tests.hostile.conftest import Reads
from tests.hostile.test_journals import HEADER, everything, write
from tests.inprocess import run


@pytest.mark.parametrize(
    "data",
    [
        "M1 1a1 1 0 1 0 1 1e308",
        "M1 1A1 1e308 0 1 0 1e308 1",
        "M1e308 1A1e-308 1 45 1 0 -1e308 1",
        "M0 0A1e200 1e-200 9 0 1 1e200 1e200",
        "M.9.2A4 0 0 1e0",
    ],
)
def test_s10_a_path_beyond_arithmetic_is_told_in_a_sentence(data: str) -> None:
    with pytest.raises(TemplateError, match=r"too large|not path data|too few or too many"):
        path(data)


def test_s10_a_path_in_a_template_names_its_piece(printed: Reads) -> None:
    said = printed({"templates/card.svg.j2": '<path d="M1 1a1 1 0 1 0 1 1e308"/>'})
    assert isinstance(said, TemplateError) and "too large" in said.what


def test_s10_a_pad_has_no_results_of_chance(tmp_path: Path) -> None:
    said = everything(write(tmp_path / "a.jsonl", {**HEADER, "mode": "pad"}, {"n": 1, "chance": "draw Bo"}))
    assert "line 2" in said[0] and "which a pad does not have" in said[0]


@pytest.mark.parametrize("name", ["A\u200bnn", "\u200b", " Ann"])
def test_s12_a_journal_has_only_names_that_a_game_may_begin_with(name: str, tmp_path: Path) -> None:
    said = everything(write(tmp_path / "a.jsonl", {**HEADER, "seats": [name, "Bo"]}))
    assert "by a proper name" in said[0]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    return tmp_path


def _pipe(file: Path) -> None:
    os.mkfifo(file)


PROFILES: dict[str, Callable[[Path], object]] = {
    "brackets": lambda file: file.write_text("[" * 100_000),
    "a device": lambda file: file.symlink_to("/dev/zero"),
    "a pipe": _pipe,
    "digits": lambda file: file.write_text('{"version": ' + "9" * 10_000 + "}"),
    "a folder": lambda file: file.mkdir(),
    "nothing in it": lambda file: file.write_text(""),
}


@pytest.mark.skipif(files.WINDOWS, reason="no pipes in folders")
@pytest.mark.parametrize("what", PROFILES)
def test_s12_profiles_pass_the_door(what: str, data: Path, guarded: None) -> None:
    PROFILES[what](profiles.profiles_file())
    with pytest.raises(DataError, match="profiles cannot be read"):
        profiles._kept(None)  # type: ignore[arg-type]


@pytest.mark.skipif(files.WINDOWS, reason="no pipes in folders")
@pytest.mark.parametrize("what", ["a device", "a pipe"])
def test_s12_no_reader_waits_for_a_pipe(what: str, tmp_path: Path, guarded: None) -> None:
    PROFILES[what](tmp_path / "a")
    with pytest.raises(OSError, match="a pipe or a device"):
        files.read_file(tmp_path / "a")


@pytest.mark.skipif(files.WINDOWS, reason="no pipes in folders")
@pytest.mark.parametrize("what", PROFILES)
def test_s12_records_of_what_was_printed_pass_the_door(what: str, tmp_path: Path, guarded: None) -> None:
    PROFILES[what](tmp_path / "a.json")
    with pytest.raises(DataError, match="record of what was printed is damaged"):
        printed_before._read(tmp_path / "a.json")


@pytest.mark.skipif(files.WINDOWS, reason="no pipes in folders")
@pytest.mark.parametrize("what", ["a device", "a pipe"])
def test_s12_exports_do_not_wait_for_a_pipe(what: str, tmp_path: Path, guarded: None) -> None:
    (tmp_path / "png").mkdir()
    PROFILES[what](tmp_path / "png" / "pieces.csv")
    with pytest.raises(OutputError):
        written.export_files(tmp_path / "png", {"pieces.csv": b"code\n"}, within=tmp_path, alone=True)


@pytest.mark.parametrize("read", [read_plan, read_batch, parse_own_json])
def test_s12_json_of_our_own_is_not_nested_without_end(read: Callable[[str], object]) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        read("[" * 100_000)


@pytest.mark.parametrize("words", ["🚀", "a 🚀 b", 'say \\"🚀\\"'])
def test_s12_words_of_a_layout_may_be_beyond_the_first_plane(words: str, printed: Reads) -> None:
    said = printed({
        "layout.toml": f'[card.title]\nat = [2, 2, 26, 10]\nwords = "{words}"\n',
        "templates/card.svg.j2": "",
    })  # fmt: skip
    assert said is None or "🚀" in said.what


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that takes connections and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        taken: list[socket.socket] = []

        def take() -> None:
            while True:
                try:
                    taken.append(listening.accept()[0])
                except OSError:
                    return

        threading.Thread(target=take, daemon=True).start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        for one in taken:
            one.close()


def test_s12_a_cluster_that_says_nothing_is_left(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="pip install starbox[distributed]")
    monkeypatch.setattr(running, "_WAIT", 1)
    with pytest.raises(UsageError, match=r"no cluster at tcp://127\.0\.0\.1"), running.dask(silent):
        pass


def test_s12_an_empty_address_of_a_cluster_is_refused(data: Path) -> None:
    said = run(main, "referee", "simulate", "last-blast", "--games", "10", "--dask", "")
    assert said.code == 2 and "There is no address" in said.err


def test_s12_a_broken_form_says_nothing_to_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("python_multipart", reason="pip install starbox[web]")
    from referee.web import serving
    from referee.web.rights import Rights

    class Nowhere:
        def __init__(self, _: object) -> None: ...

        def run(self, sockets: object) -> None: ...

    logger = logging.getLogger("python_multipart")
    before = logger.level
    monkeypatch.setattr(serving.uvicorn, "Server", Nowhere)
    monkeypatch.setattr(serving, "make_app", lambda *_: None)
    try:
        serving.serve(
            SimpleNamespace(host_rights=Rights),
            port=0,
            lan=False,
            certificate=None,
            key=None,
            ready=lambda *_: None,
        )  # type: ignore[arg-type]
        assert not logging.getLogger("python_multipart.multipart").isEnabledFor(logging.WARNING)
    finally:
        logger.setLevel(before)
