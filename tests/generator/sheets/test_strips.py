"""Planets of a set-up as whole strips: at true size, every piece in its place, and no gaps between pieces."""

from __future__ import annotations

import io
import itertools
import math
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from components.catalogue import load
from components.setup import Area, Placed, Setup
from generator.exports.preview import face_png
from generator.faces.svg.operations import Group
from generator.pdf import document, raster
from generator.sheets.paper import Paper
from generator.sheets.strips import impose_strips, stacked, strips
from tests.generator.presswork import A4, drawn, pnp

GAME = load("planetary")
MAPS = GAME.deck("maps")
COLUMNS, ROWS = MAPS.grid
HEX = MAPS.size[0] / (COLUMNS + 0.5)  # mm from a hex to the next
HIGH = MAPS.size[1] / (1 + 0.75 * (ROWS - 1))  # mm from the tip of a hex to its foot
DPI = 100
LONG = Paper("long", 900, 297)


def planet(side: str, *codes: str) -> Setup:
    pieces = tuple(Placed("maps", code, (place, 0), side=side) for place, code in enumerate(codes))
    return Setup("planetary", 2, "kiwi", areas=(Area("planet", "Planet", "grid", pieces),))


def printed(setup: Setup, paper: Paper) -> tuple[Image.Image, float, float]:
    """The first sheet in pixels, with the left upper corner of the strip on it in mm."""
    made = list(strips(setup, GAME, drawn("planetary")))
    parts = impose_strips(made, paper)
    pdf = document.write(parts, {one.key: one.drawing for one in made}, "Planetary", "", paper)
    trim = parts[0].sheets[0].placements[0].trim
    return raster.image(pdf, 0, DPI), trim.x, trim.y


def px(mm: float) -> int:
    return round(mm / 25.4 * DPI)


def middle(picture: Image.Image, x: float, y: float) -> Image.Image:
    """Return what a hex with that middle shows, in three by three colours."""
    half = HEX / 4
    return picture.crop((px(x - half), px(y - half), px(x + half), px(y + half))).resize(
        (3, 3), Image.Resampling.BOX
    )


@pytest.mark.parametrize("side", ["a", "b"])
def test_every_hex_of_a_strip_is_that_of_its_piece_at_true_size(side: str) -> None:
    """PL 1.4: 8 columns further right for each piece. The middle of each hex is compared."""
    codes = ("M04", "M11", "M19")
    page, left, top = printed(planet(side, *codes), LONG)
    for place, code in enumerate(codes):
        piece = next(piece for piece in MAPS.pieces if piece.code == code)
        faces = drawn("planetary").faces(MAPS, piece)
        face = faces.front if side == "a" else faces.back
        assert face
        alone = Image.open(io.BytesIO(face_png(face, DPI))).convert("RGB")
        for row in range(ROWS):
            odd = (row % 2 == 1) == (side == "a")  # a back is stepped the other way
            for column in range(COLUMNS):
                x, y = (column + 0.5 + 0.5 * odd) * HEX, (0.5 + 0.75 * row) * HIGH
                wanted, shown = middle(alone, x, y), middle(page, left + x + place * COLUMNS * HEX, top + y)
                apart = ImageChops.difference(wanted, shown).getextrema()
                assert max(most for _, most in apart) < 24, (code, row, column)


def test_pieces_that_meet_have_no_gap() -> None:
    page, left, top = printed(planet("a", "M04", "M11"), LONG)
    seam = left + COLUMNS * HEX
    for row in range(ROWS):
        y = top + (0.5 + 0.75 * row) * HIGH
        x = seam + HEX / 2 * (row % 2)
        colours = page.crop((px(x) - 4, px(y), px(x) + 4, px(y) + 1)).getcolors()
        assert colours and not any(min(rgb) > 250 for _, rgb in colours), row


def test_a_strip_longer_than_the_paper_continues_on_other_sheets() -> None:
    [strip] = strips(planet("a", "M04", "M11", "M19", "M07"), GAME, drawn("planetary"))
    assert strip.deck.size == pytest.approx((4 * COLUMNS * HEX + HEX / 2, MAPS.size[1]))
    [part] = impose_strips([strip], A4)
    windows = [sheet.placements[0].window for sheet in part.sheets]
    assert windows[0].x == 0 and windows[-1].right == pytest.approx(strip.deck.size[0])
    assert all(one.right > other.x for one, other in itertools.pairwise(windows))


