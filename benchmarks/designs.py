"""The speed of the printer for another design, compared with hand-written reportlab code for the same.

    python benchmarks/designs.py [--runs 5]

Three sets of poker cards on A4, three by three. Pictures: 54 cards with 54 photographs, JPEG files of
750 × 525 pixels, a title and a text. Drawings: the same with PNG files that are transparent in places. Texts:
540 cards with differing texts of 10 to 60 words, one of seven icons, a title, a footer, and a back of their
own. The floor draws the same with plain reportlab calls, shared art as forms, in turn with `pnp build`; the
ratio is that of the processor's time of whole processes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import textwrap
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter
from printing import PNP, check_pages, report, write_cards

WORDS = """
when this card is played move your ship up to three spaces and draw another from the pile then
discard one if you hold more than five each other player may pay two ore to answer with a token of
their own colour or pass until the end of the round any captain without fuel takes a debt marker
returns home repairs one engine and looks at the top of the deck before everybody trades gains loses
steals doubles hides reveals a planet
""".split()
ICONS = {
    "sun": '<circle cx="12" cy="12" r="6"/><path d="M11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z"/>',
    "ship": '<path d="M12 1C8 5 7 9 7 14L3 19v3l6-3h6l6 3v-3l-4-5c0-5-1-9-5-13z"/>',
    "ore": '<path d="M4 9L9 3h6l5 6-8 12z"/>',
    "star": '<path d="M12 2l3 7 7 .6-5.3 4.8 1.6 7.1L12 17.7 5.7 21.5l1.6-7.1L2 9.6 9 9z"/>',
    "leaf": '<path d="M3 21C3 9 9 3 21 3c0 12-6 18-18 18z"/>',
    "drop": '<path d="M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z"/>',
    "bolt": '<path d="M13 1L4 14h6l-1 9 9-13h-6z"/>',
}
SYMBOLS = {
    icon: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor">{body}</svg>'
    for icon, body in ICONS.items()
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        print(f"{'':36} {'seconds':>8} {'cpu':>8} {'MiB':>6} {'× floor, cpu':>12}")
        for name, count, write in (
            ("pictures", 54, pictures),
            ("drawings", 54, drawings),
            ("texts", 540, texts),
        ):
            floor = [sys.executable, str(write(work, count))]
            out = ["--only", "cards", "--force", "--out", str(work / "out")]
            report(f"{count} cards with {name}", [*PNP, "build", str(work / name), *out], work, runs, floor)
            check_pages(work / "out" / f"{name}-part" / f"{name}.pdf", count)
            check_pages(work / f"{name}.pdf", count)


def rows(count: int) -> list[tuple[str, str, str, str]]:
    """Code, title, icon and text of each card."""
    rng = random.Random("designs")
    made = []
    for number in range(count):
        title = " ".join(rng.sample(WORDS, 2)).title()
        sentences = []
        left = rng.randint(10, 60)
        while left > 0:
            long = min(left, rng.randint(6, 14))
            sentences.append(" ".join(rng.choices(WORDS, k=long)).capitalize() + ".")
            left -= long
        made.append((f"D{number}", title, rng.choice([*ICONS]), " ".join(sentences)))
    return made


BACK = """\
<rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#34204a"/>
{{ symbol("sun", w / 2 - 12, h / 2 - 12, 24, colour="#f3d9a4") }}
"""


def pictures(work: Path, count: int) -> Path:
    """Write the game with photographs; the script of its floor."""
    return illustrated(work, "pictures", "jpg", count)


def drawings(work: Path, count: int) -> Path:
    """Write the game with transparent drawings; the script of its floor."""
    return illustrated(work, "drawings", "png", count)


def illustrated(work: Path, name: str, ending: str, count: int) -> Path:
    front = """\
{{ picture(piece.art, 0, 0, w, 44.45) }}
{{ text(piece.title, 5, 52, "title") }}
{{ paragraph(piece.text, 5, 55, w - 10, 26) }}
{{ text(piece.code, w - 5, h - 4, "code", anchor="end") }}
"""
    cut = [(code, title, icon, text[:180]) for code, title, icon, text in rows(count)]
    cards = [f'{code},{title},{code}.{ending},"{text}"' for code, title, _, text in cut]
    columns = 'title = "text", art = "text", text = "text"'
    write_cards(work / name, columns, ["code,title,art,text", *cards], front, BACK, SYMBOLS)
    (work / name / "pictures").mkdir()
    for number in range(count):
        image = photograph(number)
        if ending == "png":
            image.putalpha(image.getchannel("R").point(lambda level: 255 if level > 100 else 0))
        image.save(work / name / "pictures" / f"D{number}.{ending}", quality=90)
    body = f"""\
    art = f"{name}/pictures/{{code}}.{ending}"
    canvas.drawImage(art, 0, H - 44.45 * MM, W, 44.45 * MM, mask="auto")
    canvas.setFillColor("#14182b"); canvas.setFont("C", 13); canvas.drawString(5 * MM, H - 52 * MM, title)
    paragraph(text, 5 * MM, H - 55 * MM, W - 10 * MM, 26 * MM)
    canvas.setFont("C", 7); canvas.drawRightString(W - 5 * MM, 4 * MM, code)
