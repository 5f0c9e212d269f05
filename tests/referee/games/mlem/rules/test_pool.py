"""The dice of MLEM, rolled away from the table."""

from __future__ import annotations

from collections import Counter

import pytest

from components.errors import UsageError
from referee.commands.roll import read_roller
from referee.engine.chance.seeded import Chance


def test_1_2_game_dice_show_their_faces() -> None:
    dice = [die for number in range(100) for die in read_roller("mlem:6").roll(Chance(f"{number}")).dice]
    shown = Counter(die.faces[-1] for die in dice)
    assert set(shown) == {1, 2, 3, 4, "*"}
    assert shown[2] == max(shown.values())
    assert all(die.kept for die in dice)


def test_3_1_on_a_space_the_dice_that_are_not_valid_do_not_count() -> None:
    for number in range(50):
        roll = read_roller("mlem:6@9").roll(Chance(f"{number}"))
        assert roll.total is None
        assert all(die.kept == (die.faces[0] in (1, 3, "*")) for die in roll.dice)
        assert {die.value for die in roll.dice if die.faces[0] == "*"} <= {2}


def test_dice_say_what_is_valid() -> None:
    roll = read_roller("mlem:6@5").roll(Chance("kiwi").stream("roll"))
    assert [die.faces for die in roll.dice] == [(3,), (4,), (1,), (4,), ("*",), (1,)]
    assert roll.note == "valid on space 5: 1 1 = 2, 4 4 = 8"
    assert read_roller("mlem:6").roll(Chance("kiwi")).note == ""


def test_4_1_dice_say_when_there_is_a_crash() -> None:
    notes = {read_roller("mlem:1@10").roll(Chance(f"{number}")).note for number in range(50)}
    assert "no valid group on space 10: crash [ML 4.1]" in notes


@pytest.mark.parametrize(("text", "count"), [("mlem:", 6), ("mlem:3", 3), ("MLEM: 2 @ 4", 2), ("mlem:@7", 6)])
def test_dice_are_read(text: str, count: int) -> None:
    assert len(read_roller(text).roll(Chance("kiwi")).dice) == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mlem:7", '"mlem:7": 7 is too many dice; it must be 1 to 6 (ML 2.1).'),
        ("mlem:0", "0 is too few dice;"),
        ("mlem:2@25", "Nothing leaves deep space."),
        ("mlem:2@99", "There is no space 99."),
        ("mlem:d6", "MLEM does not have such dice."),
        ("mlem:6@", "MLEM does not have such dice."),
    ],
)
def test_dice_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_roller(text)
    assert message in str(error.value)
