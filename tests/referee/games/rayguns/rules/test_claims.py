"""Claims (RR 6.4)."""

from __future__ import annotations

from pathlib import Path

from referee.games.rayguns import game
from referee.games.rayguns.moves import PASS
from referee.table.journal import Journal
from referee.table.proof import prove
from referee.table.session import replayed
from tests.referee.games.rayguns.table import (
    EARTH,
    begun,
    do,
    effects,
    listed,
    lying,
    powers,
    to_act,
    totals,
    why_not,
)


def test_6_1_an_array_is_every_array_its_tiles_allow() -> None:
    """RR 6.1, 6.4: a claim is asked for where another array scores more."""
    state = effects("B5w A5r R2w G2p A2r", "R5w B4p A4w R2r B1r", cards_="RC13")  # Venus is best.
    assert to_act(state) == "Ann claim"
    assert listed(state) == ["pass", "claim high-tile", "claim full-house", "claim earth", "claim gemini"]
    for text in ("claim mars", "claim venus", "use glyph"):
        assert why_not(state, text) == "RR 6.4", text
    assert totals(do(state, "claim full-house")) == [16, 8 + 5]
    assert totals(do(state, "pass")) == [10 + 5, 8]


def test_6_1_fewer_than_five_tiles() -> None:
    """A suit flush that a ray has hit is none any more."""
    state = powers("G2w G2p G5p B4r A4w", "R2w R2p R4w R5r R1r", cards_="RC08")
    assert totals(do(state, "pass")) == [12, 14 + 5]
    assert totals(do(state, "zap R2w@Bo")) == [12 + 5, 5]


def test_6_4_what_acts_has_to_stay_in_the_array_that_is_claimed() -> None:
    """RR 5.1"""
    state = begun("claims", lying("Y5 G5w A2r B2p R2w", EARTH, cards_="RC13"))
    assert "claim earth" in listed(state)
    glyph = state._replace(bays=(state.bays[0]._replace(effect="glyph"), state.bays[1]))
    assert listed(glyph) == ["pass", "claim high-tile", "claim full-house", "claim gemini"]
    assert why_not(glyph, "claim earth") == "RR 5.1"


def test_6_4_a_big_number_that_was_named_is_kept() -> None:
    """RR 5.1: a claim without it is refused, except in a game that is played by version 1 of the rules."""
    state = begun("claims", lying("N5 G5w A2r B2p R2w", EARTH, cards_="RC13"))  # Venus is best.
    named = state._replace(bays=(state.bays[0]._replace(effect="big-number"), state.bays[1]))
    assert listed(state) == ["pass", "claim high-tile", "claim full-house", "claim earth", "claim gemini"]
    assert listed(named) == ["pass", "claim high-tile", "claim full-house", "claim gemini"]
    assert why_not(named, "claim earth") == "RR 5.1"
    assert not why_not(game.by_version(named, 1, {}), "claim earth")


def test_6_4_nobody_is_asked_where_nothing_can_be_claimed() -> None:
    """RR 5.1, 6.4: the glyph has to stay in the array, and is in no other than High Tile."""
    state = effects("Y5 A3p R3r B2w G2p", "G5w B4p A2r R4w G3w", cards_="RC14")
    assert to_act(do(state, "pass")) == "Ann claim"
    assert to_act(do(state, "use glyph")) == "Bo claim"
    assert to_act(do(game.by_version(state, 1, {}), "use glyph")) == "Ann claim"


def test_9_4_nobody_is_asked_for_a_claim_with_tiles_as_good() -> None:
    """RR 6.4, 9.4: Bo's Eclipse is a flush of either sort as well, with the same tiles."""
    state = effects("Y5 G5p A3r R2p B4w", "G2w G3w G3w G4w G5w")
    assert do(state, "use glyph").round == 2


def test_a_game_by_version_1() -> None:
    """Its players were asked for a claim where only passing was possible, and its journal says so."""
    file = Path(__file__).parents[1] / "version_1.jsonl"
    proof = prove(file)
    assert (proof.faults, proof.seed) == ((), "shown")
    asked = [state for state in replayed(Journal.open(file)).states if state.step == "claim"]
    assert [PASS] in [game.moves(state, state.active) for state in asked]
