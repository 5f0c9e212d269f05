"""Moves that are chosen part by part on a page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine.game import OVER, Event
from referee.engine.moves import form_of
from referee.games import slugs
from referee.table.beginning import begin
from referee.table.session import Session
from referee.web.pages import choosing
from referee.web.pages.choosing import Sight
from tests.searching import SEARCHING

STEPS = 400 if SEARCHING else 12  # steps of each game at most
GAMES = 3 if SEARCHING else 1
NOTHING = Sight({}, {})  # nothing on the table


def begun(folder: Path, slug: str, number: int = 0) -> Session:
    session = begin(folder / f"{number}.jsonl", slug, ("Ann", "Bo"), seed=f"parts {number}")
    session.advance()
    return session


@pytest.mark.parametrize("slug", slugs())
def test_every_move_of_a_page_is_found_by_its_parts(slug: str, tmp_path: Path) -> None:
    """As somebody without a script sends them: what is ticked of each part."""
    chance, found = random.Random(11), 0
    for number in range(GAMES):
        session = begun(tmp_path, slug, number)
        for _ in range(STEPS):
            if session.turn is OVER:
                break
            seat = chance.choice(session.acting)
            legal = list(map(str, session.game.moves(session.state, seat)))
            for kind in choosing.moves_of(session, seat, NOTHING).kinds:
                assert kind.wide or {one.text for one in kind.options} <= {*legal}
                for one in chance.sample(kind.options, min(3, len(kind.options))):
                    pairs = zip(kind.facets, one.parts, strict=True)
                    parts = {
                        facet.name: " ".join(facet.values[place].text for place in places)
                        for facet, places in pairs
                    }
                    assert choosing.chosen(session, seat, kind.form, parts) == one.text
                    found += 1
            session.play(Event(seat, session.game.read(session.state, seat, chance.choice(legal))))
    assert found


def test_a_ship_is_a_mix_that_begins_with_what_is_recommended(tmp_path: Path) -> None:
    """Per Aspera's first ship (PA 1.4) has five parts; what can be paid for is never listed."""
    session = begun(tmp_path, "per-aspera")
    (ship,) = choosing.moves_of(session, session.acting[0], NOTHING).kinds
    assert ship.wide and not ship.options and [facet.look for facet in ship.facets] == ["amount"] * 5
    rest = choosing.rest(session, session.acting[0], ship.form, {})
    assert rest["whole"] and rest["does"] == "Build this ship"
    assert rest["prices"]["warp"] == (30, 30), "two levels, and one more (PA 4.1)"
    dear = choosing.rest(session, session.acting[0], ship.form, {**rest["parts"], "warp": "5"})
    assert not dear["whole"] and dear["remark"], "it says why not"


def test_both_of_two_equal_tiles_can_be_chosen(tmp_path: Path) -> None:
    """The box of Rayguns has each tile twice."""
    for number in range(100):
        session = begun(tmp_path, "rayguns", number)
        seat = session.acting[0]
        drawn = [tile.code for tile in session.state.drawn]
        if len({*drawn}) < len(drawn):
            break
    (array,) = choosing.moves_of(session, seat, NOTHING).kinds
    (tiles,) = array.facets
    assert sorted(value.text for value in tiles.values) == sorted(drawn)
    twice = next(code for code in drawn if drawn.count(code) == 2)
    first = [value.text for value in tiles.values].index(twice)
    assert any(one.parts[0].count(first) == 2 for one in array.options)


def test_names_take_the_place_of_codes() -> None:
    sight = Sight({}, {}, names={"R3-4": "Jump Boost 3", "LND": "Landing gear"})
    assert sight.named("R3-4 (Jump Boost 3, drop 4) and A1-1 fall") == "Jump Boost 3 and A1-1 fall"
    assert sight.named("Build LND on D2") == "Build Landing gear on D2"


def test_what_a_table_draws_is_entered_face_by_face(tmp_path: Path) -> None:
    """LB 2.1: the field of two players has 35 tiles, and of each kind there are six in the box."""
    session = begin(tmp_path / "drawn.jsonl", "last-blast", ("Ann", "Bo"), dice="table")
    rest = choosing.rest(session, 0, "", {choosing.DRAWN: "T1 T1 T1"})
    assert rest["left"]["T1"] == 3 and "row 1, column 4" in rest["remark"] and not rest["whole"]
    rest = choosing.rest(session, 0, "", {choosing.DRAWN: " ".join(["T1"] * 7)})
    assert rest["parts"][choosing.DRAWN] == " ".join(["T1"] * 6), "the seventh is not there"
    assert "T1" not in rest["values"][choosing.DRAWN] and "none left" in rest["remark"]


def test_a_number_names_no_piece(tmp_path: Path) -> None:
    """Per Aspera: to buy one unit of fuel has nothing to do with ice, whose cubes have the code 1."""
    session, chance, found = begun(tmp_path, "per-aspera"), random.Random(5), 0
    for _ in range(60):
        seat = session.acting[0]
        legal = list(session.game.moves(session.state, seat))
        if "fuel 1" in map(str, legal):
            moves = choosing.moves_of(session, seat, NOTHING)
            goods = [facet for kind in moves.kinds for facet in kind.facets if facet.label == "Resource"]
            named = {value.text for facet in goods for value in facet.values}
            assert ("1" in moves.targets) == ("1" in named)
            found += 1
        session.play(Event(seat, chance.choice(legal)))
    assert found


@pytest.mark.parametrize(
    ("slug", "form", "words"),
    [
        ("planetary", "ship {space}[ in {steps}]", {"The shortest way", "6 spaces"}),
        ("per-aspera", "go {space}[ burn {burn}]", {"The shortest way"}),
        ("rayguns", "swap {tile} {part}[@{name...}]", {"Your own"}),
    ],
)
def test_what_may_be_left_out_is_said_in_words(tmp_path: Path, slug: str, form: str, words: set[str]) -> None:
    """PL 4.6 and PA 5.4 have a shortest way, RR 4.5 has spare parts of one's own."""
    said, number = set[str](), 0
    while not words <= said:
        session, chance = begun(tmp_path, slug, number), random.Random(number)
        for _ in range(60):
            if session.turn is OVER or words <= said:
                break
            seat = session.acting[0]
            legal = list(session.game.moves(session.state, seat))
            asked = [move for move in legal if form_of(type(move)).text == form]
            if asked:
                kinds = choosing.moves_of(session, seat, NOTHING).kinds
                facets = [facet for kind in kinds if kind.form == form for facet in kind.facets]
                said.update(value.words for facet in facets for value in facet.values)
            session.play(Event(seat, chance.choice(legal)))
        number += 1
        assert number < 40, said
    assert "None" not in said
