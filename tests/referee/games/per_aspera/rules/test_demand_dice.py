"""Demand dice as they fall (PA 3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.chance.seeded import Chance
from referee.games.per_aspera.box import Planet
from referee.games.per_aspera.codes import read_planet
from referee.games.per_aspera.rules.demand_dice import DemandRoll, free_levies, result_of, roll_demand
from tests.referee.games.per_aspera.tables import BOX

KINDS = sorted({code.partition(".")[0] for code in BOX.planets})


def planet(code: str) -> Planet:
    return read_planet(code, BOX, "PLANET")


def fallen(code: str, dice: str, levies: int = 0) -> DemandRoll:
    """Return what the planet's dice come to, if they fall like that, one after the other."""
    faces = iter(int(face) for face in dice.split())
    roll = roll_demand(BOX, planet(code), levies, lambda: next(faces))
    assert not list(faces), "dice are left"
    return roll


@pytest.mark.parametrize(
    ("code", "dice", "levies", "gives", "result", "wants"),
    [
        pytest.param("1L", "6 6 3 2", 0, 1, 3, (4, 3), id="PA 3.1 example: large 6 6 3, re-rolled 2"),
        pytest.param("1M", "1 5", 0, 0, 1, (4, 3, 2), id="PA 3.1 example: medium 1 5"),
        pytest.param("1M", "6 1", 0, 1, 1, (4, 3, 2), id="PA 3.1 example: medium 6 1"),
        pytest.param("1M", "6 3 6 4", 5, 0, 4, (4, 3, 2), id="PA 3.1 b no slot left"),
        pytest.param("1M", "6 3", 4, 1, 3, (4, 3), id="PA 3.1 b the last slot"),
        pytest.param("2L", "6 6 6 6 5 6 2", 0, 1, 5, (4, 3, 1), id="PA 3.1 c until they are not 6"),
        pytest.param("1S", "6 4", 0, 1, 4, (4, 3, 2), id="PA 3.1 d a new die"),
        pytest.param("1S", "6 6 6 2", 0, 1, 2, (4,), id="PA 3.1 d re-rolling 6s"),
        pytest.param("1S", "6 6 1", 0, 1, 1, (4, 3, 2), id="PA 3.1 e the new die"),
        pytest.param("3L", "5 5 1", 0, 0, 1, (4, 2, 1), id="PA 3.1 e before the highest"),
        pytest.param("3L", "2 3 5", 0, 0, 5, (4, 2, 1), id="PA 3.1 f"),
        pytest.param("4S", "2 2 5", 0, 0, 5, (3, 2, 1), id="PA 3.1 g until it is not 2"),
        pytest.param("4M", "2 2 3", 0, 0, 3, (3,), id="PA 3.1 g the others are gone"),
        pytest.param("4S", "2 6 3", 0, 1, 3, (3,), id="PA 3.1 g a 6 may become the levy"),
        pytest.param("4S", "6 2 6 3", 0, 1, 3, (3,), id="PA 3.1 g but not the second"),
        pytest.param("4M", "2 6 6 1", 4, 1, 1, (3, 2, 1), id="PA 3.1 g and be a pirate planet"),
        pytest.param("4S", "2 6 4", 5, 0, 4, (3, 2), id="PA 3.1 g with no slot left"),
        pytest.param("1S", "2", 0, 0, 2, (4,), id="PA 3.1 g for resource 4 only"),
    ],
)
def test_3_1_dice(code: str, dice: str, levies: int, gives: int, result: int, wants: tuple[int, ...]) -> None:
    roll = fallen(code, dice, levies)
    assert (roll.levies, roll.result) == (gives, result)
    assert BOX.demanded[roll.result, planet(code).resource] == wants


def test_3_1_what_became_of_each_die() -> None:
    """PA 3.1: what every die showed, and what became of it."""
    assert [(die.faces, die.use) for die in fallen("1L", "6 6 3 2").dice] == [
        ((6,), "levy"),
        ((6, 2), "counts"),
        ((3,), "counts"),
    ]
    assert [(die.faces, die.use) for die in fallen("4M", "2 2 6 4").dice] == [
        ((2, 6), "levy"),
        ((2,), "gone"),
        ((4,), "counts"),
    ]
    assert [(die.faces, die.use) for die in fallen("4M", "2 2 6 2 3").dice] == [
        ((2, 6), "levy"),
        ((2,), "gone"),
        ((2, 3), "counts"),
    ], "what is gone stays gone"


@pytest.mark.parametrize(
    ("result", "wants"),
    [
        pytest.param(1, {4, 3, 2, 1}, id="PA 3.2 pirate"),
        pytest.param(2, {4}, id="PA 3.2 2"),
        pytest.param(3, {4, 3}, id="PA 3.2 3"),
        pytest.param(4, {4, 3, 2}, id="PA 3.2 4"),
        pytest.param(5, {4, 3, 2, 1}, id="PA 3.2 5"),
    ],
)
@pytest.mark.parametrize("code", KINDS)
def test_3_3_no_planet_demands_what_it_produces(code: str, result: int, wants: set[int]) -> None:
    """PA 3.3"""
    assert set(BOX.demanded[result, planet(code).resource]) == wants - {int(code[0])}


@given(st.sampled_from(KINDS), st.integers(0, 5), st.text("abc", min_size=1))
def test_3_1_every_roll_ends_with_a_demand(code: str, levies: int, seed: str) -> None:
    """PA 3.1: whatever falls, the planet demands something, and gives a levy only if it may."""
    chance = Chance(seed)
    roll = roll_demand(BOX, planet(code), levies, lambda: chance.die(6))
    assert BOX.demanded[roll.result, planet(code).resource]
    assert 0 <= roll.levies <= free_levies(BOX, levies)
    left = [die.faces[-1] for die in roll.dice if die.use == "counts"]
    assert 6 not in left
    assert roll.result == result_of(BOX, left)
    assert sum(die.use == "levy" for die in roll.dice) == roll.levies
