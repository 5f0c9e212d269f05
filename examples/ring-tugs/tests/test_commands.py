"""The commands of Ring Tugs: scores and odds, worked out by hand here."""

from fractions import Fraction

import pytest
from ring_tugs import COMMANDS
from ring_tugs.commands import odds, score

from components.errors import UsageError
from referee.engine.answers import Command


def test_4_a_game_is_scored_with_the_contracts() -> None:
    answer = score(["Ann=I4 O1 O2 L1 L2 3K C2", "Bo=r1 r2 I3 I2 1K C4"])
    ann, bo = answer.value.players
    assert [(line.rule, line.points) for line in ann.lines] == [
        ("RT 4.1", 8), ("RT 4.2", 4), ("RT 4.3", 8), ("RT 4.6", 3), ("RT 4.7", 6),
    ]  # fmt: skip
    assert (ann.total, bo.total, answer.value.winners) == (29, 25, ("Ann",))
    assert answer.lines[-1] == "Winner: Ann."
    assert {step.rule for step in answer.why} == {"RT 4.1", "RT 4.2", "RT 4.3", "RT 4.4", "RT 4.6", "RT 4.7"}


def test_4_7_without_contracts_nobody_has_won_yet() -> None:
    answer = score(["Ann=I4 O1", "Bo=2K R1 1K"])
    assert [player.total for player in answer.value.players] == [9, 13]
    assert answer.value.winners == () and "[RT 4.7]" in answer.lines[-1]


def test_4_8_of_players_who_are_level_the_one_with_more_crystals_wins() -> None:
    assert score(["Ann=I1 1K C5", "Bo=I1 I1 C6"]).value.winners == ("Ann",)
    assert score(["Ann=I1 C5", "Bo=I1 C6"]).value.winners == ("Ann", "Bo")


def test_3_3_the_odds_of_each_place_are_exact() -> None:
    """Ann's 4 is free unless Bo sends his: then both are level, and Ann is nearer to the beacon."""
    ann, bo = odds(["Ann=41", "Bo=014"]).value.players
    assert [one.tug for one in ann.tugs] == [1, 4]
    assert [one.chances for one in ann.tugs] == [(Fraction(2, 3), Fraction(1, 3)), (1, 0)]
    assert [one.chances[0] for one in bo.tugs] == [0, 0, Fraction(1, 2)]


def test_odds_are_a_table_for_each_player() -> None:
    answer = odds(["Ann=0", "Bo=1", "Cy=1"])
    assert answer.lines[:2] == (
        "Ann sends             1st      2nd      3rd",
        "  tug 0             100 %      0 %      0 %",
    )
    assert [step.what for step in answer.why] == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ann=I9", "Bo="], '"I9" is not a card'),
        (["Ann=R1", "Bo=R1"], "R1 is written 2 times, but the box has 1"),
        (["Ann=C1", "Bo=C1"], "C1 is written 2 times"),
        (["Ann=C1 C2", "Bo="], "one contract"),
        (["Ann=C1", "Bo=I1"], "no contract"),
        (["Ann=" + "I1 " * 9, "Bo="], "9 is too many cards"),
        (["Ann=I1"], "2 to 4 players"),
    ],
)
def test_a_hold_that_cannot_be_is_refused(players: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        score(players)


@pytest.mark.parametrize("hand", ["", "05", "00", "x"])
def test_a_hand_that_cannot_be_is_refused(hand: str) -> None:
    with pytest.raises(UsageError, match="not a hand of tugs"):
        odds(["Ann=0", f"Bo={hand}"])


@pytest.mark.parametrize("word", ["odds", "score"])
def test_what_is_declared_exists(word: str) -> None:
    declared = COMMANDS[word]
    assert isinstance(declared, Command) and declared.load() in (odds, score)
