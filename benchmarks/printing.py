"""The speed of the printer, compared with hand-written reportlab code for the same work.

    python benchmarks/printing.py [--runs 5] [--peer PYTHON]

The work is poker cards, fronts and backs, on A4, three by three, each with a number, an icon, a wrapped text
and crop marks: 54 different cards, 540, and 54 fronts as PNG at 300 dpi. Every figure is for a whole process,
the median of the runs: seconds, processor seconds (which depend less on other work of the machine) and the
peak memory of the largest process. The floor draws the same with plain reportlab calls, shared art as forms,
in turn with what it is compared to. protograf is measured with the Python of `--peer`, if it is installed
there. The cost of a card is the difference between 540 and 54 in processor time; the rest is the start.
Everything runs as installed, with Python's cache of compiled modules.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pypdfium2

from tests.smallgame import write_game as small_game

HERE = Path(__file__).resolve().parent
COUNTS = (54, 540)
PNP = [sys.executable, "-c", "import sys; from generator.cli import main; sys.exit(main())"]
SHIP = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="240" height="240">'
    '<path d="M12 1C8 5 7 9 7 14L3 19v3l6-3h6l6 3v-3l-4-5c0-5-1-9-5-13z" fill="currentColor"/></svg>'
)
TEXT = (
    "When this card is played, move your ship up to {n} spaces and draw a card. "
    "Then discard one if you hold more than five."
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peer", default=sys.executable, help="a Python that has protograf")
    given = parser.parse_args()
    runs = given.runs
    has_peer = not subprocess.run([given.peer, "-c", "import protograf"], capture_output=True).returncode
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        print(f"{'':36} {'seconds':>8} {'cpu':>8} {'MiB':>6} {'× floor, cpu':>12}")
        spent: dict[str, list[float]] = {}  # processor seconds by system, for each count
        for count in COUNTS:
            floor = [sys.executable, str(write_floor(work, count))]
            game = write_game(work / f"cards{count}", count)
            out = ["--only", "cards", "--force", "--out", str(work / "out")]
            ours = report(f"{count} cards, pnp build", [*PNP, "build", str(game), *out], work, runs, floor)
            check_pages(work / "out" / f"cards{count}-part" / f"cards{count}.pdf", count)
            check_pages(work / f"floor{count}.pdf", count)
            spent.setdefault("reportlab by hand", []).append(ours[1])
            spent.setdefault("pnp build", []).append(ours[0])
            if has_peer:
                peer = [given.peer, str(write_protograf(work, count))]
                theirs = report(f"{count} cards, protograf", peer, work, min(runs, 3), floor)
                check_pages(work / f"protograf{count}.pdf", count)
                spent.setdefault("protograf", []).append(theirs[0])
                print(f"{'  as many times pnp build, cpu':36} {theirs[0] / ours[0]:17.1f}")
        for name, (few, many) in spent.items():
            each = (many - few) / (COUNTS[1] - COUNTS[0])
            start = few - COUNTS[0] * each
            print(f"{name:36} {start:8.2f} s to start, {each * 1e3:.2f} ms for each card more")
        pictures = [*PNP, "export", str(work / "cards54"), "--to", "png", "--out", str(work / "png")]
        report("54 cards as PNG at 300 dpi, cold", pictures, work, runs)
        games = [*PNP, "build", "--out", str(work / "all")]
        report("all five games, cold", [*games, "--force"], work, runs)
        report("all five games, nothing changed", games, work, runs)
        report("pnp --help", [*PNP, "--help"], work, runs)


def report(
    name: str, command: list[str], work: Path, runs: int, floor: Sequence[str] = ()
) -> tuple[float, float]:
    """Run and print a line; with a floor, run both in turn and print the ratio of processor time.

    The processor seconds of the command, and of the floor.
    """
    measured, floors = [], []
    for _ in range(runs):
        measured.append(run(command, work, cold="cold" in name))
        if floor:
            floors.append(run(floor, work, cold=False))
    print(line(name, measured), end="")
    if floor:
        ratio = statistics.median(a[1] / b[1] for a, b in zip(measured, floors, strict=True))
        print(f" {ratio:12.1f}\n{line('  reportlab by hand, beside it', floors)}", end="")
    print(flush=True)
    return processor(measured), processor(floors) if floors else 0.0


def processor(measured: Sequence[tuple[float, float, float]]) -> float:
    return statistics.median(one[1] for one in measured)


def check_pages(pdf: Path, count: int) -> None:
    """All draw the same work: a front and a back page for every nine cards."""
    found, wanted = len(pypdfium2.PdfDocument(pdf)), 2 * math.ceil(count / 9)
    if found != wanted:
        raise SystemExit(f"{pdf.name} has {found} pages, not {wanted}")


def line(name: str, measured: Sequence[tuple[float, float, float]]) -> str:
    seconds, cpu = (statistics.median(one[which] for one in measured) for which in (0, 1))
    return f"{name:36} {seconds:8.2f} {cpu:8.2f} {max(one[2] for one in measured):6.0f}"


def run(command: Sequence[str], work: Path, *, cold: bool) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak MiB of one process; cold: with an empty cache."""
    cache = work / "cache"
    if cold:
        shutil.rmtree(cache, ignore_errors=True)
    environment = {**os.environ, "STARBOX_CACHE": str(cache), "PYTHONPATH": str(HERE.parent)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=work, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command[:3])} failed")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write_game(folder: Path, count: int) -> Path:
    """Write the cards as a game folder."""
    rows = [f'C{n},{n % 13 + 1},"{TEXT.format(n=n % 13 + 1)}"' for n in range(count)]
    front = (
        '{% from "macros.svg.j2" import ground, panel, code_line with context %}\n'
        "{{ ground(c.night) }}{{ panel(3, 3, w - 6, h - 6, c.paper) }}\n"
        '{{ text(piece.number, 6, 16, "number") }}{{ symbol("ship", 20, 24, 24) }}\n'
        "{{ paragraph(piece.text, 6, 56, w - 12, 24) }}{{ code_line() }}\n"
    )
    back = (
        '{% from "macros.svg.j2" import ground with context %}\n'
        '{{ ground(c.night) }}{{ symbol("ship", 17, 30, 30, colour=c.star) }}\n'
    )
    columns = 'number = "int", text = "text"'
    return write_cards(folder, columns, ["code,number,text", *rows], front, back, {"ship": SHIP})


