"""People at a table, as browsers: they come by the code's address, and tap or use keys alone."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from playwright.sync_api import Browser, Error, Locator, Page, expect

from referee.web.app import make_app
from referee.web.rights import HOST, Rights
from referee.web.server import Server
from referee.web.table import Table
from tests.generator.browser import chromium

PHONE = {"width": 390, "height": 844}
_PATIENCE = 60_000  # ms
expect.set_options(timeout=_PATIENCE)
_MOST_TABS = 600


@dataclass
class Person:
    """Somebody with a phone.

    keys  whether they use the keyboard alone
    """

    name: str
    page: Page
    chance: random.Random
    keys: bool = False
    complaints: list[str] = field(default_factory=list)

    def sit_down(self, invitation: str) -> None:
        """Open the address of the QR code, write a name, and sit down: three taps with the scan."""
        self.page.goto(invitation)
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
        return self.page.locator("#moves").count() > 0

    @property
    def number(self) -> str:
        """The state of the table that the page shows."""
        return self.page.locator("#live").get_attribute("data-n") or ""

    def act(self) -> None:
        """Make a move that the page offers, mostly its first, and wait until the page shows it."""
        before = self.number
        buttons = self.page.locator("#moves button[name=move]")
        forms = self.page.locator("#moves form.parts")
        many = buttons.count()
        if many and (not forms.count() or self.chance.random() < 0.6):
            self.press(buttons.nth(0 if self.chance.random() < 0.8 else self.chance.randrange(many)))
        else:
            self._fill(forms.nth(self.chance.randrange(forms.count())))
        ask = self.page.locator("#ask[open] [value=yes]")
        if ask.count():
            self.press(ask)
        self.page.wait_for_function(
            "n => live.dataset.n !== n || document.querySelector('.said')", arg=before, timeout=_PATIENCE
        )
        assert self.number != before, self.page.locator(".said").all_inner_texts()

    def press(self, button: Locator) -> None:
        """Tap it, or go there with Tab and press Enter."""
        if self.keys:
            self._reach(button)
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def _fill(self, form: Locator) -> None:
        """Choose a value for each part of those that are left, and make the move."""
        for number in range(form.locator("select").count()):
            select = form.locator("select").nth(number)
            values = select.evaluate(
                "one => [...one.options].filter(o => !o.disabled && o.value).map(o => o.value)"
            )
            if select.input_value() and len(values) == 1:
                continue
            if self.keys:
                self._reach(select)
                self.page.keyboard.press("ArrowDown")
                expect(select).not_to_have_value("")
            else:
                select.select_option(self.chance.choice(values))
            expect(form).not_to_have_attribute("aria-busy", "true", timeout=_PATIENCE)
        self.press(form.locator("button"))

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

    def person(self, name: str, seed: int = 1, *, keys: bool = False) -> Person:
        page = self.browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
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
    token = rights.issue(HOST)
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
