"""The Last Blast: codes as people type them, and what is said about those that are wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.last_blast import codes
from tests.referee.games.last_blast.table import BOX

PARTS = sorted(BOX.parts)


@pytest.mark.parametrize("code", [pytest.param(code, id=f"LB 1.5 {code}") for code in PARTS])
def test_1_5_every_part_is_read(code: str) -> None:
    letter, number, symbol = code[0], code[1], code[3]
    for text in (code, code.lower(), f"{letter}{number}{symbol}", f"{letter}{number}–{symbol}", f" {code} "):
        assert codes.read_part(text, BOX, "CARD").code == code


@pytest.mark.parametrize("text", ["T4", "t4", "4", " T-4 "])
def test_1_5_a_tile_is_read(text: str) -> None:
    """LB 1.5"""
    assert codes.read_tile(text, BOX, "--tile").symbol == 4


@pytest.mark.parametrize(
    "text", ["R2-5 A6-3 G1-1", "r2-5,a63;G1.1", "  R2 - 5\tA6-3,  G1-1 ", "R2-5 + A6-3 + G1-1"]
)
def test_3_2_a_rocket_is_read_from_the_front(text: str) -> None:
    """LB 3.2"""
    assert [card.code for card in codes.read_rocket(text, BOX, "Ann")] == ["R2-5", "A6-3", "G1-1"]


@given(st.lists(st.sampled_from(PARTS), unique=True, max_size=12), st.sampled_from([" ", ",", ", ", "\n"]))
def test_what_is_written_is_what_is_read(typed: list[str], between: str) -> None:
    assert [card.code for card in codes.read_rocket(between.join(typed), BOX, "Ann")] == typed


@pytest.mark.parametrize(
    ("text", "cards", "exploded"),
    [("x5", 0, 5), ("X 5", 0, 5), ("x", 0, None), ("", 0, None), ("  ", 0, None), ("R2-5 A6-3", 2, None)],
)
def test_a_finish_is_read(text: str, cards: int, exploded: int | None) -> None:
    """A rocket with cards, or the round it exploded in."""
    rocket, when = codes.read_finish(text, BOX, "Ann")
    assert (len(rocket), when) == (cards, exploded)


@pytest.mark.parametrize(
    "text",
    ["351/26x/416", "3 5 1 / 2 6 X / 4 1 6", "T3 T5 T1/T2,T6,x/T4 T1 T6", "351\n26x\n416\n", "351|26x|416"],
)
def test_2_1_a_field_is_read_row_by_row(text: str) -> None:
    """LB 2.1"""
    field = codes.read_field(text, BOX, "--field")
    assert codes.write_field(field) == "351/26x/416"
    assert field[1][2] is None


@st.composite
def fields(draw: st.DrawFn) -> str:
    """Fields that can be dealt, with taken tiles, but not a whole column of them."""
    rows, columns = draw(st.integers(3, 5)), draw(st.integers(1, 7))
    tiles = draw(
        st.permutations([str(tile.symbol) for tile in BOX.tiles.values() for _ in range(tile.copies)])
    )
    taken = draw(st.sets(st.tuples(st.integers(0, rows - 2), st.integers(0, columns - 1))))
    cells = [
        ["x" if (row, column) in taken else tiles[row * columns + column] for column in range(columns)]
        for row in range(rows)
    ]
    return "/".join(map("".join, cells))


@given(fields())
def test_a_field_is_written_as_it_is_read(text: str) -> None:
    assert codes.write_field(codes.read_field(text, BOX, "--field")) == text


@pytest.mark.parametrize(
    ("text", "what", "todo"),
    [
        pytest.param("banana", "not a part card", "R2-5", id="LB 1.5 no code"),
        pytest.param("T4", "not a part card", "R2-5", id="LB 1.5 a tile"),
        pytest.param("B2-5", '"B2-5"', "R (red), G (green), A (amber)", id="LB 1.3 colour"),
        pytest.param("R4-5", '"R4-5"', "Red cards have the numbers 1, 2, 3.", id="LB 1.3 red"),
        pytest.param("G3-5", '"G3-5"', "Green cards have the numbers 1, 2.", id="LB 1.3 green"),
        pytest.param("a10-5", '"a10-5"', "Amber cards have the numbers 4, 5, 6.", id="LB 1.3 amber"),
        pytest.param("R2-7", '"R2-7"', "values 1, 2, 3, 4, 5, 6", id="LB 1.2 symbol"),
    ],
)
def test_1_3_no_such_part(text: str, what: str, todo: str) -> None:
    mistake(lambda: codes.read_part(text, BOX, "CARD"), what, "CARD", todo)


@pytest.mark.parametrize("text", ["T7", "0", "R2-5", "", "45"])
def test_1_2_no_such_tile(text: str) -> None:
    """LB 1.2"""
    mistake(lambda: codes.read_tile(text, BOX, "--tile"), f'"{text}"', "--tile", "T1, T2, T3, T4, T5, T6")


@pytest.mark.parametrize(
    ("text", "what", "where", "todo"),
    [
        pytest.param("R2-5 R9-5", '"R9-5"', "Ann, card 2", "Red cards", id="LB 1.3 no such card"),
        pytest.param("R2-5 A6-3 r25", "R2-5 is given 2 times", "Ann", "1 R2-5", id="LB 1.3 one copy"),
        pytest.param("G1-1 " * 3, "G1-1 is given 3 times", "Ann", "2 G1-1", id="LB 1.3 two copies"),
        pytest.param(" ".join(PARTS[:13]), "13 cards", "Ann", "12", id="LB 3.6 too long"),
        pytest.param("x0", "round 0; rounds are 1 to 7", "Ann", "", id="LB 4.2 round 0"),
        pytest.param("x8", "round 8; rounds are 1 to 7", "Ann", "", id="LB 4.2 round 8"),
        pytest.param("x5 R2-5", '"x5"', "Ann, card 1", "R2-5", id="LB 4.7 exploded with cards"),
    ],
)
def test_no_such_finish(text: str, what: str, where: str, todo: str) -> None:
    mistake(lambda: codes.read_finish(text, BOX, "Ann"), what, where, todo)


@pytest.mark.parametrize(
    ("text", "what", "where", "todo"),
    [
        pytest.param("", "1 row", "--field", "3 to 5 rows", id="LB 2.1 nothing"),
        pytest.param("35/26", "2 rows", "--field", "3 to 5 rows", id="LB 2.1 2 rows"),
        pytest.param("1/2/3/4/5/6", "6 rows", "--field", "3 to 5 rows", id="LB 2.1 6 rows"),
        pytest.param("//", "0 columns", "--field", "7 columns", id="LB 2.1 no column"),
        pytest.param(
            "12345612/" * 2 + "12345612", "8 columns", "--field", "7 columns", id="LB 2.1 8 columns"
        ),
        pytest.param("351/26/416", "2 columns", "--field, row 2", "Write x", id="LB 2.1 a short row"),
        pytest.param("351/276/416", '"7"', "--field, row 2", "x if taken", id="LB 1.2 no symbol"),
        pytest.param("11111/11123/23456", "T1 is given 8 times", "--field", "6 T1", id="LB 1.1 copies"),
        pytest.param("3x1/2x6/4x6", "column 2", "--field", "free", id="LB 4.2 a whole column"),
    ],
)
def test_no_such_field(text: str, what: str, where: str, todo: str) -> None:
    mistake(lambda: codes.read_field(text, BOX, "--field"), what, where, todo)


def mistake(wrong: Callable[[], object], what: str, where: str, todo: str) -> None:
    """The error says what is wrong, points at it and helps."""
    with pytest.raises(UsageError) as caught:
        wrong()
    assert what in caught.value.what
    assert caught.value.where == where
    assert todo in caught.value.todo
