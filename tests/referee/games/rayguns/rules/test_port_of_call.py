"""The Port of Call (RR 10.1)."""

from __future__ import annotations

from referee.engine.game import OVER
from referee.games.rayguns import game
from tests.referee.games.rayguns.table import (
    after_round_4,
    do,
    listed,
    tiles,
    to_act,
    totals,
    why_not,
)


def test_10_1_seven_tiles_and_any_five() -> None:
    """No effects, no powers, no card; 10 for the best array, and its five are found if nothing is said."""
    state = do(after_round_4((0, 0)), "draw G3w B3p A3r N3 G2r Y5 U1")
    assert (len(listed(state)), why_not(state, "dock G3w B3p A3r N3")) == (21, "RR 10.1")
    assert why_not(state, "pass") == why_not(state, "dock G3w B3p A3r N3 R5w") == "RR 10.1"
    assert str(game.read(state, 1, "dock")) == "dock Y5 N3 A3r B3p G3w"
    first = do(state, "dock U1 N3 A3r B3p G3w")
    assert first.bays[1].spares == tiles("Y5 G2r")
    end = do(first, "draw G5w B5p A4r N2 G1r Y4 U2", "dock")
    assert (game.turn(end), totals(end)) == (OVER, [18, 12 + 10])
    assert game.score(end).winners == ("Bo",)


def test_6_4_claims_are_asked_for_in_the_port_of_call() -> None:
    """A Mars of ones is a suit flush as well, which brings more; either is better than Ann's Earth."""
    state = do(after_round_4((0, 0)), "draw G1w G1w G1p G1p G5w R3w B4p", "dock G1w G1w G1p G1p G5w")
    asked = do(state, "draw G3w B3p A3r R4w G2r A1p B1r", "dock G3w B3p A3r R4w G2r")
    assert (to_act(asked), listed(asked)[0], "claim suit-flush" in listed(asked)) == (
        "Bo claim",
        "pass",
        True,
    )
    assert totals(do(asked, "pass"))[1] - totals(asked)[1] == 4 + 10
    assert totals(do(asked, "claim suit-flush"))[1] - totals(asked)[1] == 9 + 10
