"""Make the picture of docs/site.md from the built site: its pages on a phone, a tablet and a desk.

    make site && python docs/pictures/site.py [SITE]

Writes `site.jpg`, a row for each page, at 390, 768 and 1,440 pixels. Run it after a change of the pages'
looks, and look at it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.generator.browser import CHROMIUM, QUIET
from tests.generator.site.conftest import serving

FOLDER = Path(__file__).parent
SCREENS = ((390, 844), (768, 1024), (1440, 1024))
PAGES = ("index.html", "index.html#mlem", "print.html", "make.html", "referee.html", "guides/rules/mlem.html")
TABLES = ("per-aspera", "rayguns")  # games that are shown when they have begun
LESSON = "mlem"
HEIGHT, GAP = 470, 14  # pixels: the height of each page in the picture, and the gap between two
GROUND = (222, 216, 205)
PATIENCE, PAUSE = 180_000, 3_000  # milliseconds: until a game is there, and until all pictures are


def main(home: Path) -> None:
    rows: list[list[Image.Image]] = []
    with sync_playwright() as playwright, serving(home) as (address, _):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *QUIET])
        columns = []
        for width, height in SCREENS:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(PATIENCE)
            columns.append(list(shots(page, address)))
        rows = list(map(list, zip(*columns, strict=True)))
        browser.close()
    wide = max(sum(one.width for one in row) + GAP * (len(row) + 1) for row in rows)
    whole = Image.new("RGB", (wide, len(rows) * (HEIGHT + GAP) + GAP), GROUND)
    for down, row in enumerate(rows):
        x = GAP
        for one in row:
            whole.paste(one, (x, GAP + down * (HEIGHT + GAP)))
            x += one.width + GAP
    whole.save(FOLDER / "site.jpg", quality=70, optimize=True)


def shots(page: Page, address: str) -> list[Image.Image]:
    """Pictures of each page, at the size of the window."""
    found = []
    for name in PAGES:
        page.goto(f"{address}/{name}")
        page.wait_for_timeout(PAUSE)
        found.append(seen(page))
    for what, slug in (*(("play", game) for game in TABLES), ("learn", LESSON)):
        page.goto(f"{address}/referee.html?{what}={slug}")
        page.frame_locator("#pages").locator("main.table").wait_for()
        page.wait_for_timeout(PAUSE)
        found.append(seen(page))
    return found


def seen(page: Page) -> Image.Image:
    """The window, as large as it is in the picture."""
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return whole.resize((round(whole.width * HEIGHT / whole.height), HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "output/site").resolve())
