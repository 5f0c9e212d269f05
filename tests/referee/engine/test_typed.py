"""Texts that people type at a table, whatever the game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from components.errors import UsageError
from referee.engine.chance.starters import Starts, starters
from referee.engine.typed import after_verb, read_number, read_seat, words_after_verb

NAMES = ("Ann", "Bo, the elder", "ann", "Draw")
FIRST = starters("first", "draw", range(4), NAMES)


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("007", 7), ("999", 999)])
def test_numbers(word: str, number: int) -> None:
    assert read_number(word, "here") == number


@pytest.mark.parametrize("word", ["", "-1", "1000", "1.5", "²", "٣", "one"])
def test_not_a_number(word: str) -> None:
    with pytest.raises(UsageError, match="is not a number"):
        read_number(word, "here")


@pytest.mark.parametrize(
    ("name", "seat"), [("Ann", 0), ("ann", 2), ("ANN", 0), ("bo, the Elder", 1), ("draw", 3)]
)
def test_players_by_name(name: str, seat: int) -> None:
    assert read_seat(name, NAMES, "here") == seat


@pytest.mark.parametrize(
    ("text", "seat"),
    [("draw Ann", 0), ("Ann", 0), ("DRAW bo, the elder", 1), ("Bo, the elder", 1), ("draw Draw", 3)],
)
def test_who_begins(text: str, seat: int) -> None:
    assert FIRST.read(text) == Starts("draw", seat, NAMES[seat])


@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_who_begins_reads_back(seat: int) -> None:
    starts = Starts("draw", seat, NAMES[seat])
    assert FIRST.read(str(starts)) == starts


def test_who_begins_is_one_of_the_players() -> None:
    with pytest.raises(UsageError, match='"Cy" is not possible here'):
        FIRST.read("draw Cy")


def test_whoever_may_begin_is_as_likely_as_another() -> None:
    assert dict(starters("first", "roll", (0, 2), NAMES)) == {
        Starts("roll", 0, "Ann"): Fraction(1, 2),
        Starts("roll", 2, "ann"): Fraction(1, 2),
    }


@pytest.mark.parametrize("text", ["", "roll", " roll "])
def test_an_outcome_without_a_result(text: str) -> None:
    with pytest.raises(UsageError, match="The result is missing"):
        after_verb("roll", text)


def test_words_after_a_verb() -> None:
    assert words_after_verb("roll", "roll 1,2 , 3") == words_after_verb("roll", "1 2 3") == ["1", "2", "3"]
    with pytest.raises(UsageError, match="The result is missing"):
        words_after_verb("roll", "roll ,")
