"""The site as somebody meets it who has only its address: clicks, bytes, seconds, and what works offline.

    make site && python benchmarks/site.py
    python benchmarks/site.py --only clicks,weight
    python benchmarks/site.py --only offline --visits 20

Prints figures, each beside its goal; the exit code is 1 if one misses it. A Chromium that is driven by
Playwright opens the built folder on the loopback and has no other network; every visit is a new profile, at
the width of a phone and of a desk. A click is what a mouse does: nothing is typed, and no address is known
but that of the front page. Seconds are those of a clock, so let nothing else run meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Locator, Page, sync_playwright

from tests.generator.browser import CHROMIUM, QUIET
from tests.generator.site.conftest import serving
from tests.generator.site.unwatched import Unwatched

WIDTHS = (390, 1440)
HEIGHT = 844
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
GAMES = ("last-blast", "mlem", "per-aspera", "planetary", "rayguns")
AXE = Path("tests/referee/web/axe.min.js").read_text("utf-8")
FAULTS = (
    "axe.run({resultTypes: ['violations']}).then((found) => found.violations.flatMap("
    "(one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 90)}`)))"
)
PATIENCE = 120.0  # seconds
MOMENT = 1500  # milliseconds that a person takes to look at a page that has come


class Visitor:
    """Somebody with a mouse and a new profile.

    clicks      how many there were since a page was opened
    complaints  what the console has said
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.clicks = 0
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(f"{said.text} {said.location.get('url', '')}")

    def open(self, name: str = "index.html") -> Page:
        """Begin at that page, without a click."""
        self.clicks = 0
        self.page.goto(f"{self.address}/{name}")
        return self.page

    def click(self, what: Locator) -> None:
        """Click it, once it can be."""
        what.click()
        self.clicks += 1

    def table(self) -> Frame:
        """The pages of a game, once its table is there."""
        self.page.wait_for_selector("#pages", state="visible")
        frame = self.page.query_selector("#pages")
        inside = frame.content_frame() if frame else None
        assert inside
        inside.wait_for_selector("main.table")
        return inside


class Site:
    """The built folder, who looks at it, and the figures that come of it."""

    def __init__(self, home: Path, browser: Browser) -> None:
        self.home, self._browser = home, browser
        self.missed: list[str] = []

    def tell(self, what: str, found: float, unit: str = "", most: float | None = None) -> None:
        """Print a figure, and its goal if it has one: the most that it may be."""
        good = most is None or found <= most
        goal = "" if most is None else f"<= {most:g}"
        print(f"{what:60}{found:9.4g} {unit:3} {goal:9}{'' if good else 'missed'}", flush=True)
        if not good:
            self.missed.append(what)

    @contextmanager
    def visit(self, width: int, *, keeper: bool = True) -> Iterator[tuple[Visitor, list[str]]]:
        """A visitor, and what the server was asked for; without `keeper` nothing is loaded ahead."""
        context = self._browser.new_context(
            viewport={"width": width, "height": HEIGHT}, service_workers="allow" if keeper else "block"
        )
        try:
            with serving(self.home) as (address, asked):
                yield Visitor(context.new_page(), address), asked
        finally:
            context.close()

    def bytes(self, asked: list[str]) -> int:
        """The weight of those files from a server that packs nothing."""
        files = (self.home / (path.partition("?")[0].strip("/") or "index.html") for path in set(asked))
        return sum(file.stat().st_size for file in files if file.is_file())