def test_strips_share_sheets_where_there_is_room_for_two_one_above_the_other() -> None:
    """The longest lie together; each is on the board once, in rows of its own."""
    lengths = {"P1": 2, "P2": 4, "P3": 3}
    areas = tuple(
        replace(planet("a", *["M04"] * count).areas[0], name=name, title=name)
        for name, count in lengths.items()
    )
    setup = Setup("planetary", 4, "kiwi", areas=areas)
    made = list(strips(setup, GAME, drawn("planetary")))
    boards = stacked(made, A4)
    assert [board.deck.title for board in boards] == ["P2, P3", "P1"]
    both, alone = boards
    assert both.deck.size == (made[1].deck.size[0], pytest.approx(2 * MAPS.size[1] + 6))
    places = [group.matrix for group in both.drawing.operations if isinstance(group, Group)]
    assert places == [(1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 0, pytest.approx(MAPS.size[1] + 6))]
    sheets = [len(part.sheets) for part in impose_strips(boards, A4)]
    assert sum(sheets) < sum(len(part.sheets) for part in impose_strips(made, A4))
    assert alone.deck.size == made[0].deck.size
    assert stacked([], A4) == []


def test_pieces_may_be_named_in_any_order() -> None:
    """Their places decide. The drawing is as large as the strip, whose name and key are of the area."""
    [area] = planet("a", "M04", "M11", "M19").areas
    turned = Setup("planetary", 2, "kiwi", areas=(replace(area, pieces=area.pieces[::-1]),))
    [strip] = strips(planet("a", "M04", "M11", "M19"), GAME, drawn("planetary"))
    assert list(strips(turned, GAME, drawn("planetary"))) == [strip]
    assert strip.drawing.view == (0, 0, *strip.deck.size)
    assert (strip.key, strip.deck.name, strip.deck.title) == ("strip planet", "planet", "Planet")
    places = [group.matrix for group in strip.drawing.operations if isinstance(group, Group)]
    # The last is the lowest: the stepped end of a front lies on the piece to its right.
    assert places == [(1, 0, 0, 1, pytest.approx(place * COLUMNS * HEX), 0) for place in (2, 1, 0)]
    [other] = strips(planet("b", "M04", "M11"), GAME, drawn("planetary"))
    (_, turned_back) = [group for group in other.drawing.operations if isinstance(group, Group)]
    assert turned_back.matrix == (1, 0, 0, 1, pytest.approx(COLUMNS * HEX), 0)
    [mirrored] = [group for group in turned_back.children if isinstance(group, Group)]
    assert mirrored.matrix == (-1, 0, 0, 1, MAPS.size[0], 0), (
        "its cut line is that of a front seen from behind"
    )
    [[sheet]] = [part.sheets for part in impose_strips([strip], LONG)]
    assert sheet.placements[0].clip == sheet.placements[0].trim, "nothing is drawn beyond the hexes"


@pytest.mark.parametrize(
    ("width", "rows"), [(100, 1), (193.0, 1), (193.2, 2), (281.6, 2), (281.8, 3), (370.2, 3), (370.3, 4)]
)
def test_as_many_strips_share_a_board_as_the_lowest_page_holds(width: float, rows: int) -> None:
    """A strip is 82.56 high, and they are 6 apart; 22 mm of a sheet are margins and bands."""
    [one] = strips(planet("a", "M04"), GAME, drawn("planetary"))
    made = stacked([one] * 5, Paper("any", width, 900, duplex="off"))
    assert made[0].deck.name == "-".join(["planet"] * rows)
    assert len(made) == math.ceil(5 / rows)
    assert made[0].drawing.view == (0, 0, *made[0].deck.size)


def test_pieces_that_do_not_interlock_do_not_make_a_strip() -> None:
    setup = planet("a", "M04")
    [area] = setup.areas
    grid = Area(
        "field", "Field", "grid", (replace(area.pieces[0], at=(0, 0)), replace(area.pieces[0], at=(0, 1)))
    )
    words = Area("ring", "Ring", "grid", (Placed("", "0", (0, 0)),))
    pile = Area("pile", "Pile", "list", (Placed("maps", "M04"),))
    mixed = Area("mixed", "Mixed", "grid", (area.pieces[0], Placed("terrain", "grass", (1, 0))))
    hexes = Area("hexes", "Hexes", "hexes", area.pieces)
    assert not list(strips(replace(setup, areas=(grid, words, pile, mixed, hexes)), GAME, drawn("planetary")))


def test_a_build_with_a_set_up_has_its_planets_as_strips(tmp_path: Path) -> None:
    words = ("--only", "sun", "--jobs", 1, "--out", tmp_path, "--setup", "kiwi", "--players", 2)
    assert pnp("build", "planetary", *words).code == 0
    sheets = pypdfium2.PdfDocument(tmp_path / "planetary-part" / "setup-strips.pdf")
    assert "P1 Anvil" in sheets[0].get_textpage().get_text_range()
