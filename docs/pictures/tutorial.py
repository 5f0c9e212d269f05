"""Make the pictures of docs/tutorial.md, by following it.

    python docs/pictures/tutorial.py [STEP ...]

After each of its twelve steps, takes a picture of what its reader has then: `tutorial/01.png` to `12.png`.
Pages of a browser are drawn by the Chromium that is installed. Run it after a change of the tutorial, of the
example or of the looks.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import uvicorn
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
HOME = HERE.parents[1]
sys.path.insert(0, str(HOME))

from components import catalogue  # noqa: E402 (the checkout, found a line above)
from generator.cli import main as pnp  # noqa: E402
from generator.pdf.raster import image  # noqa: E402
from referee.commands import COMMANDS  # noqa: E402
from referee.commands.base.tools import CommandDesk  # noqa: E402
from referee.web.app import make_app  # noqa: E402
from referee.web.rights import Rights  # noqa: E402
from referee.web.server import Server  # noqa: E402
from referee.web.table import Way  # noqa: E402
from tests.docs.following import follow, nothing_imported  # noqa: E402
from tests.inprocess import run  # noqa: E402

WIDTH = 1200  # px
GAP = 16
GROUND = (226, 228, 236)
CARDS = ("I4", "O1", "L1", "R6", "X1")
PIECES = ("T0-O", "T4-B", "C7", "K", "B")
GAME = "ring-tugs/"


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the pictures.")
    parts = re.split(r"^(?=## )", (HOME / "docs" / "tutorial.md").read_text(encoding="utf-8"), flags=re.M)
    out = HERE / "tutorial"
    out.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        pytest.MonkeyPatch.context() as patch,
        nothing_imported("ring_tugs"),
        sync_playwright() as playwright,
    ):
        for name in ("CONFIG", "DATA"):
            patch.setenv(f"STARBOX_{name}", str(Path(folder, name.lower())))
        patch.setenv("COLUMNS", "80")
        Path("examples").symlink_to(HOME / "examples")
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        wanted = set(map(int, sys.argv[1:])) or set(SHOTS)
        for number, part in enumerate(parts[1:], 1):
            follow(part, patch)
            if number not in wanted:
                continue
            picture = SHOTS[number](chromium)
            if picture.width > WIDTH:
                picture = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)))
            picture.convert("RGB").quantize(128).save(out / f"{number:02}.png", optimize=True)
            print(f"{number:02}.png: {picture.width} × {picture.height}")
        chromium.close()


def cards(_: Browser) -> Image.Image:
    return beside(faces(CARDS))


def pieces(_: Browser) -> Image.Image:
    backs = faces(("I4", "C7", "T4-B"), "back")
    return beside((*faces(PIECES), *backs))


def faces(codes: Sequence[str], side: str = "front") -> list[Image.Image]:
    """Faces of pieces as `pnp show` draws them."""
    catalogue.forget()
    found = []
    for code in codes:
        done = run(pnp, "pnp", "show", code, "--game", GAME, "--dpi", "110", "--out", "shown")
        assert done.code == 0, done.err
        found.append(Image.open(next(Path("shown").glob(f"*-{code}-{side}.png"))).convert("RGB"))
    return found


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """The pictures in a row."""
    tallest = max(one.height for one in pictures)
    row = Image.new("RGB", (sum(one.width + GAP for one in pictures) + GAP, tallest + 2 * GAP), GROUND)
    x = GAP
    for one in pictures:
        row.paste(one, (x, GAP + (tallest - one.height) // 2))
        x += one.width + GAP
    return row


def gallery(chromium: Browser) -> Image.Image:
    """The page that `pnp watch` serves."""
    done = run(pnp, "pnp", "export", GAME, "--to", "gallery", "--out", "watched")
    assert done.code == 0, done.err
    return page(chromium, next(Path("watched").rglob("gallery.html")).absolute().as_uri(), (1200, 780))


def page(chromium: Browser, address: str, size: tuple[int, int]) -> Image.Image:
    opened = chromium.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="light")
    opened.goto(address)
    opened.wait_for_timeout(1500)
    opened.screenshot(path="page.png")
    opened.close()
    return Image.open("page.png").convert("RGB")


def icons(chromium: Browser) -> Image.Image:
    names = sorted(file.stem for file in Path(GAME, "symbols").glob("*.svg"))
    shown = "".join(
        f"<figure><img src='{GAME}symbols/{name}.svg'><figcaption>[{name}]</figcaption></figure>"
        for name in names
    )
    look = "body{display:flex;gap:28px;margin:24px;font:18px sans-serif} img{width:96px}"
    look += "figure{margin:0;text-align:center}"
    Path("icons.html").write_text(f"<style>{look}</style>{shown}", encoding="utf-8")
    return page(chromium, Path("icons.html").absolute().as_uri(), (124 * len(names) + 40, 170))


def languages(_: Browser) -> Image.Image:
    """A lamp in English, and the German ones on their sheet."""
    printed = image(Path("output/ring-tugs-de-part/ring-tugs.pdf").read_bytes(), 0, 110)
    return beside((*faces(("L1",)), printed.crop((0, 0, printed.width, printed.height // 2))))


def rulebook(_: Browser) -> Image.Image:
    book = Path("output/ring-tugs/rulebook.pdf").read_bytes()
    return beside([image(book, number, 110) for number in (2, 4)])


def sheet(chromium: Browser) -> Image.Image:
    """A sheet of tokens, and what the machine cuts."""
    folder = Path("output/ring-tugs-part")
    paper = image((folder / "ring-tugs.pdf").read_bytes(), 0, 64)
    cut = next(folder.glob("*-cut-*.svg")).absolute().as_uri()
    Path("cut.html").write_text(f"<body style='margin:0'><img src='{cut}' height='{paper.height}'>")
    lines = page(chromium, Path("cut.html").absolute().as_uri(), (paper.width, paper.height))
    lower = paper.height // 2
    return beside([one.crop((0, lower, one.width, paper.height)) for one in (paper, lines)])


def virtual(_: Browser) -> Image.Image:
    files = sorted(Path("output/ring-tugs/tts").rglob("*.png")) + sorted(
        Path("output/ring-tugs/tts").rglob("*.jpg")
    )
    return Image.open(max(files, key=lambda file: file.stat().st_size)).convert("RGB")


def phone(chromium: Browser) -> Image.Image:
    """Ann's phone while she chooses a tug, and while she takes a card."""
    with served() as (server, origin):
        table = server.open("ring-tugs")
        shots = []
        opened = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme="light")
        opened.goto(f"{origin}/t/{table.name}/in/{table.rights.invitation}")
        opened.get_by_label("Your name").fill("Ann")
        opened.get_by_role("button", name="Take a seat").click()
        with table.lock:
            table.join("Bo")
            table.start(server.begin, Way())
        for moves in ((), (("Ann", "send 4"), ("Bo", "send 3"))):
            with table.lock:
                for name, move in moves:
                    table.play(name, move, table.question(("Ann", "Bo").index(name)))
            opened.goto(f"{origin}/t/{table.name}")
            opened.evaluate("scrollTo(0, 0)")
            opened.wait_for_function(
                "() => [...document.images].every((one) => one.complete)", timeout=90_000
            )
            opened.wait_for_timeout(1500)
            opened.screenshot(path="phone.png")
            shots.append(Image.open("phone.png").convert("RGB"))
        opened.close()
        return beside(shots)


@contextlib.contextmanager
def served() -> Iterator[tuple[Server, str]]:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{place.getsockname()[1]}"
        server = Server()
        app = make_app(server, Rights(), (address,), desk=CommandDesk(COMMANDS))
        uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        try:
            yield server, f"http://{address}"
        finally:
            uvicorn_server.should_exit = True
            thread.join()


SHOTS: dict[int, Callable[[Browser], Image.Image]] = {
    1: cards, 2: gallery, 3: cards, 4: cards, 5: icons, 6: cards, 7: pieces, 8: rulebook, 9: languages,
    10: sheet, 11: virtual, 12: phone,
}  # fmt: skip

if __name__ == "__main__":
    main()
