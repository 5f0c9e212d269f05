"""The television in a browser of its own: what has moved flies, and it outlives its server."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.engine.game import Event
from referee.web.table import Table, Way
from tests.generator.browser import IN_A_BROWSER, chromium
from tests.referee.web.players import Gathering, gathered

pytestmark = IN_A_BROWSER

WIDE = {"width": 1280, "height": 720}
# From now on the page counts what flies, falls, appears and tumbles, by the length of the motion.
COUNTED = """() => {
  self.motions = {};
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const length = how.duration ?? how;
    motions[length] = (motions[length] || 0) + 1;
    return animate.call(this, frames, how);
  };
}"""


def watched(gathering: Gathering, reduced: bool = False) -> tuple[Page, Table]:
    """The television of a game of MLEM that has just begun."""
    context = gathering.browser.new_context(
        viewport=WIDE,  # type: ignore[arg-type]
        reduced_motion="reduce" if reduced else "no-preference",
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{gathering.origin}/host/{gathering.host_token}")
    page.get_by_role("button", name="Be the host").click()
    table = gathering.server.open("mlem")
    page.goto(f"{gathering.origin}/tv", wait_until="commit")
    expect(page.get_by_text("Scan with your phone")).to_be_visible()
    with table.lock:
        table.join("Ann")
        table.join("Bo")
        table.start(gathering.server.begin, Way())
    return page, table


def advance(page: Page, table: Table) -> None:
    """Make the first move there is, and wait until the picture shows it."""
    session = table.session
    assert session is not None
    with table.lock:
        seat = session.acting[0]
        assert session.play(Event(seat, session.game.moves(session.state, seat)[0])).allowed
        session.advance()
    table.changed()
    page.wait_for_function("n => live.dataset.n === n", arg=table.number)


@pytest.mark.parametrize("reduced", [False, True])
def test_pieces_fly_and_dice_tumble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reduced: bool) -> None:
    """For whoever wants no motion they are outlined instead."""
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with gathered() as gathering:
        page, table = watched(gathering, reduced)
        page.wait_for_function("n => live.dataset.n === n", arg=table.number)
        page.evaluate(COUNTED)
        advance(page, table)
        advance(page, table)
        motions = page.evaluate("motions")
        if reduced:
            assert motions == {}
            assert page.locator(".changed").count()
        else:
            assert motions["600"], "an astronaut goes aboard"
            assert motions["700"], "the first die tumbles"
        expect(page.locator(".picture .die")).to_have_count(6)
        expect(page.locator(".flying, .changed")).to_have_count(0)


@contextmanager
def serving(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real command, and the address of the host."""
    command = [str(Path(sys.executable).with_name("referee")), "serve", "mlem", "--port", f"{port}"]
    environment = {**os.environ, "STARBOX_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout
        yield server, re.findall(r"http://\S+/host/\S+", server.stdout.readline())[0]
    finally:
        server.kill()
        server.wait()


def test_a_television_outlives_its_server(tmp_path: Path) -> None:
    """A veil counts the seconds without a connection; the host's right is there again after a restart."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    with chromium() as browser:
        page = browser.new_page(viewport=WIDE)  # type: ignore[arg-type]
        page.set_default_timeout(120_000)
        with serving(tmp_path, port) as (server, host):
            page.goto(host)
            page.get_by_role("button", name="Be the host").click()
            page.goto(f"http://127.0.0.1:{port}/tv", wait_until="commit")
            expect(page.locator("#lost")).to_be_hidden()
            server.send_signal(signal.SIGKILL)
            server.wait()
            expect(page.locator("#lost")).to_have_text(re.compile(r"Reconnecting … \d+ s"))
        with serving(tmp_path, port):
            expect(page.locator("#lost")).to_be_hidden(timeout=60_000)
            page.reload(wait_until="commit")
            expect(page.locator(".code, .door .qr").first).to_be_visible()
