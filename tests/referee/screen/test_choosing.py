"""A list of moves is narrowed by typing, and chosen from word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.screen.choosing import Choice, choices, completed, matching, next_words

PICKS = [f"pick {card} {end}" for card in ("R2-5", "A6-3", "G1-2") for end in ("front", "rear")]
SHIPS = [f"ship {a} {b} {c}" for a in (1, 2, 3) for b in (1, 2, 10) for c in (1, 2)]
MOVES = [*PICKS, "blind", "go -1,0", "go 1,0", "go 1,0 burn 2", "buy 1", "buy 10"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("blind", ["blind"]),
        ("BL", ["blind"]),
        ("pick r25", ["pick R2-5 front", "pick R2-5 rear"]),
        ("pick R2-5 f", ["pick R2-5 front"]),
        ("r25 r", ["pick R2-5 rear"]),  # words anywhere, in their order
        ("rear", ["pick R2-5 rear", "pick A6-3 rear", "pick G1-2 rear"]),
        ("rear r25", []),
        ("go 1,0", ["go 1,0", "go 1,0 burn 2"]),  # a sign is not a hyphen
        ("go -1", ["go -1,0"]),
        ("buy 1", ["buy 1", "buy 10"]),
        ("buy 1 ", ["buy 1"]),  # a space ends a word
        ("bury", []),
        ("", MOVES),
    ],
)
def test_what_is_typed_narrows(typed: str, found: list[str]) -> None:
    assert matching(MOVES, typed) == found


def test_a_few_are_listed_whole_and_many_by_their_next_word() -> None:
    assert choices(PICKS) == tuple(Choice(move, True, 1) for move in PICKS)
    # All begin with "ship", so that word is not a choice.
    assert choices(SHIPS) == tuple(Choice(f"ship {a}", False, 6) for a in (1, 2, 3))
    assert [choice.text for choice in choices(SHIPS, "ship 2 ", few=3)] == [
        "ship 2 1",
        "ship 2 2",
        "ship 2 10",
    ]
    assert [choice.text for choice in choices(SHIPS, "ship 2 1 ")] == ["ship 2 1 1", "ship 2 1 2"]


def test_a_move_that_others_begin_with_is_a_line_of_its_own() -> None:
    moves = ["go 1", "go 1 far", "go 1 on", "go 2", "stay"]
    assert choices(moves, few=2) == (Choice("go", False, 4), Choice("stay", True, 1))
    assert choices(moves, "go ", few=2) == (
        Choice("go 1", True, 1),
        Choice("go 2", True, 1),
        Choice("go 1", False, 2),
    ), "longer forms of a move come last"
    assert choices(["go 1", "go 1 far", "go 2", "go 3"], few=2) == tuple(
        Choice(move, True, 1) for move in ("go 1", "go 1 far", "go 2", "go 3")
    )


def test_words_come_before_places_and_many_places_go_by_their_columns() -> None:
    places = ("3,0", "3,1", "12,0", "12,1", "D4")
    moves = [*(f"b {place}" for place in places), "b attack S2", "b attack H2"]
    assert choices(moves, "b ", few=5, most=9) == (
        Choice("b attack", False, 2),
        *(Choice(f"b {place}", True, 1) for place in places),
    )
    by_column = choices(moves, "b ", few=5, most=5)
    assert by_column[1:] == (Choice("b 3,", False, 2), Choice("b 12,", False, 2), Choice("b D4", True, 1))
    assert [choice.text for choice in choices(moves, "b 12,", few=5, most=5)] == ["b 12,0", "b 12,1"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("pi", "pick"),
        ("pick r2", "pick R2-5"),
        ("go 1", "go 1,0"),
        ("b", ""),
        ("r25", ""),  # no move begins so
        ("", ""),
    ],
)
def test_what_is_typed_is_completed_as_far_as_it_is_sure(typed: str, words: str) -> None:
    assert completed(MOVES, typed) == words


@given(
    st.lists(
        st.lists(st.sampled_from("a ab b 1 10 R2-5".split()), min_size=1, max_size=4).map(" ".join),
        unique=True,
    ),
    st.integers(1, 4),
)
def test_every_move_can_be_reached_from_the_list(moves: list[str], few: int) -> None:
    """From line to line, each line that is not whole leading on to fewer moves."""
    for move in moves:
        typed = ""
        for _ in range(6):
            listed = choices(moves, typed, few)
            if Choice(move, True, 1) in listed:
                break
            (step,) = [one for one in listed if not one.whole and f"{move} ".startswith(f"{one.text} ")]
            assert f"{step.text} " != typed, "the same list again"
            typed = f"{step.text} "
        else:
            pytest.fail(f"{move} is not to be found")


def test_the_words_in_which_lines_differ() -> None:
    assert next_words(["ship 3", "ship 4 in 2", "ship"]) == ["3", "4", ""]
    assert next_words(["land P1 3,2"]) == ["3,2"]
    assert next_words(["b", "done"]) == ["b", "done"]
    assert next_words([]) == []
