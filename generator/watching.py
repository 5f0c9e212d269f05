"""`pnp watch`: the gallery of a game, made again whenever a file of it is saved.

Each gallery is made by a process of its own, so that a change of anything counts: data, templates, the
code. The page is served to this computer alone; a page that is open is told by server-sent events.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from components import catalogue
from components.errors import UsageError
from components.reading import read_toml
from generator.theme import HOME

_SUFFIXES = (".toml", ".csv", ".md", ".svg", ".j2", ".py")
_PAUSE = 0.3  # between two looks at the files, seconds
_BEAT = 10.0  # between two signs of life to an open page, seconds
_LISTEN = HOME / "pages" / "live.html"  # the script that hears of it

Snapshot = dict[Path, tuple[int, int]]


def watch(game: str | None, out: Path, port: int, say: Callable[[str], None]) -> None:
    """Make the gallery, serve it, and make it again after every change, until Ctrl-C.

    port  0 takes one that is free
    say   told in a line what happens

    Raises `UsageError` for a game there is none of and a port that is taken. What is wrong with the
    game itself is said, and watching goes on.
    """
    folder = _folder(game)
    state = _State()
    try:
        server = _Server(("127.0.0.1", port), state)
    except OSError:
        raise UsageError(
            f"Port {port} is taken.", where="--port", todo="Take another one, or 0 for any that is free."
        ) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        seen = _snapshot(folder)
        _make(game, folder, out, state, say)
        say(f"Watching {folder or 'all games'}: http://127.0.0.1:{server.server_port}/  Ctrl-C ends it.")
        while True:
            time.sleep(_PAUSE)
            now = _snapshot(folder)
            if now == seen:
                continue
            say(f"{_changed(seen, now)} changed.")
            seen = now
            _make(game, folder, out, state, say)
    except KeyboardInterrupt:
        say("Stopped.")
    finally:
        state.end()
        server.shutdown()
        server.server_close()


@dataclass
class _State:
    """What the open pages are told. `version` counts what happened; `problem` is why there is no page."""

    page: bytes = b""
    problem: str = ""
    version: int = 0
    ended: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)

    def made(self, page: bytes) -> None:
        self._tell(page, "")

    def broken(self, problem: str) -> None:
        self._tell(self.page, problem)

    def end(self) -> None:
        with self._news:
            self.ended = True
            self._news.notify_all()

    def after(self, version: int) -> int:
        """The version after that one, or the same if nothing happens for a while."""
        with self._news:
            self._news.wait_for(lambda: self.version != version or self.ended, _BEAT)
            return self.version

    def _tell(self, page: bytes, problem: str) -> None:
        with self._news:
            self.page, self.problem = page, problem
            self.version += 1
            self._news.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], state: _State) -> None:
        super().__init__(address, _Handler)
        self.state = state


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/":
            self._page()
        elif self.path == "/events":
            self._events()
        else:
            self.send_error(404)

    def log_message(self, *args: object) -> None:
        """Requests are not worth a line."""

    def _page(self) -> None:
        state = self.server.state
        page = state.page or f"<!DOCTYPE html><body><pre>{html.escape(state.problem)}</pre></body>".encode()
        page = page.replace(b"</body>", _LISTEN.read_bytes() + b"</body>")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(page)

    def _events(self) -> None:
        """One event for everything that happens, and the trouble there is now."""
        state = self.server.state
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        version = state.version
        try:
            if state.problem:
                self._send("broken", state.problem)
            while not state.ended:
                before, version = version, state.after(version)
                if version == before:
                    self.wfile.write(b": still here\n\n")
                elif state.problem:
                    self._send("broken", state.problem)
                else:
                    self._send("made", "")
        except OSError:
            return  # the page was closed

    def _send(self, event: str, text: str) -> None:
        self.wfile.write(f"event: {event}\ndata: {json.dumps(text)}\n\n".encode())
        self.wfile.flush()


def _make(
    game: str | None, folder: Path | None, out: Path, state: _State, say: Callable[[str], None]
) -> None:
    start = time.monotonic()
    command = [sys.executable, "-c", "from generator.cli import main; main()", "export"]
    command += [*([game] if game else []), "--to", "gallery", "--out", str(out)]
    code, complained = _ran(command)
    if code:
        problem = complained.strip().removeprefix("pnp: ")
        say(problem)
        state.broken(problem)
        return
    file = _gallery(folder, out)
    state.made(file.read_bytes())
    say(f"Made in {time.monotonic() - start:.1f} s: {file}")


def _ran(command: list[str]) -> tuple[int, str]:
    """The exit code of a command and its complaints. If we are stopped meanwhile, so is it, in good order."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"}, start_new_session=True,  # Ctrl-C is for us
    ) as process:  # fmt: skip
        try:
            _, complained = process.communicate()
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            raise
        return process.returncode, complained


def _gallery(folder: Path | None, out: Path) -> Path:
    """Where the export wrote the gallery. Its slug is read anew, as it may be what was changed."""
    if folder is None:
        return out / "gallery.html"
    return out / read_toml(folder / "game.toml").text("slug") / "gallery.html"


def _folder(game: str | None) -> Path | None:
    """The game's folder; None for all games."""
    if game is None:
        return None
    if (Path(game) / "game.toml").is_file() and game not in catalogue.slugs():
        return Path(game)
    # Also raises the error for a game there is none of, which no saving of files will mend.
    return catalogue.load(game).folder


def _snapshot(folder: Path | None) -> Snapshot:
    """Every file a gallery may be made from, with its time and size."""
    homes = {catalogue.HOME, HOME, Path(__file__).parent, *([folder] if folder else [])}
    found: Snapshot = {}
    for home in homes:
        for file in home.rglob("*"):
            if file.suffix in _SUFFIXES:
                try:
                    stat = file.stat()
                except OSError:
                    continue  # an editor's own file, gone again
                found[file] = (stat.st_mtime_ns, stat.st_size)
    return found


def _changed(before: Snapshot, now: Snapshot) -> str:
    files = [file for file in before.keys() | now.keys() if before.get(file) != now.get(file)]
    return min(files).name if len(files) == 1 else f"{len(files)} files"
