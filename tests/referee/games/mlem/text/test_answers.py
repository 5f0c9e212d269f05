"""The answers of `odds` in words."""

from __future__ import annotations

import pytest

from referee.commands.base.output import as_json
from referee.engine.answers import WIDTH
from referee.games.mlem.commands import odds
from tests.referee.games.mlem.table import (
    odds_after,
    odds_before,
)


def test_json() -> None:
    assert list(as_json(odds_before(at=5, dice=3))) == ["crash", "reach", "best"]
    value = as_json(odds_after("1,1,4", at=5), exact=True)
    assert list(value) == ["crash", "reach", "best", "choices"]
    assert list(value["choices"][0]) == ["use", "to", "dice", "crash", "reach"]
    assert value["choices"][0]["crash"] == "1/4"


@pytest.mark.parametrize("roll", [None, "1,1,2,3,4,*", "2,3"])
@pytest.mark.parametrize("engineer", [0, 1])
def test_text_fits_the_page_and_every_step_cites_a_rule(roll: str | None, engineer: int) -> None:
    answer = odds(at=2, roll=roll, engineer=engineer)
    assert all(len(line) <= WIDTH for line in answer.lines)
    assert answer.why and all(step.rule.startswith("ML ") for step in answer.why)


def test_why_fills_the_numbers_in() -> None:
    steps = {step.what: step for step in odds(at=5, roll="1,1,4", engineer=1).why}
    assert steps["use 1,4"].formula == "5 + 2×1 + 1×4 = 11; 3 − 3 = 0 dice, 1 comes back"
    assert steps["use engineer 1"].formula == "5 + 3×1 = 8; 3 − 2 = 1 die"
    crash = odds(at=5, dice=3).why[0]
    assert (crash.formula, crash.rule) == ("(4 useless of 6 faces)^3 = 8/27 = 29.6 %", "ML 4.1")
