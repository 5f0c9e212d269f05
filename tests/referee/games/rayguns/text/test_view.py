"""The look of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.rayguns import game
from referee.games.rayguns.state import State
from tests.referee.games.rayguns.table import (
    EARTH,
    PAIR,
    SUPERNOVA,
    after_round_4,
    begun,
    do,
    effects,
    lying,
    tiles,
)

FLUSH = "G1w G2w G3w G4w G5w"


def test_5_2_a_bay_shows_its_effect_and_its_claim() -> None:
    state = effects("Y5 X5 A3p R2r B3w", "G2w B2p R2r A4w A3w")
    bay = state.bays[0]._replace(docked=True, effect="glyph", claim="high-tile")
    view = game.view(state._replace(bays=(bay, state.bays[1])), None)
    area = next(area for area in view.areas if area.name == "array-1")
    assert (area.title, area.note) == (
        "Array of Ann",
        "High Tile, 5 points. Docked. Effect: Glyph. Claimed: High Tile.",
    )


def test_9_3_the_deck_and_its_discards_are_counted() -> None:
    state = lying("", "")
    alone = state._replace(deck=state.deck[:1], discards=state.deck[1:])
    facts = {fact.name: fact.text for fact in game.view(alone, None).facts}
    assert facts["Deck"] == f"1 card, {len(state.deck) - 1} discarded"


@pytest.mark.parametrize(
    ("array", "card", "said"),
    [
        pytest.param(EARTH, "RC05", "Earth, 9 points.", id="RR 7.1"),
        pytest.param(EARTH, "RC04", "Mars, 12 points (1 wild).", id="RR 6.2 WILD 4"),
        pytest.param(EARTH, "RC11", "Earth, 9 points (BEST).", id="RR 6.3 BEST Earth"),
        pytest.param(
            "G1w G2w G3w G4w G5w", "RC01", "Straight Suit Flush, 60 points (FLAG ×2, ALLY ×2).", id="RR 7.3"
        ),
        pytest.param("N5 G5w R5p A2r B1w", "CH1", "High Tile, 10 points (big number +5).", id="RR 7.2, 9.2"),
        pytest.param(SUPERNOVA, "RC05", "Supernova, 59 points.", id="RR 7.4"),
        pytest.param(PAIR, "SO13", "Venus, 20 points (BEST, Twin Moons ×2).", id="RR 9.1"),
    ],
)
def test_6_4_a_bay_says_what_its_array_is(array: str, card: str, said: str) -> None:
    """RR 6.4, 7: its name, its points, and what they come from."""
    view = game.view(lying(array, "", cards_=card), None)
    assert [area.note for area in view.areas if area.name in ("array-1", "array-2")] == [said, ""]


def test_8_1_who_would_win_the_bonus() -> None:
    """RR 8.1, 9.4: nobody is named before two arrays lie there."""
    assert "Bonus" not in facts(lying(EARTH, ""))
    assert facts(lying(EARTH, PAIR))["Bonus"] == "Ann as it stands, for the best array"
    assert facts(lying("G3w B3p A3r R4w G2r", "R3w A3w B3r G4w R2r"))["Bonus"] == (
        "Ann and Bo as it stands, tied for the best array"
    )
    glyph = do(effects("Y5 X5 A3p R2r B3w", "G2w B2p R2r A4w A3w"), "use glyph")
    assert facts(glyph)["Bonus"] == "Ann as it stands, for the best tile"


def test_10_1_the_bonus_of_the_port() -> None:
    """RR 10.1: as long as somebody has not docked; then the score tells."""
    state = after_round_4((0, 0), "G3w B3p A3r R4w G2r G1w G1p")
    assert "Bonus" not in facts(state), "only one array lies there"
    second = lying(EARTH, PAIR, "", cards_="", round=5)
    bonus = next(fact for fact in game.view(second, None).facts if fact.name == "Bonus")
    assert (bonus.text, bonus.rule) == ("Ann as it stands, for the best array", "RR 10.1")
    over = do(state, "draw G5w B5p A2r R4r R2w B1w R3r", "dock")
    assert over.step == "over" and "Bonus" not in facts(over)


def test_1_2_tiles_have_names_and_colours() -> None:
    """RR 1.1 to 1.3: colours are told by the code too, or for specials by the legend."""
    area = next(
        area for area in game.view(lying("G3w B3p A3r U2 N5", ""), None).areas if area.name == "array-1"
    )
    assert {piece.code: (piece.name, piece.tone) for piece in area.pieces} == {
        "G3w": ("white raygun 3", "white"),
        "B3p": ("purple robot 3", "violet"),
        "A3r": ("red astronaut 3", "red"),
        "U2": ("red UFO 2", "red"),
        "N5": ("purple big number 5", "violet"),
    }
    legend = dict(area.legend)
    assert (legend["G"], legend["w"], legend["U2"]) == ("raygun", "white", "red UFO 2")
    assert all(tile.colour in legend[tile.code] for tile in tiles("U2 N5"))


def test_3_2_hidden_tiles_have_neither() -> None:
    state = do(begun("opening", lying("", "")), "draw G3w B3p A3r U2 N5 R4w R4r A1w")
    shown = {seat: next(a for a in game.view(state, seat).areas if a.name == "hand") for seat in (0, 1)}
    assert all(piece.name and piece.tone for piece in shown[0].pieces)
    assert {replace(piece, deck="") for piece in shown[1].pieces} == {replace(shown[1].pieces[0], deck="")}
    assert not any(piece.code or piece.name or piece.tone for piece in shown[1].pieces)


def facts(state: State) -> dict[str, str]:
    return {fact.name: fact.text for fact in game.view(state, None).facts}
