"""Make the picture of docs/phones.md from the real pages, in the Chromium that is installed.

    python docs/pictures/phones.py

Plays some moves of The Last Blast and of Per Aspera, and writes `phones.png`: two phones side by side. Run it
after a change of the pages' looks.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from referee.engine.game import Seats
from referee.web.app import make_app
from referee.web.house import House
from referee.web.rights import Rights

FILE = Path(__file__).with_name("phones.png")
PHONE = (390, 844)
GAP = 20
GAMES = (("last-blast", "light"), ("per-aspera", "dark"))


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the picture.")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as place:
        os.environ["STARBOX_DATA"] = folder
        place.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{place.getsockname()[1]}"
        house = House()
        server = uvicorn.Server(uvicorn.Config(make_app(house, Rights(), (address,)), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        width = len(GAMES) * (PHONE[0] + GAP) - GAP
        picture = Image.new("RGB", (width, PHONE[1]), "white")
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            for number, (game, scheme) in enumerate(GAMES):
                file = Path(folder, f"{game}.png")
                photograph(chromium, house, f"http://{address}", game, scheme, file)
                with Image.open(file) as one:
                    picture.paste(one, (number * (PHONE[0] + GAP), 0))
            chromium.close()
        server.should_exit = True
        thread.join()
    picture.quantize(128).save(FILE, optimize=True)


def photograph(browser: Browser, house: House, origin: str, game: str, scheme: str, file: Path) -> None:
    """Ann's phone at her turn, with the board in sight."""
    room = house.open(game)
    page = browser.new_page(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(f"{origin}/t/{room.name}/in/{room.rights.invitation}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Take a seat").click()
    draw = random.Random(4)
    with room.lock:
        room.players.append("Bo")
        room.start(house.begin)
        session = room.session
        assert session is not None
        for number in range(40):
            if not isinstance(session.turn, Seats) or (number > 12 and 0 in session.turn.seats):
                break
            seat = session.turn.seats[0]
            move = draw.choice(session.game.moves(session.state, seat))
            room.play(session.names[seat], str(move), room.records)
    page.goto(f"{origin}/t/{room.name}")
    page.evaluate("scrollTo(0, document.querySelector('#board').offsetTop - 260)")
    page.wait_for_timeout(1500)
    page.screenshot(path=file)


if __name__ == "__main__":
    main()
