"""A headless Chromium, driven by Playwright: what a person would see and press."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Error, Request, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Without these, Chromium looks for its maker's servers at every start.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]


class Browser:
    """One page. `complaints` gathers its console errors, exceptions and requests to a network.

    flags  for Chromium, besides the usual ones
    """

    def __init__(self, width: int = 1280, height: int = 900, flags: Sequence[str] = ()) -> None:
        assert CHROMIUM, "there is no Chromium"
        self.complaints: list[str] = []
        self._playwright = sync_playwright().start()
        self._chromium = self._playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", *QUIET, *flags]
        )
        self.page = self._chromium.new_page(viewport={"width": width, "height": height})
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._chromium.close()
        self._playwright.stop()

    def open(self, url: str) -> None:
        """Go there and wait until the gallery has unpacked its drawings."""
        self.page.goto(url)
        assert self.wait("document.documentElement?.dataset.ready"), f"{url}: {self.complaints}"

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        return self.page.evaluate(f"() => ({script})")

    def wait(self, script: str, seconds: float = 20.0) -> Any:
        """The value of the expression as soon as it is true; the last one after that time.

        The page may be reloaded meanwhile: then the new one is asked.
        """
        end = time.monotonic() + seconds
        while not (value := self._glimpse(script)) and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        return value

    def key(self, name: str) -> None:
        """Press a key."""
        self.page.keyboard.press(name)

    def picture(self, file: Path) -> None:
        """Save what is seen as a PNG."""
        self.page.screenshot(path=file)

    def size(self, width: int, height: int) -> None:
        """Give the window that size, in pixels."""
        self.page.set_viewport_size({"width": width, "height": height})

    def _glimpse(self, script: str) -> Any:
        """The value of the expression; None if the page is reloaded meanwhile."""
        try:
            return self.run(script)
        except Error as error:
            if any(sign in error.message for sign in ("navigat", "context was destroyed", "closed")):
                return None
            raise

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "about:", "blob:", "http://127.0.0.1")):
            self.complaints.append(f"asked a network for {request.url}")
