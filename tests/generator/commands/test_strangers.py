"""Folders and servers of strangers that would have somebody's own files replaced, removed or given away."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator import cache
from generator.build import manifest
from generator.build.fetching import network
from generator.commands.worker_api.making import made
from generator.files import RECORD, export_files, hashed

Pnp = Callable[..., Any]
GONE = 999_999_999  # a process that does not run
CARDS = "code,copies,suit,value,text\nR1,3,red,7,Fetched\n"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def planted(folder: Path, plan: dict[str, object]) -> Path:
    """A folder as a build that was killed would have left it, made by somebody else."""
    left = folder / f".making-{GONE}-x"
    left.mkdir(parents=True)
    (left / ".plan").write_text(json.dumps(plan))
    (left / "notes.txt").write_text("evil")
    (left / "new-0").write_text("evil")
    return left


@pytest.mark.parametrize("command", ["new", "build", "export"])
def test_s2_a_planted_plan_is_never_obeyed(
    command: str, pnp: Pnp, small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    folder = out if command == "new" else out / "small" / "png" if command == "export" else out / "small"
    plan = {
        "new": ["notes.txt"],
        "stale": ["taxes.pdf"],
        "old": {"taxes.pdf": hashed(b"mine")},
        "process": GONE,
    }
    left = planted(folder, plan)
    for name in ("notes.txt", "taxes.pdf"):
        (folder / name).write_bytes(b"mine")
    words = {
        "new": ("new", "Moon Mail"),
        "build": ("build", small_game, "--only", "tokens", "--suffix", ""),
        "export": ("export", small_game, "--to", "png"),
    }
    if command == "build":
        words["build"] = ("build", small_game)
    assert pnp(*words[command], "--out", out).code == 0
    assert {(folder / name).read_bytes() for name in ("notes.txt", "taxes.pdf")} == {b"mine"}
    assert (left / "notes.txt").read_text() == "evil", "what no build has begun is not even tidied away"


@pytest.mark.parametrize("lists", ["manifest", "record"])
def test_s2_a_planted_list_removes_and_replaces_nothing(
    lists: str, pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    """Whoever does not know what is in a file does not know its hash."""
    folder = tmp_path / "out" / "small"
    folder.mkdir(parents=True)
    (folder / "order.pdf").write_bytes(b"mine")
    told = {"order.pdf": hashed(b"guessed"), "../small/order.pdf": hashed(b"mine")}
    if lists == "manifest":
        (folder / manifest.NAME).write_text(json.dumps({"stamp": "x", "files": told}))
    else:
        (folder / RECORD).write_text(json.dumps(told))
    assert pnp("build", small_game, "--out", tmp_path / "out").code == 0
    export_files(folder, {"other.pdf": b"new"}, alone=True)
    assert (folder / "order.pdf").read_bytes() == b"mine"


@pytest.mark.parametrize("pieces", ["../accounts.csv", "{tmp}/accounts.csv", "link/accounts.csv"])
def test_s3_fetch_replaces_nothing_outside_the_folder(
    pieces: str, pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    """It is refused before anything is asked for: nobody listens at that address."""
    (tmp_path / "accounts.csv").write_text("mine")
    (small_game / "link").symlink_to(tmp_path)
    game = small_game / "game.toml"
    game.write_text(game.read_text().replace("cards.csv", pieces.format(tmp=tmp_path), 1))
    ran = pnp("fetch", small_game, "cards", "http://127.0.0.1:9/cards")
    assert ran.code == 2 and "leads out of the folder" in ran.err
    assert (tmp_path / "accounts.csv").read_text() == "mine"


def test_s5_a_build_replaces_no_file_that_no_build_has_made(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "out" / "small" / "small.pdf"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert (
        ran.code == 2 and f"{mine}: Starbox has not made this file" in ran.err and "Move it away" in ran.err
    )
    assert [path.name for path in mine.parent.iterdir()] == ["small.pdf"] and mine.read_text() == "mine"


def test_s5_nor_one_that_was_changed_since(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    build = ("build", small_game, "--out", tmp_path / "out")
    assert pnp(*build).code == 0
    book = tmp_path / "out" / "small" / "small.pdf"
    book.write_bytes(book.read_bytes() + b"a form that was filled in")
    before = book.read_bytes()
    ran = pnp(*build, "--copies", 2)
    assert ran.code == 2 and "It has changed since it was made" in ran.err
    assert book.read_bytes() == before
    book.unlink()
    assert pnp(*build, "--copies", 2).code == 0


def test_s5_what_a_build_has_made_is_replaced(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    """Also where only an older manifest tells, without what was added to it later."""
    build = ("build", small_game, "--out", tmp_path / "out")
    assert pnp(*build, "--cut", "svg").code == 0
    file = tmp_path / "out" / "small" / manifest.NAME
    told = json.loads(file.read_text())
    file.write_text(json.dumps({key: told[key] for key in ("game", "stamp", "files")}))
    assert pnp(*build, "--copies", 2).code == 0
    assert not list(file.parent.glob("*.svg")), "what is no longer made is removed"


@pytest.mark.parametrize("link", ["small", "small/png"])
def test_s5_nothing_is_written_through_a_link_out_of_the_output(
    link: str, pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    place = tmp_path / "out" / link
    place.parent.mkdir(parents=True)
    place.symlink_to(tmp_path / "docs")
    ran = pnp("export", small_game, "--to", "png", "--out", tmp_path / "out")
    assert ran.code == 2 and "leads out of the folder" in ran.err
    assert not list((tmp_path / "docs").iterdir())


@pytest.mark.parametrize("face", ["../../evil", "a/b", "{tmp}/evil", ""])
def test_s6_the_name_of_a_face_is_a_plain_name(face: str, pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    face = face.format(tmp=tmp_path)
    game = small_game / "game.toml"
    game.write_text(game.read_text().replace('face = "card"', f'face = "{face}"', 1))
    (small_game / "layout.toml").write_text(f'["{face}"]\nground = "paper"\n')
    assert pnp("eject", small_game, "cards").code == 2
    assert not list(tmp_path.rglob("evil*")) and not list(tmp_path.rglob("b.svg.j2"))


@pytest.mark.parametrize("link", ["templates", "templates/card.svg.j2"])
def test_s6_eject_follows_no_link(link: str, pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    shutil.rmtree(small_game / "templates")
    (tmp_path / "elsewhere").mkdir()
    (small_game / link).parent.mkdir(exist_ok=True)
    (small_game / link).symlink_to(tmp_path / "elsewhere" / ("" if link == "templates" else "card.svg.j2"))
    (small_game / "layout.toml").write_text('[card]\nground = "paper"\n')
    game = small_game / "game.toml"
    game.write_text(game.read_text())
    assert pnp("eject", small_game, "cards").code == 2
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize("name", ["pictures/fox.png", "symbols/star.svg"])
def test_s7_a_new_game_copies_nothing_through_a_link(name: str, pnp: Pnp, tmp_path: Path) -> None:
    given = tmp_path / "given"
    (given / name).parent.mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (given / name).symlink_to(tmp_path / "secret.txt")
    (given / "cards.csv").write_text("Name,Picture,Text\nFox,fox.png,Take [star] now\nHare,,\n")
    ran = pnp("new", "Moon", "--from", given / "cards.csv", "--out", tmp_path)
    assert ran.code == 2 and "outside the folder" in ran.err
    assert not (tmp_path / "moon").exists()


class Server:
    """Sends what it is told to whoever asks, a part after each pause, and counts who has asked."""

    def __init__(self, *parts: str, pause: float = 0.0) -> None:
        self.parts, self.pause, self.asked = parts, pause, 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            self.asked += 1
            threading.Thread(target=self._answer, args=(client,), daemon=True).start()

    def _answer(self, client: socket.socket) -> None:
        try:
            client.recv(4096)
            for part in self.parts:
                client.sendall(part.encode())
                time.sleep(self.pause)
        except OSError:
            pass
        finally:
            client.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(*parts: str, pause: float = 0.0) -> Server:
        servers.append(Server(*parts, pause=pause))
        return servers[-1]

    yield start
    for server in servers:
        server.socket.close()


OK = "HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n"


@pytest.mark.parametrize("slow", [f"{OK}\r\n{CARDS}", OK], ids=["body", "headers"])
def test_s9_an_answer_has_one_time_for_all_of_it(
    slow: str, pnp: Pnp, small_game: Path, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "SECONDS", 0.5)
    before = (small_game / "cards.csv").read_bytes()
    server = serve(*slow, pause=0.1)
    started = time.monotonic()
    ran = pnp("fetch", small_game, "cards", f"http://127.0.0.1:{server.port}/")
    assert ran.code == 2 and "does not answer within 0.5 seconds" in ran.err
    assert time.monotonic() - started < len(slow) * 0.1
    assert (small_game / "cards.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (f"{OK}Content-Length: 9999\r\n\r\n{CARDS}", "breaks off"),
        (f"{OK}Transfer-Encoding: chunked\r\n\r\nff\r\n{CARDS}", "does not answer"),
        (f"{OK}\r\n<html>Sign in</html>\n<p>", 'This is a web page and not a table'),
        (f"{OK}\r\ncode,copies,suit,text\nR1,1,red,x\n", 'The column "value" is missing'),
        (f"{OK}\r\ncode,copies,suit,value,text\n", "no rows"),
    ],
    ids=["short", "short chunk", "page", "other columns", "no rows"],
)  # fmt: skip
def test_s9_only_the_whole_table_of_the_deck_replaces_the_copy(
    answer: str, said: str, pnp: Pnp, small_game: Path, serve: Callable[..., Server]
) -> None:
    answer = answer.replace("HTTP/1.0", "HTTP/1.1") if "chunked" in answer else answer
    before = (small_game / "cards.csv").read_bytes()
    ran = pnp("fetch", small_game, "cards", f"http://127.0.0.1:{serve(answer).port}/")
    assert ran.code == 2 and said in ran.err, ran.err
    assert (small_game / "cards.csv").read_bytes() == before


@pytest.mark.parametrize(
    "inside",
    ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0", "fd00::1", "0.0.0.0",
     "::ffff:127.0.0.1", "100.64.0.1"],
)  # fmt: skip
def test_s12_the_web_leads_nowhere_into_the_own_network(
    inside: str, pnp: Pnp, small_game: Path, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a name: that of a host of the web may stand for a number of the own network."""
    goal = serve(f"{OK}\r\n{CARDS}")
    web = serve(f"HTTP/1.0 302 Found\r\nLocation: http://metadata.example:{goal.port}/\r\n\r\n")
    numbers = {"cards.example": "93.184.216.34", "metadata.example": inside}
    real = socket.create_connection
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **_: [(0, 0, 0, "", (numbers.get(host, host), port))]
    )
    monkeypatch.setattr(socket, "create_connection", lambda place, *_: _local(place[1]))
    ran = pnp("fetch", small_game, "cards", f"http://cards.example:{web.port}/")
    assert ran.code == 2 and "in your own network" in ran.err, ran.err
    assert (web.asked, goal.asked) == (1, 0)
    numbers["metadata.example"] = "93.184.216.35"
    assert pnp("fetch", small_game, "cards", f"http://cards.example:{web.port}/").code == 0
    assert real is not socket.create_connection


