"""What chance decides in Planetary, and how a table types it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from components.errors import UsageError
from referee.outcomes import Draw, Source
from referee.typed import behind_verb


class Named(NamedTuple):
    """Something drawn that has a name: a blueprint, a cell, a player."""

    code: str


@dataclass(frozen=True, slots=True)
class Words:
    """Words in the order they were drawn: `draw 3 6`."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("draw", *self.words))


@dataclass(frozen=True, slots=True)
class Series:
    """Words drawn one after the other from the same choices, each put back.

    apart  so many that follow each other are all different: 2 for pairs
    most   what they may add up to, if they are numbers; if they are more, all are drawn again
    """

    label: str
    what: str
    count: int
    choices: tuple[str, ...]
    apart: int = 1
    most: int | None = None

    @property
    def prompt(self) -> str:
        return f"draw and {self.what}"

    def __iter__(self) -> Iterator[tuple[Words, Fraction]]:
        for words in itertools.product(self.choices, repeat=self.count):
            if not self.refusal(Words(words)):
                yield Words(words), self.probability(Words(words))

    def probability(self, outcome: Words) -> Fraction:
        if self.refusal(outcome):
            return Fraction(0)
        if self.most is not None:
            return Fraction(1, _ways(self.choices, self.count, self.most))
        ways = 1
        for place in range(self.count):
            ways *= len(self.choices) - place % self.apart
        return Fraction(1, ways)

    def refusal(self, outcome: Words) -> str:
        words = outcome.words
        if len(words) != self.count:
            return f"{len(words)} are said, and {self.count} are drawn."
        for place, word in enumerate(words):
            if word not in self.choices:
                return f'"{word}" cannot be drawn: {", ".join(self.choices)}.'
            if word in words[place - place % self.apart : place]:
                return f'"{word}" cannot come twice.'
        if self.most is not None and sum(map(int, words)) > self.most:
            return f"They add up to more than {self.most}: draw all again."
        return ""

    def pick(self, source: Source) -> Words:
        while True:
            words: list[str] = []
            for place in range(self.count):
                taken = words[place - place % self.apart :]
                left = [choice for choice in self.choices if choice not in taken]
                words.append(left[source.below(len(left))])
            if self.most is None or sum(map(int, words)) <= self.most:
                return Words(tuple(words))


@dataclass(frozen=True, slots=True)
class Cards(Draw[Named]):
    """Things drawn that a table is asked for by name; `what` they are."""

    what: str = ""

    @property
    def prompt(self) -> str:
        return f"draw and {self.what}"


@dataclass(frozen=True, slots=True)
class Grown:
    """The hexes on which plants grow: `roll P1:3,2 P2:0,1`, or `roll none`."""

    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("roll", *(self.hexes or ("none",))))


@dataclass(frozen=True, slots=True)
class Growths:
    """A die for each of these hexes (PL 5.1); so many of its sides let plants grow."""

    hexes: tuple[str, ...]
    sides: int
    grows: int

    @property
    def label(self) -> str:
        return "growth"

    @property
    def prompt(self) -> str:
        return f"roll and the hexes whose die grew plants, or roll none; {len(self.hexes)} hexes roll"

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
                return f"{hex_} rolls no die: it is no grassy plain that touches plants."
        if len(set(outcome.hexes)) < len(outcome.hexes):
            return "A hex stands twice."
        return ""

    def pick(self, source: Source) -> Grown:
        below = source.below
        return Grown(tuple(hex_ for hex_ in self.hexes if below(self.sides) >= self.sides - self.grows))

    def read(self, text: str) -> Grown:
        """The hexes in the order of the dice. Raises `UsageError` for what is no hex."""
        words = behind_verb("roll", text).upper().split()
        if words == ["NONE"]:
            return Grown(())
        for word in words:
            if not re.fullmatch(r"P\d:\d{1,2},\d", word, re.ASCII):
                raise UsageError(
                    f'"{word}" is no hex.', where=f'"{text}"', todo="Write roll P1:3,2, or roll none."
                )
        rank = {hex_: place for place, hex_ in enumerate(self.hexes)}
        return Grown(tuple(sorted(words, key=lambda word: rank.get(word, -1))))


@cache
def _ways(choices: tuple[str, ...], count: int, most: int) -> int:
    """In how many ways so many numbers add up to no more than that."""
    return sum(sum(numbers) <= most for numbers in itertools.product(map(int, choices), repeat=count))


def named(codes: Iterable[str]) -> tuple[Named, ...]:
    return tuple(map(Named, codes))


def read_named(names: Sequence[str], word: str) -> Named:
    """The one of these names that is written, capitals or not; the word as it is if it is none."""
    for name in names:
        if name.casefold() == word.casefold():
            return Named(name)
    return Named(word)
