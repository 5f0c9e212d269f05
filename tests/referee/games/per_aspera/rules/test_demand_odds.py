"""The exact chances of demand dice (PA 3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from referee.engine.chance.outcomes import Quick
from referee.games.per_aspera.box import Planet
from referee.games.per_aspera.codes import read_planet
from referee.games.per_aspera.rules.demand_dice import DemandRoll, roll_demand
from referee.games.per_aspera.rules.demand_odds import DemandOutcomes, demand_odds
from tests.referee.games.per_aspera.tables import BOX

KINDS = sorted({code.partition(".")[0] for code in BOX.planets})


def planet(code: str) -> Planet:
    return read_planet(code, BOX, "PLANET")


@pytest.mark.parametrize("levies", [0, 3, 4, 5])
def test_3_1_no_more_levies_are_picked_than_there_are_slots(levies: int) -> None:
    """PA 3.1 b: each planet counts those set before it, also those of this draw."""
    dice = DemandOutcomes(BOX, tuple(BOX.planets[code] for code in ("1M.a", "4S.a", "2M.a", "3M.a")), levies)
    places = set()  # the planets that gave a levy
    for seed in range(60):
        picked = dice.pick(Quick(seed))
        assert dice.probability(picked) > 0
        given = [place for place, result in enumerate(picked.results) if result.levies]
        assert len(given) <= 5 - levies
        places.update(given)
    assert places == (set() if levies == 5 else {0, 1, 2, 3}), "a slot that is left may go to any of them"


def test_3_1_demand_dice_have_the_chances_of_the_rule() -> None:
    planets = (BOX.planets["1M.a"], BOX.planets["4S.a"])
    dice = DemandOutcomes(BOX, planets, 0)
    listed = list(dice)
    assert sum(chance for _, chance in listed) == 1
    pirates = sum(chance for outcome, chance in listed if outcome.results[0].result == 1)
    assert pirates == demand_odds(BOX, planets[0], 0).results[1] == Fraction(14, 45)
    full = DemandOutcomes(BOX, planets, 5)
    assert "+" not in "".join(str(outcome) for outcome, _ in full)
    last = DemandOutcomes(BOX, planets, 4)
    assert last.refusal(last.read("roll 3+ 5+"))


@pytest.mark.parametrize(
    ("code", "levy", "results"),
    [
        pytest.param("1S", "1/6", "1/5 1/5 1/5 1/5 1/5", id="PA 3.1 odds of small, 1"),
        pytest.param("1M", "11/36", "14/45 4/45 13/90 1/5 23/90", id="PA 3.1 odds of medium, 1"),
        pytest.param("4S", "1/5", "1/4 0 1/4 1/4 1/4", id="PA 3.1 odds of small, 4"),
    ],
)
def test_3_1_odds(code: str, levy: str, results: str) -> None:
    odds = demand_odds(BOX, planet(code), 0)
    assert odds.levy == Fraction(levy)
    assert [*odds.results.values()] == [Fraction(chance) for chance in results.split()]


@pytest.mark.parametrize("levies", [0, 4, 5])
@pytest.mark.parametrize("code", KINDS)
def test_3_1_odds_are_those_of_the_dice(code: str, levies: int) -> None:
    """PA 3.1: every way in which the dice may fall, followed as far as 9 rolls."""
    odds = demand_odds(BOX, planet(code), levies)
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
def test_3_1_odds_depend_on_whether_a_slot_is_free(code: str) -> None:
    """PA 3.1 b"""
    assert demand_odds(BOX, planet(code), 0) == demand_odds(BOX, planet(code), 4)
    assert demand_odds(BOX, planet(code), 5).levy == 0 < demand_odds(BOX, planet(code), 4).levy


class _NoDieLeftError(Exception):
    pass


def _every_roll(one: Planet, levies: int, longest: int) -> Iterator[tuple[int, DemandRoll]]:
    """Every roll of the planet that takes at most that many dice, with the number it took."""
    begun: list[tuple[int, ...]] = [()]
    while begun:
        faces = begun.pop()
        ahead = iter(faces)

        def roll(ahead: Iterator[int] = ahead) -> int:
            for face in ahead:
                return face
            raise _NoDieLeftError

        try:
            yield len(faces), roll_demand(BOX, one, levies, roll)
        except _NoDieLeftError:
            if len(faces) < longest:
                begun += [(*faces, face) for face in range(1, 7)]


@pytest.mark.parametrize("code", KINDS)
def test_3_1_a_planet_gives_at_most_one_levy(code: str) -> None:
    """PA 3.1 b and g, also where a result is rolled again; the chances are those of `probability`."""
    for levies in (0, 4, 5):
        dice = DemandOutcomes(BOX, (planet(code), planet("4S")), levies)
        for outcome, chance in dice:
            given = [result.levies for result in outcome.results]
            assert set(given) <= {0, 1}
            assert sum(given) <= 5 - levies
            assert chance == dice.probability(outcome) > 0


@pytest.mark.parametrize("text", ["roll 3", "roll 3 4 5", "roll 3 2"])
def test_3_1_what_cannot_be_rolled_has_no_chance(text: str) -> None:
    """PA 3.1 g: two planets, two results; and with a 2 the planet of resource 4 would demand nothing."""
    dice = DemandOutcomes(BOX, (planet("1S"), planet("4S")), 0)
    assert dice.probability(dice.read(text)) == 0
    assert dice.refusal(dice.read(text))


@pytest.mark.parametrize(
    ("codes", "order"), [(["1S"], "the result of 1S"), (["1S", "4S"], "the results in this order: 1S 4S")]
)
def test_3_1_what_a_table_is_asked_for(codes: list[str], order: str) -> None:
    dice = DemandOutcomes(BOX, tuple(planet(code)._replace(code=code) for code in codes), 0)
    assert dice.prompt == f"roll and {order}, with + after one that gave a levy"
