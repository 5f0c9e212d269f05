"""People at a table, as browsers: they come by the code's address, and tap or use keys alone."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from playwright.sync_api import Browser, Error, Locator, Page, expect

from referee.web.app import make_app
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Table
from tests.generator.browser import chromium

PHONE = {"width": 390, "height": 844}
_PATIENCE = 60_000  # ms
expect.set_options(timeout=_PATIENCE)
_MOST_TABS = 600
_MOST_PARTS = 12
# What can still be chosen: of a place on a board there is a radio button too, which a reader of screens uses.
_OPEN = ".kind:not([hidden]) .facet:not(.single) label:not(.no) input:not(:checked)"
_EMPTY = ".kind:not([hidden]) .facet:not(.single):not(:has(:checked)) label:not(.no) input"


@dataclass
class Person:
    """Somebody with a phone.

    keys  whether they use the keyboard alone
    taps  how often they have tapped something
    """

    name: str
    page: Page
    chance: random.Random
    keys: bool = False
    complaints: list[str] = field(default_factory=list)
    taps: int = 0

    def sit_down(self, invitation: str) -> None:
        """Open the address of the QR code, write a name, and sit down: three taps with the scan."""
        self.page.goto(invitation, wait_until="domcontentloaded")  # faces may still be drawn
        name = self.page.get_by_label("Your name")
        if self.keys:
            self._reach(name)
            self.page.keyboard.type(self.name)
            self.page.keyboard.press("Enter")
        else:
            name.fill(self.name)
            self.press(self.page.get_by_role("button", name="Take a seat"))
        expect(self.page.get_by_role("heading", name="Players")).to_be_visible()

    @property
    def may_act(self) -> bool:
        return self.page.locator("#choose").count() > 0

    @property
    def question(self) -> str | None:
        """The question of the page; None if there is none."""
        asked: str | None = self.page.evaluate("document.getElementById('choose')?.dataset.question")
        return asked

    @property
    def number(self) -> str:
        """The state of the table that the page shows."""
        return self.page.locator("#live").get_attribute("data-n") or ""

    def catch_up(self, table: Table) -> None:
        """Wait until the page shows the table as it is, which changes also when a phone comes back."""
        end = time.monotonic() + _PATIENCE / 1000
        while self.number != table.number:
            assert time.monotonic() < end, f"{self.name} sees {self.number}, not {table.number}"
            self.page.wait_for_timeout(20)

    def act(self, *, proposed: bool = False) -> None:
        """Make a move that the page offers, and wait until the page shows it.

        proposed  whether to make the one it proposes, if there is one; else that is left to chance
        """
        before, go = self.question, self.page.locator("#go")
        if proposed and (shows := self.page.locator("#propose:not([hidden])")).count():
            self.press(shows)
        if (not proposed and self.chance.random() < 0.4) or not go.is_enabled():
            self._choose()
        self.press(go)
        ask = self.page.locator("#ask[open] [value=yes]")
        if ask.count():
            self.press(ask)
        self.page.wait_for_function(
            "asked => document.getElementById('choose')?.dataset.question !== asked"
            " || document.querySelector('.said')",
            arg=before,
            timeout=_PATIENCE,
        )
        assert self.question != before, self.page.locator(".said").all_inner_texts()

    def _choose(self) -> None:
        """Choose one row, or a form and then parts of it until the move is whole."""
        rows, verbs, go = (self.page.locator(one) for one in (".choice input", "[data-verb]", "#go"))
        if rows.count():
            self.tap(rows.nth(self.chance.randrange(rows.count())))
            return
        if verbs.count():
            self.press(verbs.nth(self.chance.randrange(verbs.count())))
        for _ in range(_MOST_PARTS):
            open_now = self.page.locator(_OPEN)
            if not open_now.count() or (go.is_enabled() and self.chance.random() < 0.6):
                break
            self.tap(open_now.nth(self.chance.randrange(open_now.count())))
        # A part that was changed last may have taken back those after it.
        while not go.is_enabled() and (empty := self.page.locator(_EMPTY)).count():
            self.tap(empty.nth(self.chance.randrange(empty.count())))
        expect(go).to_be_enabled()

    def tap(self, choice: Locator) -> None:
        """Tap what is chosen, or go there with the keyboard and press the space bar."""
        self.taps += 1
        if self.keys:
            choice.focus()  # the arrows lead there within a group, and Tab to the group
            self.page.keyboard.press("Space")
        else:
            choice.dispatch_event("click")

    def press(self, button: Locator) -> None:
        """Tap it, or go there with Tab and press Enter."""
        self.taps += 1
        if self.keys:
            self._reach(button)
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def _reach(self, target: Locator) -> None:
        wanted = target.element_handle()
        for _ in range(_MOST_TABS):
            if self.page.evaluate("one => document.activeElement === one", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")


@dataclass
class Gathering:
    """A server in this process, and a browser for those who come."""

    server: Server
    origin: str
    host_token: str
    browser: Browser

    def person(self, name: str, seed: int = 1, *, keys: bool = False, scripts: bool = True) -> Person:
        context = self.browser.new_context(viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        person = Person(name, page, random.Random(f"{name}{seed}"), keys)
        page.on("pageerror", lambda error: person.complaints.append(str(error)))
        return person

    def invitation(self, table: Table) -> str:
        """Return the address in the QR code."""
        return f"{self.origin}/t/{table.name}/in/{table.rights.invitation}"


@contextmanager
def gathered() -> Iterator[Gathering]:
    """A server and a browser, until all have left."""
    place = socket.socket()
    place.bind(("127.0.0.1", 0))
    place.listen()  # a page that is opened before the server has started waits for it
    address = f"127.0.0.1:{place.getsockname()[1]}"
    server, rights = Server(apart=True), Rights()
    token = rights.invitation
    app = make_app(server, rights, (address,))
    uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))  # type: ignore[arg-type]
    thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        with chromium() as browser:
            yield Gathering(server, f"http://{address}", token, browser)
    finally:
        uvicorn_server.should_exit = True
        thread.join(60)
        place.close()


def asleep(person: Person, yes: bool) -> None:
    """Put the phone to sleep without a network, or wake it. A page that is being left is of no account."""
    try:
        person.page.context.set_offline(yes)
        if not yes:
            person.page.evaluate("dispatchEvent(new Event('online'))")
    except Error:
        pass
