"""Make the picture of the table screen in docs/table.md from the real screen.

    python docs/pictures/table_screen.py

Plays a game of Per Aspera by its greedy bot up to a turn of Ann's, exports the screen and lets Chromium
draw it. Writes `table-screen.png`. Run it after a change of the screen's looks.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from referee.engine.chance.seeded import Chance
from referee.engine.game import Event
from referee.players.bots import find_bot
from referee.screen.app import TableApp
from referee.table import beginning
from referee.table.session import Session

HERE = Path(__file__).parent
SIZE = (118, 36)  # columns and lines
MOVES = 27  # moves of all players before the picture
KEYS = ["4", "down", "down", "down"]


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("There is no Chromium to draw the picture.")
    with tempfile.TemporaryDirectory() as folder:
        drawing, raw = Path(folder, "screen.svg"), Path(folder, "screen.png")
        drawing.write_text(asyncio.run(screen(played(Path(folder, "per-aspera-1.jsonl")))), encoding="utf-8")
        found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing.read_text(encoding="utf-8"))
        assert found
        size = ",".join(str(round(float(number))) for number in found.groups())
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        shot = [f"--window-size={size}", f"--screenshot={raw}", drawing.as_uri()]
        subprocess.run([browser, *options, *shot], check=True, capture_output=True)
        picture = Image.open(raw).convert("RGB")
    few = picture.quantize(48, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(HERE / "table-screen.png", optimize=True)
    print(f"table-screen.png: {picture.width} × {picture.height}")


def played(journal: Path) -> Session:
    """A game of three, some rounds on."""
    session = beginning.begin(journal, "per-aspera", ["Ann", "Bo", "Cy"], seed="kiwi")
    bot, source = find_bot("per-aspera", "greedy"), Chance("picture")
    for number in range(MOVES):
        seat = session.acting[0]
        session.play(Event(seat, bot(session.game, session.state, seat, source.stream(str(number)))))
    return session


async def screen(session: Session) -> str:
    """The screen as SVG, after those keys."""
    app = TableApp(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        await pilot.pause()
        return app.export_screenshot(title="referee play")


if __name__ == "__main__":
    main()
