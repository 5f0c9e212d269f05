"""The table, as everybody sees it."""

from __future__ import annotations

from components.setup import Resting
from referee.games.mlem import game
from referee.games.mlem.moves import HELP
from tests.referee.games.mlem.table import aboard, landed, rolled


def test_a_rocket_under_way() -> None:
    """ML 2.2, ML 3.4: the commander, the pool, and a roll with the die of an engineer."""
    there = landed(galaxy=((1, "voyager"),))
    state = rolled(aboard("engineer", "ace", at=5, landed=there, goals=(0, None, None, None)), "2")
    facts = {fact.name: fact.text for fact in game.view(game.apply(state, 0, HELP), None).facts}
    assert facts == {
        "Commander": "Ann",
        "Rocket": "on space 5, which takes 1 4",
        "Pool": "1 die",
        "Roll": "2, and 1 from engineers",
        "Failures": "0 of 11",
    }
    areas = {area.name: area for area in game.view(state, 0).areas}
    assert [piece.code for piece in areas["boarding"].pieces] == ["engineer-O", "ace-B"]
    assert [piece.code for piece in areas["galaxy"].pieces] == ["voyager-B"]
    assert [piece.name for piece in areas["boarding"].pieces] == ["Ann's engineer", "Bo's ace"]
    assert "planet-A" not in areas  # nobody is there


def test_1_4_1_5_the_lane() -> None:
    """ML 1.4, ML 1.5: each space with what it takes and pays, then the rocket and those who are in it."""
    view = game.view(aboard("engineer", "ace", at=6, landed=landed(m2=((1, "scout"),))), None)
    lane = view.areas[0]
    assert (lane.name, lane.layout) == ("lane", "track")
    spaces = {piece.at: piece for piece in reversed(lane.pieces)}  # the first piece of each place
    assert set(spaces) == {None, *((number, 0) for number in range(26))}
    assert [spaces[6, 0].code, spaces[6, 0].note] == ["6", "takes 2 3, m1 1, m2 Bo"]
    assert spaces[6, 0].name == "Moon m1 and Moon m2"
    assert spaces[8, 0].note == "takes 2 4, A 4/2/1"
    assert (spaces[5, 0].note, spaces[5, 0].tone) == ("takes 1 4", "")
    assert spaces[25, 0].note == "comet 7, galaxy 5"
    assert [piece.code for piece in lane.pieces if piece.at == (6, 0)] == [
        "6",
        "rocket",
        "engineer-O",
        "ace-B",
    ]
    beside = {piece.code: piece for piece in lane.pieces if piece.at is None}
    assert len(beside) == 13 + 5 + 2, "moons, planets, comet and galaxy"
    assert (beside["m2"].name, beside["m2"].note) == ("Moon m2", "2 points, Bo's scout")
    assert beside["m2"].holds == (Resting("", "astronauts", "scout-B"),)
    assert beside["A"].note == "4 for the most, 2 for the second most, else 1" and not beside["A"].holds
    assert ("*", "afterburner: worth 1 on 0 to 8, 2 on 9 to 17, 3 on 18 to 24") in lane.legend


def test_a_glance_shows_what_lies_ahead() -> None:
    """The space of the rocket and the next ten, the boarding track and the goals."""
    glance = game.view(aboard("engineer", "ace", at=12), 0).glance
    assert glance is not None
    assert [area.name for area in glance.areas] == ["lane", "boarding", "goals"]
    assert {piece.at for piece in glance.areas[0].pieces} == {(number, 0) for number in range(12, 23)}


def test_6_1_goals_before_and_after_they_are_claimed() -> None:
    """ML 1.7, ML 6.1: what each wants, and who has it or comes nearest."""
    there = landed(A=((0, "ace"), (1, "ace")), B=((0, "scout"),), m1=((1, "scout"),))
    view = game.view(aboard("engineer", "voyager", landed=there, goals=(None, None, None, 1)), None)
    goals = next(area for area in view.areas if area.name == "goals")
    assert [(piece.name, piece.note) for piece in goals.pieces] == [
        ("Moon fever", "4 astronauts on moons, 4 points: Bo has 1"),
        ("Grand tour", "Astronauts on 4 planets, 4 points: Ann has 2"),
        ("Full house", "3 astronauts on one planet, 4 points: Ann and Bo have 1"),
        ("Far out", "2 astronauts in deep space, 4 points: Bo has it"),
    ]
