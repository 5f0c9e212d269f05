"""Dice expressions, as engine/dice.py and `referee roll` of the guide describe them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.commands.roll import read_roller
from referee.engine.chance.dice import Dice, Die, Expression, Term, read_expression
from referee.engine.chance.seeded import Chance


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("3d6", [Term(1, Dice(3, range(1, 7)))]),
        ("d6", [Term(1, Dice(1, range(1, 7)))]),
        ("D%", [Term(1, Dice(1, range(1, 101)))]),
        ("2d6+1", [Term(1, Dice(2, range(1, 7))), Term(1, 1)]),
        (" 2 d6 - d4 − 3 ", [Term(1, Dice(2, range(1, 7))), Term(-1, Dice(1, range(1, 5))), Term(-1, 3)]),
        ("-d6", [Term(-1, Dice(1, range(1, 7)))]),
        ("4d6kh3", [Term(1, Dice(4, range(1, 7), ("kh", 3)))]),
        ("4d6kl", [Term(1, Dice(4, range(1, 7), ("kl", 1)))]),
        ("4d6DL1", [Term(1, Dice(4, range(1, 7), ("dl", 1)))]),
        ("4d6dh0", [Term(1, Dice(4, range(1, 7), ("dh", 0)))]),
        ("d6!", [Term(1, Dice(1, range(1, 7), explodes=frozenset({6})))]),
        ("2d8r1", [Term(1, Dice(2, range(1, 9), again=frozenset({1})))]),
        ("2d8r<3", [Term(1, Dice(2, range(1, 9), again=frozenset({1, 2})))]),
        ("2d8r<=3r8", [Term(1, Dice(2, range(1, 9), again=frozenset({1, 2, 3, 8})))]),
        (
            "2d8r>=7 ! kh1",
            [Term(1, Dice(2, range(1, 9), ("kh", 1), frozenset({7, 8}), explodes=frozenset({8})))],
        ),
        ("4d6k3", [Term(1, Dice(4, range(1, 7), ("kh", 3)))]),
        ("4d6d1", [Term(1, Dice(4, range(1, 7), ("dl", 1)))]),
        ("4dF", [Term(1, Dice(4, (-1, 0, 1)))]),
        ("d6!!", [Term(1, Dice(1, range(1, 7), explodes=frozenset({6})))]),
        ("d6!O", [Term(1, Dice(1, range(1, 7), explodes=frozenset({6}), once=True))]),
        ("d6!>=5", [Term(1, Dice(1, range(1, 7), explodes=frozenset({5, 6})))]),
        ("2d6ro<3", [Term(1, Dice(2, range(1, 7), again_once=frozenset({1, 2})))]),
        ("5d6>=5", [Term(1, Dice(5, range(1, 7), counted=frozenset({5, 6})))]),
        ("5d6=6!", [Term(1, Dice(5, range(1, 7), explodes=frozenset({6}), counted=frozenset({6})))]),
    ],
)
def test_notation(text: str, terms: list[Term]) -> None:
    """The grammar: terms, then kh kl dh dl, ! and r in any order."""
    assert read_expression(text) == Expression(tuple(terms))


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "end is not dice"),
        ("2x6", 2, '"x6" is not understood'),
        ("2d", 3, "end is not a number of sides"),
        ("3d6 + ", 7, "end is not dice"),
        ("3d6 4d6", 5, '"4d6" is not understood'),
        ("0d6", 1, "not a possible number of dice"),
        ("1001d6", 1, "not a possible number of dice"),
        ("1+2d0", 5, "not a possible number of sides"),
        ("d10001", 2, "not a possible number of sides"),
        ("4d6kh3kl1", 7, "one choice too many"),
        ("4d6kh0", 1, "keeps no die"),
        ("2d6+4d6dl4", 5, "drops every die"),
        ("d6r", 4, "end is not a face"),
        ("2d6r<7", 1, "rolled forever"),
        ("d1!", 1, "explode forever"),
        ("d4!r<4", 1, "explode forever"),
        ("2d6x3", 4, '"x3" is not understood'),
        ("2d6 at least 7", 5, "is not understood"),
        ("d6!p", 4, '"p" is not understood'),
        ("2d6>=7", 4, "is shown by no such die"),
        ("2d6>=1", 4, "is shown by every such die"),
        ("2d6>=", 6, "end is not a face"),
        ("4d6kh3>=5", 1, "keeps dice and counts them"),
        ("d1000r<991!", 1, "rolled more than 100 times"),
        ("２d6", 1, "is not dice"),
    ],
)
def test_mistakes_point_at_the_column(text: str, column: int, what: str) -> None:
    """Errors are one paragraph: what, where, what to do."""
    with pytest.raises(UsageError) as caught:
        read_expression(text)
    assert what in caught.value.what
    assert caught.value.where.endswith(f"column {column}")
    assert caught.value.todo


def test_there_is_a_limit() -> None:
    """1000 dice in all, whatever the terms; 200 characters."""
    read_expression("500d6+500d6")
    with pytest.raises(UsageError, match="1001 dice"):
        read_expression("500d6+501d6")
    read_expression(f"{'1+' * 99}11")
    with pytest.raises(UsageError, match="longer than"):
        read_expression(f"{'1+' * 100}1")


def test_the_sum_is_asked_for_in_another_way() -> None:
    """2d6>=7 counts dice that show 7, and there is none: the error says how to ask what was meant."""
    with pytest.raises(UsageError) as caught:
        read_expression("2d6>=7")
    assert "--at-least 7" in caught.value.todo


def test_sixes_are_read_as_digits() -> None:
    """d66 is two dice, tens and units; d666 is three. All are equally likely."""
    for text, count in (("d66", 2), ("d666", 3)):
        dice = read_expression(text).terms[0].what
        assert isinstance(dice, Dice)
        assert list(dice.faces) == [
            int("".join(shown)) for shown in itertools.product("123456", repeat=count)
        ]
    assert len({read_expression("d66").roll(Chance(str(seed))).total for seed in range(500)}) == 36


def test_dice_that_are_counted() -> None:
    """>=5: each such die counts 1, the others are shown as dice that do not count."""
    rolled = read_expression("9d6>=5").roll(Chance("kiwi"))
    assert rolled.total == sum(die.kept for die in rolled.dice)
    assert all(die.kept == (int(die.faces[0]) >= 5) for die in rolled.dice)
    assert len({die.kept for die in rolled.dice}) == 2


def test_once_is_once() -> None:
    """!o explodes once at most; ro rolls again once at most, and then the face stays."""
    for text, most in (("d2!o", 2), ("d2ro1", 2)):
        rolls = [read_expression(text).roll(Chance(str(seed))).dice[0].faces for seed in range(60)]
        assert max(map(len, rolls)) == most
    assert (1, 1) in [read_expression("d2ro1").roll(Chance(str(seed))).dice[0].faces for seed in range(60)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [("9d6kh2", (0, 2)), ("9d6dl2", (0, 7)), ("9d6kl2", (7, 9)), ("9d6dh2", (2, 9)), ("2d6kh9", (0, 2))],
)
def test_keeping_and_dropping(text: str, kept: tuple[int, int]) -> None:
    """kh and dl keep the highest, kl and dh the lowest; the others are shown but do not count."""
    dice = read_expression(text).terms[0].what
    assert isinstance(dice, Dice)
    assert dice.kept == kept
    for seed in range(50):
        rolled = dice.roll(Chance(str(seed)))
        values = sorted((die.value for die in rolled), reverse=True)
        assert sorted((die.value for die in rolled if die.kept), reverse=True) == values[slice(*kept)]


def test_exploding_dice_add_up() -> None:
    """!: rolled again while it shows its highest face, and counted as one die."""
    rolls = [die for seed in range(200) for die in read_expression("d3!").roll(Chance(str(seed))).dice]
    assert max(len(die.faces) for die in rolls) > 2
    for die in rolls:
        assert [face for face in die.faces[:-1] if face != 3] == []
        assert die.faces[-1] != 3
        assert die.value == sum(int(face) for face in die.faces)


def test_dice_rolled_again_show_every_face() -> None:
    """r: rolled until it shows something else; only that counts."""
    rolls = [die for seed in range(200) for die in read_expression("d4r<4").roll(Chance(str(seed))).dice]
    assert max(len(die.faces) for die in rolls) > 3
    assert all(die.value == 4 and die.faces[-1] == 4 for die in rolls)


def test_explosions_roll_again_too() -> None:
    """A die is rolled again first, then explodes: 4s and 1s before the last face, and 1s never count."""
    rolls = [die for seed in range(300) for die in read_expression("d4r1!").roll(Chance(str(seed))).dice]
    assert any(1 in die.faces and 4 in die.faces for die in rolls)
    assert all(die.value == sum(int(face) for face in die.faces if face != 1) for die in rolls)


@given(st.integers(1, 20), st.integers(1, 20), st.integers(-9, 9), st.text(min_size=1).filter(str.strip))
def test_totals(count: int, sides: int, extra: int, seed: str) -> None:
    """A roll shows each die, and their sum with the numbers is the total."""
    rolled = read_expression(f"{count}d{sides}{extra:+d}").roll(Chance(seed))
    assert len(rolled.dice) == count
    assert all(die == Die((die.value,), die.value) and 1 <= die.value <= sides for die in rolled.dice)
    assert rolled.total == sum(die.value for die in rolled.dice) + extra


def test_subtracted_dice() -> None:
    """2d6-d4 takes the last die away."""
    rolled = read_expression("2d6-d4").roll(Chance("kiwi"))
    first, second, last = (die.value for die in rolled.dice)
    assert rolled.total == first + second - last


def test_a_game_without_dice_of_its_own() -> None:
    """`prefix:` names a game; a wrong one is answered with what there is."""
    with pytest.raises(UsageError, match="has no dice of its own") as caught:
        read_roller("mlxm:6@5")
    assert caught.value.where == '"mlxm:"'
    assert read_roller("2d6") == read_expression("2d6")