def write_cards(
    folder: Path, columns: str, rows: Sequence[str], front: str, back: str, symbols: Mapping[str, str]
) -> Path:
    """Write a game folder with one deck of poker cards; the first of the rows names the columns."""
    files = {f"symbols/{name}.svg": drawing for name, drawing in symbols.items()}
    return small_game(
        folder,
        columns=columns,
        cards="\n".join(rows) + "\n",
        face=front,
        deck='back = "card-back"',
        files={"templates/card-back.svg.j2": back, **files},
    )


def write_floor(work: Path, count: int) -> Path:
    """The same by hand: forms for the background, the icon and the back; text wrapped by measuring words."""
    script = work / f"floor{count}.py"
    script.write_text(
        textwrap.dedent(f"""\
        import fontpkg
        from reportlab import rl_config
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0
        MM = 72 / 25.4
        W, H = 63.5 * MM, 88.9 * MM
        pdfmetrics.registerFont(TTFont("B", str(fontpkg.path("Barlow"))))
        pdfmetrics.registerFont(TTFont("C", str(fontpkg.path("Chakra Petch", weight=700))))
        canvas = Canvas("floor{count}.pdf", pagesize=(210 * MM, 297 * MM), invariant=1, pageCompression=1)

        def ship(x, y, size, colour):
            canvas.saveState(); canvas.translate(x, y); canvas.scale(size / 24, -size / 24)
            canvas.setFillColor(colour)
            path = canvas.beginPath(); path.moveTo(12, 1)
            path.curveTo(8, 5, 7, 9, 7, 14); path.lineTo(3, 19); path.lineTo(3, 22); path.lineTo(9, 19)
            path.lineTo(15, 19); path.lineTo(21, 22); path.lineTo(21, 19); path.lineTo(17, 14)
            path.curveTo(17, 9, 16, 5, 12, 1); path.close()
            canvas.drawPath(path, stroke=0, fill=1); canvas.restoreState()

        canvas.beginForm("front", 0, 0, W, H)
        canvas.setFillColor("#161b3a"); canvas.rect(0, 0, W, H, stroke=0, fill=1)
        canvas.setFillColor("#ffffff"); canvas.rect(3 * MM, 3 * MM, W - 6 * MM, H - 6 * MM, stroke=0, fill=1)
        ship(20 * MM, H - 24 * MM, 24 * MM, "#14182b"); canvas.endForm()
        canvas.beginForm("back", 0, 0, W, H)
        canvas.setFillColor("#161b3a"); canvas.rect(0, 0, W, H, stroke=0, fill=1)
        ship(17 * MM, H - 30 * MM, 30 * MM, "#f6f1dc"); canvas.endForm()

        def marks(x0, y0):
            for i in range(4):
                x, y = x0 + i * W, y0 + i * H
                canvas.line(x, 6, x, y0 - 2)
                canvas.line(x, y0 + 3 * H + 2, x, 297 * MM - 6)
                canvas.line(6, y, x0 - 2, y)
                canvas.line(x0 + 3 * W + 2, y, 210 * MM - 6, y)

        def wrapped(text, width, size):
            line = ""
            for word in text.split():
                longer = (line + " " + word).strip()
                if pdfmetrics.stringWidth(longer, "B", size) > width:
                    yield line
                    line = word
                else:
                    line = longer
            yield line

        x0, y0 = (210 * MM - 3 * W) / 2, (297 * MM - 3 * H) / 2
        for first in range(0, {count}, 9):
            for side in ("front", "back"):
                for slot, n in enumerate(range(first, min(first + 9, {count}))):
                    column = slot % 3 if side == "front" else 2 - slot % 3
                    x, y = x0 + column * W, y0 + (2 - slot // 3) * H
                    canvas.saveState(); canvas.translate(x, y); canvas.doForm(side)
                    if side == "front":
                        canvas.setFillColor("#14182b"); canvas.setFont("C", 26)
                        canvas.drawString(6 * MM, H - 16 * MM, str(n % 13 + 1)); canvas.setFont("B", 8.5)
                        for i, line in enumerate(wrapped({TEXT!r}.format(n=n % 13 + 1), W - 12 * MM, 8.5)):
                            canvas.drawString(6 * MM, H - 59 * MM - i * 10.4, line)
                        canvas.setFont("C", 7); canvas.drawRightString(W - 4 * MM, 3.8 * MM, f"C{{n}}")
                    canvas.restoreState()
                marks(x0, y0)
                canvas.showPage()
        canvas.save()
        """)
    )
    return script