"""
    return write_floor(work, name, cut, body)


def photograph(number: int) -> Image.Image:
    """Something with as many colours and edges as a photograph."""
    rng = random.Random(number)
    small = Image.frombytes("RGB", (50, 35), rng.randbytes(50 * 35 * 3)).resize(
        (750, 525), Image.Resampling.BICUBIC
    )
    draw = ImageDraw.Draw(small)
    for _ in range(30):
        x, y = rng.randrange(750), rng.randrange(525)
        draw.ellipse((x, y, x + rng.randrange(20, 200), y + rng.randrange(20, 200)), tuple(rng.randbytes(3)))
    return small.filter(ImageFilter.GaussianBlur(2))


def texts(work: Path, count: int) -> Path:
    """Write the game of long texts; the script of its floor."""
    front = """\
<rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#e9dfc8"/>
<rect x="4" y="4" width="{{ w - 8 }}" height="{{ h - 8 }}" rx="2" fill="#fffaf0" stroke="#7a5c3e"/>
{{ text(piece.title, 7, 13, "title", "#5b2333", width=w - 26) }}
{{ symbol(piece.icon, w - 17, 6, 10, colour="#5b2333") }}
<line x1="7" y1="18" x2="{{ w - 7 }}" y2="18" stroke="#7a5c3e" stroke-width="0.3"/>
{{ paragraph(piece.text, 7, 21, w - 14, 56) }}
{{ text("Season one", 7, h - 7, "label", "#7a5c3e") }}
{{ text(piece.code, w - 7, h - 7, "code", "#7a5c3e", anchor="end") }}
"""
    listed = [f'{code},{title},{icon},"{text}"' for code, title, icon, text in rows(count)]
    columns = 'title = "text", icon = "text", text = "text"'
    write_cards(work / "texts", columns, ["code,title,icon,text", *listed], front, BACK, SYMBOLS)
    body = """\
    canvas.doForm("front"); canvas.doForm(icon)
    canvas.setFillColor("#5b2333"); canvas.setFont("C", 13); canvas.drawString(7 * MM, H - 13 * MM, title)
    canvas.setFillColor("#14182b"); paragraph(text, 7 * MM, H - 21 * MM, W - 14 * MM, 56 * MM)
    canvas.setFillColor("#7a5c3e"); canvas.setFont("B", 7); canvas.drawString(7 * MM, 7 * MM, "Season one")
    canvas.setFont("C", 7); canvas.drawRightString(W - 7 * MM, 7 * MM, code)
