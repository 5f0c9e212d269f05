"""`pnp watch`: the gallery of a game, made again whenever one of its files is saved.

Each gallery is made by a new process, so that changes of data, templates and code all take effect. The page
is served to this computer only; open pages are notified by server-sent events.
"""

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
from typing import Any

from components import catalogue
from components.errors import UsageError
from components.toml import read_toml
from components.wording import counted
from generator.faces.theme import HOME
from generator.files import INPUTS

_PAUSE = 0.3  # time between two checks of the files, seconds
_BEAT = 10.0  # time between two keep-alive messages to an open page, seconds
_LISTEN = HOME / "pages" / "live.html"  # the script that receives the events
_NO_PAGE = '<!DOCTYPE html><link rel="icon" href="data:,"><body><pre>{}</pre></body>'

Snapshot = dict[Path, tuple[int, int]]


def watch(game: str | None, out: Path, port: int, say: Callable[[str], None]) -> None:
    """Make the gallery, serve it, and make it again after every change, until Ctrl-C.

    port  0 for any free one
    say   reports each event in a line

    Raises `UsageError` for an unknown game or a port in use. Errors in the game itself are reported, and
    watching continues.
    """
    folder = _folder(game)
    state = _State()
    try:
        server = _Server(("127.0.0.1", port), state)
    except OSError:
        raise UsageError(
            f"Port {port} is in use.", where="--port", todo="Choose another one, or 0 for any free one."
        ) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        seen = _snapshot(folder)
        say(f"Watching {folder or 'all games'}: http://127.0.0.1:{server.server_port}/  Ctrl-C stops it.")
        _make(game, folder, out, state, say)
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
    """The news for open pages. `version` counts the events; `problem` is why there is no new page, and `busy`
    whether one is being made."""

    page: bytes = b""
    problem: str = ""
    busy: bool = True
    version: int = 0
    ended: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)

    def making(self) -> None:
        self._tell(self.page, self.problem, busy=True)

    def made(self, page: bytes) -> None:
        self._tell(page, "")

    def broken(self, problem: str) -> None:
        self._tell(self.page, problem)

    def news(self) -> tuple[str, str]:
        """Return what an open page is told: an event and a text for it."""
        if self.busy:
            return "making", ""
        return ("broken", self.problem) if self.problem else ("made", "")

    def end(self) -> None:
        with self._news:
            self.ended = True
            self._news.notify_all()

    def after(self, version: int) -> int:
        """Wait for the next version; the same version if nothing happens for a while."""
        with self._news:
            self._news.wait_for(lambda: self.version != version or self.ended, _BEAT)
            return self.version

    def _tell(self, page: bytes, problem: str, *, busy: bool = False) -> None:
        with self._news:
            self.page, self.problem, self.busy = page, problem, busy
            self.version += 1
            self._news.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], state: _State) -> None:
        super().__init__(address, _Handler)
        self.state = state

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser may close or reset a connection at any time, which is not worth a word."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if not self._is_for_us():
            self.send_error(403, "This page is only for this computer")
        elif self.path == "/":
            self._page()
        elif self.path == "/events":
            self._events()
        else:
            self.send_error(404)

    def log_message(self, *args: object) -> None:
        """Do not log requests."""

    def _is_for_us(self) -> bool:
        """Tell whether the browser asks for an address of ours. A page from elsewhere whose name was made to
        lead here would ask for its own name, and could then read what we answer."""
        name, _, port = self.headers.get("Host", "").rpartition(":")
        return name in ("127.0.0.1", "localhost") and port == str(self.server.server_port)

    def _page(self) -> None:
        state = self.server.state
        page = state.page or _NO_PAGE.format(html.escape(state.problem)).encode()
        page = page.replace(b"</body>", _LISTEN.read_bytes() + b"</body>")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(page)

    def _events(self) -> None:
        """Send what is being made or what is wrong, then an event for each new version."""
        state = self.server.state
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        version = state.version
        try:
            if state.busy or state.problem:
                self._send(*state.news())
            while not state.ended:
                before, version = version, state.after(version)
                if version == before:
                    self.wfile.write(b": still here\n\n")
                else:
                    self._send(*state.news())
        except OSError:
            return  # the page was closed

    def _send(self, event: str, text: str) -> None:
        self.wfile.write(f"event: {event}\ndata: {json.dumps(text)}\n\n".encode())
        self.wfile.flush()


def _make(
    game: str | None, folder: Path | None, out: Path, state: _State, say: Callable[[str], None]
) -> None:
    state.making()
    start = time.monotonic()
    # -P: nothing is imported from the folder that we were started in, which may be a stranger's.
    command = [sys.executable, "-P", "-c", "from generator.cli import main; main()", "export"]
    command += [*([game] if game else []), "--to", "gallery", "--out", str(out)]
    code, complained = _ran(command)
    if code:
        problem = complained.strip().removeprefix("pnp: ")
        # The page is first: a reader of the terminal may look at it at once.
        state.broken(problem)
        say(problem)
        return
    file = _gallery(folder, out)
    state.made(file.read_bytes())
    say(f"Made in {time.monotonic() - start:.1f} s: {file}")


def _ran(command: list[str]) -> tuple[int, str]:
    """The exit code of a command and its error output. If we are stopped, so is the command."""
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
    """Return where the export wrote the gallery. The slug is read again, as it may have changed."""
    if folder is None:
        return out / "gallery.html"
    return out / read_toml(folder / "game.toml", folder).text("slug") / "gallery.html"


def _folder(game: str | None) -> Path | None:
    """The game's folder; None for all games."""
    if game is None:
        return None
    if (Path(game) / "game.toml").is_file() and game not in catalogue.known():
        return Path(game)
    # This also raises the error for an unknown game.
    return catalogue.load(game).folder


def _snapshot(folder: Path | None) -> Snapshot:
    """Every file that may affect a gallery, with its time and size."""
    homes = {catalogue.HOME, HOME, Path(__file__).parents[1], *([folder] if folder else [])}
    found: Snapshot = {}
    for home in homes:
        for file in home.rglob("*"):
            if file.suffix.lower() in INPUTS:
                try:
                    stat = file.stat()
                except OSError:
                    continue  # a temporary file of an editor, already gone
                found[file] = (stat.st_mtime_ns, stat.st_size)
    return found


def _changed(before: Snapshot, now: Snapshot) -> str:
    files = [file for file in before.keys() | now.keys() if before.get(file) != now.get(file)]
    return min(files).name if len(files) == 1 else counted(len(files), "file")