def clicks(site: Site) -> None:
    """From the front page to paper, to the rules, and to a move of each game."""
    for width in WIDTHS:
        for slug in GAMES:
            with site.visit(width) as (one, _):
                card = one.open().locator(f"#{slug}")
                with one.page.context.expect_event(
                    "response", lambda answer: answer.url.endswith(".pdf")
                ) as asked:
                    one.click(card.locator("a.all:visible"))
                assert asked.value.ok
                site.tell(f"{width} px, {slug}: clicks to all its sheets", one.clicks, most=3)

                one.open()
                one.click(card.get_by_role("link", name="Rules").first)
                one.page.wait_for_url("**/rules/*.html")
                site.tell(f"{width} px, {slug}: clicks to its rules", one.clicks, most=2)

                one.open()
                one.click(card.get_by_role("link", name="Play against a bot"))
                move(one)
                site.tell(f"{width} px, {slug}: clicks to a move against a bot", one.clicks, most=2)
                site.tell(f"{width} px, {slug}: errors on the console", len(one.complaints), most=0)
                for line in one.complaints:
                    print(f"    {line}")


def move(one: Visitor) -> None:
    """Make the first move of a game: the one that the page proposes, or its suggestion."""
    inside = one.table()
    before = inside.get_attribute("#live", "data-n")
    inside.wait_for_selector("#go:enabled, #propose:visible")
    one.page.wait_for_timeout(MOMENT)
    if not inside.is_enabled("#go"):
        one.click(inside.locator("#propose"))
    one.click(inside.locator("#go"))
    sure, end = inside.locator("#ask[open] [value=yes]"), time.monotonic() + PATIENCE
    while inside.get_attribute("#live", "data-n") == before:
        assert time.monotonic() < end, "no move was made"
        if sure.is_visible():
            one.click(sure)
        one.page.wait_for_timeout(50)


def weight(site: Site) -> None:
    """Bytes that are loaded for the front page, and until there is a table."""
    with site.visit(1440, keeper=False) as (one, asked):
        one.open().wait_for_load_state("networkidle")
        site.tell("front page", site.bytes(asked) / 1e3, "kB", 250)
        site.tell("front page, requests", len(asked))
    for slug in GAMES:
        with site.visit(1440, keeper=False) as (one, asked):
            card = one.open().locator(f"#{slug}")
            one.page.wait_for_load_state("networkidle")
            begun = time.monotonic()
            asked.clear()
            one.click(card.get_by_role("link", name="Play against a bot"))
            one.table()
            site.tell(f"{slug}: from the click to its table", time.monotonic() - begun, "s")
            one.page.wait_for_load_state("networkidle")
            site.tell(f"{slug}: loaded from the click to its table", site.bytes(asked) / 1e6, "MB", 10)


def work(site: Site) -> None:
    """Processor seconds of the tab until there is a PDF, and the next; other work does not change them."""
    for slug in GAMES:
        steps = f'await print("{slug}"); await tell("first"); await print("{slug}"); await tell("next");'
        with Unwatched(site.home, "print.html", steps) as visit:
            visit.until("first", 600)
            first = visit.seconds()
            visit.until("next", 600)
            site.tell(f"{slug}: work of the tab for the first PDF", first, "s", 8)
            site.tell(f"{slug}: and for the next", visit.seconds() - first, "s", 8)


def pdf(site: Site) -> None:
    """Seconds from the click to a PDF on a first visit: of the usual order, and of one with other marks."""
    for slug in GAMES:
        with site.visit(1440) as (one, asked):
            one.open(f"print.html?game={slug}").wait_for_load_state("networkidle")
            asked.clear()
            for what, marks in ("usual", "crop"), ("first other", "lines"), ("next", "none"):
                one.page.get_by_text("Marks, margins and boxes").evaluate(
                    "(one) => (one.parentNode.open = true)"
                )
                one.page.locator("[name='--marks']").select_option(marks)
                begun = time.monotonic()
                one.click(one.page.get_by_role("button", name="Make the PDF"))
                one.page.wait_for_selector("#made li.first")
                site.tell(f"{slug}: from the click to the {what} PDF", time.monotonic() - begun, "s", 8)
            site.tell(f"{slug}: errors on the console of Print", len(one.complaints), most=0)


