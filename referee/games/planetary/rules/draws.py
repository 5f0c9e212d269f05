"""Draws of blueprints, and the way a table types them."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from referee.engine.chance.outcomes import Draw, Drawn, Source, Wanted, miscounted
from referee.engine.typed import words_after_verb
from referee.games.planetary.box import Box
from referee.games.planetary.codes import read_blueprint


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

    wanted what a table types, and in which order
    apart  how many in a row are all different: 2 for pairs
    most   what they may add up to, if they are numbers; above that, all are drawn again
    """

    label: str
    wanted: Wanted
    count: int
    choices: tuple[str, ...]
    apart: int = 1
    most: int | None = None

    @property
    def prompt(self) -> str:
        return f"draw and {self.wanted.whole}"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.wanted.part, range(self.count)))

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
        return self.misfit(outcome) or miscounted(self.parts(()), len(outcome.words), "to be drawn")

    def misfit(self, outcome: Words) -> str:
        words = outcome.words
        for place, word in enumerate(words):
            if word not in self.choices:
                return f'"{word}" cannot be drawn, only {", ".join(self.choices)}.'
            if word in words[place - place % self.apart : place]:
                return f'"{word}" cannot be drawn twice.'
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

    def read(self, text: str) -> Words:
        return Words(tuple(word.lower() for word in words_after_verb("draw", text)))


def cards(
    label: str,
    pool: Sequence[Named],
    count: int,
    wanted: Wanted,
    reader: Callable[[str, str], Named] | None = None,
) -> Draw[Named]:
    """A draw of things by name."""
    return Draw(label, pool, count, None, reader, wanted)


def one(what: str) -> Wanted:
    """Only one thing is typed."""
    return Wanted(what, lambda place: what)


def listed(whole: str, names: Sequence[str]) -> Wanted:
    """A thing for each of these names, in this order."""
    return Wanted(whole, names.__getitem__)


def numbered(whole: str, name: str) -> Wanted:
    """Things whose order means nothing."""
    return Wanted(whole, lambda place: f"{name} {place + 1}")


@lru_cache(maxsize=256)
def blueprints(count: int, whose: str) -> Wanted:
    """Ask for that many blueprints, in any order."""
    if count == 1:
        return one(f"the blueprint {whose}")
    return numbered(f"the {count} blueprints {whose}, in any order", "blueprint")


def words_of(outcome: Words | Drawn[Named]) -> tuple[str, ...]:
    """Write what was drawn, as it is typed."""
    return outcome.words if isinstance(outcome, Words) else tuple([one.code for one in outcome.pieces])


def named(codes: Iterable[str]) -> tuple[Named, ...]:
    return tuple(map(_named, codes))


_named = cache(Named)


def card_reader(box: Box) -> Callable[[str, str], Named]:
    """The reader of a blueprint, which raises `UsageError` if there is none with that code."""
    return lambda text, where: Named(read_blueprint(text, box, where))


@cache
def _ways(choices: tuple[str, ...], count: int, most: int) -> int:
    """In how many ways that many numbers add up to no more than `most`."""
    return sum(sum(numbers) <= most for numbers in itertools.product(map(int, choices), repeat=count))
