"""Phones and a television as real browsers, served by the real command on the loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.generator.browser import IN_A_BROWSER, chromium
from tests.referee.web.conftest import offered

pytestmark = IN_A_BROWSER

expect.set_options(timeout=30_000)  # ms; on a busy machine every face is drawn in its turn
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1440, "height": 900}


# From now on the answer to a page's question for itself is on its way until `arrive()`.
SLOW_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (where, how) => {
    const answer = await ask(where, how);
    if (how.method) return answer;
    const text = await answer.text();
    await new Promise((go) => (window.arrive = go));
    return new Response(text);
  };
}"""

# From now on no answer to what the page sends arrives, though what it sends does.
LOST_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (where, how) => {
    const answer = await ask(where, how);
    if (how.method) throw new TypeError("lost");
    return answer;
  };
}"""


@dataclass
class Table:
    """A server in a process of its own, and the browsers that look at its table."""

    host: str
    invitation: str
    browser: Browser
    do: Callable[[str], None]
    complaints: list[str] = field(default_factory=list)

    def screen(self, size: dict[str, int]) -> Page:
        context: BrowserContext = self.browser.new_context(viewport=size)  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        return page

    def phone(self, name: str) -> Page:
        """A phone whose owner has sat down: scan, type a name, tap."""
        page = self.screen(PHONE)
        page.goto(self.invitation, wait_until="domcontentloaded")  # faces may still be drawn
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("heading", name="Players")).to_be_visible()
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        cut_off = "ERR_INTERNET_DISCONNECTED" in message.text or "Failed to fetch" in message.text
        if message.type in ("error", "warning") and not cut_off:
            self.complaints.append(message.text)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    command = [str(Path(sys.executable).with_name("referee")), "serve", "last-blast", "--port", "0"]
    environment = {**os.environ, "STARBOX_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout
    addresses = [re.findall(r"http://\S+", server.stdout.readline()) for _ in range(2)]

    def do(move: str) -> None:
        done = subprocess.run(
            [command[0], "do", *move.split()], env=environment, capture_output=True, text=True
        )
        assert not done.returncode, done.stderr

    try:
        with chromium() as browser:
            yield Table(addresses[0][0], addresses[1][0], browser, do)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        server.stdout.close()


def test_two_phones_and_a_television_play(table: Table) -> None:
    """Every screen shows who sits down; a phone that was cut off is up to date again by itself."""
    television = table.screen(TELEVISION)
    television.goto(table.host)
    television.get_by_role("button", name="Be the host").click()
    television.get_by_role("link", name=re.compile("The Last Blast")).click()
    ann, bo = table.phone("Ann"), table.phone("Bo")
    expect(television.locator("ol.players li:not(.free)")).to_have_count(2)
    ann.get_by_role("button", name="Begin").click()
    for page in (ann, bo):
        expect(page.locator(".turn")).to_contain_text("in secret")
        expect(page.locator("#go")).to_be_enabled()
    expect(television.locator(".turn")).to_contain_text("Ann and Bo choose in secret.")

    bo.context.set_offline(True)  # asleep in a pocket
    (move, *_) = offered(ann.content())
    table.do(f"Ann: {move}")  # typed at the terminal of the host
    expect(ann.locator(".turn")).to_contain_text("Bo chooses in secret.")
    expect(television.locator(".turn")).to_contain_text("Bo chooses in secret.")
    bo.context.set_offline(False)
    bo.evaluate("dispatchEvent(new Event('online'))")
    expect(bo.locator("#log")).to_contain_text("Ann has chosen.")

    bo.evaluate(SLOW_ANSWERS)
    bo.evaluate("dispatchEvent(new Event('online'))")
    bo.wait_for_function("() => window.arrive")
    bo.locator("#go").click()
    expect(ann.locator("#log")).to_contain_text("Bo begins with")
    expect(bo.locator("#log")).to_contain_text("Bo begins with")
    bo.evaluate("arrive()")
    bo.evaluate("new Promise((go) => setTimeout(go, 100))")
    expect(bo.locator("#log")).to_contain_text("Bo begins with")  # an older answer changes nothing
    for page in (ann, bo, television):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
    hidden = television.locator("#area-hand-1 img").first.get_attribute("alt")
    assert hidden == "face down", "the television shows nobody's hand"
    assert table.complaints == []


def test_a_phone_shows_the_table_though_no_answer_to_its_move_arrives(table: Table) -> None:
    """The news of a move comes before its answer, while the page waits for that."""
    ann, bo = table.phone("Ann"), table.phone("Bo")
    ann.get_by_role("button", name="Begin").click()
    expect(ann.locator("#go")).to_be_enabled()
    ann.evaluate(LOST_ANSWERS)
    ann.locator("#go").click()
    if (ask := ann.locator("#ask[open] [value=yes]")).count():
        ask.click()
    for page in (ann, bo):
        expect(page.locator("#log")).to_contain_text("Ann has chosen")
    assert table.complaints == []


@pytest.mark.parametrize("width", [320, 768])
def test_the_doors_fit_every_screen(table: Table, width: int) -> None:
    page = table.screen({"width": width, "height": 700})
    for address in (table.host, table.invitation):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement !== document.body"), "the keyboard alone is enough"
    assert table.complaints == []
