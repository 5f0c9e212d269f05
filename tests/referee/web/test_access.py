"""Every page holds up to axe-core, the checks of accessibility that browsers' makers use too."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
import uvicorn
from playwright.sync_api import Page, ViewportSize

from referee.commands import COMMANDS
from referee.commands.base.tools import CommandDesk
from referee.engine.game import OVER, Seats
from referee.games import slugs
from referee.web.app import make_app
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Table, Way
from tests.generator.browser import IN_A_BROWSER, chromium
from tests.searching import SEARCHING

pytestmark = IN_A_BROWSER

AXE = Path(__file__).with_name("axe.min.js")
SMALL: ViewportSize = {"width": 320, "height": 568}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 768, "height": 1024}
LARGE: ViewportSize = {"width": 1440, "height": 900}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
Look: TypeAlias = tuple[ViewportSize, Literal["light", "dark"]]

# What is cut off or out of sight where the text is twice as large. Boards, and rows that are pushed, scroll.
CUT = """() => {
  document.documentElement.style.fontSize = "200%";
  dispatchEvent(new Event("resize"));
  const found = [], wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`${wide} px too wide`);
  for (const one of document.querySelectorAll("main *")) {
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim());
    const apart = one.closest(".unseen, svg, .board, pre, .scroll, .verbs");
    if (!says || apart || !one.getClientRects().length) continue;
    const { overflowX, overflowY } = getComputedStyle(one), { left, right } = one.getBoundingClientRect();
    const cut = /hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1;
    const low = /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2;
    if (cut || low || left < -1 || right > innerWidth + 1) found.push(one.outerHTML.slice(0, 100));
  }
  const go = document.getElementById("go")?.getBoundingClientRect();
  if (go && go.bottom > innerHeight + 1) found.push("the button is out of sight");
  return found;
}"""
MOVES = 8  # made in each game before its page is checked


@dataclass
class Checked:
    """A server, and a browser that is asked what is wrong with its pages."""

    server: Server
    origin: str
    host_token: str
    page: Page

    def faults(self, path: str, *looks: Look) -> list[str]:
        """Find what is wrong with that page, in each of these sizes and colours."""
        self.page.goto(self.origin + path)
        self.page.evaluate(AXE.read_text("utf-8"))
        found = []
        for size, scheme in looks:
            self.page.set_viewport_size(size)
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            seen = self.page.evaluate(
                "axe.run({resultTypes: ['violations']}).then((found) => found.violations.flatMap((one) => "
                "one.nodes.map((node) => `${one.id}: ${node.html}`)))"
            )
            found += [f"{scheme}: {one}" for one in seen]
            if self.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{size['width']} px are too narrow")
        return found

    def address(self, game: str) -> str:
        """The address of a table in the middle of that game, where the page has Ann's seat."""
        table = self.server.open(game)
        self.sit(table, "Ann")
        with table.lock:
            table.add_bot("Bo", "random")
            table.start(self.server.begin, Way())
            _play(table)
        return f"/t/{table.name}"

    def with_bo(self, way: Way) -> Table:
        """A table where people play MLEM that way; the page has Ann's seat."""
        table = self.server.open("mlem")
        self.sit(table, "Ann")
        with table.lock:
            table.join("Bo")
            table.start(self.server.begin, way)
            session = table.session
            assert session is not None
            while way == Way() and not session.reveals(1):
                table.play(
                    session.names[session.acting[0]],
                    str(session.game.moves(session.state, session.acting[0])[0]),
                    table.question(session.acting[0]),
                )
        return table

    def sit(self, table: Table, name: str) -> None:
        self.page.goto(f"{self.origin}/t/{table.name}/in/{table.rights.invitation}")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take a seat").click()


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Checked]:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    place = socket.socket()
    place.bind(("127.0.0.1", 0))
    place.listen()  # a page that is opened before the server has started waits for it
    address = f"127.0.0.1:{place.getsockname()[1]}"
    server, rights = Server(), Rights()
    token = rights.invitation
    app = make_app(server, rights, (address,), desk=CommandDesk(COMMANDS))
    uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))  # type: ignore[arg-type]
    thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        with chromium() as browser:
            page = browser.new_page()
            page.set_default_timeout(180_000)  # a machine that is busy takes its time
            yield Checked(server, f"http://{address}", token, page)
    finally:
        uvicorn_server.should_exit = True
        thread.join(60)
        place.close()


