"""What chance may bring: every outcome with its exact probability, one picked at random, one typed in.

Three kinds serve the games: `Draw` for cards and tiles, `Roll` for dice that are alike, `Listed` for
anything else. A deck is never shuffled and kept: each `Draw` is made when it happens, from the pieces
that may be there. That is the same chance, needs no hidden order in the state, and lets a table with
real cards type in what it drew.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from referee.typed import words_behind_verb

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741
O_co = TypeVar("O_co", covariant=True)


class Source(Protocol):
    """Where random numbers come from: `referee.chance.Chance`, which can be verified, or `Quick`."""

    def below(self, count: int) -> int: ...

    def shuffled(self, items: Iterable[T]) -> list[T]: ...

    def first(self, items: Iterable[T], count: int) -> list[T]:
        """The first of the items shuffled: so many drawn one after the other."""
        ...


class Outcomes(Protocol[O_co]):
    """The outcomes of one chance point.

    label  of the stream they are drawn from: chances of one purpose have one label
    """

    @property
    def label(self) -> str: ...

    @property
    def prompt(self) -> str:
        """What a table with dice and cards of its own is to type: "draw and 10 codes"."""
        ...

    def __iter__(self) -> Iterator[tuple[O_co, Fraction]]:
        """Every outcome with its probability; they add up to 1. There may be very many."""
        ...

    def probability(self, outcome: Any) -> Fraction:
        """0 for what cannot be."""
        ...

    def refusal(self, outcome: Any) -> str:
        """A sentence that says why it cannot be; empty for what can."""
        ...

    def pick(self, source: Source) -> O_co:
        """One outcome at random, by its probability."""
        ...


class Coded(Protocol):
    """A piece with a code printed on it; `??` if it is not known which piece it is."""

    @property
    def code(self) -> str: ...


P = TypeVar("P", bound=Coded)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[P]):
    """Pieces drawn, in their order: `draw R2-5 G1-3`."""

    pieces: tuple[P, ...]

    def __str__(self) -> str:
        return " ".join(("draw", *(piece.code for piece in self.pieces)))


@dataclass(frozen=True, slots=True)
class Draw(Generic[P]):
    """So many pieces from those in `pool`, one after the other, none put back.

    pool    every piece there may be, in an order that is always the same
    hidden  the piece that stands for one nobody has looked at; where it is given, a table that draws
            its own cards may leave any of them unknown
    """

    label: str
    pool: Sequence[P]
    count: int
    hidden: P | None = None

    @property
    def prompt(self) -> str:
        codes = "1 code" if self.count == 1 else f"{self.count} codes"
        return f"draw and {codes}" + (", or draw ?? if nobody may see them" if self.hidden else "")

    def __iter__(self) -> Iterator[tuple[Drawn[P], Fraction]]:
        for pieces, chance in self._orders(Counter(self.pool), self.count, Fraction(1)):
            yield Drawn(pieces), chance

    def probability(self, outcome: Drawn[P]) -> Fraction:
        """A piece that is left unknown may be any."""
        if self.refusal(outcome):
            return Fraction(0)
        left = Counter(self.pool)
        chance = Fraction(1)
        for piece in outcome.pieces:
            if piece != self.hidden:
                chance *= Fraction(left[piece], left.total())
                left[piece] -= 1
        return chance

    def refusal(self, outcome: Drawn[P]) -> str:
        if len(outcome.pieces) != self.count:
            return f"{len(outcome.pieces)} are drawn, not {self.count}."
        left = Counter(self.pool)
        for piece in outcome.pieces:
            if piece == self.hidden:
                continue
            if not left[piece]:
                return f"{piece.code} cannot be drawn: none is left."
            left[piece] -= 1
        return ""

    def pick(self, source: Source) -> Drawn[P]:
        """One piece is picked by its number, several are the first of the whole pool shuffled."""
        if self.count == 1:
            return Drawn((self.pool[source.below(len(self.pool))],))
        return Drawn(tuple(source.first(self.pool, self.count)))

    def _orders(
        self, left: Counter[P], count: int, chance: Fraction
    ) -> Iterator[tuple[tuple[P, ...], Fraction]]:
        """Every order of so many of those left; chance: of what was drawn before."""
        if not count:
            yield (), chance
            return
        total = left.total()
        for piece, copies in [(piece, copies) for piece, copies in left.items() if copies]:
            left[piece] -= 1
            for others, whole in self._orders(left, count - 1, chance * Fraction(copies, total)):
                yield (piece, *others), whole
            left[piece] += 1


@dataclass(frozen=True, slots=True)
class Rolled:
    """Faces shown, in the order of the faces on the die: `roll 1,2,2,4`."""

    faces: tuple[str, ...]

    def __str__(self) -> str:
        return f"roll {','.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of dice that are alike and stay together, so that their order says nothing.

    faces  of one die, each as likely as another; a face may be there twice
    """

    label: str
    count: int
    faces: tuple[str, ...]

    @property
    def prompt(self) -> str:
        dice = "the die" if self.count == 1 else f"the {self.count} dice"
        return f"roll and what {dice} showed, of {', '.join(dict.fromkeys(self.faces))}"

    def rolled(self, faces: Iterable[str]) -> Rolled:
        """The roll that shows those faces, in any order."""
        return Rolled(tuple(sorted(faces, key=self._place)))

    def __iter__(self) -> Iterator[tuple[Rolled, Fraction]]:
        for faces in itertools.combinations_with_replacement(dict.fromkeys(self.faces), self.count):
            rolled = Rolled(faces)
            yield rolled, self.probability(rolled)

    def probability(self, outcome: Rolled) -> Fraction:
        if self.refusal(outcome):
            return Fraction(0)
        ways = math.factorial(self.count)
        on_die = Counter(self.faces)
        for face, times in Counter(outcome.faces).items():
            ways = ways // math.factorial(times) * on_die[face] ** times
        return Fraction(ways, len(self.faces) ** self.count)

    def refusal(self, outcome: Rolled) -> str:
        if len(outcome.faces) != self.count:
            return f"{len(outcome.faces)} dice show something, and {self.count} are rolled."
        for face in outcome.faces:
            if face not in self.faces:
                return f'No die has a face "{face}": {", ".join(dict.fromkeys(self.faces))}.'
        return ""

    def pick(self, source: Source) -> Rolled:
        sides, places = len(self.faces), _places(self.faces)
        thrown = sorted([places[source.below(sides)] for _ in range(self.count)])
        return Rolled(tuple([self.faces[place] for place in thrown]))

    def _place(self, face: str) -> int:
        return self.faces.index(face) if face in self.faces else len(self.faces)


