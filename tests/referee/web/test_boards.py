"""Boards in pages: the printed pieces lie where the rules say they are."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from components import catalogue
from components.setup import Area, Placed, Resting
from generator.exports.web.faces import WebFaces
from generator.exports.web.placement import PlacedFace
from referee.engine.game import OVER, Event
from referee.games.mlem import box as mlem_box
from referee.games.mlem import game
from referee.games.mlem.state import Figure
from referee.games.planetary.box import load
from referee.table.beginning import begin
from referee.table.session import Session
from referee.web.pages.drawing import Drawn, Faces, Shown
from tests.referee.games.mlem import table as mlem
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
    """The front of a face of 60 mm is the panel of 22 mm above the lower foot of 8 mm."""
    assert WebFaces(catalogue.load("planetary")).upright("units", "brute-O") == (0, 30, 13.4, 22)
    held = (Resting("", "solar-modules", "DRL"), Resting("", "units", "brute-O"))
    cell = Placed("", "DRL B1", (0, 0), name="Drill", tone="green", holds=held)
    (one,) = faces.drawn("planetary", Area("ship", "Ship", "grid", (cell,))).pieces
    tile, standee = (face.box for face in one.held)
    assert tile.width == tile.height == 20, "as it is printed"
    assert one.y < standee.y < standee.y + standee.height < one.y + one.height
    assert standee.width / standee.height == pytest.approx(13.4 / 22, abs=0.01)


def test_changed_terrain_is_a_token_on_the_map(session: Session) -> None:
    """Plants grow on plains (PL 5.1): the letter is no longer that of the map piece."""
    worlds = session.state.worlds
    areas = {area.name: area for area in session.game.view(session.state, None).areas}
    found, rows = 0, session.state.box.rows
    for number, world in enumerate(worlds):
        drawn = {half: Faces().drawn("planetary", areas[f"planet-{number + 1}{half}"]) for half in ("A", "B")}
        for half in drawn.values():
            for place, piece in enumerate(half.area.pieces):
                if piece.at is None or not 0 <= piece.at[1] < rows or half.pieces[place].kind == "axis":
                    continue
                column, row = piece.at[0] + piece.at[1] // 2, piece.at[1]
                letter = world.terrain[row * world.planet.columns + column]
                tokens = [one for one in piece.holds if one.deck == "terrain"]
                assert bool(tokens) == (letter != shown_letter(half, place) and letter in "GRPF")
                found += len(tokens)
    assert found


def test_a_page_shows_the_planet_as_printed(served: Served) -> None:
    table, (ann, _) = served.table("planetary", "Ann", "Bo")
    page = ann.get(f"/t/{table.name}")
    web = WebFaces(catalogue.load("planetary"))
    assert table.session is not None
    for world in table.session.state.worlds:
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
        for held, face in zip(placed.holds, piece.held, strict=True):
            decks.add(held.deck)
            assert piece.x < face.box.x and face.box.x + face.box.width < piece.x + piece.width
            assert piece.y < face.box.y and face.box.y + face.box.height < piece.y + piece.height
            if held.slot == "demand":
                assert face.box.y + face.box.height < piece.y + piece.height / 3
        if [held.deck for held in placed.holds] == ["standees"] * 2:
            assert middles == sorted(middles) and middles[0] < middles[1]
    assert decks >= {"demands", "standees"}


def inside(one: PlacedFace, piece: Shown) -> bool:
    """Tell whether a piece lies within the place, a hundredth of a millimetre left over."""
    (x, y, width, height), slack = one.box, 0.02
    across = piece.x - slack <= x and x + width <= piece.x + piece.width + slack
    return across and piece.y - slack <= y and y + height <= piece.y + piece.height + slack


def flying(faces: Faces, at: int, landed: tuple[tuple[Figure, ...], ...]) -> Drawn:
    """The lane of MLEM with the rocket on that space."""
    state = mlem.aboard("engineer", "ace", at=at, landed=landed)
    return faces.drawn("mlem", game.view(state, None).areas[0])


def test_ml_the_lane_is_the_printed_board(faces: Faces) -> None:
    """ML 1.4: each space where it is printed, one right of the other; the rocket stands on its own."""
    lane = flying(faces, 8, mlem.landed())
    spaces = [piece for piece in lane.pieces if piece.place]
    assert (lane.width, lane.height) == (750, 180) and not lane.steps
    assert [piece.place for piece in spaces] == [f"lane {number},0" for number in range(26)]
    middles = [piece.x + piece.width / 2 for piece in spaces]
    assert middles == pytest.approx([(number + 0.5) * 750 / 27 for number in range(26)], abs=0.01)
    assert [bool(piece.held) for piece in spaces] == [number == 8 for number in range(26)]
    assert [piece.here for piece in spaces] == [number == 8 for number in range(26)]
    assert spaces[8].words == ("8 Planet A Anvil, takes 2 4, A 4/2/1, Rocket, Ann's engineer, Bo's ace")
    (rocket,) = spaces[8].held
    assert rocket.box.width / rocket.box.height == pytest.approx(25 / 40, abs=0.01), "folded, it stands"
    assert rocket.box.y < spaces[8].y, "and leaves in sight what is printed on its space"


def test_ml_astronauts_lie_where_they_landed(faces: Faces) -> None:
    """ML 5.2: one on a moon, as large as printed; many on a planet, smaller, and none upon another."""
    crowd = tuple(
        (seat, code) for seat in (0, 1) for code in ("ace", "scout", "voyager", "collector", "navigator")
    )
    lane = flying(faces, 8, mlem.landed(m2=((1, "moonwalker"),), A=crowd))
    beside = {piece.code: piece for piece in lane.pieces if not piece.place}
    assert set(beside) == {*(f"m{number}" for number in range(1, 14)), *"ABCDE", "comet", "galaxy"}
    (moonwalker,) = beside["m2"].held
    assert moonwalker.box[2:] == (25, 25) and moonwalker.box == beside["m2"].box
    assert beside["m2"].words == "Moon m2, 2 points, Bo's moonwalker"
    there = beside["A"].held
    assert len({one.box for one in there}) == len(crowd) == 10
    assert all(inside(one, beside["A"]) for one in there)
    for one, other in itertools.combinations([one.box for one in there], 2):
        assert abs(one.x - other.x) >= one.width - 0.02 or abs(one.y - other.y) >= one.height - 0.02


def test_ml_a_board_of_ones_own_is_in_words(faces: Faces) -> None:
    """It is not printed: the lane of the box would tell something else."""
    own = mlem_box.load(mlem.SHORT)
    state = mlem.aboard("engineer", "ace", box=own, landed=((),) * len(own.board.places))
    lane = faces.drawn("mlem", game.view(state, None).areas[0])
    assert lane.steps and not (lane.under or lane.pieces)


def test_pl_1_1_the_ring_is_the_printed_sectors(faces: Faces, session: Session) -> None:
    """PL 1.1 to PL 1.3: ships on their spaces, dust under them, planets at their anchors, as round globes."""
    area = next(one for one in session.game.view(session.state, 0).areas if one.name == "ring")
    ring = faces.drawn("planetary", area)
    assert (ring.width, ring.height) == (192, 3 * 60) and len(ring.pieces) == 24
    for space, piece in enumerate(ring.pieces):
        assert piece.x + piece.width / 2 == pytest.approx(12 + 24 * (space % 8), abs=0.01)
        assert space // 8 * 60 < piece.y < piece.y + piece.height < (space // 8 + 1) * 60
        kinds = [held.deck for held in area.pieces[space].holds]
        assert len(piece.held) == len(kinds)
        for kind, one in zip(kinds, piece.held, strict=True):
            assert inside(one, piece) == (kind != "planets")
            assert bool(one.circle) == (kind == "planets")
            assert kind != "planets" or one.box.width == one.box.height == 13
    shown = [held.deck for piece in area.pieces for held in piece.holds]
    assert shown.count("dust") == 3 and shown.count("planets") == 2 and shown.count("ships") == 3


def test_pl_ships_on_one_space_lie_side_by_side_on_the_dust(faces: Faces) -> None:
    holds = (Resting("", "dust", "dust"), *(Resting("", "ships", f"ship-{letter}") for letter in "OBG"))
    sector = (Placed("sectors", "sector-1", (0, 0)),)
    area = Area("ring", "Ring", "grid", (Placed("", "2", (2, 0), holds=holds),), under=sector)
    (piece,) = faces.drawn("planetary", area).pieces
    dust, *ships = piece.held
    assert dust.box == piece.box and all(inside(one, piece) for one in ships)
    assert len({one.box[:2] for one in ships}) == 3 and {one.box.height for one in ships} == {10}


def test_what_is_alone_and_seen_on_a_board_is_not_shown_again(served: Served) -> None:
    table, phones = served.table("mlem", "Ann", "Bo")
    session = table.session
    assert session is not None
    chance, areas = random.Random(2), dict[str, Area]()
    while not any(len(areas[one].pieces) == 1 for one in areas if one.startswith("moon")):
        seat = session.acting[0]
        session.play(Event(seat, chance.choice(list(session.game.moves(session.state, seat)))))
        areas = {area.name: area for area in session.game.view(session.state, 0).areas}
    table.changed()
    page = phones[0].get(f"/t/{table.name}")
    for name, area in areas.items():
        bare = not (area.pieces or area.note)
        alone = len(area.pieces) == 1 and name.partition("-")[0] in ("moon", "planet", "comet", "galaxy")
        assert (f'id="area-{name}"' in page) != (alone or bare)


def test_a_place_that_a_move_leads_to_is_framed(served: Served) -> None:
    table, phones = served.table("per-aspera", "Ann", "Bo")
    session, links = table.session, list[str]()
    assert session is not None
    while not links:
        seat = session.acting[0]
        page = phones[seat].get(f"/t/{table.name}")
        links = re.findall(r'<a [^>]*data-at="map [^>]*>.*?</a>', page, re.DOTALL)
        session.play(Event(seat, next(iter(session.game.moves(session.state, seat)))))
        table.changed()
    assert all('class="box over"' in link for link in links)


def test_a_legend_explains_what_is_seen(served: Served) -> None:
    """Pieces with what they mean; letters only where moves have them."""
    table, phones = served.table("per-aspera", "Ann", "Bo")
    page = phones[0].get(f"/t/{table.name}")
    legend = page.partition('<dl class="legend signs">')[2].partition("</dl>")[0]
    signs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", legend)
    web = WebFaces(catalogue.load("per-aspera"))
    drawn = [re.search(r'href="/faces/per-aspera/(\w+\.svg)"', sign) for sign, _ in signs]
    assert [found[1] for found in drawn if found][:4] == [web.name("resource-cubes", code) for code in "1234"]
    assert [sign for sign, found in zip(signs, drawn, strict=True) if not found] == [
        ("S M L", "a planet&#39;s size: in a turn it sells S 1 unit, M 2 units and L 3 units"),
        ("q,r", "a space: q grows to the right, r downwards; the homeworld is 0,0"),
    ]


def buttons(page: str) -> dict[str, str]:
    """The words of the moves of a page, by their texts."""
    found = [one for kind in options(page) for one in kind]
    return {one[0]: f"{one[1]} · {one[7]}" if one[7] else one[1] for one in found}


def options(page: str) -> list[list[list[Any]]]:
    """The moves of a page by their forms."""
    (found,) = re.findall(r'id="options">(.*?)</script>', page)
    known: list[list[list[Any]]] = json.loads(found)
    return known


def play_until_somebody_may(session: Session, move: str) -> None:
    """Play the first of the moves until one is legal that begins so."""
    while True:
        seat = session.acting[0]
        moves = session.game.moves(session.state, seat)
        if any(str(one).startswith(move) for one in moves):
            return
        session.play(Event(seat, next(iter(moves))))


def test_a_button_names_the_planet_that_a_move_leads_to(served: Served) -> None:
    """PA 5.4: a way is written in coordinates, which are not on the map; names are."""
    table, phones = served.table("per-aspera", "Ann", "Bo")
    session, found = table.session, dict[str, str]()
    assert session is not None
    play_until_somebody_may(session, "go ")
    table.changed()
    (seat,) = session.acting
    board = next(area for area in session.game.view(session.state, seat).areas if area.name == "map")
    names = {piece.code: piece["name"] for piece in catalogue.load("per-aspera").deck("map-hexes").pieces}
    for piece in board.pieces:
        assert piece.at is not None
        if (place := f"{piece.at[0]},{piece.at[1]}") != "0,0" and names[piece.code] and piece.code != "E":
            shown = buttons(phones[seat].get(f"/t/{table.name}"))
            found |= {words: names[piece.code] for move, words in shown.items() if move == f"go {place}"}
    assert found and all(words.endswith(f" · {name}") for words, name in found.items())


def test_a_button_does_not_say_twice_where_a_move_leads(served: Served) -> None:
    """ML 5.2: whoever lands on a moon is not told of the planet that the same space leads to."""
    table, phones = served.table("mlem", "Ann", "Bo")
    session, chance, seen = table.session, random.Random(2), set[str]()
    assert session is not None
    while not seen >= {"stay", "land m", "land A"}:
        seat = session.acting[0]
        moves = list(session.game.moves(session.state, seat))
        if str(moves[-1]) == "stay":
            table.changed()
            shown = buttons(phones[seat].get(f"/t/{table.name}"))
            expected = {move: f"Land on {move[5:]}" for move in shown if move != "stay"}
            assert {**expected, "stay": "Stay aboard"} == shown
            seen |= {move if move[:6] == "land A" else move[:6] for move in shown}
        session.play(Event(seat, chance.choice(moves)))


def test_units_have_their_names_on_buttons(served: Served) -> None:
    """PL 4.8: what is typed as a letter, "b D3", is the brute's walk."""
    table, phones = served.table("planetary", "Ann", "Bo")
    session = table.session
    assert session is not None
    play_until_somebody_may(session, "b ")
    table.changed()
    page = phones[session.acting[0]].get(f"/t/{table.name}")
    kinds = {"b": "brute", "s": "scout", "h": "healer"}
    walks = {move: words for move, words in buttons(page).items() if move[:2] in ("b ", "s ", "h ")}
    assert walks
    for move, words in walks.items():
        assert kinds[move[0]] in words and move[2:].split()[-1] in words