"""
    return write_floor(work, "texts", rows(count), body)


def write_floor(work: Path, name: str, cards: list[tuple[str, str, str, str]], body: str) -> Path:
    """The same by hand: forms for what is shared, texts wrapped by measuring words, shrunk until they fit."""
    script = work / f"{name}-floor.py"
    script.write_text(
        f"CARDS = {cards!r}\n"
        + textwrap.dedent(f"""\
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
        canvas = Canvas("{name}.pdf", pagesize=(210 * MM, 297 * MM), invariant=1, pageCompression=1)

        def icon(name, x, y, size, colour, points):
            canvas.saveState(); canvas.translate(x, y); canvas.scale(size / 24, -size / 24)
            canvas.setFillColor(colour)
            path = canvas.beginPath(); path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.curveTo(8, 5, 7, 9, 7, 14); path.curveTo(17, 9, 16, 5, 12, 1); path.close()
            canvas.drawPath(path, stroke=0, fill=1); canvas.restoreState()

        for seed, name in enumerate({[*ICONS]!r}):
            canvas.beginForm(name, 0, 0, W, H)
            points = [(12 + (seed + i) % 9, 2 + 3 * i) for i in range(7)]
            icon(name, W - 17 * MM, H - 6 * MM, 10 * MM, "#5b2333", points)
            canvas.endForm()
        canvas.beginForm("front", 0, 0, W, H)
        canvas.setFillColor("#e9dfc8"); canvas.rect(-9, -9, W + 18, H + 18, stroke=0, fill=1)
        canvas.setFillColor("#fffaf0"); canvas.setStrokeColor("#7a5c3e")
        canvas.roundRect(4 * MM, 4 * MM, W - 8 * MM, H - 8 * MM, 2 * MM, stroke=1, fill=1)
        canvas.line(7 * MM, H - 18 * MM, W - 7 * MM, H - 18 * MM); canvas.endForm()
        canvas.beginForm("back", 0, 0, W, H)
        canvas.setFillColor("#34204a"); canvas.rect(-9, -9, W + 18, H + 18, stroke=0, fill=1)
        icon("sun", W / 2 - 12 * MM, H / 2 + 12 * MM, 24 * MM, "#f3d9a4", [(12 + i, 3 * i) for i in range(7)])
        canvas.endForm()

        def marks(x0, y0):
            for i in range(4):
                x, y = x0 + i * W, y0 + i * H
                canvas.line(x, 6, x, y0 - 2)
                canvas.line(x, y0 + 3 * H + 2, x, 297 * MM - 6)
                canvas.line(6, y, x0 - 2, y)
                canvas.line(x0 + 3 * W + 2, y, 210 * MM - 6, y)

        def wrapped(text, width, size):
            lines, line = [], ""
            for word in text.split():
                longer = (line + " " + word).strip()
                if pdfmetrics.stringWidth(longer, "B", size) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            return [*lines, line]

        def paragraph(text, x, y, width, height):
            size = 8.5
            lines = wrapped(text, width, size)
            while len(lines) * size * 1.22 > height and size > 6.5:
                size -= 0.25
                lines = wrapped(text, width, size)
            canvas.setFont("B", size)
            for i, line in enumerate(lines):
                canvas.drawString(x, y - size - i * size * 1.22, line)

        def front(code, title, icon, text):
        """)
        + body
        + textwrap.dedent("""
        x0, y0 = (210 * MM - 3 * W) / 2, (297 * MM - 3 * H) / 2
        for first in range(0, len(CARDS), 9):
            for side in ("front", "back"):
                for slot, card in enumerate(CARDS[first:first + 9]):
                    column = slot % 3 if side == "front" else 2 - slot % 3
                    x, y = x0 + column * W, y0 + (2 - slot // 3) * H
                    canvas.saveState(); canvas.translate(x, y)
                    if side == "front":
                        front(*card)
                    else:
                        canvas.doForm("back")
                    canvas.restoreState()
                marks(x0, y0)
                canvas.showPage()
        canvas.save()
        """)
    )  # fmt: skip
    return script


if __name__ == "__main__":
    main()
