"""Outcomes of chance: every outcome with its exact probability, picked at random or typed in.

There are three kinds: `Draw` for cards and tiles, `Roll` for equal dice, `Listed` for anything else. A deck
is never shuffled and kept: each `Draw` is made when it happens, from the pieces that may be there. The chance
is the same, no hidden order is kept in the state, and a table with real cards can type in what it drew.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any, Generic, Protocol, TypeVar

from components.errors import UsageError, did_you_mean
from components.wording import counted
from referee.engine.tuples import Record, record
from referee.engine.typed import words_after_verb

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741
O_co = TypeVar("O_co", covariant=True)


class Source(Protocol):
    """Source of random numbers: `Chance` in `seeded.py`, which can be verified, or `Quick`."""

    def below(self, count: int) -> int: ...

    def dice(self, count: int, sides: int) -> Sequence[int]:
        """A roll of several dice with faces 1 to `sides`, in the order they were rolled."""
        ...

    def shuffled(self, items: Iterable[T]) -> list[T]: ...

    def first(self, items: Iterable[T], count: int) -> list[T]:
        """The first of the items shuffled: that many drawn one after the other."""
        ...


@dataclass(frozen=True)
class Wanted:
    """Words on what a table with its own dice and cards is to type: which pieces or dice, and in which order.

    whole  all of it, with its order: "the 21 tiles, row by row"
    part   the name of the one at that place, from 0: "row 1, column 3"
    """

    whole: str
    part: Callable[[int], str]


class Outcomes(Protocol[O_co]):
    """The outcomes of one chance point.

    label  name of the stream they are drawn from: chances of one purpose have one label
    """

    @property
    def label(self) -> str: ...

    @property
    def prompt(self) -> str:
        """Say what a table with dice and cards of its own is to type: "draw and 10 codes"."""
        ...

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        """The name of each die or piece, in the order in which they are typed.

        words  what was typed so far, one for each of the first parts: it may decide how many there are.
               Empty where the words are not the parts, such as a player's name
        """
        ...

    def __iter__(self) -> Iterator[tuple[O_co, Fraction]]:
        """Every outcome with its probability; they add up to 1. There may be very many."""
        ...

    def probability(self, outcome: Any) -> Fraction:
        """0 for what is impossible."""
        ...

    def refusal(self, outcome: Any) -> str:
        """A sentence that says why it is impossible; empty if it is possible."""
        ...

    def misfit(self, outcome: Any) -> str:
        """A sentence that says why no outcome begins so; empty if one may."""
        ...

    def pick(self, source: Source) -> O_co:
        """One outcome at random, by its probability."""
        ...

    def read(self, text: str) -> O_co:
        """The outcome as people type it. Raises `UsageError` for text that is not one."""
        ...


class Coded(Protocol):
    """A piece with a code printed on it; `??` if it is not known which piece it is."""

    @property
    def code(self) -> str: ...


P = TypeVar("P", bound=Coded)


@record
class Drawn(Record, Generic[P]):
    """Pieces drawn, in their order: `draw R2-5 G1-3`."""

    pieces: tuple[P, ...]

    def __str__(self) -> str:
        return " ".join(("draw", *(piece.code for piece in self.pieces)))


@record
class Draw(Record, Generic[P]):
    """Draw that many pieces from those in `pool`, one after the other, none put back.

    pool    every piece there may be, in an order that is always the same
    hidden  the piece for one that nobody has looked at; where it is given, a table that draws its own
            cards may leave any of them unknown
    reader  function of a typed code and the text it is in; without one, the codes of the pool are known
    wanted  what a table types, and in which order
    """

    label: str
    pool: Sequence[P]
    count: int
    hidden: P | None = None
    reader: Callable[[str, str], P] | None = None
    wanted: Wanted | None = None

    @property
    def prompt(self) -> str:
        what = self.wanted.whole if self.wanted else counted(self.count, "code")
        return f"draw and {what}" + (", or draw ?? if nobody may see them" if self.hidden else "")

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        if self.hidden and list(words) == ["??"]:
            return ("all of them",)
        part = self.wanted.part if self.wanted else lambda place: f"code {place + 1}"
        return tuple(map(part, range(self.count)))

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
        return self.misfit(outcome) or miscounted(self.parts(()), len(outcome.pieces), "to be drawn")

    def misfit(self, outcome: Drawn[P]) -> str:
        left = Counter(self.pool)
        for piece in outcome.pieces:
            if piece == self.hidden:
                continue
            if not left[piece]:
                return f"{piece.code} cannot be drawn: there is none left."
            left[piece] -= 1
        return ""

    def pick(self, source: Source) -> Drawn[P]:
        """One piece is picked by its number, several are the first of the whole pool shuffled."""
        if self.count == 1:
            return Drawn((self.pool[source.below(len(self.pool))],))
        return Drawn(tuple(source.first(self.pool, self.count)))

    def read(self, text: str) -> Drawn[P]:
        """The pieces of `draw R2-5 G1-3`; `draw` may be left out. `draw ??` leaves all of them unknown."""
        words, where = words_after_verb("draw", text), f'"{text}"'
        pieces = tuple(
            self.hidden if word == "??" and self.hidden else self._piece(word, where) for word in words
        )
        return Drawn(pieces * self.count if pieces == (self.hidden,) else pieces)

    def _piece(self, word: str, where: str) -> P:
        if self.reader:
            return self.reader(word, where)
        known = {piece.code: piece for piece in self.pool}
        for code, piece in known.items():
            if code.casefold() == word.casefold():
                return piece
        raise UsageError(f'There is no "{word}" to draw.', where=where, todo=did_you_mean(word, known))

    def _orders(
        self, left: Counter[P], count: int, chance: Fraction
    ) -> Iterator[tuple[tuple[P, ...], Fraction]]:
        """Every order of that many of those left; `chance` is of what was drawn before."""
        if not count:
            yield (), chance
            return
        total = left.total()
        for piece, copies in [(piece, copies) for piece, copies in left.items() if copies]:
            left[piece] -= 1
            for others, whole in self._orders(left, count - 1, chance * Fraction(copies, total)):
                yield (piece, *others), whole
            left[piece] += 1


@dataclass(frozen=True)
class Rolled:
    """Faces shown, in the order of the faces on the die: `roll 1,2,2,4`."""

    faces: tuple[str, ...]

    def __str__(self) -> str:
        return f"roll {','.join(self.faces)}"


@dataclass(frozen=True)
class Roll:
    """A roll of equal dice that stay together, so that their order means nothing.

    faces    the faces of one die, all equally likely; a face may be there more than once
    written  other ways to type a face: "a" for "*"
    """

    label: str
    count: int
    faces: tuple[str, ...]
    written: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def prompt(self) -> str:
        dice = "the die" if self.count == 1 else f"the {self.count} dice"
        order = "" if self.count == 1 else ", in any order"
        return f"roll and what {dice} showed{order}: each {', '.join(dict.fromkeys(self.faces))}"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"die {number}" for number in range(1, self.count + 1))

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
        return self.misfit(outcome) or miscounted(self.parts(()), len(outcome.faces), "to be rolled")

    def misfit(self, outcome: Rolled) -> str:
        for face in outcome.faces:
            if face not in self.faces:
                return f'The dice have no face "{face}", only {", ".join(dict.fromkeys(self.faces))}.'
        return ""

    def pick(self, source: Source) -> Rolled:
        return _shown(self.faces, tuple(sorted(source.dice(self.count, len(self.faces)))))

    def read(self, text: str) -> Rolled:
        """The faces of `roll 1,2,2,4`, in any order, with commas or spaces; `roll` may be left out."""
        return self.rolled(self.written.get(word, word) for word in words_after_verb("roll", text))

    def _place(self, face: str) -> int:
        return self.faces.index(face) if face in self.faces else len(self.faces)


@dataclass(frozen=True)
class Listed(Generic[O]):
    """Outcomes one by one, each with its weight, a whole number above 0.

    what  what each of them names, for a table that types one: "the first commander"
    """

    label: str
    weights: Mapping[O, int]
    what: str = ""

    @property
    def prompt(self) -> str:
        return f"{self.what and f'{self.what}, '}one of: {', '.join(map(str, self.weights))}"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        return ()

    def __iter__(self) -> Iterator[tuple[O, Fraction]]:
        total = sum(self.weights.values())
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, total)

    def probability(self, outcome: O) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), sum(self.weights.values()))

    def refusal(self, outcome: O) -> str:
        if outcome in self.weights:
            return ""
        return f'"{outcome}" is not possible here, only {", ".join(map(str, self.weights))}.'

    def misfit(self, outcome: O) -> str:
        return self.refusal(outcome)

    def pick(self, source: Source) -> O:
        number = source.below(sum(self.weights.values()))
        for outcome, weight in self.weights.items():
            number -= weight
            if number < 0:
                return outcome
        raise AssertionError("the weights changed")

    def read(self, text: str) -> O:
        """The outcome that is written so, in small or capital letters; its first word may be left out."""
        written = {str(outcome): outcome for outcome in self.weights}
        short = {text.partition(" ")[2]: outcome for text, outcome in written.items()}
        typed = " ".join(text.split())
        verb, _, rest = typed.partition(" ")
        # Case decides only between outcomes that differ in nothing else.
        for same in (str, str.casefold):
            for known, outcome in (*written.items(), *short.items()):
                if known and same(known) == same(typed):
                    return outcome
        word = rest if verb.lower() in {known.partition(" ")[0] for known in written} else typed
        todo = did_you_mean(word, filter(None, short)) or did_you_mean(word, written)
        raise UsageError(f'"{word}" is not possible here.', where=f'"{text}"', todo=todo)


class Quick:
    """Fast random numbers for simulations and tests. Repeatable, but not to be verified."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, count: int) -> int:
        return floor(self._random() * count)

    def dice(self, count: int, sides: int) -> list[int]:
        number, span = self._random, float(sides)
        shown: list[int] = []
        for _ in range(count):
            shown.append(floor(number() * span) + 1)  # noqa: PERF401 (a comprehension takes half as long again)
        return shown

    def shuffled(self, items: Iterable[T]) -> list[T]:
        deck, number = list(items), self._random
        for last in range(len(deck) - 1, 0, -1):
            other = floor(number() * (last + 1))
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def first(self, items: Iterable[T], count: int) -> list[T]:
        """Only as many are drawn as are wanted, so it is not the beginning of what `shuffled` gives."""
        deck, number = list(items), self._random
        size = len(deck)
        for place in range(min(count, size - 1)):
            other = place + floor(number() * (size - place))
            deck[place], deck[other] = deck[other], deck[place]
        return deck[:count]


def miscounted(parts: Sequence[str], given: int, to_be: str) -> str:
    """A sentence for a number of pieces or dice that is wrong, with the first missing one; else empty.

    to_be  what was to be done with them: "to be drawn"
    """
    if given == len(parts):
        return ""
    missing = f" Next comes {parts[given]}." if given < len(parts) and len(parts) > 1 else ""
    return f"Expected {len(parts)} {to_be}, not {given}.{missing}"


@lru_cache(maxsize=8192)
def _shown(faces: tuple[str, ...], sides: tuple[int, ...]) -> Rolled:
    """The roll of dice that show those sides, from 1, of a die with those faces."""
    shown = [faces[side - 1] for side in sides]
    return Rolled(tuple(sorted(shown, key=faces.index)))
