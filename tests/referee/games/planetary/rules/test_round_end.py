"""The end of a round (PL 5.1)."""

from __future__ import annotations

from referee.engine.game import CHANCE
from referee.games.planetary import game
from referee.games.planetary.rules import planets
from tests.referee.games.planetary.tables import (
    do,
    hex_,
    letter,
    table,
)


def test_5_1_the_end_of_a_round() -> None:
    """PL 5.1: planets flip; grass beside plants rolls a die, and a 6 grows plants."""
    state = table(ships="9 9", marks={"3,1": "P"})
    state = do(state, "done", "ready")
    state = do(state, "draw COR") if game.turn(state) is CHANCE else state
    state = do(state, "done")
    outcomes = game.chance(state)
    assert len(outcomes.hexes) == 6  # type: ignore[attr-defined]
    assert sum(chance for _, chance in outcomes) == 1
    assert outcomes.refusal(game.read(state, None, "roll P1:9,1")) != ""
    grown = do(state, "roll P1:2,1 P1:4,1")
    assert [letter(grown, text) for text in ("2,1", "4,1", "3,2")] == ["P", "P", "G"]
    assert grown.round == 2
    assert [planets.day_half(round_) for round_ in (1, 2)] == ["B", "A"]
    assert grown.worlds[0].faces_ring(hex_("9,1"), 2)
