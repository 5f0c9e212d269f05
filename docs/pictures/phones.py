"""Make the pictures of docs/phones.md from the real pages, in the Chromium that is installed.

    python docs/pictures/phones.py

Plays some moves of three games. Writes `phones.png`, three phones and a tool side by side, and
`television.png`, a table as everybody sees it. Run it after a change of the pages' looks.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from referee.commands import COMMANDS
from referee.commands.base.tools import CommandDesk
from referee.engine.game import Seats
from referee.web.app import make_app
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Way

FILE = Path(__file__).with_name("phones.png")
TELEVISION = Path(__file__).with_name("television.png")
PHONE = (390, 844)
WIDE = (1920, 1080)
GAP = 20
GAMES = (("last-blast", "light"), ("per-aspera", "dark"), ("planetary", "light"))
TOOL = "/tools/odds?line=mlem+--at+5+--dice+3"


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the pictures.")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as place:
        os.environ["STARBOX_DATA"] = folder
        place.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{place.getsockname()[1]}"
        server, rights = Server(), Rights()
        token = rights.invitation
        app = make_app(server, rights, (address,), desk=CommandDesk(COMMANDS))
        uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            shots = [Path(folder, f"{number}.png") for number in range(len(GAMES) + 1)]
            for (game, scheme), file in zip(GAMES, shots, strict=False):
                photograph(chromium, server, f"http://{address}", game, scheme, file)
            page = opened(chromium, PHONE, "dark")
            page.goto(f"http://{address}{TOOL}")
            page.screenshot(path=shots[-1])
            beside(shots)
            page = opened(chromium, WIDE, "dark")
            page.goto(f"http://{address}/host/{token}")
            page.get_by_role("button", name="Be the host").click()
            page.goto(f"http://{address}/t/{server.tables[0].name}")
            shoot(page, Path(folder, "wide.png"))
            with Image.open(Path(folder, "wide.png")) as wide:
                wide.resize((1200, 675), Image.Resampling.LANCZOS).quantize(160).save(
                    TELEVISION, optimize=True
                )
            chromium.close()
        uvicorn_server.should_exit = True
        thread.join()


def beside(shots: Sequence[Path]) -> None:
    picture = Image.new("RGB", (len(shots) * (PHONE[0] + GAP) - GAP, PHONE[1]), "white")
    for number, file in enumerate(shots):
        with Image.open(file) as one:
            picture.paste(one, (number * (PHONE[0] + GAP), 0))
    picture.quantize(160).save(FILE, optimize=True)


def opened(browser: Browser, size: tuple[int, int], scheme: str) -> Page:
    return browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )


def shoot(page: Page, file: Path) -> None:
    """Take the picture once every face is there."""
    page.wait_for_function(
        "() => [...document.images].every((one) => one.complete || !one.checkVisibility() || one.loading)"
    )
    page.wait_for_timeout(1500)
    page.screenshot(path=file)


def photograph(browser: Browser, server: Server, origin: str, game: str, scheme: str, file: Path) -> None:
    """Ann's phone at her turn."""
    table = server.open(game)
    page = opened(browser, PHONE, scheme)
    page.goto(f"{origin}/t/{table.name}/in/{table.rights.invitation}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Take a seat").click()
    draw = random.Random(4)
    with table.lock:
        table.join("Bo")
        table.start(server.begin, Way())
        session = table.session
        assert session is not None
        for number in range(40):
            if not isinstance(session.turn, Seats) or (number > 12 and 0 in session.turn.seats):
                break
            seat = session.turn.seats[0]
            move = draw.choice(session.game.moves(session.state, seat))
            table.play(session.names[seat], str(move), table.question(seat))
    page.goto(f"{origin}/t/{table.name}")
    shoot(page, file)


if __name__ == "__main__":
    main()
