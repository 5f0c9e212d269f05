"""Rayguns notation: what people type, and what they are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.rayguns.codes import (
    codes,
    read_array,
    read_card,
    read_colour,
    read_rank,
    read_special,
    read_suit,
    read_tile,
    read_tiles,
)
from tests.referee.games.rayguns.table import BOX


@pytest.mark.parametrize(
    "text", ["G3w B3p U2", "g3w b3p u2", "G3W,B3P,U2R", " G3w;B3p / U2r ", "G3w\nB3p\tU2", "g3w+b3p|u2"]
)
def test_1_3_case_and_separators_are_free(text: str) -> None:
    assert codes(read_tiles(text, BOX, "Ann")) == "G3w B3p U2"


@given(st.sampled_from(sorted(BOX.tiles)))
def test_1_3_every_code_is_read_as_its_tile(code: str) -> None:
    assert read_tile(code, BOX, "Ann") is read_tile(code.lower(), BOX, "Ann") is BOX.tiles[code]


@pytest.mark.parametrize(
    ("code", "colour"), [("U2", "red"), ("U1", "purple"), ("N4", "white"), ("X5", "white"), ("P3", "purple")]
)
def test_1_2_the_colour_of_a_special(code: str, colour: str) -> None:
    assert read_tile(code, BOX, "Ann").colour == colour
    assert read_tile(code + BOX.colours[colour], BOX, "Ann") is read_tile(code, BOX, "Ann")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("U2w", 'Ann, tile 1: "U2w": U2 is red (RR 1.2). Write U2 or U2r.'),
        ("G3w G6w", 'Ann, tile 2: "G6w": there is no rank 6. Ranks go from 1 to 5.'),
        ("G0w", 'Ann, tile 1: "G0w": there is no rank 0. Ranks go from 1 to 5.'),
        ("G3", 'Ann, tile 1: "G3" has no colour. Write one of G3w, G3p, G3r.'),
        ("G3x", 'Ann, tile 1: "G3x": there is no colour "x". Write one of G3w, G3p, G3r.'),
        ("Gw3", 'Ann, tile 1: "Gw3" is not a tile. Write its letter, rank and colour'),
        ("Q3w", 'Ann, tile 1: "Q3w": no tile begins with Q. Tiles are G raygun, R rocket'),
        ("G3w g3w G3W", "Ann: G3w is given 3 times. The box has 2 G3w."),
        ("U2 U2r", "Ann: U2 is given 2 times. The box has 1 U2."),
    ],
)
def test_1_3_errors_point_at_the_token(text: str, says: str) -> None:
    with pytest.raises(UsageError) as error:
        read_tiles(text, BOX, "Ann")
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("text", "code"),
    [("RC01", "RC01"), ("rc1", "RC01"), ("so-14", "SO14"), (" CH2 ", "CH2"), ("Ch 1", "CH1")],
)
def test_1_4_cards(text: str, code: str) -> None:
    assert read_card(text, BOX, "--card").code == code


@pytest.mark.parametrize("text", ["RC15", "SO0", "CH3", "X1", "", "RC"])
def test_1_4_cards_there_are_not(text: str) -> None:
    with pytest.raises(UsageError, match="RC01 to RC14, SO01 to SO14 and CH1 to CH2"):
        read_card(text, BOX, "--card")


def test_names_are_forgiving() -> None:
    assert read_array("Straight Suit Flush", BOX, "--best").name == "straight-suit-flush"
    assert read_array("HIGH_TILE", BOX, "--best").name == "high-tile"
    assert read_colour("P", BOX, "--flag") == read_colour("Purple", BOX, "--flag") == "purple"
    assert read_suit("b", BOX, "--ally") == read_suit("Robot", BOX, "--ally") == "robot"
    assert read_special("Big Number", BOX, "--effect") == "big-number"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: read_array("erth", BOX, "--best"), '--best: "erth" is not an array. Did you mean "earth"?'),
        (lambda: read_colour("prple", BOX, "--flag"), '"prple" is not a colour. Did you mean "purple"?'),
        (lambda: read_suit("robots", BOX, "--ally"), '"robots" is not a suit. Did you mean "robot"?'),
        (lambda: read_special("glyf", BOX, "--effect"), '"glyf" is not a special. Did you mean "glyph"?'),
        (lambda: read_rank(6, BOX, "--wild"), "--wild: There is no rank 6. Ranks go from 1 to 5."),
    ],
)
def test_names_there_are_not(call: object, says: str) -> None:
    with pytest.raises(UsageError) as error:
        call()  # type: ignore[operator]
    assert says in str(error.value)