def axe(site: Site) -> None:
    """Faults that axe finds on every page of the site and on the table of each game, light and dark."""
    pages = sorted(file.relative_to(site.home).as_posix() for file in site.home.rglob("*.html"))
    for width in WIDTHS:
        found: list[str] = []
        with site.visit(width) as (one, _):
            for name in pages:
                one.open(name)
                one.page.evaluate(AXE)
                for scheme in SCHEMES:
                    one.page.emulate_media(color_scheme=scheme)
                    found += [f"{name}: {fault}" for fault in one.page.evaluate(FAULTS)]
                if one.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    found.append(f"{name}: wider than the screen")
            site.tell(f"{width} px: faults of {len(pages)} pages", len(found), most=0)
            site.tell(f"{width} px: errors on the console of {len(pages)} pages", len(one.complaints), most=0)
            told = one.complaints
        for slug in GAMES:
            with site.visit(width) as (one, _):
                one.open(f"referee.html?play={slug}")
                inside = one.table()
                inside.evaluate(AXE)
                faults = inside.evaluate(FAULTS)
                site.tell(f"{width} px, {slug}: faults of its table", len(faults), most=0)
                found += [f"{slug}: {fault}" for fault in faults]
        for line in dict.fromkeys([*found, *told]):
            print(f"    {line}")


def lessons(site: Site) -> None:
    """Every lesson, clicked through with its button for the move that is due."""
    for slug in GAMES:
        with site.visit(390) as (one, _):
            one.click(one.open().locator(f"#{slug}").get_by_role("link", name="Learn it"))
            inside = one.table()
            end = time.monotonic() + 5 * PATIENCE
            while time.monotonic() < end and not over(inside):
                step(one, inside)
            site.tell(f"{slug}: lesson not led to its end", 0 if over(inside) else 1, most=0)
            site.tell(f"{slug}: clicks of the lesson", one.clicks)
            site.tell(f"{slug}: errors on the console of the lesson", len(one.complaints), most=0)


def step(one: Visitor, inside: Frame) -> None:
    """Click what comes next in a lesson: its own button while it leads, then what the page proposes."""
    for words in "#ask[open] [value=yes]", "#guided button.main", "#go:enabled", "#propose":
        button = inside.locator(words)
        if button.count() and button.first.is_visible():
            try:
                button.first.click(timeout=1000)
            except Error:  # the page has changed in this very moment
                return
            one.clicks += 1
            one.page.wait_for_timeout(20)
            return
    one.page.wait_for_timeout(50)


def over(inside: Frame) -> bool:
    """Tell whether the game is over."""
    return "The game is over." in inside.inner_text("#turn")


def offline(site: Site, visits: int) -> None:
    """Visits with a click at once, and the same click again without a network and without the server."""
    lost = 0
    for _ in range(visits):
        with site.visit(1440) as (one, _):
            again = f"{one.address}/print.html"
            one.page.goto(again, wait_until="commit")
            button = one.page.get_by_role("button", name="Make the calibration sheet")
            one.click(button)
            one.page.wait_for_selector("#made li")
            one.page.context.set_offline(True)
            one.page.goto(again, wait_until="commit")
            one.click(button)
            one.page.wait_for_selector("#made li, #problem:not([hidden])")
            lost += one.page.is_visible("#problem")
    site.tell(f"of {visits} first visits with a click at once, lost offline", lost, most=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--site", type=Path, default=Path("output/site"))
    parser.add_argument("--only", default="clicks,weight,work,pdf,axe,lessons,offline")
    parser.add_argument("--visits", type=int, default=20)
    asked = parser.parse_args()
    assert CHROMIUM, "there is no Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *QUIET])
        site = Site(asked.site.resolve(), browser)
        parts: dict[str, Callable[[], None]] = {
            **{one.__name__: partial(one, site) for one in (clicks, weight, work, pdf, axe, lessons)},
            "offline": partial(offline, site, asked.visits),
        }
        for name in asked.only.split(","):
            parts[name]()
        browser.close()
    print(f"{len(site.missed)} missed")
    return 1 if site.missed else 0


if __name__ == "__main__":
    sys.exit(main())
