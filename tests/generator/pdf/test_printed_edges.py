"""True to size: the positions of printed edges, marks and the ruler, measured in the pixels of the page."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image

from components.catalogue import Deck
from generator.faces.drawing import compile_svg
from generator.pdf import document
from generator.sheets.imposition import Item, Placement, Sheet, impose
from generator.sheets.paper import DUPLEX, Correction, Paper

DPI = 600
PIXEL = 25.4 / DPI
SMALL = Paper("small", 100, 140, margin=8, gap=6, bleed=0)
SIZE = (24.0, 33.0)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 30 39">{}</svg>'
SOLID = {
    "front": compile_svg(SVG.format('<rect width="24" height="33"/>')),
    "back": compile_svg(SVG.format('<path d="M0 0H24V33H0Z" fill="#000"/>')),
}


def items(count: int = 4, shape: str = "square", *, back: bool = True) -> list[Item]:
    deck = Deck("solid", "Solid", SIZE, shape, "front", "back", "solid", ())
    return [Item(deck, f"s{i}", i, "front", "back" if back else "") for i in range(1, count + 1)]


def written(paper: Paper, sheets: tuple[Sheet, ...]) -> bytes:
    return document.write([document.Part("solid", "Solid", sheets)], SOLID, "Test", "Us", paper)


def picture(pdf: bytes, page: int) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[page].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")


def edges(image: Image.Image, placed: Placement) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the dark rectangle about the middle of a placement, mm.

    A pixel that is half covered is half dark: summed along a line, the darkness is a length.
    """
    middle_x, middle_y = placed.trim.x + placed.trim.width / 2, placed.trim.y + placed.trim.height / 2

    def reach(dx: int, dy: int) -> float:
        x, y = round(middle_x / PIXEL), round(middle_y / PIXEL)
        dark = 0.0
        while (value := image.getpixel((x, y))) < 250:  # type: ignore[operator]
            dark += (255 - value) / 255  # type: ignore[operator]
            x, y = x + dx, y + dy
        return dark * PIXEL

    x, y = round(middle_x / PIXEL) * PIXEL, round(middle_y / PIXEL) * PIXEL
    return x - reach(-1, 0) + PIXEL, y - reach(0, -1) + PIXEL, x + reach(1, 0), y + reach(0, 1)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_pieces_are_printed_where_the_layout_puts_them(duplex: str) -> None:
    """Fronts and backs, to a tenth of a millimetre."""
    paper = SMALL._replace(duplex=duplex)
    sheets = impose(items(), paper)
    pdf = written(paper, sheets)
    assert [sheet.side for sheet in sheets] == ["front", "back"]
    for page, sheet in enumerate(sheets):
        image = picture(pdf, page)
        assert image.size == pytest.approx((sheet.width / PIXEL, sheet.height / PIXEL), abs=1.01)
        for placed in sheet.placements:
            trim = placed.trim
            assert edges(image, placed) == pytest.approx((trim.x, trim.y, trim.right, trim.bottom), abs=0.1)


def test_crop_marks_are_in_line_with_the_edges() -> None:
    """Each mark is a dark line of 0.2 mm on the very place of a cut, between the ink and the sheet's edge."""
    (sheet,) = impose(items(back=False), SMALL)
    image = picture(written(SMALL, (sheet,)), 0)
    crops = [line for line in sheet.marks if line.kind == "crop"]
    assert crops
    for line in crops:
        upright = line.x1 == line.x2
        at = line.x1 if upright else line.y1
        along = (line.y1 + line.y2) / 2 if upright else (line.x1 + line.x2) / 2
        profile = []
        for step in range(-12, 13):
            across = round(at / PIXEL) + step
            place = (across, round(along / PIXEL)) if upright else (round(along / PIXEL), across)
            profile.append((across, 255 - image.getpixel(place)))  # type: ignore[operator]
        weight = sum(dark for _, dark in profile)
        middle = sum((across + 0.5) * PIXEL * dark for across, dark in profile) / weight
        assert middle == pytest.approx(at, abs=0.05)
        cuts = {
            edge
            for p in sheet.placements
            for edge in ((p.trim.x, p.trim.right) if upright else (p.trim.y, p.trim.bottom))
        }
        assert min(abs(middle - cut) for cut in cuts) < 0.1


