"""Going from page to page while Python runs: it stays, and each page is what it is alone."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Route

from tests.generator.browser import IN_A_BROWSER, Browser
from tests.generator.site.conftest import Visit, serving, whole_site
from tests.generator.site.test_referee import sit_down

pytestmark = [whole_site, *IN_A_BROWSER]
_COMETS = "document.querySelector('#definitions').textContent.includes('Comets')"
_WHERE = "location.pathname.split('/').pop() + location.search + location.hash"


def _go(visit: Visit, link: str, title: str) -> None:
    """Follow a link at the top: the heading of the page that comes has the focus."""
    visit.page.get_by_role("navigation", name="Starbox").get_by_role("link", name=link).click()
    visit.page.wait_for_function("title => document.title.startsWith(title)", arg=title)
    visit.page.wait_for_function("document.activeElement.nodeName === 'H1'")
    assert visit.page.locator("[aria-current=page]").first.inner_text() == link


def _make_the_calibration_sheet(visit: Visit) -> None:
    visit.page.get_by_role("button", name="Make the calibration sheet").click()
    visit.page.wait_for_selector("#made li")


def test_one_python_serves_all_pages(home: Path) -> None:
    with serving(home) as (address, asked), Browser() as browser:
        visit, page = Visit(address, browser), browser.page
        inside = page.frame_locator("#pages")
        visit.open("print.html?game=mlem")
        _make_the_calibration_sheet(visit)
        made = page.locator("#made a[download]").get_attribute("href") or ""
        loaded = [path for path in asked if path.endswith((".bin", ".mjs"))]
        _go(visit, "Make", "Make")
        assert page.evaluate("address => fetch(address).then(() => 'kept', () => 'freed')", made) == "freed"
        browser.complaints.clear()  # it complains that it is freed
        page.get_by_label("A new game, from a small one").fill("Moon Mail")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector("#sheets figure")
        page.get_by_label("note of row 1", exact=True).fill("Comets are late today.")
        _go(visit, "Play", "Play")  # the page keeps what was typed last, although nothing was drawn yet
        sit_down(visit, "MLEM")
        page.get_by_role("button", name="Leave", exact=True).click()  # a game is the page until then
        _go(visit, "Guides", "Guides")
        page.get_by_label("Search the guides").fill("tuck box")
        page.get_by_role("link", name="Boxes", exact=True).first.click()
        page.wait_for_function("document.activeElement.id === 'boxes'")
        assert page.evaluate(_WHERE) == "printing.html#boxes"
        page.go_back()
        page.get_by_role("heading", name="Guides", level=1).wait_for()
        page.go_back()
        page.get_by_role("heading", name="Play", level=1).wait_for()
        page.go_back()  # the game goes on
        inside.locator("main.table").wait_for()
        for _ in range(9):
            page.go_back()
            page.wait_for_timeout(300)
            if page.evaluate(_WHERE) == "make.html":
                break
        page.get_by_role("button", name="Moon Mail", exact=True).click()
        page.wait_for_function(_COMETS)
        page.go_back()
        page.wait_for_function(f"{_WHERE} === 'print.html?game=mlem'")
        page.wait_for_function("document.querySelector('[name=game]')?.value === 'mlem'")
        _make_the_calibration_sheet(visit)
        assert [path for path in asked if path.endswith((".bin", ".mjs"))] == loaded
        page.reload()  # the address is that of the page which is seen
        assert page.locator("[name=game]").input_value() == "mlem"
        assert not browser.complaints


def test_a_page_that_works_for_long_is_left_at_once(home: Path) -> None:
    with serving(home) as (address, _), Browser() as browser:
        visit, page = Visit(address, browser), browser.page
        visit.open("print.html?game=planetary&--marks=lines")  # no file is ready for these
        page.get_by_role("button", name="Make the PDF").click()
        page.wait_for_function("document.querySelector('#state').textContent.includes('piece 1')")
        begun = time.monotonic()
        _go(visit, "Make", "Make")
        assert time.monotonic() - begun < 5  # all pieces of Planetary take longer
        page.get_by_label("A new game, from a small one").fill("Moon Mail")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector("#sheets figure")
        assert not browser.complaints


def test_a_page_of_a_newer_site_is_opened_anew(home: Path) -> None:
    with serving(home) as (address, _), Browser() as browser:
        visit, page = Visit(address, browser), browser.page
        visit.open("print.html")
        _make_the_calibration_sheet(visit)
        page.evaluate("document.getElementById('main').dataset.site = 'older'")
        page.evaluate("window.before = true")
        page.get_by_role("link", name="Make", exact=True).click()
        page.wait_for_url("**/make.html")
        page.get_by_label("A new game, from a small one").wait_for()
        assert page.evaluate("window.before") is None


def test_a_click_before_the_script_is_there_is_done_when_it_comes(visit: Visit) -> None:
    started = visit.page.context.browser
    assert started
    held: list[Route] = []
    page = started.new_context(service_workers="block").new_page()
    page.route("**/visit.js", lambda route: held.append(route))
    page.goto(f"{visit.address}/print.html", wait_until="commit")
    page.get_by_role("button", name="Make the calibration sheet").click()
    assert page.inner_text("#state") == "Nothing is made yet." and page.url.endswith("print.html")
    held[0].continue_()
    page.wait_for_selector("#made li", timeout=180_000)
