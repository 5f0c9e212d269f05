"""Spreadsheets that are published on the web."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from generator.build import fetching

CARDS = "code,copies,suit,value,text\nR1,3,red,7,Fetched\nB9,1,blue,9,\n"
ANSWERS: dict[str, tuple[int, str, bytes]] = {
    "/cards": (200, "text/csv", CARDS.encode()),
    "/page": (200, "text/html; charset=utf-8", b"<html>Sign in</html>"),
    "/gone": (404, "text/html", b""),
    "/broken": (200, "text/csv", b'code,text\n"A1,x\n'),
    "/binary": (200, "text/csv", b"\xff\xfe\x00"),
    "/empty": (200, "text/csv", b""),
    "/large": (200, "text/csv", b"x" * (5 * 1024**2)),
}


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a server on this computer that answers as above, and leads from /file to a file."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/file":
                self.send_response(302)
                self.send_header("Location", "file:///etc/hostname")
                self.end_headers()
                return
            status, kind, content = ANSWERS[self.path]
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            """Do not log requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))


def test_a_copy_is_fetched_and_used_without_the_network(
    pnp: Callable[..., Any], small_game: Path, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = pnp("fetch", small_game, "cards", f"{server}/cards")
    assert (done.code, done.out) == (0, f"cards.csv: 2 rows from {server}/cards\n")
    assert (small_game / "cards.csv").read_text() == CARDS
    ((deck, _, copy),) = fetching.fetched(small_game)
    assert deck == "cards"
    monkeypatch.setattr(fetching.time, "time", lambda: copy.time + 3 * 86_400 + 5)
    built = pnp("build", small_game, "--only", "cards", "--out", tmp_path / "out")
    assert "cards.csv is a copy from 3 days ago; pnp fetch brings it up to date." in built.out
    (small_game / "cards.csv").write_text("code\n")
    assert pnp("fetch", small_game, "cards").code == 0
    assert (small_game / "cards.csv").read_text() == CARDS


BAD = {
    "/page": "has a page and not CSV", "/gone": "answers: 404", "/broken": "has no table: This is not CSV",
    "/binary": "has no table: There is a control character", "/empty": "There is nothing in it",
    "/large": "more than 4 MB",
    "/file": "does not answer|answers: 302",
}  # fmt: skip


@pytest.mark.parametrize("path", BAD)
def test_what_is_not_a_table_changes_nothing(
    path: str, pnp: Callable[..., Any], small_game: Path, server: str
) -> None:
    before = (small_game / "cards.csv").read_bytes()
    done = pnp("fetch", small_game, "cards", f"{server}{path}")
    assert done.code == 2 and any(said in done.err for said in BAD[path].split("|")), done.err
    assert (small_game / "cards.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cards", "file:///etc/passwd"), "is not an address"),
        (("cards", "http://127.0.0.1:9/x"), "does not answer"),
        (("tokens", "http://127.0.0.1:9/x"), "what is published is CSV"),
        (("cards",), "cards.csv was never fetched"),
        ((), "Nothing of this game was fetched"),
    ],
)
def test_what_cannot_be_fetched_is_said(
    words: tuple[str, ...], said: str, pnp: Callable[..., Any], small_game: Path
) -> None:
    done = pnp("fetch", small_game, *words)
    assert done.code == 2 and said in done.err
