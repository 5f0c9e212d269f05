"""The Last Blast's commands: what they answer, how it reads and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue
from components.errors import UsageError
from referee.cli import main
from referee.commands.base.output import as_json, give
from referee.engine.answers import WIDTH, Answer
from referee.games.last_blast.commands import damage, odds, score
from tests.inprocess import run
from tests.referee.games.last_blast.table import BOX

RULES = {f"LB {rule.number}" for rule in catalogue.load("last-blast").rules}
FLIGHT = "G1-1 R2-3 A5-4 A6-2 G1-2 R3-4 A4-5 R1-1 G2-6 A5-5 A4-1 R2-6"
FIELD = "5166554/4431325/6232352/4524631/1416163"


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param(damage("R2-5", "T3", 2), (0, 2, 2, ["front", "rear"], 0, False), id="LB 4.3"),
        pytest.param(damage("G2-1", "T6", 1), (1, 3, 4, ["front", "rear"], 2, False), id="LB 4.4"),
        pytest.param(damage("A6-4", "T4", 3), (3, 0, 3, ["front", "rear"], 1, False), id="LB 4.5"),
        pytest.param(damage("R3-2", "T2"), (0, 0, 0, [], 0, False), id="LB 4.6"),
        pytest.param(damage("R3-2", "T5", 1, 3), (0, 3, 3, [], 0, True), id="LB 4.7"),
        pytest.param(damage("R3-2", "T5", 1, 4), (0, 3, 3, ["front", "rear"], 1, False), id="LB 4.7 not yet"),
        pytest.param(damage("A6-4", "T5", round1=True), (0, 1, 1, ["front"], 0, False), id="LB 4.2"),
    ],
)
def test_4_3_to_4_7_damage(answer: Answer[Any], value: tuple[object, ...]) -> None:
    keys = ("jump", "collision", "total", "remove", "choice", "explodes")
    assert as_json(answer.value) == dict(zip(keys, value, strict=True))


def test_5_1_score() -> None:
    """LB 5.1, LB 4.7: exactly these keys."""
    assert as_json(score(["Ann=R2-5 A6-3", "Bo=G1-2", "Cy=x5"], ["wrecks"]).value) == {
        "game": "last-blast",
        "players": [
            {
                "name": "Ann",
                "points": 8,
                "bonus": 0,
                "total": 8,
                "lines": [
                    {"what": "R2-5", "points": 2, "rule": "LB 5.1"},
                    {"what": "A6-3", "points": 6, "rule": "LB 5.1"},
                ],
            },
            {
                "name": "Bo",
                "points": 1,
                "bonus": 0,
                "total": 1,
                "lines": [{"what": "G1-2", "points": 1, "rule": "LB 5.1"}],
            },
            {
                "name": "Cy",
                "points": 0,
                "bonus": 0,
                "total": 0,
                "lines": [{"what": "exploded in round 5", "points": 0, "rule": "LB 4.7"}],
            },
        ],
        "winners": ["Ann"],
        "bonus_to": [],
    }


def test_4_2_to_4_7_odds() -> None:
    """LB 4.2 to 4.7"""
    assert as_json(odds("R2-5 A6-1", "54/26/x1", 2).value) == {
        "cards_left": 1,
        "best": [1],
        "tiles": [
            {"row": 1, "tile": "T5", "damage": 0, "cards_left": 1, "explodes_in": None},
            {"row": 2, "tile": "T2", "damage": 3, "cards_left": 0, "explodes_in": 1},
        ],
        "route": [
            {"column": 1, "row": 1, "tile": "T5", "damage": 0, "front": 0, "rear": 0, "cards_left": 2},
            {"column": 2, "row": 1, "tile": "T4", "damage": 1, "front": 1, "rear": 0, "cards_left": 1},
        ],
    }


@pytest.mark.parametrize(
    ("wrong", "where", "what", "todo"),
    [
        pytest.param(
            lambda: damage("R2-5", "T3", 0, round1=True), "--rows", "round 1", "--round1", id="LB 4.2"
        ),
        pytest.param(
            lambda: damage("R2-5", "T3", 5),
            "--rows",
            "5 is too many rows; it must be 0 to 4",
            "",
            id="LB 2.1 rows",
        ),
        pytest.param(
            lambda: damage("R2-5", "T3", -1),
            "--rows",
            "-1 is too few rows; it must be 0 to 4",
            "",
            id="LB 2.1 rows below 0",
        ),
        pytest.param(
            lambda: damage("R2-5", "T3", 1, 0),
            "--cards-left",
            "0 is too few cards; it must be 1 to 12",
            "",
            id="LB 3.6 none",
        ),
        pytest.param(
            lambda: damage("R2-5", "T3", 1, 13),
            "--cards-left",
            "13 is too many cards; it must be 1 to 12",
            "",
            id="LB 3.6 many",
        ),
        pytest.param(lambda: damage("R4-5", "T3"), "CARD", "R4-5", "1, 2, 3", id="LB 1.3 card"),
        pytest.param(lambda: damage("R2-5", "T9"), "--tile", "T9", "T1", id="LB 1.1 tile"),
        pytest.param(
            lambda: score(["Ann=R2-5"]), "", "2 to 4 players, not 1", "Name every player", id="one player"
        ),
        pytest.param(
            lambda: score(list("ABCDE")), "", "2 to 4 players, not 5", "Name every player", id="five players"
        ),
        pytest.param(lambda: score(["Ann=R2-5", "Bo=R2-5"]), "Ann, Bo", "2 times", "1 R2-5", id="LB 1.3"),
        pytest.param(lambda: score(["Ann=R2-5", "Ann"]), '"Ann"', "twice", "once", id="a name twice"),
        pytest.param(
            lambda: score(["Ann=x1", "Bo=x2"]), "Bo=x2", "Only Bo", "Correct the round", id="LB 4.9"
        ),
        pytest.param(lambda: score(["Ann", "Bo"], ["wrecked"]), "--option", "wrecked", "wrecks", id="LB 6.1"),
        pytest.param(lambda: odds("", "1/2/3"), "--rocket", "no cards", "R2-5", id="no card"),
        pytest.param(lambda: odds("R2-5", "1/2"), "--field", "2 rows", "3 to 5", id="LB 2.1 field"),
        pytest.param(
            lambda: odds("R2-5", "1/2/3", 4),
            "--row",
            "no row 4; rows are 1 to 3",
            "",
            id="LB 2.1 no such row",
        ),
        pytest.param(
            lambda: odds("R2-5", "1/2/3", 0), "--row", "no row 0; rows are 1 to 3", "", id="LB 2.1 row 0"
        ),
    ],
)
def test_mistakes(wrong: Callable[[], object], where: str, what: str, todo: str) -> None:
    with pytest.raises(UsageError) as caught:
        wrong()
    assert caught.value.where == where
    assert what in str(caught.value)
    assert todo in caught.value.todo


@given(
    st.sampled_from(sorted(BOX.parts)),
    st.sampled_from(sorted(BOX.tiles)),
    st.integers(0, 4) | st.none(),
    st.integers(1, 12),
)
def test_every_damage_can_be_read_and_is_by_the_rules(
    card: str, tile: str, rows: int | None, left: int
) -> None:
    check(damage(card, tile, rows, left, round1=rows is None))


@pytest.mark.parametrize(
    "answer",
    [
        score([f"Ann={FLIGHT}", "Bo=A4-2", "Cy=x5"]),
        score([f"{name * 20}=x7" for name in "ABCD"]),
        odds(FLIGHT, FIELD),
        odds("R3-5 A4-1 G2-6", "416/2x2/351/5x1/122", 5),
    ],
)
def test_every_answer_can_be_read_and_is_by_the_rules(answer: Answer[Any]) -> None:
    check(answer)


def check(answer: Answer[Any]) -> None:
    """The lines fit a terminal, and every step cites a rule there is."""
    assert answer.ok
    assert all(len(line) <= WIDTH for line in answer.lines)
    assert {step.rule for step in answer.why} <= RULES
    assert answer.why


def test_why_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for answer in (odds(FLIGHT, FIELD), damage("G2-1", "T6", 1), score([f"Ann={FLIGHT}", "Bo=x5"])):
        give(answer, why=True)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= WIDTH


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["damage", "last-blast", "R2-5", "--tile", "T3", "--rows", "2", "--why"], 0),
        (["damage", "last-blast", "R2-5", "--tile", "T3", "--rows", "2", "--round1"], 2),
        (["damage", "last-blast", "R2-5"], 2),
        (["score", "last-blast", "Ann=R2-5 A6-3", "Bo=G1-2", "Cy=x5", "--option", "wrecks"], 0),
        (["odds", "last-blast", "--rocket", FLIGHT, "--field", FIELD, "--json"], 0),
        (["setup", "last-blast", "--players", "3", "--seed", "kiwi"], 0),
        (["setup", "last-blast", "--players", "3", "--option", "wreck"], 2),
    ],
)
def test_exit_codes(words: list[str], code: int) -> None:
    done = run(main, "referee", *words)
    assert done.code == code
    assert bool(done.err) is (code != 0)
