"""pnp new makes a game that can be built; pnp watch shows it, reports errors, and stops when asked."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from components import catalogue
from tests.generator.browser import Browser, in_a_browser

Pnp = Callable[..., Any]
COMMAND = [sys.executable, "-c", "from generator.cli import main; main()"]


def test_a_new_game_builds_checks_and_carries_its_name(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("new", "Moon Mail", "--out", tmp_path)
    assert ran.code == 0, ran.err
    game = catalogue.load(str(tmp_path / "moon-mail"))
    assert (game.slug, game.title, game.rules.prefix) == ("moon-mail", "Moon Mail", "MM")
    assert (tmp_path / "moon-mail" / "rules.md").read_text().startswith("# Moon Mail\n")
    assert pnp("check", tmp_path / "moon-mail").code == 0
    assert pnp("build", tmp_path / "moon-mail", "--out", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "moon-mail" / "rulebook.pdf").exists()


@pytest.mark.parametrize(
    ("name", "slug", "title"),
    [
        ("moon-mail", "moon-mail", "Moon Mail"),
        ('Ann "the fox"', "ann-the-fox", 'Ann "the fox"'),
        ("  7 Seas!  ", "7-seas", "7 Seas!"),
        ("Größe \\ Maß", "grosse-mass", "Größe \\ Maß"),
    ],
)
def test_any_name_makes_a_good_folder_and_title(
    pnp: Pnp, tmp_path: Path, name: str, slug: str, title: str
) -> None:
    assert pnp("new", name, "--out", tmp_path).code == 0
    assert catalogue.load(str(tmp_path / slug)).title == title


def test_nothing_is_overwritten(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "moon-mail").mkdir()
    ran = pnp("new", "moon mail", "--out", tmp_path)
    assert ran.code == 2 and "The folder already exists." in ran.err
    assert list((tmp_path / "moon-mail").iterdir()) == []
    for name in ("rayguns", "!!"):
        assert pnp("new", name, "--out", tmp_path).code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["moon-mail"]


def test_a_folder_that_cannot_be_made_leaves_nothing(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = pnp("new", "moon", "--out", tmp_path / "file")
    assert ran.code == 2 and "The folder cannot be made" in ran.err


class Watched:
    """`pnp watch` of a game in a process of its own."""

    def __init__(self, folder: Path, out: Path) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "watch", str(folder), "--out", str(out), "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        self.said: list[str] = []
        line = self.until(r"http://127\.0\.0\.1:\d+/")
        match = re.search(r"http://\S+/", line)
        assert match
        self.address = match[0]

    def until(self, pattern: str) -> str:
        """The first line from here on that holds the pattern."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            if re.search(pattern, line):
                return line
        pytest.fail(f"it ended: {self.said} {self.process.stderr.read() if self.process.stderr else ''}")

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(by)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@pytest.fixture
def watched(small_game: Path, tmp_path: Path) -> Iterator[Watched]:
    watch = Watched(small_game, tmp_path / "arrow -> x")
    yield watch
    if watch.process.poll() is None:
        watch.process.kill()
        watch.process.communicate()


def test_an_open_page_is_notified_of_every_save(watched: Watched, small_game: Path) -> None:
    assert b"EventSource" in urllib.request.urlopen(watched.address, timeout=60).read()
    watched.until("^Made in")
    assert b"Small: gallery" in urllib.request.urlopen(watched.address, timeout=60).read()
    events = urllib.request.urlopen(watched.address + "events", timeout=60)
    toml = small_game / "game.toml"
    good = toml.read_text()
    toml.write_text(good.replace('title = "Small"', 'title = "Large"'))
    assert _event(events) == ("making", '""')
    assert _event(events) == ("made", '""')
    watched.until(r"^game\.toml changed|files changed")
    assert b"Large: gallery" in urllib.request.urlopen(watched.address, timeout=60).read()
    toml.write_text(good.replace("count = 4", "count = 5"))
    assert _event(events) == ("making", '""')
    event, data = _event(events)
    assert event == "broken" and "is 5, but the pieces add up to 4" in data
    watched.until("the pieces add up to 4")
    assert b"Large: gallery" in urllib.request.urlopen(watched.address, timeout=60).read(), (
        "the last good page"
    )
    toml.write_text(good)
    assert _event(events) == ("making", '""')
    assert _event(events) == ("made", '""')


