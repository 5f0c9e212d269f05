"""The results of the demand dice, with exact chances; nothing is sampled (PA 3.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from referee.engine.chance.outcomes import Source, miscounted
from referee.engine.tuples import remembered
from referee.games.per_aspera.box import Box, Planet
from referee.games.per_aspera.moves import Demanded, DemandResult, read_demanded
from referee.games.per_aspera.rules.demand_dice import free_levies, roll_demand

Chances: TypeAlias = dict[DemandResult, Fraction]


class DemandOdds(NamedTuple):
    """The chances of a planet's demand dice.

    levy     the chance that they give one
    results  the chance of each result (PA 3.2)
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


def demand_odds(box: Box, planet: Planet, levies: int) -> DemandOdds:
    """Return the chances of PA 3.1 for that planet; `levies` are set before."""
    outcomes = demand_outcomes(box, planet, levies)
    results = {
        result: sum((p for outcome, p in outcomes.items() if outcome.result == result), Fraction(0))
        for result in sorted(box.demands)
    }
    return DemandOdds(sum((p for outcome, p in outcomes.items() if outcome.levies), Fraction(0)), results)


def demand_outcomes(box: Box, planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
    """Return every outcome of the dice of PA 3.1 with its chance; `levies` are set before."""
    free = free_levies(box, levies)
    return _in_the_end(box, planet, _once(box, planet.size.dice, free), free)


def first_roll(box: Box, dice: int, free: int) -> FirstRoll:
    """Return the chances of that many dice; `free` is the number of levies they may still give."""
    faces = box.dice.faces
    levy = 1 - Fraction(faces - 1, faces) ** dice if free else Fraction(0)
    return FirstRoll(levy, _highest(box, dice), _highest(box, max(dice - 1, 1)))


@dataclass(frozen=True, slots=True)
class DemandOutcomes:
    """The demand dice of those planets, one planet after the other (PA 3.1).

    levies  number of levies set before the first of them
    """

    box: Box
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
            chance *= self._chances(planet, levies).get(single, Fraction(0))
            levies = min(levies + single.levies, self.box.levies.slots)
        return chance

    def refusal(self, outcome: Demanded) -> str:
        return self.misfit(outcome) or miscounted(self.parts(()), len(outcome.results), "to be rolled")

    def misfit(self, outcome: Demanded) -> str:
        levies = self.levies
        for planet, single in zip(self.planets, outcome.results, strict=False):
            if single not in self._chances(planet, levies):
                return f"{single} is not possible for {planet.code}: it is rolled again, or no levy is left."
            levies = min(levies + single.levies, self.box.levies.slots)
        return ""

    def pick(self, source: Source) -> Demanded:
        """Roll die by die, so that the same stream gives the same demands as a set-up does."""
        box, levies, results, below = self.box, self.levies, [], source.below
        faces = box.dice.faces

        def roll() -> int:
            return below(faces) + 1

        for planet in self.planets:
            rolled = roll_demand(box, planet, levies, roll)
            levies += rolled.levies
            results.append(DemandResult(rolled.levies, rolled.result))
        return Demanded(tuple(results))

    def read(self, text: str) -> Demanded:
        return read_demanded(text, self.box)

    def _from(self, place: int, levies: int) -> Iterator[tuple[tuple[DemandResult, ...], Fraction]]:
        if place == len(self.planets):
            yield (), Fraction(1)
            return
        for single, chance in self._chances(self.planets[place], levies).items():
            for others, then in self._from(place + 1, levies + single.levies):
                yield (single, *others), chance * then

    def _chances(self, planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
        return _chances_of_kind(self.box, planet._replace(code=""), levies)


@remembered
def _chances_of_kind(box: Box, planet: Planet, levies: int) -> Mapping[DemandResult, Fraction]:
    return demand_outcomes(box, planet, levies)


def _in_the_end(box: Box, planet: Planet, once: Chances, free: int) -> Chances:
    """Return the outcomes in the end: a die is rolled again where nothing would be demanded (PA 3.1 g).

    once  the outcomes of dice settled once
    free  number of levies the planet could give before them
    """
    chances: Chances = {}
    for outcome, chance in once.items():
        if box.demanded[outcome.result, planet.resource]:
            _add(chances, outcome, chance)
            continue
        for after, then in _rolled_again(box, planet, free - outcome.levies).items():
            _add(chances, DemandResult(outcome.levies + after.levies, after.result), chance * then)
    return chances


def _rolled_again(box: Box, planet: Planet, free: int) -> Chances:
    """Return the outcomes of one die that is rolled until the planet demands something."""
    once = _once(box, 1, free)
    # A result that neither demands something nor gives a levy leads back here: scale up the others instead.
    onward = {
        outcome: chance
        for outcome, chance in once.items()
        if outcome.levies or box.demanded[outcome.result, planet.resource]
    }
    whole = sum(onward.values(), Fraction(0))
    return _in_the_end(box, planet, {outcome: chance / whole for outcome, chance in onward.items()}, free)


def _once(box: Box, dice: int, free: int) -> Chances:
    """Return the outcomes of that many dice, rolled and settled once."""
    first = first_roll(box, dice, free)
    chances: Chances = {}
    for given, chance, results in ((0, 1 - first.levy, first.without), (1, first.levy, first.after)):
        for result, then in results.items():
            _add(chances, DemandResult(given, result), chance * then)
    return chances


def _highest(box: Box, dice: int) -> dict[int, Fraction]:
    """Return the chances of the results of dice that are rolled until they show no levy (PA 3.1 c to f).

    Those dice show each other face with the same chance, whatever they showed before.
    """
    numbers = box.dice
    faces = [face for face in box.faces if face != numbers.levy]
    others = [face for face in faces if face != numbers.pirate]
    whole = len(faces) ** dice
    chances = {face: Fraction((below + 1) ** dice - below**dice, whole) for below, face in enumerate(others)}
    return {numbers.pirate: 1 - sum(chances.values(), Fraction(0)), **chances}


def _add(chances: Chances, outcome: DemandResult, chance: Fraction) -> None:
    if chance:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
