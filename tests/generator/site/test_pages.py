"""The pages of a site that was built: every link leads somewhere, and everybody can use them."""

from __future__ import annotations

import json
import lzma
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import urldefrag

import pytest

from components import catalogue
from generator.exports.web.faces import LOOKS, WebFaces, looks
from generator.site.archive import LATER
from tests.generator.presswork import pnp
from tests.generator.site.conftest import READY, Visit, whole_site

AXE = Path(__file__).parents[2] / "referee" / "web" / "axe.min.js"
MORE = (
    "print.html",
    "make.html",
    "referee.html",
    "guides/index.html",
    "guides/printing.html",
    "guides/own-games.html",
    "guides/games/mlem.html",
    "guides/rules/mlem-de.html",
    "licences.html",
)
WIDTHS = (320, 390, 768, 1440)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
TRY_IT = 10_000_000  # bytes to load where Starbox runs
FRONT = 250_000  # bytes of the front page


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.ids.add(value)


def test_every_link_leads_somewhere(home: Path) -> None:
    pages: dict[Path, _Links] = {}
    for file in home.rglob("*.html"):
        pages[file] = _Links()
        pages[file].feed(file.read_text("utf-8"))
    lost = []
    for file, page in pages.items():
        for link in page.links:
            place, part = urldefrag(link)
            if "://" in link or link.startswith(("data:", "mailto:")):
                continue
            there = (file.parent / place.partition("?")[0]).resolve() if place else file
            if not there.exists() or (part and there in pages and part not in pages[there].ids):
                lost.append(f"{file.relative_to(home)}: {link}")
    assert lost == []


def test_the_ready_files_are_those_of_a_build(home: Path, tmp_path: Path) -> None:
    assert pnp("build", READY, "--together", "--out", tmp_path).code == 0
    for name, ready in (READY, f"{READY}-a4"), ("rulebook", f"{READY}-rulebook"):
        assert (home / f"pdf/{ready}.pdf").read_bytes() == (tmp_path / READY / f"{name}.pdf").read_bytes()


def test_every_face_of_a_ready_game_is_there(home: Path) -> None:
    faces = WebFaces(catalogue.load(READY))
    assert {file.name for file in (home / "faces" / READY).iterdir()} == set(faces.names)


def test_faces_are_called_the_same_in_the_browser(home: Path) -> None:
    """They are named after the code that draws them, which is there only as it was compiled."""
    with lzma.open(home / "starbox.bin") as packed:
        files = {name: packed.read(size) for name, size in json.loads(packed.readline()).items()}
    assert files[LOOKS].decode() == looks()


def test_what_is_loaded_is_small(home: Path) -> None:
    loaded = [file for file in home.glob("*.bin") if not LATER.match(file.name)]
    loaded += [*home.glob("*.js"), *home.glob("*.css"), *home.glob("referee/*"), *home.glob("pyodide/*")]
    assert sum(file.stat().st_size for file in loaded) + 500_000 < TRY_IT  # the rest is pages and pictures
    front = [
        home / "index.html",
        home / "site.css",
        home / "icon.svg",
        home / "stars.svg",
        home / "offline.js",
    ]
    at_once = [file for file in (home / "pictures").iterdir() if not file.stem.endswith("-sheets")]
    front += [*at_once, *(home / "fonts").glob("*.woff")]
    assert sum(file.stat().st_size for file in front) < FRONT


@pytest.mark.parametrize("name", ["index.html", *(pytest.param(name, marks=whole_site) for name in MORE)])
def test_a_page_holds_up_to_axe_and_fits_every_screen(visit: Visit, name: str) -> None:
    faults = []
    visit.open(name)
    visit.page.evaluate(AXE.read_text("utf-8"))
    for width in WIDTHS:
        visit.browser.size(width, 900)
        if visit.browser.run("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{width} px are too narrow")
        links = "[...document.querySelectorAll('.top nav a')].map((one) => one.getBoundingClientRect().top)"
        if visit.browser.run(f"new Set({links}).size") > 1:
            faults.append(f"the links at the top need two lines at {width} px")
    for scheme in SCHEMES:
        visit.page.emulate_media(color_scheme=scheme)
        faults += visit.page.evaluate(
            "axe.run({resultTypes: ['violations']}).then((found) => found.violations.flatMap((one) => "
            "one.nodes.map((node) => `${one.id}: ${node.html}`)))"
        )
    visit.page.emulate_media(color_scheme="null")
    visit.browser.size(1280, 900)
    assert faults == []


def test_the_front_page_shows_the_files_of_one_paper_and_one_ink(visit: Visit) -> None:
    visit.open("index.html")
    links = visit.page.locator(f"#{READY} .files a:visible")
    for paper in "A4", "Letter":
        for ink in "Full colour", "Ink saver":
            visit.page.get_by_label(paper, exact=True).check()
            visit.page.get_by_label(ink, exact=True).check()
            said = [" ".join(text.split()) for text in links.all_inner_texts()]
            assert said[0].startswith("Print all of it") and f"{paper}, {ink.lower()}" in said[0]
            assert len(said) == 4, "all sheets, the rulebook in two ways, a box"


@whole_site
@pytest.mark.parametrize("words", ["MLEM rules", "how do I play MLEM"])
def test_the_rules_are_found_first(visit: Visit, words: str) -> None:
    visit.open("guides/index.html")
    visit.page.get_by_label("Search the guides").fill(words)
    visit.page.locator("#found a").first.wait_for()
    assert "rules/mlem.html" in str(visit.page.locator("#found a").first.get_attribute("href"))


def test_each_page_says_what_it_is_about(home: Path) -> None:
    found = [
        re.search('name="description" content="(.*)"', file.read_text("utf-8"))
        for file in home.rglob("*.html")
    ]
    said = [one[1] for one in found if one]
    assert len(said) == len(set(said)) == len(found) and min(map(len, said)) > 15


@whole_site
def test_guides_are_set_as_the_other_pages_are(visit: Visit) -> None:
    font = "getComputedStyle(document.querySelector('main p:not([class])')).font"
    fonts = set()
    for name in "licences.html", "guides/printing.html", "guides/games/mlem.html":
        visit.open(name)
        fonts.add(visit.page.evaluate(font))
    assert len(fonts) == 1 and "Barlow" in fonts.pop()


@whole_site
def test_the_guides_are_searched(visit: Visit) -> None:
    visit.open("guides/index.html")
    visit.page.get_by_label("Search the guides").fill("tuck box")
    visit.page.locator("#found a").first.wait_for()
    assert "Boxes" in visit.page.inner_text("#found")


@whole_site
def test_nothing_is_loaded_before_a_click(visit: Visit) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    for name in ("print.html", "make.html", "referee.html"):
        visit.open(name)
        visit.page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith((".bin", ".mjs"))] == []