@pytest.mark.outside
def test_a_game_that_is_broken_from_the_start_is_still_watched(small_game: Path, tmp_path: Path) -> None:
    template = small_game / "templates" / "token.svg.j2"
    good = template.read_text()
    template.write_text("<blink>&amp;</blink>")
    watch = Watched(small_game, tmp_path / "out")
    try:
        watch.until("blink")
        assert b"blink" in urllib.request.urlopen(watch.address, timeout=60).read()
        template.write_text(good)
        watch.until("^Made in")
        assert b"Small: gallery" in urllib.request.urlopen(watch.address, timeout=60).read()
    finally:
        assert watch.end()[0] == 0


@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143)])
def test_ctrl_c_stops_it_at_once_without_a_traceback(watched: Watched, by: signal.Signals, code: int) -> None:
    urllib.request.urlopen(watched.address + "events", timeout=60)
    assert watched.end(by) == (code, "")


@pytest.mark.outside
@pytest.mark.skipif(sys.platform == "win32", reason="no signal to ask a process to stop")
def test_when_stopped_it_waits_until_the_gallery_process_has_stopped(tmp_path: Path) -> None:
    """It is asked to, so that it can clear up, and only once: Ctrl-C is not for it."""
    mark = tmp_path / "mark"
    mark.write_text("")
    making = (
        "import pathlib, signal, sys, time\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        "def stop(number, frame):\n"
        "    time.sleep(0.2)\n"
        "    mark.write_text('cleared up')\n"
        "    sys.exit(1)\n"
        "signal.signal(signal.SIGTERM, stop)\n"
        "mark.write_text('begun')\n"
        "time.sleep(60)"
    )

    watching = (
        f"from generator.exports import watching; watching._ran([{sys.executable!r}, '-c', {making!r}])"
    )
    with subprocess.Popen([sys.executable, "-c", watching], stderr=subprocess.PIPE) as process:
        while mark.read_text() != "begun":
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, problem = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in problem
    assert mark.read_text() == "cleared up"


def test_it_serves_the_page_and_nothing_else(watched: Watched) -> None:
    for path in ("game.toml", "../game.toml", "%2e%2e/game.toml", "favicon.ico"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(watched.address + path, timeout=60)


def test_a_port_in_use_and_an_unknown_game_are_reported(pnp: Pnp, small_game: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = pnp("watch", small_game, "--port", port)
    assert ran.code == 2 and f"Port {port} is in use." in ran.err
    ran = pnp("watch", "raygun", "--port", "0")
    assert ran.code == 2 and 'Did you mean "rayguns"?' in ran.err


@in_a_browser
def test_the_browser_shows_what_is_saved_and_what_is_wrong(watched: Watched, small_game: Path) -> None:
    toml = small_game / "game.toml"
    good = toml.read_text()
    with Browser() as browser:
        browser.open(watched.address)
        toml.write_text(good.replace('title = "Small"', 'title = "Large"'))
        assert browser.wait("document.querySelector('h1')?.textContent === 'Large'")
        toml.write_text(good.replace("count = 4", "count = 5"))
        assert browser.wait("document.getElementById('broken')?.textContent.includes('add up to 4')")
        toml.write_text(good)
        assert browser.wait("document.querySelector('h1')?.textContent === 'Small'")
        assert browser.complaints == []


def _event(stream: Any) -> tuple[str, str]:
    """The next event, past signs of life."""
    event = data = ""
    while True:
        line = stream.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data = line.removeprefix("data: ")
        elif not line and event:
            return event, data
