"""The table of Per Aspera as people see it."""

from __future__ import annotations

from referee.engine.play import start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.rules.map_spaces import HOME
from tests.referee.games.per_aspera.tables import EAST, FAR, RECOMMENDED, WEST, table

TRADER = RECOMMENDED._replace(space=EAST, cargo=(COLONISTS, 4, 4), hold=4)
STATE = table({EAST: "3L.a", WEST: "1M.b"}, {EAST: 5, WEST: 1}, [TRADER, RECOMMENDED], colonies=((1, EAST),))


def test_3_2_the_map_names_what_planets_want() -> None:
    """PA 3.2, PA 3.3: the goods by name, without what the planet makes; colonies and ships."""
    there = {piece.at: piece for piece in game.view(STATE, None).areas[0].pieces}
    assert (there[EAST].name, there[EAST].tone) == ("Ore, large", "grey")
    assert there[EAST].note == "wants Crystal Grain Ice, colony of Bo, Ann"
    assert there[WEST].note == "pirate Crystal Ore Grain"
    assert (there[FAR].name, there[FAR].tone, there[FAR].note) == ("Empty space", "", "")
    assert (there[HOME].name, there[HOME].note) == ("Homeworld", "Bo")


def test_2_3_a_card_that_is_face_down_has_no_name() -> None:
    hidden = start_game(game, ("Ann", "Bo"), {"foray": ""})
    [card] = [piece for piece in game.view(hidden, None).areas[0].pieces if piece.at == EAST]
    assert (card.code, card.name, card.tone, card.up) == ("", "", "", False)


def test_4_3_holds_name_their_goods() -> None:
    hold, empty = game.view(STATE, None).areas[1:]
    assert [piece.name for piece in hold.pieces] == ["Colonists", "Crystal", "Crystal"]
    assert hold.note == "colonists ×1, crystal ×2; room for 1"
    assert (empty.pieces, empty.note) == ((), "")


def test_5_10_the_market_under_the_active_ship() -> None:
    facts = {fact.name: fact.text for fact in game.view(STATE, None).facts}
    assert facts["Market"] == "3L.a sells ore at 3 MCR, pays 4 for crystal, 2 for grain and 2 for ice"


def test_every_mark_is_in_the_legend() -> None:
    """Each letter or number of a code, and the first letter of each good."""
    marks = {word for codes, _ in game.view(STATE, None).areas[0].legend for word in codes.split()}
    assert marks == set("1 2 3 4 S M L w p c H E q,r".split())


def test_the_signs_are_what_a_picture_shows() -> None:
    """Goods, sizes, chits of wants and of pirates, and colonies; no letter that only words have."""
    signs = game.view(STATE, None).areas[0].signs
    assert signs is not None
    assert [(sign.mark, sign.piece.code if sign.piece else "") for sign in signs] == [
        ("", "1"), ("", "2"), ("", "3"), ("", "4"), ("S M L", ""), ("", "D1-2"), ("", "D1-2"), ("", "C-B"),
        ("q,r", ""),
    ]  # fmt: skip
    assert [sign.piece.side for sign in signs if sign.piece and sign.piece.deck == "demands"] == ["b", ""]
    assert signs[4].text == "a planet's size: in a turn it sells S 1 unit, M 2 units and L 3 units"
    assert signs[6].text == "pirates want them and pay ×2"
    assert signs[7].text == "a colony of Bo"


def test_the_owner_of_a_fact_is_its_name() -> None:
    """PA 1.4: what a screen may show under each player."""
    facts = {fact.name: fact.text for fact in game.view(STATE, None).facts}
    assert facts["Bo"] == "10 MCR, fuel 10 of 10, Warp 2, Cannons 1, Hold 2, Pirate 0, at home"
    assert facts["Ann"].endswith("at 1,0")
