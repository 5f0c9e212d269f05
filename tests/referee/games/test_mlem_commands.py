"""MLEM's commands as a person types them: exit codes, what is printed, and JSON that fits its schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli import main
from tests.inprocess import Run, run

SCHEMAS = Path(__file__).parents[3] / "docs" / "referee-json"
FINAL = "Cy --moon m3=Bo --planet A=Ann:2,Bo,Ann --comet Ann --galaxy Bo:2,Cy --goal moons=Ann"


def referee(words: str) -> Run:
    return run(main, "referee", *words.split())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("odds mlem", "  Reach space 25              13.1 %"),
        ("odds mlem --target 14", "  Reach space 14 or beyond    68.1 %"),
        ("odds mlem --at 0 --dice 1", "  Crash on the next roll      33.3 %"),
        ("odds mlem --at 5 --roll 1,1,4", "1,4   11     1      50.0 %     2.2 %"),
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
        ("score mlem", "referee: These are too few players: none."),
        ("score mlem --moon m99=Ann Bo", 'referee: --moon "m99=Ann": There is no "m99". Did you mean "m9"?'),
        ("roll mlem:9", 'referee: "mlem:9": The pool never has 9 dice.'),
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
