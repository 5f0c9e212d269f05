"""The box of a game: every part finds room in it, and its nets fit the paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components import catalogue
from generator.book.gamebox import back_scene
from generator.build.decks.boxes import LID, TRAY, game_box
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


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("slug", catalogue.slugs() if SEARCHING else ("last-blast", "planetary"))
def test_tray_and_lid_fit_two_sheets_at_most_and_go_together(slug: str, paper: Paper) -> None:
    game = catalogue.load(slug)
    tray, lid = game_box(game, game.at_the_table(), paper, (3.0, 2.0), "poster.svg.j2")
    assert (tray.name, lid.name) == (TRAY, LID)
    inner, outer = (deck.pieces[0].fields["box"] for deck in (tray, lid))
    assert outer["width"] - inner["width"] == pytest.approx(outer["depth"] - inner["depth"])
    assert 1 <= outer["width"] - inner["width"] <= 2  # room for two thicknesses of card on either side
    assert 0.6 * inner["height"] <= outer["height"] <= inner["height"] + 1e-6
    sheets = impose([Item(deck, deck.name, 1, "face", "") for deck in (tray, lid)], paper)
    assert len(sheets) <= 2
    assert not any(placed.part for sheet in sheets for placed in sheet.placements)


def test_a_game_with_larger_parts_has_no_box_on_small_paper() -> None:
    game = catalogue.load("planetary")
    assert game_box(game, game.at_the_table(), Paper("a5", 148, 210), (3.0, 2.0), "poster.svg.j2") == []


def test_the_game_laid_out_shows_in_the_hole_on_the_back(printed: Callable[[str], Path]) -> None:
    game, paper = catalogue.load("last-blast"), PAPERS[0]
    table = back_scene(game).size
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
