"""A replay as a page: one file, for any browser, whatever the players are called."""

from __future__ import annotations

import contextlib
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from referee.archive.pages.replay import replay_page
from referee.archive.scenes import Replay
from referee.web.pages.drawing import Faces
from tests.generator.browser import Browser, in_a_browser
from tests.referee.archive.conftest import Played

HOSTILE = "<script>alert(1)</script>"


class Seen(HTMLParser):
    """The tags of a page, what it refers to, and its text outside of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.text = ""
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open = tag
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        if self._open not in ("script", "style"):
            self.text += data


@pytest.mark.parametrize("game", ["last-blast", "planetary"])
def test_a_page_is_one_small_file_with_every_step(played: Played, game: str) -> None:
    """At most 1 MB, and nothing from a network; the log has every step."""
    replay = Replay(played(game, "Ann", "Bo"))
    page = replay_page(replay, odds=False)
    assert len(page.encode()) < 1_000_000
    seen = Seen(page)
    assert all(address.startswith("#step-") for address in seen.addresses)
    assert seen.addresses == [f"#step-{scene.number}" for scene in replay.scenes]
    assert "://" not in unescape(page)
    for scene in replay.scenes:
        assert all(line in seen.text for line in scene.told.lines)


def test_the_same_replay_gives_the_same_bytes(played: Played) -> None:
    session = played("mlem", "Ann", "Bo")
    assert replay_page(Replay(session), odds=False) == replay_page(Replay(session), odds=False)


def test_the_odds_are_in_the_page_unless_they_are_left_out(played: Played) -> None:
    replay = Replay(played("last-blast", "Ann", "Bo"))
    assert replay_page(replay).count("<summary>Odds</summary>") > 3
    assert "Odds" not in replay_page(replay, odds=False)


def test_a_name_is_text_wherever_it_stands(played: Played) -> None:
    seen = Seen(replay_page(Replay(played("last-blast", HOSTILE, "</title>&'\""))))
    assert seen.tags.count("script") == 2  # the packed tables, and the page's own
    assert seen.tags.count("title") == 2  # the title of the page, and that of the chart
    assert HOSTILE in seen.text


@in_a_browser
def test_in_a_browser(played: Played, tmp_path: Path) -> None:
    """The printed pieces lie there; keys and buttons step, and nothing complains or asks a network."""
    session = played("last-blast", HOSTILE, "Bo")
    replay = Replay(session)
    file = tmp_path / "replay.html"
    with contextlib.closing(Faces()) as faces:
        page = replay_page(replay, odds=False, faces=faces)
    assert len(page.encode()) < 1_000_000
    file.write_text(page, encoding="utf-8")
    with Browser() as browser:
        browser.open(file.as_uri())
        last = len(replay.scenes) - 1
        assert browser.run("at.textContent") == f"0 of {last}"
        browser.key("ArrowRight")
        assert browser.run("at.textContent") == f"1 of {last}"
        assert browser.run("document.querySelectorAll('#area-field .board image').length") == 21
        drawn = "[...document.querySelectorAll('#table img')].every(one => one.naturalWidth)"
        assert browser.run(f"Promise.all([...document.images].map(one => one.decode())).then(() => {drawn})")
        browser.run("document.getElementById('last').click()")
        assert browser.run("location.hash") == f"#at-{last}"
        assert browser.run("document.querySelectorAll('li.now').length") == 1
        assert HOSTILE in browser.run("document.getElementById('table').textContent")
        assert browser.run("document.scripts.length") == 2
        browser.run("document.getElementById('round').selectedIndex = 1")
        browser.run("document.getElementById('round').dispatchEvent(new Event('change'))")
        start = replay.rounds()[1][1]
        assert browser.run("at.textContent") == f"{start} of {last}"
        assert browser.complaints == []


@in_a_browser
def test_without_a_script(played: Played, tmp_path: Path) -> None:
    """The log is there, and the table at the end of each round; what only the script fills is not shown."""
    page = replay_page(Replay(played("last-blast", "Ann", "Bo")), odds=False)
    silent = re.sub("<script.*?</script>", "", page, flags=re.DOTALL).replace(
        "<html", "<html data-ready=1", 1
    )
    file = tmp_path / "replay.html"
    file.write_text(silent, encoding="utf-8")
    with Browser() as browser:
        browser.open(file.as_uri())
        assert browser.run("document.scripts.length") == 0
        assert browser.run("document.querySelectorAll('.log > li').length") > 40
        assert browser.run("getComputedStyle(document.getElementById('viewer')).display") == "none"
        assert browser.run("document.querySelectorAll('.log .board').length") > 5
        assert browser.complaints == []
