"""The box of a game: every part finds room in it, and its nets fit the paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components import catalogue
from components.languages.translated import load
from generator.book.gamebox import back_scene
from generator.build.decks.boxes import LID, TRAY, game_box, game_box_pdf
from generator.commands.new import start
from generator.faces.renderer import Renderer
from generator.sheets.imposition import Item, impose
from generator.sheets.packing import Parcel, rooms
from generator.sheets.paper import Paper, paper_size
from tests.generator.presswork import picture
from tests.searching import SEARCHING

PAPERS = [Paper(name, *paper_size(name), duplex="off") for name in ("a4", "letter")]
SIDES = st.integers(5, 90).map(float)


@st.composite
def parcels(draw: st.DrawFn) -> Parcel:
    one, other = draw(SIDES), draw(SIDES)
    return Parcel(
        max(one, other), min(one, other), draw(st.sampled_from([0.3, 1.0, 20.0])), draw(st.integers(1, 60))
    )


@settings(max_examples=400 if SEARCHING else 12)
@given(st.lists(parcels(), min_size=1, max_size=5))
def test_every_room_has_the_floor_for_the_largest_part_and_the_volume_for_all(held: list[Parcel]) -> None:
    found = list(rooms(held, 2.0, 110.0))
    assert found
    volume = sum(one.long * one.short * one.height * one.count for one in held)
    for room in found:
        assert room.width >= room.depth
        assert all(one.long <= room.width - 2 and one.short <= room.depth - 2 for one in held)
        assert room.height - 2 >= max(one.height for one in held) - 1e-9
        assert (room.width - 2) * (room.depth - 2) * (room.height - 2) >= volume * (1 - 1e-9)


def test_parts_that_lie_side_by_side_need_no_higher_box() -> None:
    one = Parcel(60.0, 40.0, 10.0, 1)
    assert min(room.height for room in rooms([one], 0.0, 60.0)) == 10
    beside = [room for room in rooms([one, one], 0.0, 124.0) if room.width >= 120]
    assert beside and min(room.height for room in beside) == 10


@pytest.mark.parametrize(
    ("held", "widest", "found"),
    [
        # Floors grow by 8 mm, first in depth.
        ([Parcel(60, 40, 10, 1)], 60, [(60, 40, 10), (60, 48, 10), (60, 56, 10)]),
        ([Parcel(60, 50, 10, 1)], 68, [(60, 50, 10), (60, 58, 10), (68, 50, 10), (68, 58, 10), (68, 66, 10)]),
        # A floor is at most 2.2 times as wide as it is deep.
        ([Parcel(88, 40, 10, 1)], 88, [(88, 40 + 8 * n, 10) for n in range(7)]),
        ([Parcel(89, 40, 10, 1)], 89, [(89, 48 + 8 * n, 10) for n in range(6)]),
        # Twenty in piles of 20, or of 10 in two layers, or of 7 in three.
        ([Parcel(40, 40, 1, 20)], 40, [(40, 40, 20)]),
        # Piles of 8 are lower than one of 9, but two of them need another layer.
        ([Parcel(40, 40, 1, 9)], 40, [(40, 40, 9)]),
        # A piece that is higher than any pile may be is a pile by itself.
        ([Parcel(40, 40, 30, 2)], 40, [(40, 40, 60)]),
        # Small pieces lie loose: five take the room of seven, and thirty of forty-two.
        ([Parcel(29.5, 29.5, 1, 5)], 29.5, [(29.5, 29.5, 7)]),
        ([Parcel(30, 30, 1, 5)], 30, [(30, 30, 5)]),
        ([Parcel(29.5, 29.5, 1, 1)], 29.5, [(29.5, 29.5, 1)]),
        ([Parcel(29.5, 29.5, 1, 2)], 29.5, [(29.5, 29.5, 3)]),
    ],
)
def test_rooms(held: list[Parcel], widest: float, found: list[tuple[float, float, float]]) -> None:
    """Without play; with it every side is longer."""
    assert [(room.width, room.depth, room.height) for room in rooms(held, 0, widest)] == found
    played = [(room.width, room.depth, room.height) for room in rooms(held, 2, widest)]
    assert played == [(width + 2, depth + 2, height + 2) for width, depth, height in found]


def height(width: float, depth: float, *held: Parcel) -> float:
    """Return the height of the room with that floor."""
    return {(room.width, room.depth): room.height for room in rooms(held, 0, width)}[width, depth]


def test_piles_lie_in_rows() -> None:
    """Side by side in a row that is deep enough, also turned; then in another row; then above."""
    large, small = Parcel(60, 50, 5, 1), Parcel(50, 40, 4, 1)
    assert height(100, 50, large, small) == 5, "the small one is turned"
    assert height(92, 50, large, small) == 9
    assert height(96, 44, *[Parcel(48, 44, 5, 1)] * 2) == 5, "two fill the row"
    wide = Parcel(44, 25, 5, 1)
    assert height(60, 50, Parcel(60, 26, 5, 1), wide) == height(60, 49, Parcel(60, 25, 5, 1), wide) == 10
    assert height(60, 58, Parcel(60, 26, 5, 1), wide) == 5, "in rows one below the other"
    assert height(108, 58, Parcel(60, 50, 5, 1), wide) == 5, "beside the other"
    assert height(60, 57, *[Parcel(60, 25, 5, 1)] * 2) == 5
    assert height(60, 49, *[Parcel(60, 25, 5, 1)] * 2) == 10
    assert height(60, 57, *[Parcel(60, 25, 5, 1)] * 3) == 10


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("slug", catalogue.slugs() if SEARCHING else ("last-blast", "planetary"))
def test_tray_and_lid_fit_two_sheets_at_most_and_go_together(slug: str, paper: Paper) -> None:
    """The box that is printed: for as many players as the game is boxed for."""
    game = catalogue.load(slug)
    game = game.for_players(game.boxed)
    tray, lid = game_box(game, game.at_the_table(), paper, (3.0, 2.0), "poster.svg.j2")
    assert (tray.name, lid.name) == (TRAY, LID)
    inner, outer = (deck.pieces[0].fields["box"] for deck in (tray, lid))
    assert outer["width"] - inner["width"] == pytest.approx(outer["depth"] - inner["depth"])
    assert 1 <= outer["width"] - inner["width"] <= 2  # room for two thicknesses of card on either side
    assert 0.6 * inner["height"] <= outer["height"] <= inner["height"] + 1e-6
    sheets = impose([Item(deck, deck.name, 1, "face", "") for deck in (tray, lid)], paper)
    assert len(sheets) <= 2
    assert not any(placed.part for sheet in sheets for placed in sheet.placements)


def test_a_game_of_a_few_cards_has_a_box_with_room_for_its_words(tmp_path: Path) -> None:
    """Without a scene of the table there is no picture on its back."""
    start("Moon Mail", tmp_path)
    toml = tmp_path / "moon-mail" / "game.toml"
    toml.write_text(f'{toml.read_text()}\n[cover]\npitch = ["Why to play.", "{"A few words more. " * 8}"]\n')
    game = catalogue.load(str(tmp_path / "moon-mail"))
    for decks, shown in ((game.decks, "16 Cards 2 Keepers"), (game.decks[1:], "2 Keepers")):
        pdf = game_box_pdf(game, decks, Renderer(game), PAPERS[0])
        words = " ".join(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().split())
        assert "Why to play." in words and shown in words and "In the box" in words


def test_a_game_with_larger_parts_has_no_box_on_small_paper() -> None:
    game = catalogue.load("planetary")
    assert game_box(game, game.at_the_table(), Paper("a5", 148, 210), (3.0, 2.0), "poster.svg.j2") == []


def test_the_game_laid_out_shows_in_the_hole_on_the_back(printed: Callable[[str], Path]) -> None:
    game, paper = catalogue.load("last-blast"), PAPERS[0]
    scene = back_scene(game)
    assert scene
    table = scene.size
    tray, lid = game_box(game, game.at_the_table(), paper, (table[0], table[1]), "poster.svg.j2")
    bare = Item(tray, TRAY, 1, "face", ""), Item(lid, LID, 1, "face", "")
    [placed, _] = impose(bare, paper)[0].placements
    x, y, width, height = tray.pieces[0].fields["hole"]
    left, top = placed.on_sheet(x, y)
    sheet = picture((printed("last-blast") / "box.pdf").read_bytes(), 0, 2).convert("L")
    seen = sheet.crop(
        tuple(round(2 * side) for side in (left + 1, top + 1, left + width - 1, top + height - 1))
    )
    greys = seen.getcolors(seen.width * seen.height) or []
    assert len(greys) > 50  # faces, not the plain ground of the tray


def test_the_sheets_of_a_box_are_labelled_in_the_language_of_the_game() -> None:
    game = load("last-blast", "de")
    pdf = game_box_pdf(game, game.at_the_table(), Renderer(game), PAPERS[0], None)
    assert "Schachtel · Bogen 1 von 1" in pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
