"""pnp export --to labels: pieces in the middle of labels, whose layouts their makers publish."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image

from generator.exports.labels import Labels, sheet, sheets
from generator.exports.print_services.services import services
from generator.pdf import raster

Pnp = Callable[..., Any]
POINT = 72 / 25.4
DPI = 254  # ten pixels to a mm


@pytest.mark.parametrize("labels", sheets(), ids=lambda labels: labels.name)
def test_the_labels_lie_on_the_paper_apart_from_each_other_and_in_its_middle(labels: Labels) -> None:
    width, height = labels.paper
    first, last = labels.label(0), labels.label(labels.count - 1)
    assert first.x > 0 and first.y > 0 and last.right < width and last.bottom < height
    assert labels.pitch[0] >= labels.size[0] - 1e-6 and labels.pitch[1] >= labels.size[1] - 1e-6
    assert first.x == pytest.approx(width - last.right, abs=0.01)
    assert first.y == pytest.approx(height - last.bottom, abs=0.01)
    assert str(labels.count) in labels.title, "the number of labels is part of the sheet's name"


# Published by the makers: size of a label and how many are on a sheet.
@pytest.mark.parametrize(
    ("name", "paper", "size", "count"),
    [
        ("L7160", (210, 297), (63.5, 38.1), 21),
        ("L7163", (210, 297), (99.1, 38.1), 14),
        ("5160", (215.9, 279.4), (2.625 * 25.4, 25.4), 30),
        ("5163", (215.9, 279.4), (4 * 25.4, 2 * 25.4), 10),
        ("ol2681", (215.9, 279.4), (1.5 * 25.4, 1.5 * 25.4), 24),
    ],
)
def test_the_usual_sheets_are_known(
    name: str, paper: tuple[float, float], size: tuple[float, float], count: int
) -> None:
    found = sheet(name)
    assert found.paper == paper
    assert found.size == pytest.approx(size)
    assert found.count == count


def test_the_guide_names_every_sheet_and_every_service(project: Path) -> None:
    guide = (project / "docs" / "exports.md").read_text(encoding="utf-8")
    for name in (*(labels.name for labels in sheets()), *(service.name for service in services())):
        assert f"`{name}`" in guide


@pytest.fixture
def made(pnp: Pnp, tmp_path: Path) -> Callable[..., bytes]:
    def run(game: object, name: str, *options: object) -> bytes:
        ran = pnp("export", game, "--to", "labels", "--labels", name, "--out", tmp_path, *options)
        assert ran.code == 0, ran.err
        (file,) = tmp_path.glob(f"*/labels-{name}.pdf")
        return file.read_bytes()

    return run


def test_the_page_has_the_size_of_the_sheet_and_asks_not_to_be_scaled(made: Callable[..., bytes]) -> None:
    reader = pypdf.PdfReader(io.BytesIO(made("rayguns", "5163")))
    for page in reader.pages:
        assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, 612, 792], abs=0.01)
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert len(reader.pages) == 15, "150 tiles on sheets of 10"


@pytest.fixture
def squares(small_game: Path) -> Path:
    """The small game with cards of 30 × 30 mm, all red."""
    toml = small_game / "game.toml"
    toml.write_text(toml.read_text().replace('size = "poker"', 'size = [30, 30]\nshape = "square"'))
    red = '<rect x="-3" y="-3" width="36" height="36" fill="#ff0000"/>'
    (small_game / "templates" / "card.svg.j2").write_text(red)
    return small_game


@pytest.mark.parametrize("name", ["L7160", "5163", "OL2681"])
@pytest.mark.parametrize("start", [1, 3, 9])
def test_each_piece_lies_in_the_middle_of_its_label(
    made: Callable[..., bytes], squares: Path, name: str, start: int
) -> None:
    labels = sheet(name)
    page = raster.image(made(squares, name, "--start", start), 0, DPI)
    for number in range(labels.count):
        label = labels.label(number)
        box = [round(edge * 10) for edge in (label.x, label.y, label.right, label.bottom)]
        seen = page.crop((box[0], box[1], box[2], box[3]))
        if not start - 1 <= number < start - 1 + 4:
            assert seen.getextrema() == ((255, 255),) * 3, f"label {number} is to stay empty"
            continue
        left, top, right, bottom = _red(seen)
        assert (left + right) / 20 == pytest.approx(label.width / 2, abs=0.15)
        assert (top + bottom) / 20 == pytest.approx(label.height / 2, abs=0.15)
        assert right - left >= 300 and bottom - top >= 300, "all of the piece, and a little more"


def test_nothing_is_printed_beside_the_labels(made: Callable[..., bytes], squares: Path) -> None:
    labels = sheet("L7160")
    page = raster.image(made(squares, "L7160"), 0, DPI)
    for number in range(labels.count):
        label = labels.label(number)
        page.paste(
            (255, 255, 255), tuple(round(edge * 10) for edge in (label.x, label.y, label.right, label.bottom))
        )
    assert page.getextrema() == ((255, 255),) * 3


def test_only_square_pieces_are_printed_unless_decks_are_named(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("export", "rayguns", "--to", "labels", "--out", tmp_path)
    assert "150 pieces on 8 sheets of Avery L7160" in ran.out
    ran = pnp(
        "export", "mlem", "--to", "labels", "--labels", "5160", "--only", "astronauts", "--out", tmp_path
    )
    assert "40 pieces on 2 sheets" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("rayguns", "--labels", "5160"),
            "Tiles: pieces of 38 × 38 mm do not fit on labels of 66.675 × 25.4 mm.",
        ),
        (("rayguns", "--labels", "5160"), "These labels are large enough: L7160, L7161"),
        (("rayguns", "--only", "station"), "No known label is large enough."),
        (("rayguns", "--labels", "L7169"), 'There are no labels "L7169".'),
        (("rayguns", "--start", "22"), "--start: There is no label 22. The labels are 1 to 21."),
    ],
)
def test_impossible_labels_are_refused_with_the_possible_ones(
    pnp: Pnp, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = pnp("export", *arguments, "--to", "labels", "--out", tmp_path / "out")
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_a_game_of_cards_has_nothing_for_labels(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    """Cards are not stuck on cardboard, unless somebody names their deck."""
    ran = pnp("export", small_game, "--to", "labels", "--out", tmp_path / "out")
    assert ran.code == 2
    assert "small: There are no square pieces. Name decks with --only." in ran.err


def _red(picture: Image.Image) -> tuple[int, int, int, int]:
    """The box around all that is red."""
    mask = picture.convert("RGB").split()[1].point(lambda green: 255 if green < 128 else 0)
    grey = picture.convert("RGB").split()[0].point(lambda red: 255 if red > 200 else 0)
    both = Image.composite(mask, Image.new("L", mask.size), grey)
    found = both.getbbox()
    assert found, "there is nothing red on the label"
    return found