def _local(port: int) -> socket.socket:
    made = socket.socket()
    made.settimeout(5)
    made.connect(("127.0.0.1", port))
    return made


def test_s12_a_cache_that_is_deleted_meanwhile_does_not_stop_a_build(
    pnp: Pnp, small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    real = cache.kept

    def kept(name: str, file: str) -> bytes | None:
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        return real(name, file)

    try:
        monkeypatch.setattr(cache, "kept", kept)
        assert pnp("build", small_game, "--out", tmp_path / "out").code == 0
        cache.forget_old("fonts")
    finally:
        cache.folder.cache_clear()


def test_s12_a_zip_replaces_no_other_game() -> None:
    def asked(method: str, **words: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(made(method, json.dumps(words)))
        return answer

    asked("begin", name="Moon Mail")
    packed = asked("packed", game="moon-mail")["zip"]
    asked("write", game="moon-mail", name="cards.csv", text="mine")
    assert asked("opened", data=packed, name="moon-mail.zip")["game"] == "moon-mail-2"
    assert asked("opened", data=packed, name="moon-mail.zip")["game"] == "moon-mail-2"
    assert asked("files", game="moon-mail")["files"]["cards.csv"] == "mine"


def test_a_draft_follows_no_link_that_waits_for_it(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    for number in (os.getpid(), os.getpid() + 1):
        (small_game / f".cards.csv.{number}").symlink_to(tmp_path / "precious")
    export_files(small_game, {"cards.pdf": b"new"})
    assert (tmp_path / "precious").read_text() == "mine"
