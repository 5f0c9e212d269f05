"""The parts of a turn (PL 4.5)."""

from __future__ import annotations

import pytest

from referee.games.planetary import game
from tests.referee.games.planetary.tables import (
    do,
    table,
    why_not,
)


def test_4_5_a_turn_in_any_order() -> None:
    """PL 4.5: a unit finishes before another begins; one ship move; one sacrifice; nothing is a turn, too."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("COR", "COR", "LAS")))
    after = do(state, "build COR E4", "b E4", "ship 2", "s D4", "sacrifice COR")
    assert why_not(after, "b E4") == "PL 4.5"
    assert why_not(after, "ship 1") == "PL 4.5"
    assert why_not(after, "sacrifice LAS") == "PL 4.5"
    assert do(state, "done").active == 1


def test_4_5_turns_are_counted_one_by_one() -> None:
    assert [do(table(ships="1 9"), "done").turn_number, table().turn_number] == [2, 1]


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("on D5", "PL 4.3", "Upkeep is over for this turn."),
        ("ready", "PL 4.3", "Upkeep is over for this turn."),
        ("start 5", "PL 4.5", "That move is not possible now."),
    ],
)
def test_4_5_what_is_said_of_a_move_of_another_step(typed: str, rule: str, reason: str) -> None:
    state = table(ships="1 9")
    assert game.check(state, 0, game.read(state, 0, typed)) == (False, reason, rule)