@dataclass(frozen=True, slots=True)
class Listed(Generic[O]):
    """Outcomes one by one, each with its weight, a whole number above 0."""

    label: str
    weights: Mapping[O, int]

    @property
    def prompt(self) -> str:
        return f"one of: {', '.join(map(str, self.weights))}"

    def __iter__(self) -> Iterator[tuple[O, Fraction]]:
        total = sum(self.weights.values())
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, total)

    def probability(self, outcome: O) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), sum(self.weights.values()))

    def refusal(self, outcome: O) -> str:
        if outcome in self.weights:
            return ""
        return f'"{outcome}" cannot be. What can: {", ".join(map(str, self.weights))}.'

    def pick(self, source: Source) -> O:
        number = source.below(sum(self.weights.values()))
        for outcome, weight in self.weights.items():
            number -= weight
            if number < 0:
                return outcome
        raise AssertionError("the weights changed")


class Quick:
    """Fast random numbers for simulations and tests. Repeatable, but not to be verified."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, count: int) -> int:
        return int(self._random() * count)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = int(self._random() * (last + 1))
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def first(self, items: Iterable[T], count: int) -> list[T]:
        """Only as many are drawn as are wanted, so it is not the beginning of what `shuffled` gives."""
        deck = list(items)
        for place in range(min(count, len(deck) - 1)):
            other = place + int(self._random() * (len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
        return deck[:count]


@cache
def _places(faces: tuple[str, ...]) -> tuple[int, ...]:
    """Where on the die each face stands first."""
    return tuple(map(faces.index, faces))


def read_drawn(draw: Draw[P], text: str, read: Callable[[str], P]) -> Drawn[P]:
    """The pieces of `draw R2-5 G1-3`; the word `draw` may be left out. `draw ??` leaves all of them unknown.

    read  reads one code. Raises `UsageError`, as `read` does, and for `??` where it may not stand.
    """
    words = words_behind_verb("draw", text)
    pieces = tuple(draw.hidden if word == "??" and draw.hidden else read(word) for word in words)
    return Drawn(pieces * draw.count if pieces == (draw.hidden,) else pieces)


def read_rolled(roll: Roll, text: str) -> Rolled:
    """The faces of `roll 1,2,2,4`, in any order, with commas or spaces; the word `roll` may be left out."""
    return roll.rolled(words_behind_verb("roll", text))