def test_nobody_is_kept_out(checked: Checked) -> None:
    """No violation on the front page and on a table with boards of every kind."""
    assert checked.faults("/", (SMALL, "dark")) == []
    game = checked.address("planetary")
    assert checked.faults(game, (SMALL, "light")) == []
    assert checked.faults(f"{game}/tv", (TELEVISION, "dark")) == []


@pytest.mark.parametrize("slug", slugs() if SEARCHING else ("per-aspera",))
def test_text_of_twice_the_size_is_all_there(checked: Checked, slug: str) -> None:
    """Then the whole page scrolls, and the button stays in sight."""
    address = checked.address(slug)
    for size in (SMALL, PHONE):
        checked.page.set_viewport_size(size)
        for part in ("play", "board", "score", "log"):
            checked.page.goto(f"{checked.origin}{address}", wait_until="domcontentloaded")
            checked.page.locator(f"[data-tab={part}]").click()
            assert checked.page.evaluate(CUT) == [], (size, part)


@pytest.mark.skipif(not SEARCHING, reason="make search: every page at five sizes, light and dark")
def test_nobody_is_kept_out_by_any_page(checked: Checked) -> None:
    """No violation on any page, from a small phone to a television, light and dark."""
    looks: list[Look] = []
    for size in (SMALL, PHONE, TABLET, LARGE, TELEVISION):
        looks += [(size, "light"), (size, "dark")]
    lobby = checked.server.open("mlem")
    pages = [
        *(
            "/",
            "/nowhere",
            "/tools",
            "/tools/roll?line=1d",
            "/tools/score",
            "/tools/damage",
            "/tools/sale",
            f"/host/{checked.host_token}",
        ),
        f"/t/{lobby.name}/in/{lobby.rights.invitation}",
    ]
    wrong = {path: checked.faults(path, *looks) for path in pages}
    checked.sit(lobby, "Ann")
    wrong["lobby"] = checked.faults(f"/t/{lobby.name}", *looks)
    for game in slugs():
        address = checked.address(game)
        wrong[game] = checked.faults(address, *looks)
        wrong[f"odds of {game}"] = checked.faults(f"{address}/odds", *looks)
        table = checked.server.find(address.removeprefix("/t/"))
        assert table is not None
        with table.lock:
            _play(table, 2000)
        assert table.session and table.session.turn is OVER
        wrong[f"end of {game}"] = checked.faults(address, *looks)
    ways = {
        "dice of the table": Way(dice="table"), "score pad": Way(mode="pad"), "words": Way(words=True),
        "question": Way(),
    }  # fmt: skip
    for what, way in ways.items():
        table = checked.with_bo(way)
        if what == "question":
            with table.lock:
                table.undo("Bo", table.records)
            assert table.questions.open
        wrong[what] = checked.faults(f"/t/{table.name}", *looks)
    checked.page.goto(f"{checked.origin}/host/{checked.host_token}")
    checked.page.get_by_role("button", name="Be the host").click()
    wrong["front page of the host"] = checked.faults("/", *looks)
    checked.page.context.clear_cookies(name=f"starbox-{table.name}")
    wrong["page of the host"] = checked.faults(f"/t/{table.name}", *looks)
    wrong["television"] = checked.faults(f"/t/{table.name}/tv", *looks)
    assert {page: faults for page, faults in wrong.items() if faults} == {}


def _play(table: Table, moves: int = MOVES) -> None:
    """Some moves of Ann's, always the same ones; the bot answers."""
    draw = random.Random(7)
    session = table.session
    assert session is not None
    for _ in range(moves):
        if isinstance(session.turn, Seats) and 0 in session.turn.seats:
            move = draw.choice(session.game.moves(session.state, 0))
            table.play("Ann", str(move), table.question(0))
