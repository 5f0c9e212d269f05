"""Exact chances of demand dice and of combat; nothing is sampled."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from referee.games.per_aspera import rules
from referee.games.per_aspera.box import Opponent, Planet, Side, box
from referee.games.per_aspera.demands import demanded, free_levies

Chances: TypeAlias = dict["Outcome", Fraction]


class Outcome(NamedTuple):
    """How demand dice came out: the levies they gave, and their result."""

    levies: int
    result: int


class DemandOdds(NamedTuple):
    """The chances of a planet's demand dice.

    levy     of giving one
    results  of each result (PA 3.2)
    """

    levy: Fraction
    results: Mapping[int, Fraction]


class FirstRoll(NamedTuple):
    """The dice of a planet, rolled and settled once (PA 3.1 b to f).

    levy     the chance that they give one
    without  the chances of each result if they do not
    after    the chances of each result if they do
    """

    levy: Fraction
    without: Mapping[int, Fraction]
    after: Mapping[int, Fraction]


def demand_odds(planet: Planet, levies: int) -> DemandOdds:
    """The chances of PA 3.1 for that planet; `levies` are set before."""
    outcomes = demand_outcomes(planet, levies)
    results = {
        result: sum((p for outcome, p in outcomes.items() if outcome.result == result), Fraction(0))
        for result in sorted(box().demands)
    }
    return DemandOdds(sum((p for outcome, p in outcomes.items() if outcome.levies), Fraction(0)), results)


def demand_outcomes(planet: Planet, levies: int) -> Mapping[Outcome, Fraction]:
    """Everything the dice of PA 3.1 can come to, with its chance; `levies` are set before."""
    free = free_levies(levies)
    return _standing(planet, _once(planet.size.dice, free), free)


def first_roll(dice: int, free: int) -> FirstRoll:
    """The chances of that many dice; `free` is how many levies they may still give."""
    faces = box().dice.faces
    levy = 1 - Fraction(faces - 1, faces) ** dice if free else Fraction(0)
    return FirstRoll(levy, _highest(dice), _highest(max(dice - 1, 1)))


def win_odds(strength: int, against: int, draw: Side) -> Fraction:
    """The chance of the side with that strength, called active, to win a fight (PA 5.6 to 5.9)."""
    faces = range(1, box().dice.faces + 1)
    won = [
        rules.winner(mine + strength, yours + against, draw) == "active" for mine in faces for yours in faces
    ]
    return Fraction(sum(won), len(won))


def attack_odds(opponent: Opponent, level: int) -> Fraction:
    """The chance that the opponent attacks a ship of that Pirate level (PA 5.6 to 5.9)."""
    faces = range(1, box().dice.faces + 1)
    return Fraction(sum(rules.attacks(opponent, level, face) for face in faces), len(faces))


def _standing(planet: Planet, once: Chances, free: int) -> Chances:
    """The outcomes that stand; where the planet would demand nothing, one die goes on (PA 3.1 g).

    once  the outcomes of dice settled once
    free  levies the planet could give before them
    """
    chances: Chances = {}
    for outcome, chance in once.items():
        if demanded(planet, outcome.result):
            _add(chances, outcome, chance)
            continue
        for after, then in _going_on(planet, free - outcome.levies).items():
            _add(chances, Outcome(outcome.levies + after.levies, after.result), chance * then)
    return chances


def _going_on(planet: Planet, free: int) -> Chances:
    """The outcomes of one die that is rolled until its result stands."""
    once = _once(1, free)
    # A result that neither stands nor gives a levy leads back here: the others are scaled up instead.
    onward = {
        outcome: chance
        for outcome, chance in once.items()
        if outcome.levies or demanded(planet, outcome.result)
    }
    whole = sum(onward.values(), Fraction(0))
    return _standing(planet, {outcome: chance / whole for outcome, chance in onward.items()}, free)


def _once(dice: int, free: int) -> Chances:
    """The outcomes of that many dice, rolled and settled once."""
    first = first_roll(dice, free)
    chances: Chances = {}
    for given, chance, results in ((0, 1 - first.levy, first.without), (1, first.levy, first.after)):
        for result, then in results.items():
            _add(chances, Outcome(given, result), chance * then)
    return chances


def _highest(dice: int) -> dict[int, Fraction]:
    """The chances of the results of dice that are rolled until they show no levy (PA 3.1 c to f).

    Those dice show each other face with the same chance, whatever they showed before.
    """
    numbers = box().dice
    faces = [face for face in range(1, numbers.faces + 1) if face != numbers.levy]
    others = [face for face in faces if face != numbers.pirate]
    whole = len(faces) ** dice
    chances = {face: Fraction((below + 1) ** dice - below**dice, whole) for below, face in enumerate(others)}
    return {numbers.pirate: 1 - sum(chances.values(), Fraction(0)), **chances}


def _add(chances: Chances, outcome: Outcome, chance: Fraction) -> None:
    if chance:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
