"""Make the pictures of docs/phones.md from the real pages, in the Chromium that is installed.

    python docs/pictures/phones.py [SKETCHES]

Writes `phones.png`, four phones side by side, and `phones-sheet.png`, a page for each kind of question. With
a folder of sketches, `NAME.jpg` for some of `SHOTS`, each stands on the right of what came of it. Run it
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
from typing import NamedTuple

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from referee.commands import COMMANDS
from referee.commands.base.tools import CommandDesk
from referee.engine.game import OVER, Seats
from referee.web.app import make_app
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Table, Way

FOLDER = Path(__file__).parent
PHONE = (390, 844)
SMALL = (240, 519)
GAP = 14
COLOURS = 160
NAMES = ("Ann", "Bo", "Cy", "Dee")


class Shot(NamedTuple):
    """A page of a phone.

    name   of its picture, and of its sketch
    until  the kind of the move that is to be made: moves are made before it; empty for none, "over" for all
    least  how many moves are made at least
    tool   a tool that is opened in place of the table
    """

    name: str
    game: str
    players: int
    until: str = ""
    least: int = 0
    way: Way | None = Way()
    scheme: str = "light"
    tool: str = ""


SHOTS = (
    Shot("lobby", "last-blast", 3, way=None),
    Shot("lb-draft", "last-blast", 4, "Pick", 12),
    Shot("lb-flight", "last-blast", 4, "Row", 56),
    Shot("lb-draw21", "last-blast", 2, way=Way(dice="table")),
    Shot("mlem-board", "mlem", 4, "Aboard", 2),
    Shot("mlem-roll-dark", "mlem", 4, "Use", 3, scheme="dark"),
    Shot("rayguns-array-0", "rayguns", 2, "Lay"),
    Shot("rayguns-pad", "rayguns", 2, way=Way(mode="pad")),
    Shot("pa-ship-dark", "per-aspera", 2, "Configure", scheme="dark"),
    Shot("pa-move", "per-aspera", 3, "Go", 40),
    Shot("pl-start", "planetary", 3, "Start"),
    Shot("score-tool", "last-blast", 2, tool="/tools/score?game=last-blast"),
    Shot("end", "last-blast", 4, "over"),
)
SHOWN = ("lb-flight", "mlem-roll-dark", "pa-move", "end")


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the pictures.")
    sketches = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as folder, socket.socket() as place:
        os.environ["STARBOX_DATA"] = folder
        place.bind(("127.0.0.1", 0))
        place.listen()
        port = place.getsockname()[1]
        address = f"starbox.example:{port}"  # a name, as the code of 127.0.0.1 is shown to nobody
        server, rights = Server(), Rights()
        app = make_app(server, rights, (address,), desk=CommandDesk(COMMANDS))
        uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        with sync_playwright() as playwright:
            rule = "--host-resolver-rules=MAP starbox.example 127.0.0.1"
            chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", rule])
            for shot in SHOTS:
                photograph(chromium, server, f"http://{address}", shot, Path(folder, f"{shot.name}.png"))
            chromium.close()
        uvicorn_server.should_exit = True
        thread.join()
        beside([[Path(folder, f"{name}.png") for name in SHOWN]], PHONE, FOLDER / "phones.png")
        shown = [Path(folder, f"{shot.name}.png") for shot in SHOTS]
        pairs = [(one, sketches / f"{one.stem}.jpg") if sketches else (one,) for one in shown]
        every = [file for pair in pairs for file in pair if file.is_file()]
        across = 8 if sketches else 7
        rows = [every[at : at + across] for at in range(0, len(every), across)]
        beside(rows, SMALL, FOLDER / "phones-sheet.png")


def beside(rows: list[list[Path]], size: tuple[int, int], file: Path) -> None:
    """Put the pictures of each row side by side."""
    width, height = (edge + GAP for edge in size)
    picture = Image.new("RGB", (max(map(len, rows)) * width - GAP, len(rows) * height - GAP), "white")
    for down, row in enumerate(rows):
        for across, one in enumerate(row):
            with Image.open(one) as page:
                shown = page.convert("RGB").resize(size, Image.Resampling.LANCZOS)
                picture.paste(shown, (across * width, down * height))
    picture.quantize(COLOURS).save(file, optimize=True)


def photograph(browser: Browser, server: Server, origin: str, shot: Shot, file: Path) -> None:
    """Take the picture of a phone whose player is to act, once every face is there."""
    table = server.open(shot.game)
    tokens = {name: table.join(name) for name in NAMES[: shot.players]}
    name = begun(server, table, shot) if shot.way else "Ann"
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    here = f"{origin}/t/{table.name}"
    context.add_cookies([{"name": f"starbox-{table.name}", "value": tokens[name], "url": here}])
    page = context.new_page()
    page.set_default_timeout(300_000)  # ms; on a machine that is new to a game all its faces are drawn first
    page.goto(f"{origin}{shot.tool}" if shot.tool else here)
    page.wait_for_function(
        "() => [...document.images].every((one) => one.complete || !one.checkVisibility() || one.loading)"
    )
    page.wait_for_timeout(1500)
    page.screenshot(path=file)
    context.close()


def begun(server: Server, table: Table, shot: Shot) -> str:
    """Begin the game and make moves until that one is to be made; whose turn it is then."""
    assert shot.way
    with table.lock:
        table.start(server.begin, shot.way)
        session, draw, made = table.session, random.Random(4), 0
        assert session is not None
        while shot.until and isinstance(session.turn, Seats):
            seat = session.turn.seats[0]
            moves = session.game.moves(session.state, seat)
            if made >= shot.least and type(moves[0]).__name__ == shot.until:
                return session.names[seat]
            table.play(session.names[seat], str(draw.choice(moves)), table.question(seat))
            made += 1
        assert not shot.until or (shot.until == "over" and session.turn is OVER), shot
    return session.names[0]


if __name__ == "__main__":
    main()
