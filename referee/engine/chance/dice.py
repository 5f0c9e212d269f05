"""Dice as people write them: `3d6`, `4d6kh3`, `2d6+1`, `d6!`, `5d6>=5`, `mlem:6@5`.

An expression is a sum of terms with + and −. A term is a whole number or `NdS`, N dice (1 if left
out) with faces 1 to S; `%` is 100, `F` is a Fate die (−1, 0, 1), and 66 and 666 are two and three dice with
six sides, read as digits. Then follow, in any order:

    kh2 kl2 dh2 dl2   keep or drop the highest or lowest 2 (1 if left out); at most one of these
    k2  d2            the same as kh2 and dl2
    r1  r<3  r>4      a die that shows such a face is rolled again until it does not; may be repeated
    ro1               it is rolled again once at most
    !  !6  !>=5       a die that shows its highest face, or such a face, is rolled again and added, as
                      often as it does so
    !o                it explodes once at most
    >=5  =6           the dice count that show such a face, instead of adding up

A die is rolled again first, then explodes, and then counts as one die to be kept or dropped. A game
with its own dice has a prefix: the game reads the text after `mlem:`, see `referee.engine.game.OwnDice`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple, Protocol, TypeAlias

from components.errors import UsageError
from referee.engine.chance.seeded import Chance

MOST_DICE = 1000
MOST_SIDES = 10_000
MOST_ROLLS = 100  # rolls of one die that is rolled again and again, on average
_LONGEST = 200

Keep: TypeAlias = Literal["kh", "kl", "dh", "dl"]


@dataclass(frozen=True)
class Die:
    """One die as it fell.

    faces   every face it showed, in order, including those that were rolled again
    value   what it counts: the last face; for a die that exploded, the sum of the faces that count; where
            dice are counted, 1 for each such face
    kept    whether it counts in the total
    """

    faces: tuple[int | str, ...]
    value: int
    kept: bool = True


@dataclass(frozen=True)
class Roll:
    """A roll of a whole expression.

    total  the sum; None for dice of a game that are not added up
    note   a remark of the game on its dice, such as which groups are valid
    """

    total: int | None
    dice: tuple[Die, ...]
    note: str = ""


class Roller(Protocol):
    """Dice that can be rolled."""

    def roll(self, chance: Chance) -> Roll: ...


class Stage(NamedTuple):
    """The past of a die that decides how it goes on: rolled again for once, exploded for once."""

    again: bool = False
    exploded: bool = False


class Step(NamedTuple):
    """The result of a face: its part of the value of its die, and how the die goes on, or None."""

    added: int
    stage: Stage | None


@dataclass(frozen=True)
class Dice:
    """Dice of one kind.

    faces       of one die, from low to high, all equally likely
    keep        whether dice are kept or dropped, and how many; None keeps all
    again       faces that are rolled again until another shows
    again_once  faces that are rolled again once
    explodes    faces after which a die is rolled again and added
    once        whether it explodes once at most
    counted     faces of which each counts 1, and every other 0; None adds the faces up
    """

    count: int
    faces: Sequence[int]
    keep: tuple[Keep, int] | None = None
    again: frozenset[int] = frozenset()
    again_once: frozenset[int] = frozenset()
    explodes: frozenset[int] = frozenset()
    once: bool = False
    counted: frozenset[int] | None = None

    @property
    def kept(self) -> tuple[int, int]:
        """The places kept when the dice are sorted from high to low: first and one past the last."""
        if self.keep is None:
            return (0, self.count)
        how, number = self.keep
        number = min(number, self.count)
        kept = number if how[0] == "k" else self.count - number
        return (0, kept) if how in ("kh", "dl") else (self.count - kept, self.count)

    def step(self, stage: Stage, face: int) -> Step:
        """Return what happens to a die in that stage that shows that face.

        This alone says what a die does: `roll` takes the steps at random, `dice_odds` takes all of them.
        """
        if face in self.again:
            return Step(0, stage)
        if face in self.again_once and not stage.again:
            return Step(0, stage._replace(again=True))
        added = face if self.counted is None else int(face in self.counted)
        if face in self.explodes and not stage.exploded:
            return Step(added, Stage(exploded=self.once))
        return Step(added, None)

    def roll(self, chance: Chance) -> tuple[Die, ...]:
        dice = [self._one(chance) for _ in range(self.count)]
        order = sorted(range(self.count), key=lambda place: -dice[place].value)
        first, end = self.kept
        keep = {place for place in order[first:end] if self.counted is None or dice[place].value}
        return tuple(Die(die.faces, die.value, place in keep) for place, die in enumerate(dice))

    def _one(self, chance: Chance) -> Die:
        shown: list[int] = []
        value = 0
        stage: Stage | None = Stage()
        while stage is not None:
            shown.append(chance.choice(self.faces))
            added, stage = self.step(stage, shown[-1])
            value += added
        return Die(tuple(shown), value)


@dataclass(frozen=True)
class Term:
    """A number or dice, added (`sign` 1) or subtracted (−1)."""

    sign: int
    what: int | Dice


@dataclass(frozen=True)
class Expression:
    """A sum of terms."""

    terms: tuple[Term, ...]

    def roll(self, chance: Chance) -> Roll:
        """Each die is drawn from `chance` in the order written."""
        total = 0
        dice: list[Die] = []
        for term in self.terms:
            if isinstance(term.what, int):
                total += term.sign * term.what
            else:
                rolled = term.what.roll(chance)
                dice += rolled
                total += term.sign * sum(die.value for die in rolled if die.kept)
        return Roll(total, tuple(dice))


def read_expression(text: str) -> Expression:
    """The expression for ordinary dice. Raises `UsageError`, naming the column."""
    return _Reader(text).expression()


class _Reader:
    """Reads an expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def expression(self) -> Expression:
        if len(self.text) > _LONGEST:
            raise UsageError(
                f"The expression is longer than {_LONGEST} characters.", todo="Roll it in parts."
            )
        terms = tuple(self._terms())
        count = sum(term.what.count for term in terms if isinstance(term.what, Dice))
        if count > MOST_DICE:
            raise UsageError(
                f"These are {count} dice.", where=f'"{self.text}"', todo=f"Roll at most {MOST_DICE}."
            )
        return Expression(terms)

    def _terms(self) -> Iterator[Term]:
        sign = -1 if self._take(r"[+−-]") in ("-", "−") else 1
        while True:
            yield Term(sign, self._term())
            if self._at_end():
                return
            operator = self._take(r"[+−-]")
            if not operator:
                raise self._error("is not understood", _TODO)
            sign = 1 if operator == "+" else -1

    def _term(self) -> int | Dice:
        start = self.at
        number = self._take(r"\d+")
        if not self._take("d"):
            if not number:
                raise self._error("is not dice", "Write dice such as 2d6, or a number.")
            return int(number)
        count = int(number or 1)
        sides_at = self.at
        sides = self._take(r"\d+|%|f").upper()
        if not sides:
            raise self._error("is not a number of sides", "Write dice such as 2d6.")
        if not 1 <= count <= MOST_DICE:
            raise self._error("is not a possible number of dice", f"Roll 1 to {MOST_DICE}.", start)
        faces = _SPECIAL.get(sides) or range(1, int(sides) + 1)
        if not 1 <= len(faces) <= MOST_SIDES:
            raise self._error("is not a possible number of sides", f"A die has 1 to {MOST_SIDES}.", sides_at)
        return self._modified(count, faces, start)

    def _modified(self, count: int, faces: Sequence[int], start: int) -> Dice:
        keep: tuple[Keep, int] | None = None
        again, again_once, explodes = frozenset[int](), frozenset[int](), frozenset[int]()
        counted: frozenset[int] | None = None
        once = False
        while True:
            here = self.at
            if how := self._take(r"[kd][hl]?").lower():
                if keep:
                    raise self._error("is one choice too many", "Keep or drop only once.", here)
                keep = (_KEEPS[how], int(self._take(r"\d+") or 1))
            elif how := self._take(r"!!|!o?").lower():
                once = how == "!o"
                explodes |= self._chosen(faces) or {faces[-1]}
            elif how := self._take(r"ro?").lower():
                found = self._chosen(faces)
                if found is None:
                    raise self._error("is not a face", "Say which faces are rolled again: r1 or r<3.")
                again, again_once = (again | found, again_once) if how == "r" else (again, again_once | found)
            elif self._comes(r"[<>=]"):
                counted = self._chosen(faces)
                if not counted or len(counted) == len(faces):
                    every = "every" if counted else "no"
                    raise self._error(f"is shown by {every} such die", _SUM, here)
            else:
                break
        if keep and counted is not None:
            raise self._error("keeps dice and counts them", "Keep or drop dice, or count them.", start)
        if keep and keep[1] == 0 and keep[0][0] == "k":
            raise self._error("keeps no die", "Keep 1 or more.", start)
        if keep and keep[1] >= count and keep[0][0] == "d":
            raise self._error("drops every die", f"Drop fewer than {count}.", start)
        if again.issuperset(faces):
            raise self._error("would be rolled forever", "Leave a face that is not rolled again.", start)
        ending = len(frozenset(faces) - again - (frozenset() if once else explodes))
        if not ending:
            raise self._error("would explode forever", "Leave a face that does not explode.", start)
        if ending * MOST_ROLLS < len(faces):
            raise self._error(f"would be rolled more than {MOST_ROLLS} times", "Leave it more faces.", start)
        return Dice(count, faces, keep, again, again_once, explodes, once, counted)

    def _chosen(self, faces: Sequence[int]) -> frozenset[int] | None:
        """The faces that a comparison or a number here names; None if there is neither."""
        compare = self._take(r"<=|>=|[<>=]")
        number = self._take(r"\d+")
        if not number:
            if compare:
                raise self._error("is not a face", "Say which faces: >=5 or =6.")
            return None
        return frozenset(face for face in faces if _COMPARE[compare](face, int(number)))

    def _comes(self, pattern: str) -> bool:
        """Return whether text of that pattern comes next; it is not taken."""
        here = self.at
        comes = bool(self._take(pattern))
        self.at = here
        return comes

    def _at_end(self) -> bool:
        self._take("")
        return self.at >= len(self.text)

    def _take(self, pattern: str) -> str:
        """The text here if it matches the pattern, else nothing; spaces before it are skipped."""
        found = re.compile(rf"\s*({pattern})", re.IGNORECASE | re.ASCII).match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[1]

    def _error(self, what: str, todo: str, at: int | None = None) -> UsageError:
        column = self.at if at is None else at
        while column < len(self.text) and self.text[column].isspace():
            column += 1
        rest = self.text[column:] or "the end"
        return UsageError(
            f'"{rest}" {what}.' if rest != "the end" else f"The end {what}.",
            where=f'"{self.text}", column {column + 1}',
            todo=todo,
        )


_KEEPS: dict[str, Keep] = {"k": "kh", "d": "dl", "kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}

_SPECIAL: dict[str, Sequence[int]] = {
    "%": range(1, 101),
    "F": (-1, 0, 1),
    "66": tuple(10 * tens + units for tens, units in product(range(1, 7), repeat=2)),
    "666": tuple(100 * a + 10 * b + c for a, b, c in product(range(1, 7), repeat=3)),
}

_TODO = "Write + or - between dice, and kh, kl, dh, dl, !, r or >=5 after them."
_SUM = "To ask for the sum of the dice: referee odds dice 2d6 --at-least 7."

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "": int.__eq__,
    "=": int.__eq__,
    "<": int.__lt__,
    ">": int.__gt__,
    "<=": int.__le__,
    ">=": int.__ge__,
}
