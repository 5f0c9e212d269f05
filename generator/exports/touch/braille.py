"""Braille, grade 1: every letter, digit and mark by itself, as Unified English Braille writes it.

A cell has the dots 1, 2, 3 down its left side and 4, 5, 6 down its right one. A sign goes before capitals and
digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from components.errors import DataError

Cell: TypeAlias = frozenset[int]

DOT = 1.5  # diameter, mm
SPACING = 2.5  # between the dots of a cell, mm
CELL = 6.0  # from a cell to the next one, mm
LINE = 10.0  # from a line to the next one, mm
BRF_WIDTH, BRF_HEIGHT = 40, 25  # cells and lines of an embosser's page

_FIRST = ("1", "12", "14", "145", "15", "124", "1245", "125", "24", "245")  # a to j, and the digits 1 to 0
_NUMBER, _CAPITAL, _LETTER = "3456", "6", "56"
_MARKS = {
    "-": ("36",), ".": ("256",), ",": ("2",), ":": ("25",), ";": ("23",), "!": ("235",), "?": ("236",),
    "'": ("3",), "’": ("3",), "/": ("456", "34"), "+": ("5", "235"), "−": ("5", "36"), "–": ("6", "36"),
    "=": ("5", "2356"), "×": ("5", "236"), "÷": ("5", "34"), "%": ("46", "356"), "&": ("4", "12346"),
    "(": ("5", "126"), ")": ("5", "345"), "[": ("46", "126"), "]": ("46", "345"), "*": ("5", "35"),
    "“": ("236",), "”": ("356",), "<": ("4", "126"), ">": ("4", "345"), "→": ("1256", "135"),
    "°": ("45", "245"), "…": ("256", "256", "256"), "·": ("5", "256"), "•": ("456", "256"),
    "≤": ("456", "4", "126"), "≥": ("456", "4", "345"), "#": ("456", "1456"),
}  # fmt: skip
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="  # by the bits of the dots


@dataclass(frozen=True)
class Label:
    """The cells of one word or code. `width` of the room between their outermost dots, mm."""

    text: str
    cells: tuple[Cell, ...]

    @property
    def width(self) -> float:
        return (len(self.cells) - 1) * CELL + SPACING

    def dots(self) -> Iterator[tuple[float, float]]:
        """The middle of each dot, mm from that of the first cell's dot 1, y down."""
        for place, cell in enumerate(self.cells):
            for dot in sorted(cell):
                yield place * CELL + SPACING * (dot > 3), SPACING * ((dot - 1) % 3)


def label(text: str, where: str = "") -> Label:
    """A text as cells. Raises `DataError` for a character that has no sign here."""
    return Label(text, tuple(_cells(text, where)))


def brf(lines: Iterable[str], where: str = "") -> bytes:
    """Lines as a file for an embosser: its characters stand for cells, and a page has 25 lines of 40 cells.

    Raises `DataError` as `label` does.
    """
    rows: list[str] = []
    for line in lines:
        rows += _folded([_ascii(label(word, where).cells) for word in line.split()])
    pages = [rows[start : start + BRF_HEIGHT] for start in range(0, len(rows), BRF_HEIGHT)]
    return "\r\n\f".join("\r\n".join(page) for page in pages).encode("ascii") + b"\r\n"


def _folded(words: Sequence[str]) -> list[str]:
    """Words in lines of an embosser; lines that go on are indented by two cells."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > BRF_WIDTH and lines[-1].strip():
            lines.append("  ")
        lines[-1] += word if not lines[-1].strip() else f" {word}"
    return lines


def _ascii(cells: Iterable[Cell]) -> str:
    return "".join(_ASCII[sum(1 << (dot - 1) for dot in cell)] for cell in cells)


def _cells(text: str, where: str) -> Iterator[Cell]:
    number = False
    for place, character in enumerate(text):
        if character.isascii() and character.isdigit():
            if not number:
                yield _cell(_NUMBER)
            number = True
            yield _cell(_FIRST[(int(character) - 1) % 10])
        elif character.isascii() and character.isalpha():
            if character.isupper():
                yield from _capital(text, place)
            elif number and character <= "j":
                yield _cell(_LETTER)  # without it, it would be one more digit
            number = False
            yield _letter(character.lower())
        elif character == " ":
            number = False
            yield frozenset()
        elif character in _MARKS:
            # A number goes on after its decimal point or comma.
            number = number and character in ".," and text[place + 1 : place + 2].isdigit()
            yield from map(_cell, _MARKS[character])
        else:
            raise DataError(
                f'There is no sign in braille for "{character}", in "{text[:40]}".',
                where=where,
                todo="Use the letters a to z, digits and common marks in codes.",
            )


def _capital(text: str, place: int) -> Iterator[Cell]:
    """The sign before a capital: doubled before a whole run of them, and then none within it."""
    begin = end = place
    while begin and _is_capital(text[begin - 1]):
        begin -= 1
    while end < len(text) and _is_capital(text[end]):
        end += 1
    # A run before small letters has a sign for each: the doubled one holds up to the end of the word.
    doubled = end - begin > 1 and not text[end : end + 1].islower()
    if not doubled or place == begin:
        yield from [_cell(_CAPITAL)] * (1 + doubled)


def _is_capital(character: str) -> bool:
    return character.isascii() and character.isupper()


def _letter(letter: str) -> Cell:
    if letter == "w":  # which came to the French alphabet later
        return _cell("2456")
    place = "abcdefghijklmnopqrstuvxyz".index(letter)
    return _cell(_FIRST[place % 10] + ("", "3", "36")[place // 10])


def _cell(dots: str) -> Cell:
    return frozenset(map(int, dots))
