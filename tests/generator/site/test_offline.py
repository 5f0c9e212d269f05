"""The site without a network and without its server, after the first visit; and a new site in its place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.generator.browser import CHROMIUM, Browser
from tests.generator.site.conftest import READY, serving, whole_site

pytestmark = whole_site

_CONTROLLED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
_NEW_ONE = "caches.keys().then((all) => !all.some((one) => /^starbox-[0-9a-f]+$/.test(one)))"
_BEGUN = "document.querySelector('#sheets figure') !== null"


@pytest.fixture
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    with Browser() as opened:
        opened.page.set_default_timeout(120_000)
        yield opened


def _begin(browser: Browser, address: str, name: str) -> None:
    """Begin a game of one's own, for which all of Starbox is loaded."""
    browser.page.goto(f"{address}/make.html")
    browser.page.get_by_label("A new game, from a small one").fill(name)
    browser.page.get_by_role("button", name="Begin").click()
    assert browser.wait(_BEGUN, 120)


def _all_is_kept(home: Path, browser: Browser) -> bool:
    """Wait until the service worker keeps all that runs Starbox, but for what few games need."""
    count = len([*home.glob("*.bin"), *home.glob("pyodide/*")]) - 1
    kept = f"caches.open('starbox-large').then((kept) => kept.keys()).then((all) => all.length >= {count})"
    return bool(browser.wait(kept, 60))


def test_it_works_without_a_network_and_without_the_server(home: Path, browser: Browser) -> None:
    with serving(home) as (address, _):
        browser.page.goto(f"{address}/index.html")
        assert browser.wait(_CONTROLLED)
        _begin(browser, address, "Moon Mail")
    browser.page.context.set_offline(True)

    browser.page.goto(
        f"{address}/guides/exports.html"
    )  # the first visit; pictures are kept when they are seen
    browser.page.get_by_label("Search the guides").fill("tuck box")
    browser.page.locator("#found a").first.wait_for()
    browser.page.goto(f"{address}/print.html?game={READY}")
    assert browser.page.locator("[name=game]").input_value() == READY
    _begin(browser, address, "Mars Mail")
    assert browser.complaints == []


def test_a_click_before_the_service_worker_is_there_is_kept_too(home: Path, browser: Browser) -> None:
    with serving(home) as (address, _):
        browser.page.goto(f"{address}/print.html", wait_until="commit")
        browser.page.get_by_role("button", name="Make the calibration sheet").click()
        browser.page.wait_for_selector("#made li")
        assert _all_is_kept(home, browser)
    browser.page.context.set_offline(True)
    browser.page.reload()
    browser.page.get_by_role("button", name="Make the calibration sheet").click()
    browser.page.wait_for_selector("#made li")


def test_without_a_network_and_without_a_first_visit_it_says_why(home: Path, browser: Browser) -> None:
    with serving(home) as (address, _):
        browser.page.goto(f"{address}/print.html")
        assert browser.wait(_CONTROLLED)
    browser.page.context.set_offline(True)
    browser.page.get_by_role("button", name="Make the calibration sheet").click()
    browser.page.get_by_text("There is no network, and what runs Starbox is not kept here yet.").wait_for()


def test_a_new_site_reaches_the_visitor_and_loads_only_what_is_new(
    home: Path, browser: Browser, tmp_path: Path
) -> None:
    place = shutil.copytree(home, tmp_path / "site", copy_function=os.link)
    with serving(place) as (address, asked):
        browser.page.goto(f"{address}/index.html")
        assert browser.wait(_CONTROLLED)
        _begin(browser, address, "Moon Mail")
        assert _all_is_kept(home, browser)
        for name, before, after in (
            ("index.html", "Print one tonight", "Print two tonight"),
            ("keeper.js", 'NAME = "starbox-', 'NAME = "starbox-newer-'),
        ):
            text = (place / name).read_text("utf-8")
            (place / name).unlink()  # it is the file of the other folder, too
            (place / name).write_text(text.replace(before, after), "utf-8")
            assert before in text
        asked.clear()
        browser.page.goto(f"{address}/index.html")
        assert browser.wait(_NEW_ONE)
        browser.page.goto(f"{address}/index.html")
        assert "Print two tonight" in browser.page.inner_text("h1").replace("\n", " ")
        _begin(browser, address, "Mars Mail")
    assert [path for path in asked if path.endswith((".bin", ".mjs"))] == []
