"""Make the pictures of the television in docs/phones.md from the real pages, in the Chromium there is.

    python docs/pictures/televisions.py [SKETCHES]

Plays some moves of every game. Writes `television.png`, one table as everybody sees it, and
`televisions.png`, all games from the lobby to the end. With a folder of sketches, `NAME.jpg` for some of
`SHOTS`, each stands on the right of what came of it. Run it after a change of the television's looks.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from referee.engine.chance.seeded import Chance
from referee.engine.game import OVER, Event, Seats
from referee.players.bots import find_bot
from referee.web.app import make_app
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Table, Way

FOLDER = Path(__file__).parent
WIDE = (1920, 1080)
SMALL, LARGE = (720, 405), (1200, 675)
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
COLOURS = 160


class Shot(NamedTuple):
    """A picture of a game.

    moves  how many are made first; None for the lobby, -1 for all
    area   the area that has to be there: moves are made until it is
    """

    name: str
    game: str
    players: int
    moves: int | None
    area: str = ""


SHOTS = (
    Shot("tv-lobby-1920x1080", "last-blast", 3, None),
    Shot("tv-last-blast-1920x1080", "last-blast", 4, 62),
    Shot("tv-mlem-1920x1080", "mlem", 4, 24, "roll"),
    Shot("tv-planetary-1920x1080", "planetary", 4, 100),
    Shot("rayguns", "rayguns", 4, 41),
    Shot("per-aspera", "per-aspera", 4, 53),
    Shot("planetary-8", "planetary", 8, 150),
    Shot("tv-end", "mlem", 5, -1),
)


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the pictures.")
    sketches = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as folder, socket.socket() as place:
        os.environ["STARBOX_DATA"] = folder
        place.bind(("127.0.0.1", 0))
        place.listen()
        address = f"127.0.0.1:{place.getsockname()[1]}"
        server, rights = Server(), Rights()
        app = make_app(server, rights, (address,))
        uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            page = chromium.new_page(viewport={"width": WIDE[0], "height": WIDE[1]}, reduced_motion="reduce")
            page.goto(f"http://{address}/host/{rights.invitation}")
            page.get_by_role("button", name="Be the host").click()
            files = [taken(page, server, address, shot, Path(folder)) for shot in SHOTS]
            chromium.close()
        sheet(files, sketches)
        with Image.open(files[1]) as one:
            small(one, LARGE).save(FOLDER / "television.png", optimize=True)
        uvicorn_server.should_exit = True
        thread.join()


def taken(page: Page, server: Server, address: str, shot: Shot, folder: Path) -> Path:
    """The file with that picture, taken once every face is there."""
    table = server.open(shot.game)
    for name in NAMES[: shot.players]:
        table.join(name)
    if shot.moves is not None:
        with table.lock:
            play(table, server, shot)
    page.goto(f"http://{address}/t/{table.name}/tv")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    file = folder / f"{shot.name}.png"
    page.screenshot(path=file)
    return file


def play(table: Table, server: Server, shot: Shot) -> None:
    table.start(server.begin, Way())
    session = table.session
    assert session is not None
    bot, source, number = find_bot(shot.game, "greedy"), Chance("television"), 0

    def arranged() -> bool:
        names = {area.name for area in session.game.view(session.state, None).areas}
        return 0 <= (shot.moves or 0) <= number and (not shot.area or shot.area in names)

    while session.turn is not OVER and not arranged():
        assert isinstance(session.turn, Seats)
        seat = session.turn.seats[0]
        known = session.game.known(session.state, seat)
        session.play(Event(seat, bot(session.game, known, seat, source.stream(f"{number}"))))
        session.advance()
        number += 1
    table.changed()


def small(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(COLOURS)


def sheet(files: list[Path], sketches: Path | None) -> None:
    """All pictures in two columns; those that have a sketch stand beside it."""
    shown: list[Path] = []
    for file in files:
        shown.append(file)
        sketch = sketches / f"{file.stem}.jpg" if sketches else None
        if sketch and sketch.is_file():
            shown.append(sketch)
    rows = -(-len(shown) // 2)
    picture = Image.new("RGB", (2 * SMALL[0], rows * SMALL[1]))
    for number, file in enumerate(shown):
        with Image.open(file) as one:
            place = (number % 2 * SMALL[0], number // 2 * SMALL[1])
            picture.paste(one.convert("RGB").resize(SMALL, Image.Resampling.LANCZOS), place)
    picture.quantize(COLOURS).save(FOLDER / "televisions.png", optimize=True)


if __name__ == "__main__":
    main()
