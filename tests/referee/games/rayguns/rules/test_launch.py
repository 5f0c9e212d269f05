"""The launch (RR 2.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.engine.chance.outcomes import Drawn
from referee.engine.play import start_game
from referee.games.rayguns import game
from referee.games.rayguns.state import belt
from tests.referee.games.rayguns.table import BOX, NAMES, do, tiles


@pytest.mark.parametrize(
    ("drawn", "first"),
    [
        ("A3r B2w R4w R2w", "Bo"),
        ("A3r B2w R4w R1w G3p B2p X5 R2w", "Bo"),
        ("A3r B2w R4w R1w X5 R2w G3p B2p", "Ann"),
    ],
)
def test_2_1_the_highest_total_of_two_tiles_commands(drawn: str, first: str) -> None:
    """RR 2.1, RR 3.1: ties draw again, the tiles go back, and the commander turns up a card."""
    state = do(start_game(game, ("Ann", "Bo"), {}), f"draw {drawn}")
    assert (state.names[state.commander], len(belt(state)), state.step) == (first, 150, "card")


@pytest.mark.parametrize(
    "drawn",
    ["A3r B2w R4w", "A3r B2w R4w R1w", "A3r B2w R4w R2w G3p", "A3r B2w R4w R2w G3p X5", "A3r A3r A3r A1w"],
)
def test_2_1_a_launch_that_cannot_be(drawn: str) -> None:
    state = start_game(game, ("Ann", "Bo"), {})
    launch = game.chance(state)
    outcome = Drawn(tuple(BOX.tiles[code] for code in drawn.split()))
    assert launch.refusal(outcome) and launch.probability(outcome) == 0


def test_2_1_only_those_who_tie_draw_again() -> None:
    state = do(start_game(game, NAMES[:3], {}), "draw A3r B2w G1w G1p R4w R1w G5p B2p X5 U4")
    assert state.names[state.commander] == "Cy"


def test_2_1_chances_of_the_launch() -> None:
    drawn = game.chance(start_game(game, ("Ann", "Bo"), {}))
    outcome = Drawn(tiles("A3r A3r U1 R2w"))
    assert drawn.probability(outcome) == Fraction(2 * 1 * 1 * 2, 150 * 149 * 148 * 147)
