"""The commands of Per Aspera: what they answer, what they refuse, and how it looks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from components.catalogue import load
from components.errors import UsageError
from referee.commands.base.output import as_json
from referee.commands.base.schemas import FOLDER
from referee.commands.setup import set_up
from referee.engine.answers import WIDTH, Answer
from referee.games.per_aspera.commands import combat, demands, odds, sale, score

Call = Callable[[], Answer[Any]]


ANSWERS: dict[str, Call] = {
    "demands map": lambda: demands(seed="kiwi"),
    "demands planets": lambda: demands(["3L", "4s", "1M.b"], "kiwi", 3),
    "demands no levy left": lambda: demands(["4L"], "kiwi", 5),
    "combat ship": lambda: combat("ship", 2, against=3),
    "combat ship rolled": lambda: combat("ship", 2, against=3, roll="4,2"),
    "combat pirate": lambda: combat("pirate", 2, size="L", level=3),
    "combat pirate unharmed": lambda: combat("pirate", 2, size="L", level=3, roll="3"),
    "combat pirate beaten": lambda: combat("pirate", 2, size="L", level=3, roll="4 2 6"),
    "combat interceptor": lambda: combat("interceptor", 2, size="small", level=0),
    "combat interceptor rolled": lambda: combat("Interceptor", 2, size="m", level=1, roll="1,2,2"),
    "combat home": lambda: combat("home", 5, level=1),
    "combat home rolled": lambda: combat("home", 5, roll="4;5"),
    "combat home at peace": lambda: combat("home", 5, level=0, roll="4;5"),
    "sale": lambda: sale("3", 4, 2, pirate=True),
    "sale colony": lambda: sale("Grain", 3, colony=True),
    "score": lambda: score(["Ann=130@home", "Bo=95"], 2),
    "score no winner": lambda: score(["Ann=110 MCR @ Home", "Bo", "Cy=7"], 2, option=["rounds=30"]),
    "score end": lambda: score(["Ann=110@home", "Bo=110", "Cy=7"], 2, end=True),
    "odds demand": lambda: odds("L", "1"),
    "odds demand of resource 4": lambda: odds("3", "crystal", levies=4),
    "odds demand no slot": lambda: odds("medium", "2", levies=5),
    "odds win": lambda: odds(cannons=2, against=3),
    "odds draw": lambda: odds(cannons=2, against=3, draw="WIN"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_text_fits(name: str) -> None:
    answer = ANSWERS[name]()
    assert answer.ok
    assert all(line == line.rstrip() and len(line) <= WIDTH for line in answer.lines)
    assert "None" not in "".join((*answer.lines, *(f"{step.what}{step.formula}" for step in answer.why)))


@pytest.mark.parametrize("name", ANSWERS)
def test_every_figure_is_explained(name: str) -> None:
    """--why: each step cites a rule that there is."""
    answer = ANSWERS[name]()
    assert answer.why
    for step in answer.why:
        prefix, number = step.rule.split()
        assert prefix == "PA"
        assert load("per-aspera").rules[number]


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("exact", [False, True])
def test_json_fits_the_schema(name: str, exact: bool, project: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    word = name.split()[0]
    file = f"{word}.json" if word == "demands" else f"{word}-per-aspera.json"
    schema = json.loads((project / FOLDER / file).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(as_json(ANSWERS[name]().value, exact=exact))


def test_2_3_demands_without_planets_are_those_of_the_setup() -> None:
    """PA 2.3: the same seed, the same map and dice."""
    rolled = demands(seed="kiwi").value
    on_map = {piece.at: piece for piece in set_up("per-aspera", 4, "kiwi", ()).area("map").pieces}
    assert {one.at for one in rolled.planets} == {at for at, piece in on_map.items() if piece.note} - {(0, 0)}
    for one in rolled.planets:
        assert one.at is not None
        assert on_map[one.at].code == one.planet
        assert on_map[one.at].note == ("pirate" if one.pirate else f"demand {one.result}")
    assert on_map[0, 0].note == f"{rolled.levies} levies"


def test_3_1_demands_of_planets_in_order() -> None:
    """PA 3.1: levies set by one planet are set for the next."""
    rolled = demands(["1L"] * 4 + ["2L", "2L", "3L"], "kiwi", 4).value
    assert [one.planet for one in rolled.planets] == ["1L"] * 4 + ["2L", "2L", "3L"]
    assert rolled.levies == 5
    assert sum(one.levy for one in rolled.planets) == 1
    assert all(one.at is None for one in rolled.planets)


def test_a_seed_that_was_drawn_is_printed() -> None:
    answer = demands(["1S"])
    assert answer.lines[-1] == f"(seed {answer.value.seed})"
    assert demands(["1S"], answer.value.seed).value == answer.value


def test_json_of_odds() -> None:
    """The keys levy, pirate, 2, 3, 4, 5; and win."""
    assert as_json(odds("S", "4").value, exact=True) == {
        "levy": "1/5",
        "pirate": "1/4",
        "2": "0",
        "3": "1/4",
        "4": "1/4",
        "5": "1/4",
    }
    assert as_json(odds(cannons=2, against=3).value) == {"win": float(Fraction(5, 18))}


def test_json_of_a_score() -> None:
    assert as_json(score(["Ann=130@home", "Bo=95"], 2).value) == {
        "game": "per-aspera",
        "players": [
            {
                "name": "Ann",
                "points": 130,
                "bonus": 0,
                "total": 130,
                "lines": [{"what": "home, with the goal", "points": 130, "rule": "PA 6.1"}],
            },
            {
                "name": "Bo",
                "points": 95,
                "bonus": 0,
                "total": 95,
                "lines": [{"what": "not home, 25 short of the goal", "points": 95, "rule": "PA 6.1"}],
            },
        ],
        "winners": ["Ann"],
        "bonus_to": [],
    }


@pytest.mark.parametrize(
    ("call", "message"),
    [
        pytest.param(lambda: demands(["5S"]), 'no planet "5S". Known: 1L', id="PA 1.7 no such resource"),
        pytest.param(lambda: demands(["3LL"]), 'no planet "3LL". Did you mean "3L.b"', id="PA 1.7 no size"),
        pytest.param(lambda: demands(["3L.c"]), 'Did you mean "3L.b"', id="PA 1.7 no such copy"),
        pytest.param(lambda: demands(["S1"]), 'no planet "S1". Known', id="PA 1.7 turned round"),
        pytest.param(lambda: demands(["h"]), '"H" is not a planet', id="PA 1.7 the homeworld"),
        pytest.param(lambda: demands(["4S 4S"]), "The box has 1", id="PA 1.2 more than there are"),
        pytest.param(lambda: demands(["3L.a", "3L", "3l"]), "The box has 2", id="PA 1.2 with a copy"),
        pytest.param(lambda: demands(["1S.a", "1S.a"]), "1S.a is given 2 times", id="PA 1.2 a copy twice"),
        pytest.param(lambda: demands(levies=6), "levies; it must be 0 to 5", id="PA 1.3 levies"),
        pytest.param(lambda: demands(levies=-1), "levies; it must be 0 to 5", id="PA 1.3 negative"),
        pytest.param(lambda: demands(seed=" "), "The seed is empty", id="seed"),
        pytest.param(lambda: combat("pirat", 2), 'Did you mean "pirate"', id="PA 5.7 opponent"),
        pytest.param(lambda: combat("ship", 2), "--against: This option is missing", id="PA 5.6 no cannons"),
        pytest.param(lambda: combat("pirate", 2), "--size: This option is missing", id="PA 5.7 no size"),
        pytest.param(lambda: combat("pirate", 2, size="XL"), "Sizes are S (small)", id="PA 5.7 size"),
        pytest.param(
            lambda: combat("pirate", 2, against=3, size="L"),
            "--against: This option is not used",
            id="PA 5.7 against",
        ),
        pytest.param(
            lambda: combat("ship", 2, against=3, level=1),
            "--level: This option is not used",
            id="PA 5.6 level",
        ),
        pytest.param(
            lambda: combat("home", 2, size="L"), "--size: This option is not used", id="PA 5.9 size"
        ),
        pytest.param(lambda: combat("ship", 6, against=3), "Cannons levels are 1 to 5", id="PA 1.4 cannons"),
        pytest.param(
            lambda: combat("ship", 1, against=0), "Cannons levels are 1 to 5", id="PA 1.4 no cannons"
        ),
        pytest.param(lambda: combat("home", 1, level=6), "Pirate levels are 0 to 5", id="PA 1.4 Pirate"),
        pytest.param(lambda: combat("ship", 1, against=1, roll="0,7"), '"0" is not a die', id="PA 5.6 a die"),
        pytest.param(lambda: combat("ship", 1, against=1, roll=" "), "There is no die", id="PA 5.6 no die"),
        pytest.param(lambda: combat("ship", 1, against=1, roll="4"), "1 die is given", id="PA 5.6 one die"),
        pytest.param(lambda: sale("5", 1), "Resources are 1 (ice)", id="PA 1.2 resource"),
        pytest.param(lambda: sale("3", 0), "steps; it must be 1 to 6", id="PA 5.10 too near"),
        pytest.param(lambda: sale("3", 7), "steps; it must be 1 to 6", id="PA 2.2 off the map"),
        pytest.param(
            lambda: sale("3", 3, 6), "units; it must be 1 to 5", id="PA 4.3 more than a hold has room for"
        ),
        pytest.param(lambda: sale("3", 3, 0), "units; it must be 1 to 5", id="PA 5.10 nothing sold"),
        pytest.param(lambda: sale("3", 3, pirate=True, colony=True), "never has a colony", id="PA 5.11"),
        pytest.param(lambda: score(["Ann=x"]), 'Ann=x: "x" is not an amount of money', id="PA 6.1 no money"),
        pytest.param(lambda: score(["Ann=-5"]), '"-5" is not an amount of money', id="PA 6.1 debts"),
        pytest.param(lambda: score(["Ann=5@hom"]), "Ann=5@home", id="PA 6.1 no place"),
        pytest.param(
            lambda: score(["Ann=" + "9" * 5000]), "is not an amount of money", id="PA 6.1 far too much"
        ),
        pytest.param(lambda: score([*"ABCDE"]), "2 to 4 players, not 5", id="PA 1 players"),
        pytest.param(lambda: score(["A"], end=True), "2 to 4 players, not 1", id="PA 6.2 one player"),
        pytest.param(lambda: score(["A", "A=5"]), '"A" is given twice', id="players"),
        pytest.param(lambda: score(["A"], 9), "levies; it must be 0 to 5", id="PA 6.1 levies"),
        pytest.param(lambda: score(["A"], option=["gaol=5"]), 'Did you mean "goal"', id="PA 6.2 option"),
        pytest.param(lambda: odds(), "There is nothing to work out", id="odds of nothing"),
        pytest.param(lambda: odds("L"), "--resource: This option is missing", id="PA 3.1 no resource"),
        pytest.param(lambda: odds(resource="1"), "--size: This option is missing", id="PA 3.1 no size"),
        pytest.param(lambda: odds("L", "1", 6), "levies; it must be 0 to 5", id="PA 3.1 levies"),
        pytest.param(lambda: odds(levies=1, cannons=2), "two questions", id="both odds"),
        pytest.param(lambda: odds(cannons=2), "--against: This option is missing", id="PA 5.6 no strength"),
        pytest.param(lambda: odds(cannons=2, against=6), "strengths are 1 to 5", id="PA 5.6 strength"),
        pytest.param(lambda: odds(draw="win"), "--cannons: This option is missing", id="PA 5.6 a draw alone"),
        pytest.param(lambda: odds(cannons=2, against=3, draw="los"), 'Did you mean "lose"', id="PA 5.6 draw"),
    ],
)
def test_mistakes(call: Call, message: str) -> None:
    """Exit code 2: what is wrong, where, and what to do."""
    with pytest.raises(UsageError) as caught:
        call()
    assert message in str(caught.value)
    assert caught.value.todo or re.search(r"\d to \d", caught.value.what)
