"""The parts of a turn (PL 4.5)."""

from __future__ import annotations

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
