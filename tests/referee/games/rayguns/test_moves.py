"""Moves as people type them."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.games.rayguns import game
from tests.referee.games.rayguns.table import PAIR, begun, do, lying, powers, tiles


@pytest.mark.parametrize("text", ["array g3w, u2, A3R r4w G2r", "ARRAY U2r G3w A3r R4w G2r"])
def test_1_3_codes_as_they_are_typed(text: str) -> None:
    state = lying("", "")._replace(step="array", drawn=tiles("G3w U2 A3r R4w G2r B1w B2w B5r"))
    assert str(game.read(state, 0, text)) == "array R4w A3r G3w U2 G2r"


def test_1_3_a_wrong_colour_is_a_mistake() -> None:
    state = lying("", "")._replace(step="array")
    with pytest.raises(UsageError, match="U2 is red"):
        game.read(state, 0, "array U2w G3w A3r R4w G2r")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("array", "array needs Tiles."),
        ("swap R5r", "swap needs Tile and Spare part."),
        ("swap R5r", "or swap TILE-IN TILE-OUT [spare]."),
        ("zap A5w", "zap needs Tile and Player."),
        ("use", "use needs Special."),
        ("claim", "claim needs Array."),
        ("orders now", '"now" is not expected here.'),
        ("pass it", '"it" is not expected here.'),
        ("jump", 'There is no move "jump".'),
        ("zap A5w@Cy", '"Cy" does not play.'),
        ("claim erth", 'Did you mean "earth"?'),
    ],
)
def test_text_that_is_not_a_move(text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        game.read(powers("G3w G3p G2r R4w A5w", PAIR), 0, text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ZAP a5w @ bo", "zap A5w@Bo spare"),
        ("zap G5w@Bo", "zap G5w@Bo"),
        ("swap b2w, r3w", "swap R3w B2w"),
        ("swap R3w,B2w@Ann", "swap R3w B2w"),
        ("swap R3w A5w@bo", "swap R3w A5w@Bo"),
        ("use Big Number", "use big-number"),
        ("claim Full_House", "claim full-house"),
        ("spare", "pass"),
    ],
)
def test_looser_spellings(text: str, move: str) -> None:
    state = powers("R3w R3p R2r G4w A5w/B2w", f"{PAIR}/A5w")
    assert str(game.read(state, 0, text)) == move


def test_3_3_either_tile_of_a_swap_may_come_first() -> None:
    state = begun("docking", lying(f"{PAIR}/A1w", PAIR), docked=False)
    state = do(state, "draw A4w A5w N1 B1r")
    assert str(game.read(state, 0, "swap A1w A4w")) == "swap A4w A1w spare"
    assert str(game.read(state, 0, "swap A4w, A1w")) == "swap A4w A1w spare"
