"""What the demand dice may bring, with exact chances; nothing is sampled (PA 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from referee.engine.chance.outcomes import Source, miscounted
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.moves import Demanded, DemandResult, read_demanded
from referee.games.per_aspera.rules.demand_dice import demanded, free_levies, roll_demand

Chances: TypeAlias = dict[DemandResult, Fraction]


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


def demand_outcomes(planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
    """Everything that the dice of PA 3.1 may bring, with its chance; `levies` are set before."""
    free = free_levies(levies)
    return _in_the_end(planet, _once(planet.size.dice, free), free)


def first_roll(dice: int, free: int) -> FirstRoll:
    """The chances of that many dice; `free` is how many levies they may still give."""
    faces = box().dice.faces
    levy = 1 - Fraction(faces - 1, faces) ** dice if free else Fraction(0)
    return FirstRoll(levy, _highest(dice), _highest(max(dice - 1, 1)))


@dataclass(frozen=True, slots=True)
class DemandOutcomes:
    """The demand dice of those planets, one planet after the other (PA 3.1).

    levies  set before the first of them
    """

    planets: tuple[Planet, ...]
    levies: int

    @property
    def label(self) -> str:
        return "demands"

    @property
    def prompt(self) -> str:
        codes = " ".join(planet.code for planet in self.planets)
        order = "the result of" if len(self.planets) == 1 else "the results in this order:"
        return f"roll and {order} {codes}, with + after one that gave a levy"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(planet.code for planet in self.planets)

    def __iter__(self) -> Iterator[tuple[Demanded, Fraction]]:
        return ((Demanded(results), chance) for results, chance in self._from(0, self.levies))

    def probability(self, outcome: Demanded) -> Fraction:
        if len(outcome.results) != len(self.planets):
            return Fraction(0)
        chance, levies = Fraction(1), self.levies
        for planet, single in zip(self.planets, outcome.results, strict=True):
            chance *= _chances(planet, levies).get(single, Fraction(0))
            levies = min(levies + single.levies, box().levies.slots)
        return chance

    def refusal(self, outcome: Demanded) -> str:
        return self.misfit(outcome) or miscounted(self.parts(()), len(outcome.results), "to be rolled")

    def misfit(self, outcome: Demanded) -> str:
        levies = self.levies
        for planet, single in zip(self.planets, outcome.results, strict=False):
            if single not in _chances(planet, levies):
                return f"{single} is not possible for {planet.code}: it is rolled again, or no levy is left."
            levies = min(levies + single.levies, box().levies.slots)
        return ""

    def pick(self, source: Source) -> Demanded:
        """Die by die, so that the same stream gives the same demands as a set-up does."""
        levies, results, faces, below = self.levies, [], box().dice.faces, source.below

        def roll() -> int:
            return below(faces) + 1

        for planet in self.planets:
            rolled = roll_demand(planet, levies, roll)
            levies += rolled.levies
            results.append(DemandResult(rolled.levies, rolled.result))
        return Demanded(tuple(results))

    def read(self, text: str) -> Demanded:
        return read_demanded(text)

    def _from(self, place: int, levies: int) -> Iterator[tuple[tuple[DemandResult, ...], Fraction]]:
        if place == len(self.planets):
            yield (), Fraction(1)
            return
        for single, chance in _chances(self.planets[place], levies).items():
            for others, then in self._from(place + 1, levies + single.levies):
                yield (single, *others), chance * then


def _chances(planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
    return _chances_of_kind(planet._replace(code=""), levies)


@cache
def _chances_of_kind(planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
    return dict(demand_outcomes(planet, levies))


def _in_the_end(planet: Planet, once: Chances, free: int) -> Chances:
    """The outcomes in the end: where the planet would demand nothing, one die is rolled again (PA 3.1 g).

    once  the outcomes of dice settled once
    free  levies the planet could give before them
    """
    chances: Chances = {}
    for outcome, chance in once.items():
        if demanded(planet, outcome.result):
            _add(chances, outcome, chance)
            continue
        for after, then in _rolled_again(planet, free - outcome.levies).items():
            _add(chances, DemandResult(outcome.levies + after.levies, after.result), chance * then)
    return chances


def _rolled_again(planet: Planet, free: int) -> Chances:
    """The outcomes of one die that is rolled until the planet demands something."""
    once = _once(1, free)
    # A result that neither demands something nor gives a levy leads back here: scale up the others instead.
    onward = {
        outcome: chance
        for outcome, chance in once.items()
        if outcome.levies or demanded(planet, outcome.result)
    }
    whole = sum(onward.values(), Fraction(0))
    return _in_the_end(planet, {outcome: chance / whole for outcome, chance in onward.items()}, free)


def _once(dice: int, free: int) -> Chances:
    """The outcomes of that many dice, rolled and settled once."""
    first = first_roll(dice, free)
    chances: Chances = {}
    for given, chance, results in ((0, 1 - first.levy, first.without), (1, first.levy, first.after)):
        for result, then in results.items():
            _add(chances, DemandResult(given, result), chance * then)
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


def _add(chances: Chances, outcome: DemandResult, chance: Fraction) -> None:
    if chance:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
