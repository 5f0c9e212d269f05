"""pnp export --to print-service: exact pixels, bleed without white, and a complete order."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image

from components import catalogue
from generator.exports.print_services.services import services
from generator.pdf import raster

Pnp = Callable[..., Any]

# As the services publish them: the picture of a product, bleed included, at 300 dpi.
PUBLISHED = [
    ("the-game-crafter", "Poker Deck", (825, 1125)),
    ("the-game-crafter", "Bridge Deck", (750, 1125)),
    ("the-game-crafter", "Mini Deck", (600, 825)),
    ("the-game-crafter", "Tarot Deck", (900, 1500)),
    ("the-game-crafter", "Jumbo Deck", (1125, 1725)),
    ("the-game-crafter", "Small Square Tile", (675, 675)),
    ("the-game-crafter", "Medium Circle Chit", (300, 300)),
    ("the-game-crafter", "Small Circle Chit", (225, 225)),
    ("the-game-crafter", "Postcard Mat", (1875, 1275)),
    ("the-game-crafter", "Large Hex Tile", (1200, 1050)),
    ("the-game-crafter", "Small Hex Tile", (675, 600)),
    ("the-game-crafter", "Circle Deck", (1125, 1125)),
    ("the-game-crafter", "Medium Square Tile", (825, 825)),
    ("the-game-crafter", "Domino Tile", (675, 1275)),
    ("the-game-crafter", "Strip Chit", (375, 975)),
    ("the-game-crafter", "Placard Mat", (1275, 975)),
    ("the-game-crafter", "Big Mat", (3075, 4875)),
    ("the-game-crafter", "Square Board", (2475, 2475)),
    ("the-game-crafter", "Accordion Board", (2475, 4875)),
    ("makeplayingcards", "Poker size 2.5 × 3.5", (822, 1122)),
    ("drivethrucards", "Premium Poker", (825, 1125)),
]


@pytest.mark.parametrize(("service", "product", "pixels"), PUBLISHED)
def test_pictures_have_the_published_pixels(service: str, product: str, pixels: tuple[int, int]) -> None:
    (found,) = (one for one in services() if one.name == service)
    assert {one.name: one.pixels for one in found.products}[product] == pixels


def test_the_files_are_of_exactly_that_size(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp("export", small_game, "--to", "print-service", "--only", "cards", "--out", tmp_path)
    assert ran.code == 0, ran.err
    folder = tmp_path / "small" / "the-game-crafter"
    pictures = sorted(folder.glob("*.png"))
    assert [file.name for file in pictures] == [
        "cards-B9-front.png", "cards-R1-front.png", "cards-R2-front.png", "cards-back.png",
    ]  # fmt: skip
    for file in pictures:
        assert Image.open(file).size == (825, 1125)
    rows = list(csv.reader(io.StringIO((folder / "order.csv").read_text())))
    assert rows[2] == ["Poker Deck", "cards", "2", "cards-R2-front.png", "cards-back.png"]


def test_colour_runs_to_the_very_edge(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    """The Game Crafter wants 3.175 mm of bleed; the faces have 3 mm."""
    pnp("export", small_game, "--to", "print-service", "--only", "cards", "--out", tmp_path)
    back = Image.open(tmp_path / "small" / "the-game-crafter" / "cards-back.png").convert("RGB")
    ground = back.getpixel((400, 500))
    assert ground != (255, 255, 255)
    edges = [(x, y) for x in range(825) for y in (0, 1, 1123, 1124)]
    edges += [(x, y) for y in range(1125) for x in (0, 1, 823, 824)]
    assert {back.getpixel(place) for place in edges} == {ground}


def test_a_card_that_lies_on_its_side_is_turned_and_its_back_the_other_way(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    toml = small_game / "game.toml"
    toml.write_text(toml.read_text().replace('size = "poker"', 'size = "poker-wide"'))
    paper = '<rect x="-3" y="-3" width="95" height="70" fill="#ffffff"/>'
    mark = f'{paper}<rect width="40" height="10" fill="#ff0000"/>'
    for name in ("card", "card-back"):
        (small_game / "templates" / f"{name}.svg.j2").write_text(mark)
    pnp("export", small_game, "--to", "print-service", "--only", "cards", "--out", tmp_path)
    folder = tmp_path / "small" / "the-game-crafter"
    front, back = (Image.open(next(folder.glob(f"cards-*{side}.png"))) for side in ("front", "back"))
    assert front.size == back.size == (825, 1125)
    red = (255, 0, 0)
    assert front.getpixel((825 - 80, 80)) == red and front.getpixel((80, 1125 - 80)) != red
    assert back.getpixel((80, 1125 - 80)) == red and back.getpixel((825 - 80, 80)) != red


def test_a_service_that_takes_pdf_gets_back_and_front_of_every_card(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    ran = pnp(
        "export", small_game, "--to", "print-service", "--service", "drivethrucards", "--only", "cards",
        "--out", tmp_path,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    data = (tmp_path / "small" / "drivethrucards" / "cards.pdf").read_bytes()
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    assert len(pages) == 2 * 4, "four cards, two sides"
    for page in pages:
        assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
        assert [float(edge) for edge in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
    assert "One" in pages[1].extract_text() and "One" not in pages[0].extract_text()
    back = raster.image(data, 0, 60)
    assert back.getpixel((0, 0)) == back.getpixel((80, 80)) != (255, 255, 255)


def test_decks_without_a_product_are_left_out_and_named(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp("export", small_game, "--to", "print-service", "--service", "drivethrucards", "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert "They have no product for: Tokens." in ran.out
    assert sorted(file.name for file in (tmp_path / "small" / "drivethrucards").glob("[!.]*")) == [
        "cards.pdf", "order.csv",
    ]  # fmt: skip


def test_a_print_house_makes_every_size_and_shape(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp("export", small_game, "--to", "print-service", "--service", "print-house", "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert "Tokens: 20 × 20 mm" in ran.out
    page = pypdf.PdfReader(tmp_path / "small" / "print-house" / "tokens.pdf").pages[0]
    assert [float(edge) / 72 * 25.4 for edge in page.mediabox] == pytest.approx([0, 0, 26, 26], abs=0.01)
    assert [float(edge) / 72 * 25.4 for edge in page.trimbox] == pytest.approx([3, 3, 23, 23], abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rayguns", "--only", "tiles"), "nearest product is Mini Square Tile of 31.8 × 31.8 mm"),
        (("per-aspera", "--only", "map-hexes"), "The Game Crafter does not make a hex of 63 × 72.75 mm."),
        (
            ("mlem", "--only", "astronauts", "--service", "makeplayingcards"),
            "The Game Crafter can make them.",
        ),
        (("mlem", "--service", "moo"), 'There is no service "moo".'),
        (("mlem", "--service", "drivethrucard"), 'Did you mean "drivethrucards"?'),
    ],
)
def test_a_deck_without_a_product_is_an_error_that_suggests_what_to_do(
    pnp: Pnp, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = pnp("export", *arguments, "--to", "print-service", "--out", tmp_path / "out")
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_every_card_of_the_box_can_be_printed_somewhere() -> None:
    """63.5 × 88.9 mm is what every service makes."""
    for slug in catalogue.slugs():
        for deck in catalogue.load(slug).decks:
            if sorted(deck.size) == [63.5, 88.9] and deck.shape == "card":
                for service in services():
                    assert any(service.ways(deck))
