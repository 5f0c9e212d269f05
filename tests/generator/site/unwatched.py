"""Visits of the site that no debugger watches, and what their tab takes.

A debugger, such as the one that Playwright talks to, has the browser keep a copy of whatever a page loads: 40
to 60 MiB that nobody else's tab has. So the page visits itself: the server adds a script to it, which does
what a person does and tells how far it is.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.generator.browser import CHROMIUM, QUIET
from tests.generator.site.test_referee import PLAY

FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")

_VISITOR = Path(__file__).with_name("visitor.js")
_SCRIPT = """<script type="module">
import {{ begin, edit, inside, make, pause, press, print, printed, tell, visit }} from "/visitor.js";
const play = {play};
try {{
{script}
  await tell({{ end: true }});
}} catch (problem) {{
  await tell({{ problem: `${{problem}}` }});
}}
</script>"""
_OFTEN = 0.1  # seconds between two looks at the tab: Chromium itself forgets its worst at times
_CLOCK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Unwatched:
    """A visit of a page, from the beginning of the `with` until the end of it.

    script  what is done there, with the functions of `visitor.js`; it ends when all is done
    fox     in Firefox instead of Chromium
    most    MiB, the most that the tab of Chromium has taken so far, with what it shares with other tabs
    """

    def __init__(self, home: Path, page: str, script: str, *, fox: bool = False) -> None:
        self.most = 0.0
        self._fox = fox
        self._told: queue.Queue[dict[str, Any]] = queue.Queue()
        self._page = page
        text = (home / page.partition("?")[0]).read_text("utf-8")
        added = text + _SCRIPT.format(play=PLAY, script=script)
        own = {
            f"/{page}": ("text/html", added.encode()),
            "/visitor.js": ("text/javascript", _VISITOR.read_bytes()),
        }
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self._told, own, str(home)))
        self._over = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._profile = tempfile.TemporaryDirectory(prefix="starbox-visit-", ignore_cleanup_errors=True)
        self._browser = subprocess.Popen(
            [*self._command(), f"http://127.0.0.1:{self._server.server_port}/{self._page}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": self._profile.name},
        )  # fmt: skip
        self._looks = threading.Thread(target=self._look, daemon=True)
        self._looks.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._looks.join()
        with suppress(ProcessLookupError):
            os.killpg(self._browser.pid, signal.SIGKILL)
        self._browser.wait()
        self._server.shutdown()
        self._server.server_close()
        self._profile.cleanup()

    def until(self, said: str = "", seconds: float = 300.0) -> str:
        """Wait until that is told, or the end of the visit; returns what was told last before that."""
        last, end = "", time.monotonic() + seconds
        while True:
            try:
                told = self._told.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"nothing is told after {last or 'the beginning'}") from None
            assert "problem" not in told, f"after {last or 'the beginning'}: {told['problem']}"
            if "end" in told:
                assert not said, f"{said} is never told"
                return last
            last = str(told["said"])
            if said and last == said:
                return last

    def seconds(self) -> float:
        """Processor time that the page has taken so far."""
        stats = ((Path("/proc") / tab / "stat").read_text().rpartition(")")[2].split() for tab in _tabs())
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / _CLOCK

    def held(self) -> float:
        """Memory that the tab of Chromium takes now, MiB."""
        return _largest("VmRSS")

    def _command(self) -> list[str]:
        profile = self._profile.name
        if self._fox:
            assert FIREFOX, "there is no Firefox"
            return [FIREFOX, "--headless", "--no-remote", "--profile", profile]
        assert CHROMIUM, "there is no Chromium"
        flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1280,900", *QUIET]
        return [CHROMIUM, "--headless", *flags, f"--user-data-dir={profile}"]

    def _look(self) -> None:
        while not self._over.wait(_OFTEN):
            self.most = max(self.most, _largest("VmHWM"))


class _Handler(SimpleHTTPRequestHandler):
    """Serves the folder, but for its own files, and notes what is told."""

    def __init__(
        self,
        told: queue.Queue[dict[str, Any]],
        own: dict[str, tuple[str, bytes]],
        folder: str,
        *given: Any,
    ) -> None:
        self._told, self._own = told, own
        super().__init__(*given, directory=folder)

    def do_GET(self) -> None:
        if self.path not in self._own:
            return super().do_GET()
        kind, data = self._own[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return None

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/told":
            told = json.loads(body)
            self._told.put(told if isinstance(told, dict) else {"said": told})
        else:
            self._told.put({"problem": f"a server is asked for {self.path}"})
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _largest(line: str) -> float:
    """Return the most that this line of the pages' status says, MiB."""
    found = [0.0]
    for tab in _tabs():
        with suppress(OSError):  # it has just ended
            status = (Path("/proc") / tab / "status").read_text().splitlines()
            found += [int(one.split()[1]) / 1024 for one in status if one.startswith(line)]
    return max(found)


def _tabs() -> Iterator[str]:
    """The processes of pages that this process has opened."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command, process = (place / "cmdline").read_bytes(), place.name
            while process not in ("0", str(os.getpid())):
                process = (Path("/proc") / process / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"--type=renderer" in command and process != "0":
            yield place.name
