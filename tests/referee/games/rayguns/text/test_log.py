"""The words of the log."""

from __future__ import annotations

from referee.engine.game import Event
from referee.games.rayguns import game
from referee.games.rayguns.state import State
from tests.referee.games.rayguns.table import begun, do, effects, lying, powers


def told(state: State, text: str) -> tuple[str, ...]:
    move = game.read(state, state.active, text)
    return game.tell(state, Event(state.active, move), game.apply(state, state.active, move), None).lines


def test_3_3_the_last_array_is_told_though_its_tiles_go_back() -> None:
    """RR 3.6: with the last array that docks the round may be over."""
    state = do(begun("docking", lying("G3w B3p A3r R4w G2r", "G5w B5p A2r R4w G3w")), "draw ??", "dock")
    last = do(state, "draw ??")
    assert game.apply(last, last.active, game.read(last, last.active, "dock")).round == 2
    lines = told(last, "dock")
    assert lines[0] == "Bo docks B5p G5w R4w G3w A2r [RR 3.3]."
    assert lines[1] == "Round 1:" and lines[-1].startswith("Round 2. Bo is the commander")


def test_4_5_a_swap_names_the_owner_of_the_spare_part() -> None:
    state = powers("B3w B3p B2r G4w A5w/R2w", "G5w B5p A2r R4w G3w/R3r")
    assert told(state, "swap A5w R2w")[0] == "Ann swaps A5w for the spare part R2w [RR 4.3]."
    assert told(state, "swap A5w R3r@Bo")[0] == "Ann swaps A5w for the spare part R3r of Bo [RR 4.5]."


def test_3_4_keeping_the_orders_is_not_worth_a_line() -> None:
    """RR 3.4: everybody is asked three times a round; only who pays is told of."""
    state = begun("orders-1", lying("", "", totals=(12, 15)))
    assert (state.step, told(state, "pass")) == ("orders", ())
    assert told(state, "orders") == ("Ann pays 10 for new orders [RR 3.4].",)


def test_6_4_who_may_claim() -> None:
    """RR 5.1, 6.4: under version 1 of the rules a player was asked even if only passing was possible."""
    state = effects("Y5 A3p R3r B2w G2p", "G5w B4p A2r R4w G3w", cards_="RC14")
    asked = "Ann's array is High Tile, 5 points; Ann may claim it as another array [RR 6.4]."
    assert told(state, "pass")[-1] == asked
    assert told(state, "use glyph")[-1].startswith("Bo's array is High Tile, 5 points; Bo may claim")
    before = told(game.by_version(state, 1, {}), "use glyph")
    assert before[-1] == "Ann's array is High Tile, 5 points [RR 6.4]."
