"""The end of a round (PL 5.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from components.errors import UsageError
from referee.engine.game import CHANCE
from referee.games.planetary import game
from referee.games.planetary.rules import planets
from referee.games.planetary.rules.round_end import Grown, Growths
from tests.referee.games.planetary.tables import (
    BOX,
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
    assert [planets.day_half(BOX, round_) for round_ in (1, 2)] == ["B", "A"]
    assert grown.worlds[0].faces_ring(hex_("9,1"), 2)


class Falls:
    """A source whose dice fall on one side, from 0."""

    def __init__(self, side: int) -> None:
        self.side = side

    def below(self, count: int) -> int:
        assert 0 <= self.side < count
        return self.side


def test_5_1_plants_grow_on_a_6() -> None:
    hexes = ("P1:3,2", "P2:0,1")
    dice = Growths(hexes, sides=6, grows=1)
    grown = [dice.pick(Falls(side)).hexes for side in range(6)]  # type: ignore[arg-type]
    assert grown == [(), (), (), (), (), hexes]
    assert dice.parts(("P1:3,2",)) == (), "as many hexes as grow, so no part comes next"
    assert dice.probability(Grown(())) == Fraction(25, 36)
    assert dice.probability(Grown(hexes[:1])) == Fraction(5, 36)
    assert (
        dice.misfit(Grown(("P1:9,1",)))
        == "P1:9,1 rolls no die: it is not a grassy plain that touches plants."
    )
    assert dice.misfit(Grown(hexes[:1] * 2)) == "A hex is given twice."
    assert dice.probability(Grown(("P1:9,1",))) == dice.probability(Grown(hexes[:1] * 2)) == 0


def test_5_1_what_is_typed_of_growth() -> None:
    dice = Growths(("P1:3,2", "P2:0,1"), sides=6, grows=1)
    assert dice.read("roll none") == dice.read("roll NONE") == Grown(())
    assert dice.read("roll p2:0,1 P1:3,2") == Grown(("P1:3,2", "P2:0,1")), "in the order of the dice"
    for text in ("roll 3,2", "roll P1:3,2 none", "roll P1:3", "roll P12:3,2", "roll P1:123,2"):
        with pytest.raises(UsageError, match="is not a hex"):
            dice.read(text)
