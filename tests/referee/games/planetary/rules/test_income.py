"""Income (PL 4.1)."""

from __future__ import annotations

from referee.games.planetary.rules import sequence
from tests.referee.games.planetary.tables import (
    changes,
    hex_,
    letter,
    table,
)


def test_4_1_income_and_exhaustion() -> None:
    """PL 4.1: a mine and a rig give 1 each; at the fifth the hex is rock, or a platform where oil was."""
    marks = {"3,1": "C", "5,1": "O", "9,1": "W"}
    state = table(marks=marks, structures="3,1=mine1 5,1=rig1 9,1=platform1")
    for turn in range(1, 6):
        after = sequence.begun(state, 0)
        assert changes(state, after) == (0, 1, 0, 1)
        state = after
        assert state.worlds[0].worked[hex_("3,1")] == turn % 5
    assert [letter(state, text) for text in ("3,1", "5,1", "9,1")] == ["R", "F", "W"]
    assert [structure.kind for structure in state.worlds[0].structures] == ["platform"]
    assert changes(state, sequence.begun(state, 0)) == (0, 0, 0, 0)