def test_words_of_legends_are_explained_once(served: Served) -> None:
    table, phones = served.table("planetary", "Ann", "Bo")
    session, chance = table.session, random.Random(5)
    assert session is not None
    while len([1 for area in session.game.view(session.state, 0).areas if area.name.startswith("ship")]) < 2:
        seat = session.acting[0]
        moves = list(itertools.islice(session.game.moves(session.state, seat), 200))
        session.play(Event(seat, chance.choice(moves)))
    table.changed()
    page = phones[0].get(f"/t/{table.name}")
    words = re.findall(r"<dt>(\w+)</dt><dd>", page)
    assert {"b", "s", "h", "COR"} <= set(words) and len(words) == len(set(words))


def test_hidden_cards_are_not_sorted(served: Served) -> None:
    table, phones = served.table("last-blast", "Ann", "Bo")
    page = phones[0].get(f"/t/{table.name}")
    assert 'data-sorts="hand-1"' in page and 'data-sorts="hand-2"' not in page


def test_a_hex_is_heard_without_the_letters_of_a_terminal(served: Served) -> None:
    """All hexes of a map share their outline, which is half of what a page of Planetary would weigh."""
    table, phones = served.table("planetary", "Ann", "Bo")
    page = phones[0].get(f"/t/{table.name}")
    board = page.partition('id="area-planet-1A"')[2].partition('<div class="area')[0]
    heard = re.findall(r'role="img" data-at="planet-1A [^"]*" aria-label="([^"]*)"><use ', board)
    assert heard and set(heard) <= {kind.title for kind in load().terrain.values()}
    assert board.count("<polygon") == 2, "the edge of the map, and a hex"


def test_whoever_has_many_moves_taps_the_table(served: Served) -> None:
    """PL 3.1: the first choice of Planetary is one of 16 spaces of the ring; each is a link."""
    table, phones = served.table("planetary", "Ann", "Bo")
    session = table.session
    assert session is not None
    seat = session.acting[0]
    page = phones[seat].get(f"/t/{table.name}")
    links = re.findall(r'<a href="#choose" data-at="(ring [^"]*)"', page)
    assert len(links) == len({*links}) == 16
    (spots,) = ({spot for one in kind for spot in one[6]} for kind in options(page))
    assert {*links} <= spots, "each tap finds its move"
