"""Dice as people write them: `3d6`, `4d6kh3`, `2d6+1`, `d6!`, `2d8r1`, `mlem:6@5`.

An expression is a sum of terms with + and −. A term is a whole number or `NdS`, N dice (1 if left
out) with faces 1 to S (`%` is 100), and then, in any order:

    kh2 kl2 dh2 dl2   keep or drop the highest or lowest 2 (1 if left out); at most one of these
    !                 a die that shows its highest face is rolled again and added, as often as it does so
    r1  r<3  r>4      a die that shows such a face is rolled again until it does not; may be repeated

A die is rolled again first, then explodes, and then counts as one die to be kept or dropped. A game
with its own dice has a prefix: the game reads the text after `mlem:`, see `referee.engine.game.OwnDice`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from components.errors import UsageError
from referee.engine.chance.seeded import Chance

MOST_DICE = 1000
MOST_SIDES = 10_000
_LONGEST = 200

Keep: TypeAlias = Literal["kh", "kl", "dh", "dl"]


@dataclass(frozen=True)
class Die:
    """One die as it fell.

    faces   every face it showed, in order, including those that were rolled again
    value   what it counts: the last face or, for a die that exploded, the sum of the faces that count
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


@dataclass(frozen=True)
class Dice:
    """Dice of one kind.

    keep   whether dice are kept or dropped, and how many; None keeps all
    again  faces that are rolled again
    """

    count: int
    sides: int
    keep: tuple[Keep, int] | None = None
    explodes: bool = False
    again: frozenset[int] = frozenset()

    @property
    def kept(self) -> tuple[int, int]:
        """The places kept when the dice are sorted from high to low: first and one past the last."""
        if self.keep is None:
            return (0, self.count)
        how, number = self.keep
        number = min(number, self.count)
        kept = number if how[0] == "k" else self.count - number
        return (0, kept) if how in ("kh", "dl") else (self.count - kept, self.count)

    def roll(self, chance: Chance) -> tuple[Die, ...]:
        dice = [self._one(chance) for _ in range(self.count)]
        order = sorted(range(self.count), key=lambda place: -dice[place].value)
        first, end = self.kept
        keep = set(order[first:end])
        return tuple(Die(die.faces, die.value, place in keep) for place, die in enumerate(dice))

    def _one(self, chance: Chance) -> Die:
        faces: list[int] = []
        value = 0
        while True:
            face = chance.die(self.sides)
            faces.append(face)
            if face in self.again:
                continue
            value += face
            if not (self.explodes and face == self.sides):
                return Die(tuple(faces), value)


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
                raise self._error("is not understood", "Write + or - between dice.")
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
        sides = self._take(r"\d+|%")
        if not sides:
            raise self._error("is not a number of sides", "Write dice such as 2d6.")
        faces = 100 if sides == "%" else int(sides)
        if not 1 <= count <= MOST_DICE:
            raise self._error("is not a possible number of dice", f"Roll 1 to {MOST_DICE}.", start)
        if not 1 <= faces <= MOST_SIDES:
            raise self._error("is not a possible number of sides", f"A die has 1 to {MOST_SIDES}.", sides_at)
        return self._modified(Dice(count, faces), start)

    def _modified(self, dice: Dice, start: int) -> Dice:
        keep: tuple[Keep, int] | None = None
        explodes = False
        again: set[int] = set()
        while True:
            here = self.at
            if how := _KEEPS.get(self._take(r"[kd][hl]").lower()):
                if keep:
                    raise self._error("is one choice too many", "Keep or drop only once.", here)
                keep = (how, int(self._take(r"\d+") or 1))
            elif self._take(r"!"):
                explodes = True
            elif self._take(r"r"):
                again |= self._again(dice.sides)
            else:
                break
        if keep and keep[1] == 0 and keep[0][0] == "k":
            raise self._error("keeps no die", "Keep 1 or more.", start)
        if keep and keep[1] >= dice.count and keep[0][0] == "d":
            raise self._error("drops every die", f"Drop fewer than {dice.count}.", start)
        if len(again) == dice.sides:
            raise self._error("would be rolled forever", "Leave a face that is not rolled again.", start)
        if explodes and again == set(range(1, dice.sides)):
            raise self._error("would explode forever", "Leave a face that does not explode.", start)
        return Dice(dice.count, dice.sides, keep, explodes, frozenset(again))

    def _again(self, sides: int) -> set[int]:
        compare = self._take(r"<=|>=|[<>=]") or "="
        number = self._take(r"\d+")
        if not number:
            raise self._error("is not a face", "Say which faces are rolled again: r1 or r<3.")
        return {face for face in range(1, sides + 1) if _COMPARE[compare](face, int(number))}

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


_KEEPS: dict[str, Keep] = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": int.__eq__,
    "<": int.__lt__,
    ">": int.__gt__,
    "<=": int.__le__,
    ">=": int.__ge__,
}
