"""The dice of Combat, and their exact odds (PA 5.6 to 5.9)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.games.per_aspera.box import OPPONENTS, Opponent, Side
from referee.games.per_aspera.moves import Dice
from referee.games.per_aspera.rules.combat_dice import (
    FightOutcomes,
    fight,
    fight_odds,
    meet,
    win_odds,
)
from tests.referee.games.per_aspera.tables import BOX

LEVELS = st.integers(1, 5)
TWO = "Write two: the active player's, then the opponent's."
THREE = "Write three: whether there is an attack, the active player's, the opponent's."
LEVEL = " If the first was for whether there is an attack, give --level."


@pytest.mark.parametrize(
    ("opponent", "against", "level", "dice", "winner", "consequences"),
    [
        pytest.param("ship", 3, None, (4, 2), "active", ("may-take",), id="PA 5.6 the attacker wins"),
        pytest.param("ship", 3, None, (2, 4), "opponent", ("may-take",), id="PA 5.6 the defender wins"),
        pytest.param("ship", 3, None, (4, 3), "opponent", ("may-take",), id="PA 5.6 a draw"),
        pytest.param("pirate", 3, 0, (4, 2), "active", (), id="PA 5.7 level 0 is attacked"),
        pytest.param("pirate", 3, 0, (1, 4, 2), "active", (), id="PA 5.7 level 0 whatever the die"),
        pytest.param("pirate", 3, None, (4, 3), "active", (), id="PA 5.7 a draw"),
        pytest.param("pirate", 3, 2, (3, 4, 4), "opponent", ("lose-unit",), id="PA 5.7 beaten"),
        pytest.param("pirate", 1, 2, (2,), None, (), id="PA 5.7 unharmed"),
        pytest.param("pirate", 1, 2, (2, 1, 6), None, (), id="PA 5.7 unharmed, all dice rolled at once"),
        pytest.param("pirate", 1, 5, (6, 1, 6), "opponent", ("lose-unit",), id="PA 5.7 level 5"),
        pytest.param("interceptor", 2, 0, (1, 4, 2), None, (), id="PA 5.8 level 0"),
        pytest.param("interceptor", 2, 2, (3,), None, (), id="PA 5.8 no interceptor"),
        pytest.param("interceptor", 2, 2, (2, 5, 4), "active", (), id="PA 5.8 won"),
        pytest.param("interceptor", 2, 2, (2, 4, 4), "opponent", ("no-unload",), id="PA 5.8 a draw"),
        pytest.param("interceptor", 2, None, (4, 5), "opponent", ("no-unload",), id="PA 5.8 beaten"),
        pytest.param("home", 4, 0, (1, 6), None, (), id="PA 5.9 level 0"),
        pytest.param("home", 4, 1, (6, 3), "active", (), id="PA 5.9 won"),
        pytest.param("home", 4, 1, (6, 4), "opponent", ("no-unload", "not-home"), id="PA 5.9 a draw"),
        pytest.param("home", 4, 5, (1, 6), "opponent", ("no-unload", "not-home"), id="PA 5.9 beaten"),
    ],
)
def test_5_6_to_5_9_a_fight(
    opponent: Opponent,
    against: int,
    level: int | None,
    dice: tuple[int, ...],
    winner: Side | None,
    consequences: tuple[str, ...],
) -> None:
    """With Cannons 2."""
    fought = fight(meet(BOX, opponent, 2, against, level), dice, "--roll")
    assert (fought.winner, fought.consequences) == (winner, consequences)
    assert fought.attacked is (winner is not None)
    if winner is not None:
        assert fought.totals == (dice[-2] + 2, dice[-1] + against)


@pytest.mark.parametrize(
    ("opponent", "level", "dice", "todo"),
    [
        pytest.param("ship", None, (4,), TWO, id="PA 5.6 one die"),
        pytest.param("ship", None, (), TWO, id="PA 5.6 no die"),
        pytest.param("pirate", 3, (), THREE, id="PA 5.7 no die"),
        pytest.param("ship", None, (4, 2, 3), TWO, id="PA 5.6 three dice"),
        pytest.param("pirate", None, (4, 2, 3), f"{TWO}{LEVEL}", id="PA 5.7 three dice, no level"),
        pytest.param("interceptor", None, (4, 2, 3), f"{TWO}{LEVEL}", id="PA 5.8 three dice, no level"),
        pytest.param("pirate", None, (4,), TWO, id="PA 5.7 one die, no level"),
        pytest.param("pirate", 3, (4, 2), THREE, id="PA 5.7 no die for the attack"),
        pytest.param("pirate", 3, (4,), THREE, id="PA 5.7 only the die for the attack"),
        pytest.param("interceptor", 3, (5, 2), THREE, id="PA 5.8 no die for the attack"),
        pytest.param("home", 3, (1, 5, 2), TWO, id="PA 5.9 three dice"),
        pytest.param("home", None, (1, 5, 2), TWO, id="PA 5.9 three dice, no level"),
    ],
)
def test_5_6_to_5_9_too_many_or_too_few_dice(
    opponent: Opponent, level: int | None, dice: tuple[int, ...], todo: str
) -> None:
    with pytest.raises(UsageError) as caught:
        fight(meet(BOX, opponent, 2, 3, level), dice, "--roll")
    assert caught.value.todo == todo


def test_5_6_example_of_cannons() -> None:
    """PA 5.6, 5.7: Cannons 2 against 3, 5/18 if a draw loses, 5/12 if it wins."""
    assert win_odds(BOX, 2, 3, "opponent") == Fraction(5, 18)
    assert win_odds(BOX, 2, 3, "active") == Fraction(5, 12)


@given(LEVELS, LEVELS)
def test_5_6_one_side_wins(mine: int, yours: int) -> None:
    """PA 5.6: what one side wins the other loses."""
    assert win_odds(BOX, mine, yours, "active") + win_odds(BOX, yours, mine, "opponent") == 1
    assert win_odds(BOX, mine, yours, "opponent") <= win_odds(BOX, mine, yours, "active")


@pytest.mark.parametrize(
    ("opponent", "chances"),
    [
        pytest.param("ship", "1 1 1 1 1 1", id="PA 5.6"),
        pytest.param("pirate", "1 5/6 2/3 1/2 1/3 1/6", id="PA 5.7"),
        pytest.param("interceptor", "0 1/6 1/3 1/2 2/3 5/6", id="PA 5.8"),
        pytest.param("home", "0 1 1 1 1 1", id="PA 5.9"),
    ],
)
def test_5_6_to_5_9_attacks_by_pirate_level(opponent: Opponent, chances: str) -> None:
    attacked = [fight_odds(BOX, meet(BOX, opponent, 2, 3, level)).attacked for level in range(6)]
    assert attacked == [Fraction(text) for text in chances.split()]


@given(st.sampled_from(OPPONENTS), LEVELS, LEVELS, st.none() | st.integers(0, 5))
def test_5_6_to_5_9_chances_are_those_of_the_dice(
    opponent: Opponent, cannons: int, against: int, level: int | None
) -> None:
    """PA 5.6 to 5.9: all rolls of three dice, fought out."""
    met = meet(BOX, opponent, cannons, against, None if opponent == "ship" else level)
    odds = fight_odds(BOX, met)
    fights = [
        fight(met, dice if met.checked else dice[1:], "--roll") for dice in product(range(1, 7), repeat=3)
    ]
    assert odds.attacked == Fraction(sum(fought.attacked for fought in fights), 216)
    assert odds.beaten == Fraction(sum(fought.winner == "opponent" for fought in fights), 216)


def outcomes(opponent: Opponent, level: int | None) -> FightOutcomes:
    return FightOutcomes(meet(BOX, opponent, 2, 3, level), BOX.faces)


def test_5_6_to_5_9_fight_dice_add_up() -> None:
    for dice in (
        outcomes("ship", None),
        outcomes("pirate", 0),
        outcomes("pirate", 3),
        outcomes("interceptor", 5),
    ):
        assert sum(chance for _, chance in dice) == 1
        assert dice.refusal(Dice((7, 1))) == "A die shows 1 to 6."
        assert dice.refusal(Dice((0, 1))) == "A die shows 1 to 6."


def test_5_7_what_is_typed_after_the_die_for_the_attack() -> None:
    """Both players' dice, once the first shows that there is an attack."""
    dice = FightOutcomes(meet(BOX, "pirate", 2, 3, 3), BOX.faces, ("Ann's die", "the pirates' die"))
    [check] = dice.parts(())
    assert dice.prompt == f"roll and {check}; after an attack also Ann's die and then the pirates' die"
    assert outcomes("ship", None).prompt == "roll and the active player's die and then the opponent's die"
    assert dice.parts(("3",)) == dice.parts(("x",)) == (check,)
    assert dice.parts(("4",)) == (check, *dice.dice)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("level", [0, 3])
def test_5_6_to_5_9_what_is_rolled_is_possible(opponent: Opponent, level: int) -> None:
    """Every die shows 1 to 6, and no more dice are rolled than count; nothing else has a chance."""
    dice = outcomes(opponent, None if opponent == "ship" else level)
    if dice.met.attack == "never":
        return
    rolled = [dice.pick(Quick(seed)) for seed in range(60)]
    assert {dice.refusal(roll) for roll in rolled} == {""}
    assert {face for roll in rolled for face in roll.faces} == set(range(1, 7))
    assert dice.probability(Dice((1, 1, 1, 1))) == 0
