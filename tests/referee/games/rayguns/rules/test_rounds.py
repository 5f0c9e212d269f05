"""The course and the end of a round (RR 3.5, 3.6, 10.2)."""

from __future__ import annotations

import pytest

from referee.games.rayguns import game
from referee.games.rayguns.state import belt
from tests.referee.games.rayguns.table import (
    EARTH,
    after_round_4,
    do,
    effects,
    listed,
    powers,
    to_act,
    totals,
)


def test_3_5_powers_before_effects_and_each_on_the_array_as_it_stands() -> None:
    """RR 3.5: Ann's ray takes Bo's glyph, so Bo has no effect; then Ann may use her alien."""
    ann, bo = "G3w G3p G2r X3 A5w", "Y5 R5w B3p B2p R4p"
    state = powers(ann, bo)
    assert to_act(state) == "Ann power"
    zapped = do(state, "zap Y5@Bo")
    assert (to_act(zapped), listed(zapped)) == ("Ann effect", ["pass", "use alien"])
    passed = do(state, "pass", "pass")
    assert (to_act(passed), listed(passed)) == ("Bo effect", ["pass", "use glyph"])


def test_3_6_tiles_go_back_and_the_commander_passes_to_the_right() -> None:
    state = effects(EARTH, "B2p G2p R3p A3p B5w/G4w", "R4r R4w A2w B3r G5r")
    assert (to_act(state), state.round, len(belt(state))) == ("Cy card", 2, 150)
    assert totals(state) == [9 + 5, 10, 8]
    assert [card.code for card in state.cards] == ["RC01"], "in force until the next is turned"


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("SO04", (0, 0), [9 + 5 + 1, 18 + 2]),  # Salvage
        ("SO09", (1, 3), [0 + 9 + 5, 1 + 18]),  # Dock-fee
        ("SO10", (9, 0), [9 + 9, 18 + 5]),  # Handicap
    ],
)
def test_9_1_specs_at_the_end_of_a_round(card: str, before: tuple[int, int], after: list[int]) -> None:
    """Ann's Earth stands above Bo's Gemini under each of these cards."""
    state = powers("G3w G3p G3r B4w R5r/A5w", "G5w B5p A3r R4w A4p/R4r R4p", cards_=card, totals=before)
    assert totals(do(state, "pass")) == after


@pytest.mark.parametrize(
    ("before", "winners"),
    [((30, 20), ("Ann",)), ((8, 0), ("Bo",)), ((9, 0), ("Ann",))],
    ids=["RR 10.2 highest", "tied: who won the bonus", "one point more"],
)
def test_10_2_the_highest_total_wins(before: tuple[int, int], winners: tuple[str, ...]) -> None:
    """Bo's Full House brings 16 and the bonus, Ann's Gemini 18."""
    end = after_round_4(before, "G2w B2p A2r R3w G3r Y5 U5", "G2r B2r A3r R4w G5r R5w N4")
    assert totals(end) == [before[0] + 18, before[1] + 26]
    assert game.score(end).winners == winners
    assert game.check(end, 0, game.read(end, 0, "pass")).rule == "RR 10.2"


def test_10_2_a_tie_without_a_single_winner_of_the_bonus_is_shared() -> None:
    end = after_round_4((5, 5), "G2w B2p A3r R4w G5r A4p R5p", "G2p B2w A3p R4p G5p A4r R5w")
    assert (totals(end), game.score(end).winners) == ([5 + 18 + 3, 5 + 18 + 3], ("Ann", "Bo"))


def test_10_1_the_port_has_begun_once_somebody_has_docked() -> None:
    """Until then its tiles are drawn at the end of round 4."""
    before = after_round_4((0, 0))
    first = after_round_4((0, 0), "G2w B2p A2r R3w G3r Y5 U5")
    assert (to_act(before), game.round_name(before)) == ("Bo port", "round 4")
    assert (to_act(first), game.round_name(first)) == ("Ann port", "Port of Call")
