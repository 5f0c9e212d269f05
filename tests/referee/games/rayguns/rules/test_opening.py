"""The opening array (RR 3.2, 3.3)."""

from __future__ import annotations

from referee.games.rayguns import game
from referee.games.rayguns.state import belt
from tests.referee.games.rayguns.table import (
    EARTH,
    SUPERNOVA,
    bays,
    begun,
    do,
    listed,
    lying,
    to_act,
    why_not,
)


def test_3_2_eight_tiles_five_and_up_to_two() -> None:
    """RR 3.2: counter-clockwise; what is not kept goes back, and nobody has seen it."""
    state = begun("opening", lying("", "", ""))
    assert (to_act(state), game.chance(state).prompt.split(",")[0]) == ("Ann draw", "draw and the 8 tiles")
    drawn = do(state, "draw G3w B3p A3r R4w G2r N5 G1w A1p")
    assert len(game.moves(drawn, 0)) == 56
    assert len(belt(drawn)) == 142
    for text, rule in (
        ("array G3w B3p A3r R4w", "RR 3.2"),
        ("array G3w B3p A3r R4w G2r N5", "RR 3.2"),
        ("array G3w B3p A3r R4w B5r", "RR 3.2"),
        ("spare G3w", "RR 3.2"),
        ("pass", "RR 3.2"),
    ):
        assert why_not(drawn, text) == rule, text
    laid = do(drawn, "array G3w B3p A3r R4w G2r")
    assert len(game.moves(laid, 0)) == 1 + 3 + 3
    assert why_not(laid, "spare N5 G1w A1p") == why_not(laid, "spare G3w") == "RR 3.2"
    kept = do(laid, "spare N5 A1p")
    assert (bays(kept)[0], len(belt(kept)), to_act(kept)) == ("R4w A3r B3p G3w G2r/N5 A1p", 143, "Cy draw")
    assert do(laid, "spare") == do(laid, "pass")


def test_3_2_equal_tiles_are_one_choice() -> None:
    drawn = begun("opening", lying("", ""))
    pairs = do(drawn, "draw G3w G3w A3r A3r B1w B1w R5w R5w")
    assert len(set(listed(pairs))) == len(listed(pairs)) == 16


def test_3_3_a_supernova_may_dock_at_once() -> None:
    state = do(begun("opening", lying("", "")), f"draw {SUPERNOVA} G1w A5w B2r", f"array {SUPERNOVA}")
    opened = do(state, "spare G1w")
    assert listed(opened) == ["pass", "dock"]
    assert why_not(opened, "dock G1w") == "RR 5.3", "the UFO's tile comes next"
    docked = do(opened, "dock")
    assert (docked.bays[0].docked, to_act(docked)) == (True, "Ann sixth"), "the UFO is the highest"
    played = do(docked, "pass", "draw G3w B3p A3r R4w G2r N5 G1p A1p", "array G3w B3p A3r R4w G2r", "pass")
    assert to_act(played) == "Bo draw-again", "Ann skips the second draw"
    waits = do(opened, "pass", "draw G3w B3p A3r R4w G2r N5 G1p A1p", "array G3w B3p A3r R4w G2r", "pass")
    assert to_act(waits) == "Ann draw-again"
    plain = do(begun("opening", lying("", "")), f"draw {EARTH} N5 G1w A1p", f"array {EARTH}", "pass")
    assert to_act(plain) == "Bo draw"
