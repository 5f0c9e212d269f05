"""Boards in pages: the printed pieces lie where the rules say they are."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from components import catalogue
from components.setup import Area, Placed, Resting
from generator.exports.web.faces import WebFaces
from referee.engine.game import OVER, Event
from referee.games.planetary.box import box
from referee.table.beginning import begin
from referee.table.session import Session
from referee.web.pages.drawing import Drawn, Faces
from tests.referee.web.conftest import Served


@pytest.fixture
def faces() -> Faces:
    return Faces()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A game of Planetary after some hundred moves: ships have landed, and some have modules off."""
    session = begin(tmp_path / "game.jsonl", "planetary", ("Ann", "Bo", "Cy"), seed="kiwi")
    chance = random.Random(5)
    while session.turn is not OVER and len(session.events) < 250:
        moves = list(itertools.islice(session.game.moves(session.state, session.acting[0]), 200))
        session.play(Event(session.acting[0], chance.choice(moves)))
    return session


def shown_letter(drawn: Drawn, place: int) -> str:
    """The terrain that the map pieces under a hex show there, by their data (PL 1.6)."""
    one = drawn.pieces[place]
    x, y = one.x + one.width / 2, one.y + one.height / 2
    deck = catalogue.load("planetary").deck("maps")
    for piece, under in zip(drawn.area.under, drawn.under, strict=True):
        left, level = x - under.box.x, round((y - under.box.y - one.height / 2) / (one.height * 0.75))
        row = deck.grid[1] - 1 - level if piece.side == "b" else level
        column = round(left / one.width - 0.5 - (row % 2) / 2)
        if 0 <= column < deck.grid[0] and 0 <= row < deck.grid[1]:
            found = next(other for other in deck.pieces if other.code == piece.code)
            rows = found[piece.side]
            assert isinstance(rows, tuple)
            return str(rows[row])[column]
    raise AssertionError(f"no map piece is under {one.place}")


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("half", ["A", "B"])
def test_pl_1_4_a_map_shows_the_terrain_that_is_played(faces: Faces, side: str, half: str) -> None:
    """Three map pieces, so that the middle one is in both halves; on side b the first row is the lowest."""
    deck = catalogue.load("planetary").deck("maps")
    strips = deck.pieces[4:7]
    under = tuple(Placed("maps", one.code, (8 * place, 0), side=side) for place, one in enumerate(strips))
    columns = range(0, 12) if half == "A" else range(12, 24)
    pieces = tuple(
        Placed("", str(strips[column // 8][side][row])[column % 8], (column - row // 2, row), tone="green")  # type: ignore[index]
        for row, column in itertools.product(range(4), columns)
    )
    drawn = faces.drawn("planetary", Area("map", "Map", "hexes", pieces, under=under))
    assert [shown_letter(drawn, place) for place in range(len(pieces))] == [one.code for one in pieces]
    assert all(one.picture for one in drawn.under)
    assert len({one.picture for one in drawn.under}) == len(strips)


def test_every_piece_that_lies_on_a_planet_or_a_ship_is_in_the_box(session: Session, faces: Faces) -> None:
    held = list[Resting]()
    for seat in (0, 1, 2, None):
        for area in session.game.view(session.state, seat).areas:
            drawn = faces.drawn("planetary", area)
            held += [one for piece in area.pieces for one in piece.holds]
            assert all(one.picture for piece in drawn.pieces for one in piece.held)
            assert all(one.picture for one in drawn.under)
    assert {one.deck for one in held} >= {"cores", "units", "ships"}
    assert any(one.side == "b" for one in held), "a module is off"


def test_a_module_that_is_off_shows_its_dark_side() -> None:
    web = WebFaces(catalogue.load("planetary"))
    on, off = web.name("solar-modules", "DRL"), web.turned("solar-modules", "DRL")
    assert on and off and on != off != web.turned("solar-modules", "LAS")


def test_a_standee_stands_upright(faces: Faces) -> None:
    """Of a face of 60 mm the front is the panel of 22 mm above the lower foot of 8 mm."""
    assert WebFaces(catalogue.load("planetary")).upright("units", "brute-O") == (0, 30, 13.4, 22)
    held = (Resting("", "solar-modules", "DRL"), Resting("", "units", "brute-O"))
    cell = Placed("", "DRL B1", (0, 0), name="Drill", tone="green", holds=held)
    (one,) = faces.drawn("planetary", Area("ship", "Ship", "grid", (cell,))).pieces
    tile, standee = (lying.box for lying in one.held)
    assert tile.width == tile.height == 16, "as it is printed"
    assert one.y < standee.y < standee.y + standee.height < one.y + one.height
    assert standee.width / standee.height == pytest.approx(13.4 / 22, abs=0.01)


def test_changed_terrain_is_a_token_on_the_map(session: Session) -> None:
    """Plants grow on plains (PL 5.1): the letter is no longer that of the map piece."""
    worlds = session.state.worlds
    areas = {area.name: area for area in session.game.view(session.state, None).areas}
    found = 0
    for number, world in enumerate(worlds):
        drawn = {half: Faces().drawn("planetary", areas[f"planet-{number + 1}{half}"]) for half in ("A", "B")}
        for half in drawn.values():
            for place, piece in enumerate(half.area.pieces):
                if piece.at is None or not 0 <= piece.at[1] < box().rows or half.pieces[place].kind == "axis":
                    continue
                column, row = piece.at[0] + piece.at[1] // 2, piece.at[1]
                letter = world.terrain[row * world.planet.columns + column]
                tokens = [one for one in piece.holds if one.deck == "terrain"]
                assert bool(tokens) == (letter != shown_letter(half, place) and letter in "GRPF")
                found += len(tokens)
    assert found


def test_a_page_shows_the_planet_as_printed(served: Served) -> None:
    room, (ann, _) = served.table("planetary", "Ann", "Bo")
    page = ann.get(f"/t/{room.name}")
    web = WebFaces(catalogue.load("planetary"))
    assert room.session is not None
    for world in room.session.state.worlds:
        side = world.planet.up
        for code in world.planet.pieces:
            name = web.turned("maps", code) if side == "b" else web.name("maps", code)
            assert f"/faces/planetary/{name}" in page
    assert ann.get(f"/faces/planetary/{name}").startswith("<svg")


def test_pa_what_lies_on_the_map_is_in_its_slots(faces: Faces, tmp_path: Path) -> None:
    """Levies on the homeworld, the demand above a planet; ships stand side by side."""
    session = begin(tmp_path / "game.jsonl", "per-aspera", ("Ann", "Bo"), seed="kiwi")
    chance = random.Random(3)
    while session.turn is not OVER and len(session.events) < 60:
        moves = list(session.game.moves(session.state, session.acting[0]))
        session.play(Event(session.acting[0], chance.choice(moves)))
    board = next(one for one in session.game.view(session.state, 0).areas if one.name == "map")
    drawn = faces.drawn("per-aspera", board)
    decks = set[str]()
    for placed, piece in zip(board.pieces, drawn.pieces, strict=True):
        assert len(piece.held) == len(placed.holds) and not (placed.holds and piece.lines)
        middles = [one.box.x + one.box.width / 2 for one in piece.held]
        for held, lying in zip(placed.holds, piece.held, strict=True):
            decks.add(held.deck)
            assert piece.x < lying.box.x and lying.box.x + lying.box.width < piece.x + piece.width
            assert piece.y < lying.box.y and lying.box.y + lying.box.height < piece.y + piece.height
            if held.slot == "demand":
                assert lying.box.y + lying.box.height < piece.y + piece.height / 3
        if [held.deck for held in placed.holds] == ["standees"] * 2:
            assert middles == sorted(middles) and middles[0] < middles[1]
    assert decks >= {"demands", "standees"}


def test_a_place_that_a_move_leads_to_is_framed(served: Served) -> None:
    room, phones = served.table("per-aspera", "Ann", "Bo")
    session, links = room.session, list[str]()
    assert session is not None
    while not links:
        seat = session.acting[0]
        page = phones[seat].get(f"/t/{room.name}")
        links = re.findall(r'<a [^>]*data-at="map [^>]*>.*?</a>', page, re.DOTALL)
        session.play(Event(seat, next(iter(session.game.moves(session.state, seat)))))
        room.changed()
    assert all('class="box over"' in link for link in links)
