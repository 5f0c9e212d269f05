"""A site that was built, on a server of its own, in a browser that has no network.

`make site-test` looks at a whole site. Other test runs build one with a single game ready, and look at what
matters most.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from components.errors import OutputError
from components.files import folder
from generator import silent
from generator.site import downloads, site
from tests.generator.browser import CHROMIUM, Browser
from tests.generator.conftest import Once

SITE = os.environ.get("STARBOX_SITE", "")  # the folder of a whole site, see `make site-test`
READY = "last-blast"  # the game in the other one
CACHE = folder(
    "cache"
)  # the user's: what comes from npm and the package index is taken once, not in every run
whole_site = pytest.mark.skipif(not SITE, reason="looked at in a whole site: make site-test")


@contextmanager
def serving(home: Path) -> Iterator[tuple[str, list[str]]]:
    """A server of that folder: its address, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_request(self, *_: object) -> None:
            asked.append(self.path)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(home))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()


class Visit:
    """A page of the site in a browser; `complaints` gathers what it asks a network for, and its errors, and
    `asked` the names of the files that the server was asked for."""

    def __init__(self, address: str, browser: Browser, asked: list[str] | None = None) -> None:
        self.address, self.browser, self.page = address, browser, browser.page
        self._asked = [] if asked is None else asked
        self.page.context.route(
            lambda url: url.startswith("http") and not url.startswith(address), lambda route: route.abort()
        )
        self.page.set_default_timeout(180_000)  # boards of Planetary on a machine that is busy

    def open(self, name: str) -> None:
        """Go there; what earlier pages complained about and asked for is forgotten."""
        self.browser.complaints.clear()
        self._asked.clear()
        self.page.goto(f"{self.address}/{name}")

    @property
    def asked(self) -> set[str]:
        return {path.rpartition("/")[2].partition("?")[0] for path in self._asked}

    def sha256(self, address: str) -> str:
        """Hash what is behind an address of the page, such as a file that was made."""
        return str(
            self.page.evaluate(
                """async (address) => {
                    const data = await (await fetch(address)).arrayBuffer();
                    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
                    return [...hash].map((one) => one.toString(16).padStart(2, "0")).join("");
                }""",
                address,
            )
        )


@pytest.fixture(scope="session")
def home(once: Once) -> Path:
    """The folder of the site."""
    if SITE:
        return Path(SITE).resolve()
    if importlib.util.find_spec("markdown_it") is None or not downloads.installed():
        pytest.skip("the site needs Node.js with npm: apt-get install npm")

    def make(place: Path) -> None:
        own, users = folder("cache") / "site", CACHE / "site"
        if own != users:
            users.mkdir(parents=True, exist_ok=True)
            own.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):  # all is taken anew if links are not allowed
                own.symlink_to(users)
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("npm_config_fetch_retries", "0")  # whoever has no network does not wait for it
            try:
                downloads.packages()
                downloads.wheels()
            except OutputError as problem:
                pytest.skip(f"what the site takes from npm and PyPI is not here: {problem}")
        site.export(place, 1, silent, [READY])

    return once("site", make) / "site"


@pytest.fixture(scope="module")  # an open browser keeps a loop, which other tests have no use for
def visit(home: Path) -> Iterator[Visit]:
    if not CHROMIUM:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    with serving(home) as (address, asked), Browser() as browser:
        yield Visit(address, browser, asked)
