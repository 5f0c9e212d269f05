"""The end of a round: plants grow (PL 5.1)."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from components.errors import UsageError
from referee.engine.chance.outcomes import Source
from referee.engine.typed import after_verb
from referee.games.planetary.rules import sequence
from referee.games.planetary.rules.planets import Cylinder
from referee.games.planetary.state import State


@dataclass(frozen=True, slots=True)
class Grown:
    """The hexes on which plants grow: `roll P1:3,2 P2:0,1`, or `roll none`."""

    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("roll", *(self.hexes or ("none",))))


@dataclass(frozen=True, slots=True)
class Growths:
    """A die for each of these hexes (PL 5.1); on `grows` of its sides plants grow."""

    hexes: tuple[str, ...]
    sides: int
    grows: int

    @property
    def label(self) -> str:
        return "growth"

    @property
    def prompt(self) -> str:
        return f"roll and the hexes whose die grew plants, or roll none; these roll: {' '.join(self.hexes)}"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        return ()

    def __iter__(self) -> Iterator[tuple[Grown, Fraction]]:
        for count in range(len(self.hexes) + 1):
            for hexes in itertools.combinations(self.hexes, count):
                yield Grown(hexes), self.probability(Grown(hexes))

    def probability(self, outcome: Grown) -> Fraction:
        if self.refusal(outcome):
            return Fraction(0)
        grown = len(outcome.hexes)
        chance = Fraction(self.grows, self.sides)
        return chance**grown * (1 - chance) ** (len(self.hexes) - grown)

    def refusal(self, outcome: Grown) -> str:
        for hex_ in outcome.hexes:
            if hex_ not in self.hexes:
                return f"{hex_} rolls no die: it is not a grassy plain that touches plants."
        if len(set(outcome.hexes)) < len(outcome.hexes):
            return "A hex is given twice."
        return ""

    def misfit(self, outcome: Grown) -> str:
        return self.refusal(outcome)

    def pick(self, source: Source) -> Grown:
        below = source.below
        sides, least = self.sides, self.sides - self.grows
        return Grown(tuple([hex_ for hex_ in self.hexes if below(sides) >= least]))

    def read(self, text: str) -> Grown:
        """The hexes in the order of the dice. Raises `UsageError` for what is not a hex."""
        words = after_verb("roll", text).upper().split()
        if words == ["NONE"]:
            return Grown(())
        for word in words:
            if not re.fullmatch(r"P\d:\d{1,2},\d", word, re.ASCII):
                raise UsageError(
                    f'"{word}" is not a hex.', where=f'"{text}"', todo="Write roll P1:3,2, or roll none."
                )
        rank = {hex_: place for place, hex_ in enumerate(self.hexes)}
        return Grown(tuple(sorted(words, key=lambda word: rank.get(word, -1))))


def dice(state: State) -> Growths:
    growth = state.box.growth
    hexes = [
        _hex_text(planet, world.cylinder, hex_)
        for planet, world in enumerate(state.worlds)
        for hex_ in world.growing
    ]
    return Growths(tuple(hexes), growth.sides, len(growth.grows))


def resolve(state: State, outcome: Grown) -> State:
    worlds = list(state.worlds)
    for text in outcome.hexes:
        planet, column, row = _read_hex(text)
        world = worlds[planet]
        worlds[planet] = world.with_terrain(row * world.planet.columns + column, state.box.growth.becomes)
    return sequence.next_round(state.but(worlds=tuple(worlds)))


@cache
def _hex_text(planet: int, land: Cylinder, hex_: int) -> str:
    return f"P{planet + 1}:{land.text(hex_)}"


@cache
def _read_hex(text: str) -> tuple[int, int, int]:
    """Planet, column and row of what `_hex_text` writes."""
    planet, _, hex_ = text.partition(":")
    column, _, row = hex_.partition(",")
    return int(planet[1:]) - 1, int(column), int(row)


def growing(state: State) -> Iterator[tuple[int, int]]:
    """Planet and hex of each plain that rolls a die."""
    for planet, world in enumerate(state.worlds):
        for hex_ in world.growing:
            yield planet, hex_
