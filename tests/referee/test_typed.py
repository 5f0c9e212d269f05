"""What people type at a table, whatever the game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from components.errors import UsageError
from referee.starters import Starts, read_starter, starters
from referee.typed import alone, behind_verb, read_number, read_seat, read_verb, words_behind_verb

VERBS = {"go": 1, "stay": 2}
NAMES = ("Ann", "Bo, the elder", "ann", "Draw")


@pytest.mark.parametrize(
    ("text", "read"),
    [("go 1,0", (1, "1,0")), ("  GO   1,0 ", (1, "1,0")), ("stay", (2, ""))],
)
def test_a_verb_and_what_stands_behind_it(text: str, read: tuple[int, str]) -> None:
    assert read_verb(text, VERBS) == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stey", '"stey": There is no move "stey". Did you mean "stay"?'),
        ("", '"": There is no move "". Known: go, stay.'),
    ],
)
def test_verbs_there_are_not(text: str, message: str) -> None:
    with pytest.raises(UsageError) as problem:
        read_verb(text, VERBS)
    assert str(problem.value) == message


def test_a_verb_that_stands_alone() -> None:
    read = alone(7)
    assert read("anything", "", "here") == read("", "here") == 7
    with pytest.raises(UsageError, match='here: "now" is too much'):
        read("now", "here")


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("007", 7), ("999", 999)])
def test_numbers(word: str, number: int) -> None:
    assert read_number(word, "here") == number


@pytest.mark.parametrize("word", ["", "-1", "1000", "1.5", "²", "٣", "one"])
def test_what_is_no_number(word: str) -> None:
    with pytest.raises(UsageError, match="is no number"):
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
    assert read_starter("draw", NAMES, text) == Starts("draw", seat, NAMES[seat])


@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_who_begins_reads_back(seat: int) -> None:
    starts = Starts("draw", seat, NAMES[seat])
    assert read_starter("draw", NAMES, str(starts)) == starts


def test_whoever_may_begin_is_as_likely_as_another() -> None:
    assert dict(starters("first", "roll", (0, 2), NAMES)) == {
        Starts("roll", 0, "Ann"): Fraction(1, 2),
        Starts("roll", 2, "ann"): Fraction(1, 2),
    }


@pytest.mark.parametrize("text", ["", "roll", " roll "])
def test_an_outcome_that_says_nothing(text: str) -> None:
    with pytest.raises(UsageError, match="Nothing is said"):
        behind_verb("roll", text)


def test_words_behind_a_verb() -> None:
    assert words_behind_verb("roll", "roll 1,2 , 3") == words_behind_verb("roll", "1 2 3") == ["1", "2", "3"]
    with pytest.raises(UsageError, match="Nothing is said"):
        words_behind_verb("roll", "roll ,")