@pytest.mark.parametrize(("width", "length"), [(210, 100), (150, 100), (100, 50), (80, 0)])
def test_the_ruler_is_as_long_as_it_says(width: float, length: int) -> None:
    paper = SMALL._replace(width=width, height=240, marks="none", margin=3)
    (sheet,) = impose(items(1, back=False), paper)
    pdf = written(paper, (sheet,))
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert (f"{length} mm" in text) == bool(length)
    image = picture(pdf, 0)
    line = round((sheet.label.y + 3.6) / PIXEL)
    row = image.crop((0, line, image.width, line + 1)).tobytes()
    longest = max(map(len, "".join("x" if value < 128 else " " for value in row).split()), default=0)
    assert longest * PIXEL == pytest.approx(length, abs=0.3 if length else 2)


def test_a_long_label_makes_room_for_the_ruler() -> None:
    sheets = impose(items(1, back=False), SMALL._replace(width=210, height=297))
    title = "Cards, counters, cubes, tokens, standees, boards and reference cards"
    part = document.Part("solid", title, sheets)
    pdf = document.write([part], SOLID, "A game with a rather long name", "Us", SMALL)
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    text = page.get_text_range()
    assert "… · sheet 1 of 1 · front" in text
    end_of_words, ruler = (
        page.get_charbox(text.index("front") + 4)[2],
        page.get_charbox(text.index("100 mm"))[0],
    )
    assert end_of_words < ruler - 51 * 72 / 25.4


def test_a_correction_moves_the_backs_and_nothing_else() -> None:
    paper = SMALL._replace(correction=Correction(right=1.5, down=-0.75))
    sheets = impose(items(), paper)
    pdf = written(paper, sheets)
    for page, (dx, dy) in enumerate([(0, 0), (1.5, -0.75)]):
        for placed in sheets[page].placements:
            left, top, right, bottom = edges(picture(pdf, page), placed)
            trim = placed.trim
            expected = (trim.x + dx, trim.y + dy, trim.right + dx, trim.bottom + dy)
            assert (left, top, right, bottom) == pytest.approx(expected, abs=0.1)


PREFERENCES = {
    "long": "/DuplexFlipLongEdge",
    "short": "/DuplexFlipShortEdge",
    "fold": "/Simplex",
    "off": "/Simplex",
}
WAYS = [
    "--ink=saver",
    "--ink=grey",
    "--marks=lines",
    "--duplex=fold",
    "--paper=letter",
    "--bleed=0",
    "--gap=4",
]


@pytest.mark.parametrize("duplex", DUPLEX)
def test_a_viewer_is_told_how_the_sheet_is_turned(duplex: str) -> None:
    paper = SMALL._replace(duplex=duplex)
    reader = pypdf.PdfReader(io.BytesIO(written(paper, impose(items(), paper))))
    wishes = reader.trailer["/Root"]["/ViewerPreferences"]
    assert (wishes["/Duplex"], wishes["/PrintScaling"]) == (PREFERENCES[duplex], "/None")
    assert len(reader.pages) == (2 if duplex in ("long", "short") else len(impose(items(), paper)))


def test_only_one_sided_sheets_do_not_make_a_duplex_print() -> None:
    sheets = impose(items(20, back=False), SMALL)
    reader = pypdf.PdfReader(io.BytesIO(written(SMALL, sheets)))
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/Simplex"
    assert len(reader.pages) == len(sheets) > 1


@pytest.mark.parametrize("paper", [(210, 297), (215.9, 279.4), (297, 420), (100.5, 333.25)])
def test_the_page_is_the_paper(paper: tuple[float, float]) -> None:
    sheet = SMALL._replace(width=paper[0], height=paper[1])
    reader = pypdf.PdfReader(io.BytesIO(written(sheet, impose(items(), sheet))))
    for page in reader.pages:
        size = sorted(float(side) * 25.4 / 72 for side in (page.mediabox.width, page.mediabox.height))
        assert size == pytest.approx(sorted(paper), abs=0.001)


@pytest.mark.parametrize("option", WAYS)
def test_every_way_to_print_gives_a_readable_file(
    small_game: Path, tmp_path: Path, pnp: Callable, option: str
) -> None:
    ran = pnp("build", small_game, "--out", tmp_path / "out", *option.split("="))
    assert ran.code == 0, ran.err
    for file in (tmp_path / "out" / "small").glob("*.pdf"):
        assert len(pypdf.PdfReader(file).pages) > 0


def test_grey_ink_is_grey(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    pnp("build", small_game, "--out", tmp_path / "out", "--ink", "grey")
    pdf = (tmp_path / "out" / "small" / "small.pdf").read_bytes()
    for page in pypdfium2.PdfDocument(pdf):
        red, green, blue = page.render(scale=1).to_pil().convert("RGB").split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()
