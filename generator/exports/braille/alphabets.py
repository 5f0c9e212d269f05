"""The braille of each language, every letter, digit and mark by itself: signs.toml has the cells.

A cell has the dots 1, 2, 3 down its left side and 4, 5, 6 down its right one. A sign goes before capitals and
digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from components.errors import DataError, UsageError, did_you_mean
from components.languages import base
from components.toml import Table, read_toml

Cell: TypeAlias = frozenset[int]
Cells: TypeAlias = tuple[Cell, ...]

OWN: Final = "en"  # the language of games that name none
_FILE = Path(__file__).with_name("signs.toml")
_SPACE: Cells = (frozenset(),)


@cache
def alphabet(language: str) -> Alphabet:
    """Return the alphabet of a language, such as "de", also for "de-AT"; "" is a game that names no language.

    Raises `UsageError` for a language that is not here.
    """
    table = read_toml(_FILE)
    known = base(language or OWN)
    if known not in table.data:
        raise UsageError(
            f'There is no braille for "{language}".',
            where="--braille",
            todo=did_you_mean(language, table.data),
        )
    return _read(table.table(known), known)


@dataclass(frozen=True)
class Alphabet:
    """The signs of a language; signs.toml says what each is for."""

    language: str
    number: Cells
    digits: Mapping[str, Cells]
    goes_on: str
    counting: str
    letter: Cells
    capital: Cells
    capitals: Cells
    alone: Cells
    through: str
    apart: Cells
    apart_marks: str
    letters: Mapping[str, Cells]
    marks: Mapping[str, Cells]
    words: Mapping[str, Cells]

    def cells(self, text: str, where: str = "") -> Iterator[Cell]:
        """The cells of a text. Raises `DataError` for a character that has no sign."""
        number = False
        if text in self.words:
            yield from self.words[text]
            return
        for place, character in enumerate(text):
            after = text[place + 1 : place + 2]
            if character in self.digits:
                yield from self.digits[character] if number else self.number + self.digits[character]
                number = True
            elif character.lower() in self.letters:
                yield from self._letter(text, place, number, where)
                number = False
            elif character == " ":
                yield from _SPACE
                number = False
            elif character in self.marks:
                begins = character in self.counting and not number
                yield from self.number if begins else self._before(text, place)
                yield from self.marks[character]
                goes_on = (number and character in self.goes_on) or character in self.counting
                number = goes_on and after in self.digits
            else:
                raise self._unknown(character, text, where)

    def _letter(self, text: str, place: int, number: bool, where: str) -> Iterator[Cell]:
        letter = text[place].lower()
        sign = self.letters[letter]
        if text[place].isupper():
            yield from self._capital(text, place)
        elif number and sign in self.digits.values():  # it would be one more digit
            if not self.letter:
                raise self._unknown(letter, text, where, " behind a digit")
            yield from self.letter
        yield from sign

    def _capital(self, text: str, place: int) -> Cells:
        """The sign before a capital: before a whole run of them another one, and then none within it."""
        begin = end = place
        while (before := self._step(text, begin, -1)) is not None:
            begin = before
        while (after := self._step(text, end, 1)) is not None:
            end = after
        # A run before small letters has a sign for each: that of the run would hold for them as well.
        rest = text[end + 1 :].lstrip(self.through) if self.through else text[end + 1 :]
        if rest[:1].islower():
            return self.capital
        if begin == end:
            return self.alone
        return self.capitals if place == begin else ()

    def _step(self, text: str, place: int, way: int) -> int | None:
        """The next capital of a run in that direction, if there is one."""
        for steps in (1, 2):
            there = place + way * steps
            if not 0 <= there < len(text):
                return None
            if text[there].isupper() and text[there].lower() in self.letters:
                return there
            if text[there] not in self.through:
                return None
        return None

    def _before(self, text: str, place: int) -> Cells:
        """Return the sign that keeps a mark apart from the digit or the letters beside it."""
        if text[place] not in self.apart_marks or not place:
            return ()
        between = text[place - 1].isalpha() and text[place + 1 : place + 2].isalpha()
        return self.apart if text[place - 1] in self.digits or between else ()

    def _unknown(self, character: str, text: str, where: str, there: str = "") -> DataError:
        return DataError(
            f'There is no sign in braille ({self.language}) for "{character}"{there}, in "{text[:40]}".',
            where=where,
            todo="Use letters of the language, digits and common marks.",
        )


def _read(table: Table, language: str) -> Alphabet:
    def cells(key: str) -> Cells:
        return _cells(table.text(key, ""))

    digits = dict(zip("1234567890", map(_cells, table.texts("digits")), strict=True))

    def signs(key: str) -> dict[str, Cells]:
        named = table.table(key).data if key in table.data else {}
        return {sign: _cells(dots) for sign, dots in named.items()}

    found = Alphabet(
        language,
        cells("number"),
        digits,
        table.text("goes_on"),
        table.text("counting", ""),
        cells("letter"),
        cells("capital"),
        cells("capitals"),
        cells(table.choice("alone", ("capital", "capitals"))),
        table.text("through", ""),
        cells("apart"),
        table.text("apart_marks", ""),
        {**_latin(), **signs("letters")},
        signs("marks"),
        signs("words"),
    )
    table.text("source")
    table.done()
    return found


def _latin() -> dict[str, Cells]:
    """a to z, which are alike in all languages: three rows of ten, but for w, which came later."""
    first = ("1", "12", "14", "145", "15", "124", "1245", "125", "24", "245")
    rows = [dots + below for below in ("", "3", "36") for dots in first]
    return {**dict(zip("abcdefghijklmnopqrstuvxyz", map(_cells, rows), strict=False)), "w": _cells("2456")}


def _cells(dots: str) -> Cells:
    return tuple(frozenset(map(int, cell)) for cell in dots.split("-") if cell)
