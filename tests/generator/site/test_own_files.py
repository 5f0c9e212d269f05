"""The page Make with what designers bring along: pictures, fonts and workbooks."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.components.test_workbooks import ods, xlsx
from tests.generator.faces.test_own_fonts import BARLOW, FRAUNCES, postscript
from tests.generator.site.conftest import Visit, whole_site
from tests.generator.site.test_make import native_pdfs, pdfs
from tests.smallgame import write_game

pytestmark = whole_site

THEME = """\
[fonts]
cut = ["fonts/Post.otf"]
story = ["fonts/Fraunces.ttf"]
[styles]
cut = { font = "cut", weight = 400, size = 12, min = 8, leading = 1.2 }
story = { font = "story", weight = 600, size = 12, min = 8, leading = 1.2 }
"""
CARD = b'{{ text(piece.art, 4, 12, "story") }}{{ text("Fox", 4, 30, "cut") }}\n'

ART, SIZE = 'art = "text?"', "[40, 40]"


def picture(mode: str, kind: str, side: int = 300, **options: object) -> bytes:
    """A picture with noise in it, and half as clear as its mode allows."""
    plain = Image.new("RGBA", (side, side), (220, 30, 30, 255))
    ImageDraw.Draw(plain).ellipse((20, 20, side - 20, side - 20), fill=(20, 40, 200, 120))
    noise = Image.frombytes("RGBA", (40, 40), random.Random(mode).randbytes(6400))
    plain.paste(noise, (30, 30))
    made = io.BytesIO()
    (plain.convert("RGB") if mode in ("P", "CMYK") else plain).convert(mode).save(made, kind, **options)
    return made.getvalue()


# Pictures that print as they are at 300 dots per inch on 40 mm.
EXACT = {
    **{f"png-{mode}.png": picture(mode, "PNG") for mode in ("L", "LA", "P", "RGB", "RGBA")},
    "clear.png": picture("P", "PNG", transparency=3),
    "jpeg.jpg": picture("RGB", "JPEG"),
    "grey.jpg": picture("L", "JPEG"),
}


def folder(home: Path, pictures: Mapping[str, bytes], **more: bytes) -> Path:
    """A game with a card for each picture."""
    cards = "".join(f"A{number},{name}\n" for number, name in enumerate(pictures, 1))
    own = {f"pictures/{name}": content for name, content in pictures.items()}
    face = "{{ picture(piece.art, 0, 0, w, h) }}\n"
    return write_game(
        home / "own-files",
        cards=f"code,art\n{cards}",
        columns=ART,
        face=face,
        size=SIZE,
        files={**own, **more},
    )


def opened(visit: Visit, game: Path) -> None:
    """Open a folder as a zip file on the page."""
    file = game.with_suffix(".zip")
    with zipfile.ZipFile(file, "w") as archive:
        for one in sorted(game.rglob("*")):
            archive.write(one, f"{game.name}/{one.relative_to(game)}")
    visit.open("make.html")
    visit.page.set_input_files("#open input", file)
    visit.page.get_by_role("button", name="Open", exact=True).click()
    visit.page.wait_for_selector("#sheets figure, #problem:not([hidden])")


def test_pictures_that_need_no_other_pixels_print_to_the_same_bytes(visit: Visit, tmp_path: Path) -> None:
    game = folder(tmp_path, EXACT)
    opened(visit, game)
    assert visit.page.inner_text("#problem") == ""
    assert pdfs(visit) == native_pdfs(game, tmp_path / "output")
    assert not visit.browser.complaints


def test_a_picture_is_dropped_and_seen_on_the_sheet(visit: Visit) -> None:
    page = visit.page
    visit.open("make.html")
    page.get_by_label("A new game, from a small one").fill("Picture Mail")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#sheets figure")
    dropped = {"name": "fox.webp", "mimeType": "image/webp", "buffer": picture("RGBA", "WEBP", 900)}
    page.set_input_files("#files", [dropped])
    page.get_by_alt_text("The picture pictures/fox.webp").wait_for()
    page.get_by_role("button", name="Draw it in card.svg.j2").click()
    page.wait_for_selector("#definitions image", state="attached")
    assert page.evaluate(
        """async () => {
            const seen = new Image();
            seen.src = document.querySelector("#definitions image").getAttribute("href");
            await seen.decode();
            const canvas = new OffscreenCanvas(seen.width, seen.height), brush = canvas.getContext("2d");
            brush.drawImage(seen, 0, 0);
            return [...brush.getImageData(seen.width / 2, 1, 1, 1).data];
        }"""
    ) == pytest.approx([220, 30, 30, 255], abs=6)
    assert not visit.browser.complaints


def test_a_broken_picture_is_refused_with_its_row_and_file(visit: Visit, tmp_path: Path) -> None:
    opened(visit, folder(tmp_path, {"half.webp": picture("RGB", "WEBP", 900)[:2000], "no.png": b"GIF89a"}))
    said = visit.page.inner_text("#problem")
    assert "no.png" in said or "half.webp" in said
    assert "This is not a picture" in said or "cannot be read" in said


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_workbook_and_fonts_print_to_the_same_bytes(kind: str, visit: Visit, tmp_path: Path) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    table = tmp_path / f"cards.{kind}"
    rows = [["code", "art"], ["A1", "Fox"], ["A2", "of"]]
    (xlsx(table, rows) if kind == "xlsx" else ods(table, rows))
    whole = (folder(tmp_path, {}) / "game.toml").read_bytes()
    game = folder(
        tmp_path,
        {},
        **{
            table.name: table.read_bytes(),
            "fonts/Post.otf": postscript(BARLOW),
            "fonts/Fraunces.ttf": FRAUNCES["normal"],
            "theme.toml": THEME.encode(),
            "templates/card.svg.j2": CARD,
            "game.toml": whole.replace(b'"cards.csv"', f'"{table.name}"\nsheet = "Cards"'.encode()),
        },
    )
    opened(visit, game)
    assert visit.page.inner_text("#problem") == ""
    assert visit.page.evaluate("document.fonts.size") > 12  # our own fonts; and the game's
    assert "more.bin" in asked
    assert pdfs(visit) == native_pdfs(game, tmp_path / "output")