def write_protograf(work: Path, count: int) -> Path:
    """The same with protograf, from the same data file: a background, a number, the icon from its SVG and a
    wrapped text; a back with the icon. It has no codes on the cards, no bleed and no labels."""
    (work / "ship.svg").write_text(SHIP)
    script = work / f"protograf{count}.py"
    script.write_text(
        textwrap.dedent(f"""\
        from protograf import *
        Create(filename="protograf{count}.pdf", paper="A4", margin=0.97, margin_top=1.5)
        Data(filename="cards{count}/cards.csv")
        Deck(width=6.35, height=8.89, grid_marks=True, fill="#161b3a")
        CardBack(
            "*", rectangle(x=0, y=0, width=6.35, height=8.89, fill="#161b3a"),
            image("ship.svg", x=1.7, y=3, width=3, height=3),
        )
        Card("*", rectangle(x=0.3, y=0.3, width=5.75, height=8.29, fill="white"))
        Card("*", image("ship.svg", x=2, y=2.4, width=2.4, height=2.4))
        Card("*", text(x=1, y=1.5, text=T("{{{{ number }}}}"), font_size=26))
        words = T("{{{{ text }}}}")
        Card("*", text(x=0.6, y=5.8, width=5.1, height=2.4, wrap=True, font_size=8, text=words))
        Save()
        """)
    )
    return script


if __name__ == "__main__":
    main()
