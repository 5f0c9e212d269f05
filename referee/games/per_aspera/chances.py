"""What dice bring in Per Aspera: demands, fights and the start player, each with its exact chance."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from components.errors import UsageError, did_you_mean
from referee.games.per_aspera import odds, rules
from referee.games.per_aspera.box import Opponent, Planet, box
from referee.games.per_aspera.demands import roll_demand
from referee.games.per_aspera.notation import read_dice
from referee.games.per_aspera.state import Card, deck
from referee.outcomes import Listed, Source
from referee.starters import Starts, starters
from referee.typed import words_behind_verb


@dataclass(frozen=True, slots=True)
class Demanded:
    """What the demand dice of some planets came to: `roll 3 5+ 1`, with + for a levy that was given."""

    outcomes: tuple[odds.Outcome, ...]

    def __str__(self) -> str:
        return " ".join(("roll", *(f"{result}{'+' * levies}" for levies, result in self.outcomes)))


@dataclass(frozen=True, slots=True)
class Dice:
    """Faces in the order they were rolled: `roll 4,2`."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return f"roll {','.join(map(str, self.faces))}"


@dataclass(frozen=True, slots=True)
class DemandDice:
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
        return f"roll and the result of {codes}, with + behind one that gave a levy"

    def __iter__(self) -> Iterator[tuple[Demanded, Fraction]]:
        return ((Demanded(outcomes), chance) for outcomes, chance in self._from(0, self.levies))

    def probability(self, outcome: Demanded) -> Fraction:
        if len(outcome.outcomes) != len(self.planets):
            return Fraction(0)
        chance, levies = Fraction(1), self.levies
        for planet, single in zip(self.planets, outcome.outcomes, strict=True):
            chance *= _demand_chances(planet, levies).get(single, Fraction(0))
            levies = min(levies + single.levies, box().dice.slots)
        return chance

    def refusal(self, outcome: Demanded) -> str:
        if len(outcome.outcomes) != len(self.planets):
            return f"{len(outcome.outcomes)} results are given, for {len(self.planets)} planets."
        if not self.probability(outcome):
            return f'"{outcome}" cannot be: a result does not stand, or no more levies are free.'
        return ""

    def pick(self, source: Source) -> Demanded:
        """Die by die, so that the same stream gives the same demands as a set-up does."""
        levies, outcomes = self.levies, []
        for planet in self.planets:
            rolled = roll_demand(planet, levies, lambda: source.below(box().dice.faces) + 1)
            levies += rolled.levies
            outcomes.append(odds.Outcome(rolled.levies, rolled.result))
        return Demanded(tuple(outcomes))

    def _from(self, place: int, levies: int) -> Iterator[tuple[tuple[odds.Outcome, ...], Fraction]]:
        if place == len(self.planets):
            yield (), Fraction(1)
            return
        for single, chance in _demand_chances(self.planets[place], levies).items():
            for others, then in self._from(place + 1, levies + single.levies):
                yield (single, *others), chance * then


@dataclass(frozen=True, slots=True)
class FightDice:
    """The dice of a combat (PA 5.6 to 5.9).

    They are those of `fights.fight`: one for whether the opponent attacks a ship of that Pirate level,
    where a die decides that, and then, if there is a fight, the active player's and the opponent's.

    level  None if the opponent attacks in any case
    """

    opponent: Opponent
    level: int | None

    @property
    def label(self) -> str:
        return "combat"

    @property
    def prompt(self) -> str:
        if not self.checked:
            return "roll and two dice: the active player's, the opponent's"
        return "roll and one die, for an attack; if there is one, then both sides' dice too"

    @property
    def checked(self) -> bool:
        return rules.is_checked(self.opponent, self.level)

    def __iter__(self) -> Iterator[tuple[Dice, Fraction]]:
        for check in _faces() if self.checked else (0,):
            for pair in itertools.product(_faces(), repeat=2) if self._attacks(check) else ((),):
                dice = Dice((check, *pair) if self.checked else pair)
                yield dice, self._chance(dice)

    def probability(self, outcome: Dice) -> Fraction:
        return Fraction(0) if self.refusal(outcome) else self._chance(outcome)

    def refusal(self, outcome: Dice) -> str:
        if any(face not in _faces() for face in outcome.faces):
            return f"A die shows 1 to {box().dice.faces}."
        wanted = 2 * self._attacks(outcome.faces[0] if outcome.faces else 0) + self.checked
        if len(outcome.faces) != wanted:
            return f"{len(outcome.faces)} dice are given, and {wanted} are rolled."
        return ""

    def pick(self, source: Source) -> Dice:
        faces = box().dice.faces
        dice: tuple[int, ...] = (source.below(faces) + 1,) if self.checked else ()
        if self._attacks(dice[0] if dice else 0):
            dice = (*dice, source.below(faces) + 1, source.below(faces) + 1)
        return Dice(dice)

    def _attacks(self, check: int) -> bool:
        return rules.attacks(self.opponent, self.level, check)

    def _chance(self, outcome: Dice) -> Fraction:
        return Fraction(1, box().dice.faces ** len(outcome.faces))


@cache
def fuel_die() -> Listed[Dice]:
    """The die of PA 5.3."""
    return Listed("fuel", {Dice((face,)): 1 for face in _faces()})


@cache
def start_players(names: tuple[str, ...]) -> Listed[Starts]:
    """Everyone rolls, and only those tied roll again: so each is as likely as another (PA 4.4)."""
    return starters("starter", "roll", range(len(names)), names)


def read_demanded(text: str) -> Demanded:
    """The results of `roll 3 5+ pirate`. Raises `UsageError` for what is no result."""
    return Demanded(tuple(_read_result(word, text) for word in words_behind_verb("roll", text)))


def read_rolled_dice(text: str) -> Dice:
    """The faces of `roll 4,2`. Raises `UsageError` for what is no face."""
    return Dice(read_dice(" ".join(words_behind_verb("roll", text)), f'"{text}"'))


def read_card(word: str) -> Card:
    """The map card of that code: "3L.b", "E". Raises `UsageError` for what is none."""
    wanted = re.sub(r"[-._/]", "", word).upper()
    for card in dict.fromkeys(deck()):
        if card.code.replace(".", "").upper() == wanted:
            return card
    codes = dict.fromkeys(card.code for card in deck())
    raise UsageError(f'There is no map card "{word}".', where=f'"{word}"', todo=did_you_mean(word, codes))


def _read_result(word: str, text: str) -> odds.Outcome:
    found = re.fullmatch(r"(\d|p|pirate)(\+?)", word.lower())
    pirate = box().dice.pirate
    result = (pirate if found[1].startswith("p") else int(found[1])) if found else 0
    if not found or result not in box().demands:
        raise UsageError(
            f'"{word}" is no result of demand dice.',
            where=f'"{text}"',
            todo=f"Write {min(box().demands)} to {max(box().demands)}, with + for a levy: 3 or 5+.",
        )
    return odds.Outcome(len(found[2]), result)


def _demand_chances(planet: Planet, levies: int) -> dict[odds.Outcome, Fraction]:
    return _chances_of_kind(planet._replace(code=""), levies)


@cache
def _chances_of_kind(planet: Planet, levies: int) -> dict[odds.Outcome, Fraction]:
    return dict(odds.demand_outcomes(planet, levies))


@cache
def _faces() -> range:
    return range(1, box().dice.faces + 1)
