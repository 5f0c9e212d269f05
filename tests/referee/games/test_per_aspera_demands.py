"""Demand dice of Per Aspera, rule by rule: as they fall, and their exact chances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import Chance
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.demands import DemandRoll, demanded, free_levies, result_of, roll_demand
from referee.games.per_aspera.notation import read_planet
from referee.games.per_aspera.odds import demand_odds

KINDS = sorted({code.partition(".")[0] for code in box().planets})


def planet(code: str) -> Planet:
    return read_planet(code, "PLANET")


def fallen(code: str, dice: str, levies: int = 0) -> DemandRoll:
    """What the planet's dice come to, if they fall like that, one after the other."""
    faces = iter(int(face) for face in dice.split())
    roll = roll_demand(planet(code), levies, lambda: next(faces))
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
def test_dice(code: str, dice: str, levies: int, gives: int, result: int, wants: tuple[int, ...]) -> None:
    roll = fallen(code, dice, levies)
    assert (roll.levies, roll.result) == (gives, result)
    assert demanded(planet(code), roll.result) == wants


def test_each_die_is_told() -> None:
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
def test_no_planet_demands_what_it_produces(code: str, result: int, wants: set[int]) -> None:
    """PA 3.3"""
    assert set(demanded(planet(code), result)) == wants - {int(code[0])}


@given(st.sampled_from(KINDS), st.integers(0, 5), st.text("abc", min_size=1))
def test_rolls(code: str, levies: int, seed: str) -> None:
    """PA 3.1: whatever falls, the planet demands something, and gives a levy only if it may."""
    chance = Chance(seed)
    roll = roll_demand(planet(code), levies, lambda: chance.die(6))
    assert demanded(planet(code), roll.result)
    assert 0 <= roll.levies <= free_levies(levies)
    left = [die.face for die in roll.dice if die.counts]
    assert 6 not in left
    assert roll.result == result_of(left)
    assert sum(die.use == "levy" for die in roll.dice) == roll.levies


@pytest.mark.parametrize(
    ("code", "levy", "results"),
    [
        pytest.param("1S", "1/6", "1/5 1/5 1/5 1/5 1/5", id="PA 3.1 odds of small, 1"),
        pytest.param("1M", "11/36", "14/45 4/45 13/90 1/5 23/90", id="PA 3.1 odds of medium, 1"),
        pytest.param("4S", "1/5", "1/4 0 1/4 1/4 1/4", id="PA 3.1 odds of small, 4"),
    ],
)
def test_odds(code: str, levy: str, results: str) -> None:
    odds = demand_odds(planet(code), 0)
    assert odds.levy == Fraction(levy)
    assert [*odds.results.values()] == [Fraction(chance) for chance in results.split()]


@pytest.mark.parametrize("levies", [0, 4, 5])
@pytest.mark.parametrize("code", KINDS)
def test_odds_are_those_of_the_dice(code: str, levies: int) -> None:
    """PA 3.1: every way in which the dice may fall, followed as far as 9 rolls."""
    odds = demand_odds(planet(code), levies)
    levy, open_cases = Fraction(0), Fraction(1)
    results = dict.fromkeys(odds.results, Fraction(0))
    for rolls, roll in _every_roll(planet(code), levies, 9):
        chance = Fraction(1, 6**rolls)
        open_cases -= chance
        results[roll.result] += chance
        levy += chance * roll.levies
    assert open_cases < Fraction(1, 500)
    assert sum(odds.results.values()) == 1
    assert levy <= odds.levy <= levy + open_cases
    for result, chance in results.items():
        assert chance <= odds.results[result] <= chance + open_cases


@pytest.mark.parametrize("code", KINDS)
def test_odds_depend_on_whether_a_slot_is_free(code: str) -> None:
    """PA 3.1 b"""
    assert demand_odds(planet(code), 0) == demand_odds(planet(code), 4)
    assert demand_odds(planet(code), 5).levy == 0 < demand_odds(planet(code), 4).levy


class _NoDieLeftError(Exception):
    pass


def _every_roll(one: Planet, levies: int, longest: int) -> Iterator[tuple[int, DemandRoll]]:
    """Every roll of the planet that takes at most so many dice, with how many it took."""
    begun: list[tuple[int, ...]] = [()]
    while begun:
        faces = begun.pop()
        ahead = iter(faces)

        def roll(ahead: Iterator[int] = ahead) -> int:
            for face in ahead:
                return face
            raise _NoDieLeftError

        try:
            yield len(faces), roll_demand(one, levies, roll)
        except _NoDieLeftError:
            if len(faces) < longest:
                begun += [(*faces, face) for face in range(1, 7)]
