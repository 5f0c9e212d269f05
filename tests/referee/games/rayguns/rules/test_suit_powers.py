"""Suit powers (RR 4)."""

from __future__ import annotations

import pytest

from referee.engine.game import Ruling
from referee.games.rayguns import game
from tests.referee.games.rayguns.table import (
    PAIR,
    alone,
    bays,
    do,
    effects,
    listed,
    powers,
    rules,
    ruling,
    tiles,
    to_act,
    totals,
    why_not,
)


def test_4_1_three_of_a_suit_lead() -> None:
    assert powers("G3w G3p A2r X3 A5w", PAIR).step != "power"
    six = powers("G3w G3p G2r A4w A2w A5r", PAIR)
    assert "orders" in listed(six) and "zap G3w@Ann" in listed(six)
    assert why_not(six, "use glyph") == "RR 4.1"


def test_4_2_raygun_returns_any_tile() -> None:
    state = powers("G3w G3p G2r R4w A5w/B2w", f"{PAIR}/R4w R5r")
    assert len(listed(state)) == 1 + 5 + 1 + 5 + 2
    assert why_not(state, "zap R5r@Ann") == "RR 4.2"
    assert alone(state, "zap R4w@Bo").bays[1].array == tiles("B5p G5w G3w A2r")
    assert alone(state, "zap R4w@Bo spare").bays[1].spares == tiles("R5r")
    assert alone(state, "zap R5r@bo").bays[1].spares == tiles("R4w"), "there it can only be a spare part"
    assert len(alone(state, "zap A5w@Ann").bays[0].array) == 4


def test_4_3_rocket_swaps_with_a_spare_part_of_ones_own() -> None:
    state = powers("R3w R3p R2r G4w A5w/B2w", f"{PAIR}/R3r")
    assert listed(state) == ["pass", *(f"swap {code} B2w" for code in "A5w G4w R3p R3w R2r".split())]
    assert bays(alone(state, "swap A5w B2w"))[0] == "G4w R3p R3w B2w R2r/A5w"
    assert game.read(state, 0, "swap B2w A5w") == game.read(state, 0, "swap A5w B2w")
    assert why_not(state, "swap A5w R3r@Bo") == why_not(state, "swap A4w B2w") == "RR 4.3"
    assert why_not(state, "zap A5w@Ann") == "RR 4.2"
    assert powers("R3w R3p R2r G4w A5w", f"{PAIR}/R3r").step != "power", "nothing to swap with"


@pytest.mark.parametrize(
    ("array", "typed", "reason"),
    [
        ("G3w G3p G2r R4w A5w", "swap A5w B2w", "Neither rockets nor robots lead your array."),
        ("G3w G3p G2r R4w A5w", "swap A5w R3r@Bo", "Neither rockets nor robots lead your array."),
        ("R3w R3p R2r G4w A5w", "swap A5w R3r@Bo", "Rockets swap with one of your own spare parts."),
        ("R3w R3p R2r G4w A5w", "swap A4w B2w", "A4w is not in your array."),
        ("R3w R3p R2r G4w A5w", "swap A5w N1", "N1 is not one of your spare parts."),
        ("B3w B3p B2r G4w A5w", "swap B3w B2w", "B3w is a robot, and stays."),
        ("B3w B3p B2r G4w A5w", "swap A5w N1@Bo", "N1 is not one of Bo's spare parts."),
        ("B3w B3p B2r G4w A5w", "zap R3r@Bo", "Rayguns do not lead your array."),
        ("B3w B3p B2r G4w A5w", "orders", "Astronauts do not lead your array."),
        ("G3w G3p G2r R4w A5w", "zap N1@Bo spare", "N1 is not one of the spare parts of Bo."),
        ("G3w G3p G2r R4w A5w", "zap N1@Bo", "N1 is not in the array of Bo."),
        ("R3w R3p R2r G4w B2w", "swap B2w B2w", "That would change nothing."),
    ],
)
def test_4_what_is_said_of_a_power_that_is_refused(array: str, typed: str, reason: str) -> None:
    state = powers(f"{array}/B2w", f"{PAIR}/R3r")
    assert ruling(state, typed).reason == reason


def test_4_3_a_rocket_swaps_a_robot_where_robots_lead_too() -> None:
    """RR 4.1, 4.5: two suits lead; only the robots' power leaves robots where they are."""
    state = powers("R3w R3p R2r B4w B5w B1w/G2w", f"{PAIR}/R4r")
    assert {"swap B5w G2w", "swap R2r R4r@Bo"} <= set(listed(state))
    assert why_not(state, "swap B5w R4r@Bo") == "RR 4.5"


def test_4_4_astronaut_draws_a_card_for_nothing() -> None:
    state = powers("A3w A3p A2r G4w B5w", "A5w A5p A2p R3r G2w", totals=(0, 12))
    drawn = do(state, "orders", "draw SO03")
    assert (totals(drawn), [card.code for card in drawn.cards]) == ([0, 12], ["SO03"])
    assert drawn.step != "power", "under Mutiny Bo's astronauts have no power (RR 9.1)"
    assert to_act(do(state, "orders", "draw RC05")) == "Bo power"


def test_4_5_robot_swaps_with_any_spare_part_in_play() -> None:
    state = powers("B3w B3p B2r G4w A5w/R2w", f"{PAIR}/R3r")
    assert listed(state) == [
        "pass", "swap A5w R2w", "swap G4w R2w", "swap A5w R3r@Bo", "swap G4w R3r@Bo"
    ]  # fmt: skip
    assert why_not(state, "swap B3w R3r@Bo") == why_not(state, "swap A5w R5r@Bo") == "RR 4.5"
    swapped = bays(alone(state, "swap A5w R3r@Bo"))
    assert swapped == ["G4w B3p B3w R3r B2r/R2w", "B5p G5w R4w G3w A2r/A5w"]
    assert do(state, "swap A5w R3r@Bo").step != "power", "once"


def test_9_1_silence_and_mutiny() -> None:
    assert effects("Y5 G5p A2r R2p B3w", PAIR, cards_="SO02").step != "effect"
    mutiny = powers("G3w G3p G2r R4w A5w/B2w", PAIR, cards_="SO03")
    assert mutiny.step != "power"
    asked = powers("G3w G3p G2r R4w A5w/B2w", PAIR)._replace(rules=rules("SO03"))
    assert ruling(asked, "zap R4w@Ann") == Ruling(False, "Under Mutiny suit powers have no effect.", "RR 9.1")
