"""A headless Chromium, driven by Playwright: what a person would see and press."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Error, Playwright, Request, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
IN_A_BROWSER = [
    pytest.mark.outside,
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed: apt-get install chromium"),
]

# Without these, Chromium looks for its maker's servers at every start.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]


def in_a_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Declare a test that needs one."""
    for mark in IN_A_BROWSER:
        test = mark(test)
    return test


@contextmanager
def chromium(flags: Sequence[str] = ()) -> Iterator[Chromium]:
    """A Chromium whose pages are closed afterwards. As a start takes a second, the next test gets it too.

    flags  besides the usual ones
    """
    assert CHROMIUM, "there is no Chromium"
    # Playwright's loop is the running one of this thread only meanwhile: other tests run their own.
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(_loop())
    started = _started(tuple(flags))
    others = started.contexts
    try:
        yield started
    finally:
        for context in started.contexts:
            if context not in others:
                context.close()
        asyncio._set_running_loop(before)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop of Playwright, which is started with it."""
    _playwright()
    return asyncio.get_running_loop()


@cache
def _playwright() -> Playwright:
    playwright = sync_playwright().start()
    atexit.register(_stop)
    return playwright


@cache
def _started(flags: tuple[str, ...]) -> Chromium:
    return _playwright().chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", *QUIET, *flags]
    )


def _stop() -> None:
    """Chromium ends with Playwright."""
    asyncio._set_running_loop(_loop())
    _playwright().stop()


class Browser:
    """One page. `complaints` gathers its console errors, exceptions and requests to a network.

    flags  for Chromium, besides the usual ones
    """

    def __init__(self, width: int = 1280, height: int = 900, flags: Sequence[str] = ()) -> None:
        self.complaints: list[str] = []
        self._open = ExitStack()
        started = self._open.enter_context(chromium(flags))
        self.page = started.new_page(viewport={"width": width, "height": height})
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def open(self, url: str) -> None:
        """Go there and wait until the gallery has unpacked its drawings."""
        self.page.goto(url)
        assert self.wait("document.documentElement?.dataset.ready"), f"{url}: {self.complaints}"

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        return self.page.evaluate(f"() => ({script})")

    def wait(self, script: str, seconds: float = 60.0) -> Any:
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
        here = "file:", "data:", "about:", "blob:", "chrome:", "chrome-extension:", "http://127.0.0.1"
        if not request.url.startswith(here):
            self.complaints.append(f"asked a network for {request.url}")
