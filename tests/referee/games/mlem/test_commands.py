"""MLEM's commands as a person types them: exit codes, output, mistakes, and JSON that fits its schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from components.errors import UsageError
from referee.cli import main
from referee.commands.base.output import as_json
from referee.engine.answers import WIDTH
from referee.games.mlem.commands import odds, score
from tests.inprocess import Run, run
from tests.referee.games.mlem.table import points

SCHEMAS = Path(__file__).parents[4] / "docs" / "referee-json"
FINAL = "Cy --moon m3=Bo --planet A=Ann:2,Bo,Ann --comet Ann --galaxy Bo:2,Cy --goal moons=Ann"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"at": 25}, "--at: Nothing leaves deep space. Write a space from 0 to 24."),
        ({"at": 26}, "--at: There is no space 26."),
        ({"at": -1}, "--at: There is no space -1."),
        ({"dice": 0}, "--dice: 0 is too few dice; it must be 1 to 6 (ML 2.1)."),
        ({"dice": 7}, "--dice: 7 is too many dice; it must be 1 to 6"),
        ({"target": 26}, "--target: There is no space 26; spaces are 0 to 25 (ML 1.1)."),
        ({"engineer": 6}, "--engineer: 6 is too many engineers; it must be 0 to 5."),
        ({"roll": "1,2,9"}, '--roll "1,2,9", column 5: "9" is not a face of the dice. A die has 1 2 3 4 *.'),
        ({"roll": ","}, "No die is given."),
        ({"roll": "1111111"}, "--roll: 7 is too many dice; it must be 1 to 6"),
        ({"roll": "1,2", "dice": 3}, "--roll 1,2: The roll has 2 dice, but --dice is 3."),
    ],
)
def test_mistakes_in_odds(options: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError) as error:
        odds(**options)  # type: ignore[arg-type]
    assert str(error.value).startswith(message) or message in str(error.value)


def test_players_named_alone_come_first_and_nobody_twice() -> None:
    assert list(points(["Cy", "Ann"], planet=["A=Bo,Ann"])) == ["Cy", "Ann", "Bo"]


def test_json_of_a_score() -> None:
    value = as_json(score(["Bo"], moon=["m3=Ann"]).value)
    assert list(value) == ["game", "players", "winners", "bonus_to"]
    assert value["game"] == "mlem"
    assert value["players"][1] == {
        "name": "Ann",
        "points": 2,
        "bonus": 0,
        "total": 2,
        "lines": [{"what": "Moon m3", "points": 2, "rule": "ML 7.2"}],
    }


@pytest.mark.parametrize(
    ("players", "places", "message"),
    [
        ([], {}, "MLEM: Space Agency is for 2 to 5 players, not 0. Name the players"),
        (["Ann"], {}, "is for 2 to 5 players, not 1."),
        (list("abcdef"), {}, "is for 2 to 5 players, not 6."),
        (["Ann", "Ann"], {}, '"Ann" is given twice.'),
        (["Ann=3", "Bo"], {}, 'Ann=3: "3" is not expected here.'),
        (["Ann", "Bo"], {"moon": ["m3=bo"]}, '"Bo" and "bo" differ only in capitals.'),
        ([], {"moon": ["m14=Ann"]}, '--moon "m14=Ann": There is no "m14". Did you mean "m4"?'),
        ([], {"moon": ["m3"]}, '--moon "m3": No player is named. Write --moon m3=NAME.'),
        ([], {"moon": ["m3="]}, '--moon "m3=": A name is missing.'),
        ([], {"moon": ["m3=Ann,Bo"]}, '--moon "m3=Ann,Bo": 2 names are given. There is room for one.'),
        ([], {"moon": ["m3=Ann", "m3=Bo"]}, '--moon "m3=Bo": m3 is given twice.'),
        ([], {"planet": ["F=Ann"]}, '--planet "F=Ann": There is no "F". Known: A, B, C, D, E.'),
        ([], {"planet": ["=Ann"]}, 'There is no "".'),
        ([], {"planet": ["A=Ann", "anvil=Bo"]}, '--planet "anvil=Bo": A is given twice.'),
        ([], {"planet": ["A=Ann,,Bo"]}, '--planet "A=Ann,,Bo": A name is missing.'),
        ([], {"planet": ["A=Ann:3"]}, '--planet "A=Ann:3": "3" in "Ann:3" is not a mark.'),
        ([], {"planet": ["A=Ann=Bo"]}, '"=" in "Ann=Bo" is not expected here.'),
        ([], {"planet": ["A=Ann**"]}, '"*" in "Ann*" is not expected here.'),
        ([], {"goal": ["moon=Ann"]}, '--goal "moon=Ann": There is no "moon". Did you mean "moons"?'),
        ([], {"goal": ["crowd=Ann*"]}, '"*" in "Ann*" is not expected here.'),
        ([], {"goal": ["crowd=Ann,Bo"]}, "There is room for one."),
        (["Bo"], {"planet": ["A=Ann*", "B=Ann*"]}, "planets: Ann has 1 ace, not 2."),
        (["Bo"], {"moon": ["m1=Ann*", "m2=Ann*"]}, "moons: Ann has 1 moonwalker, not 2."),
        (["Bo"], {"comet": ["Ann*"], "galaxy": ["Ann*"]}, "comet and galaxy: Ann has 1 voyager, not 2."),
        (
            ["Bo"],
            {"galaxy": [",".join(["Ann"] * 8)]},
            "One of Ann's astronauts is the voyager. Mark it: Ann:2.",
        ),
        (
            ["Bo"],
            {"galaxy": [",".join(["Ann"] * 7)], "planet": ["A=Ann,Ann"]},
            "Ann has 9 astronauts on the board.",
        ),
    ],
)
def test_mistakes_in_score(players: list[str], places: dict[str, list[str]], message: str) -> None:
    with pytest.raises(UsageError) as error:
        score(players, **places)  # type: ignore[arg-type]
    assert message in str(error.value)


def test_a_score_fits_the_page() -> None:
    name = "A name that is far too long for anybody at any table but is typed all the same"
    answer = score(planet=[f"A={name}:2,Bo"], moon=["m3=Bo"], goal=[f"crowd={name}"])
    assert all(len(line) <= WIDTH for line in answer.lines if name not in line)


def referee(words: str) -> Run:
    return run(main, "referee", *words.split())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("odds mlem", "  Reach space 25          13.1 %"),
        ("odds mlem --target 14", "  Reach space 14 or beyond  68.1 %"),
        ("odds mlem --at 0 --dice 1", "  Crash on the next roll  33.3 %"),
        ("odds mlem --at 5 --roll 1,1,4", "1,4  11     1      50.0 %     2.2 %"),
        ("odds mlem --at 5 --roll 2,3", "The rocket crashes: no valid group [ML 4.1]."),
        (f"score mlem {FINAL}", "Winner: Ann."),
        (f"score mlem {FINAL} --why", "Ann, planet A    2 astronauts, rank 1 of 2: 4 × 2 = 8  [ML 7.2, 7.3]"),
        ("setup mlem --players 3 --seed kiwi", "Boarding, clockwise: green, orange, blue [ML 2.1]"),
        ("roll mlem:6@5 --seed kiwi", "(3) 4 1 4 (*) 1  valid on space 5: 1 1 = 2, 4 4 = 8"),
    ],
)
def test_answers(words: str, line: str) -> None:
    done = referee(words)
    assert (done.code, done.err) == (0, "")
    assert line in done.out.splitlines()
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("odds mlem --at 25", "referee: --at: Nothing leaves deep space."),
        ("odds mlem --board nowhere.toml", "referee: nowhere.toml: There is no such file."),
        ("score mlem", "referee: MLEM: Space Agency is for 2 to 5 players, not 0."),
        ("score mlem --moon m99=Ann Bo", 'referee: --moon "m99=Ann": There is no "m99". Did you mean "m9"?'),
        ("roll mlem:9", 'referee: "mlem:9": 9 is too many dice; it must be 1 to 6 (ML 2.1).'),
    ],
)
def test_mistakes(words: str, message: str) -> None:
    done = referee(words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)


@pytest.mark.parametrize(
    ("words", "schema"),
    [
        ("odds mlem --at 5 --dice 3", "odds-mlem"),
        ("odds mlem --at 5 --dice 3 --exact", "odds-mlem"),
        ("odds mlem --at 5 --roll 1,1,4 --engineer --why", "odds-mlem"),
        ("odds mlem --at 5 --roll 2,3", "odds-mlem"),
        (f"score mlem {FINAL} --why", "score-mlem"),
        ("setup mlem --players 5", "setup"),
        ("roll mlem:6@5", "roll"),
    ],
)
def test_json_fits_its_schema(words: str, schema: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    rules = json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(referee(f"{words} --json").out), rules)
