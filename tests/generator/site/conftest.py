"""A site that was built, on a server of its own, in a browser that has no network."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.generator.browser import CHROMIUM, Browser

SITE = os.environ.get("STARBOX_SITE", "")  # the folder of a site, see `make site-test`


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Do not log requests."""


class Visit:
    """A page of the site in a browser; `complaints` gathers what it asks a network for, and its errors."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser, self.page = address, browser, browser.page
        self.page.context.route(
            lambda url: not url.startswith((address, "blob:", "data:")), lambda route: route.abort()
        )
        self.page.set_default_timeout(60_000)  # boards of Planetary on a machine that is busy

    def open(self, name: str) -> None:
        self.page.goto(f"{self.address}/{name}")

    def sha256(self, address: str) -> str:
        """Of what is behind an address of the page, such as a file that was made."""
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
def visit() -> Iterator[Visit]:
    if not SITE:
        pytest.skip("no site is built: make site-test")
    if not CHROMIUM:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    handler = partial(_Quiet, directory=str(Path(SITE).resolve()))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, Browser() as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Visit(f"http://127.0.0.1:{server.server_port}", browser)
        server.shutdown()
