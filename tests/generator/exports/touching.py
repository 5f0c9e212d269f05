"""Fingers: what braille says, read back from dots, from plates and from files for embossers.

Nothing here comes from the printer. The characters that stand for cells are those of the North American
Braille Computer Code, in the order of the bits of their dots.
"""

from __future__ import annotations

import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NABCC = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="


@dataclass(frozen=True)
class Signs:
    """Signs of a language before digits, letters behind them, a capital and several; its digits and point."""

    number: str
    digits: str
    letter: str
    capital: str
    run: str
    through: bool  # true if a run of capitals goes on after a mark
    point: str


LANGUAGES = {
    "de": Signs("#", "ABCDEFGHIJ", ",", ".", "^", False, "'"),
    "fr": Signs(",", "*<%?:$]\\[#", "", ".", "..", True, "4"),
}
DIGITS = dict(zip("ABCDEFGHIJ", "1234567890", strict=True))
MARKS = {"-": "-", "4": ".", "1": ",", "3": ":", "2": ";", "6": "!", "8": "?", "'": "'"}
WIDE, NEAR, EDGE = 6.0, 2.5, 4.0  # distances of cells, of dots, and of dots to the edge of a plate, mm


def cells_at(dots: Iterable[tuple[float, float]]) -> str:
    """The characters for dots, mm from dot 1 of the first cell, y down."""
    bits: dict[int, int] = defaultdict(int)
    for x, y in dots:
        cell = int((x + 0.1) // WIDE)
        column, row = round((x - cell * WIDE) / NEAR), round(y / NEAR)
        assert abs(x - cell * WIDE - column * NEAR) < 0.15 and abs(y - row * NEAR) < 0.15
        assert column in (0, 1) and row in (0, 1, 2)
        bits[cell] |= 1 << (3 * column + row)
    return "".join(NABCC[bits[cell]] for cell in range(max(bits) + 1))


def read(cells: str, language: str = "") -> str:
    """Read the cells: letters, digits, capitals and the marks that codes have."""
    return _spelt(cells, LANGUAGES[language]) if language else _english(cells)


def _spelt(cells: str, signs: Signs) -> str:
    """Letters, digits and capitals of German and French, and the hyphen and point of codes."""
    said, number, capital, run, place = "", False, False, False, 0
    while place < len(cells):
        cell = cells[place]
        if cells.startswith((signs.run, signs.capital), place):
            run = cells.startswith(signs.run, place)
            capital, number, place = not run, False, place + len(signs.run if run else signs.capital)
            continue
        if number and cell in signs.digits:
            said += str((signs.digits.index(cell) + 1) % 10)
        elif cell == signs.number:
            number, run = True, False
        elif number and cell == signs.letter:
            number = False
        elif cell.isalpha():
            said += cell if capital or run else cell.lower()
            number = capital = False
        else:
            said += {"-": "-", signs.point: "."}[cell]
            run = run and signs.through
        place += 1
    return said


def _english(cells: str) -> str:
    said, number, capital, word, place = "", False, False, False, 0
    while place < len(cells):
        cell = cells[place]
        if cell == ",":
            word = cells[place + 1 : place + 2] == ","
            capital, number, place = True, False, place + 1 + word
            continue
        if cell == "#" or (cell == ";" and number):
            number = cell == "#"
        elif number and cell in DIGITS:
            said += DIGITS[cell]
        elif cell.isalpha() or cell in "()&=*!<%?:$]\\[":
            assert cell.isalpha(), f"contracted: {cell}"
            said += cell if capital else cell.lower()
            number, capital = False, word and capital
            place += 1
            continue
        elif cell == '"' and cells[place + 1 : place + 2] == "6":
            said, place = said + "+", place + 1
        else:
            said += " " if cell == " " else MARKS[cell]
            number = number and cell in "41"
            word = capital = False
        place += 1
    return said


def plates(stl: bytes, language: str = "") -> list[str]:
    """Read the plates of a binary STL, from above and from the left. Every body in it must be closed."""
    (count,) = struct.unpack("<I", stl[80:84])
    assert len(stl) == 84 + 50 * count
    triangles = [(values[3:6], values[6:9], values[9:12]) for values in struct.iter_unpack("<12fH", stl[84:])]
    bodies = _bodies(triangles)
    bottoms = [body for body in bodies if min(z for _, _, z in body) == 0]
    found: list[tuple[float, float, str]] = []
    tops = [max(body, key=lambda corner: corner[2]) for body in bodies if body not in bottoms]
    for body in bottoms:
        left, right = min(x for x, _, _ in body), max(x for x, _, _ in body)
        low, high = min(y for _, y, _ in body), max(y for _, y, _ in body)
        own = [(x - left - EDGE, high - y - EDGE) for x, y, _ in tops if left < x < right and low < y < high]
        found.append((high, left, read(cells_at(own), language)))
    assert len(tops) == sum(1 for x, y, z in tops if 1.2 < z < 1.6)
    return [said for high, left, said in sorted(found, key=lambda one: (one[0], one[1]))]


Corner = tuple[float, ...]


def _bodies(triangles: Sequence[tuple[Corner, Corner, Corner]]) -> list[set[Corner]]:
    """The corners of each body. Raises if one is not closed, with every edge once in each direction."""
    edges: Counter[tuple[Corner, Corner]] = Counter()
    parent: dict[Corner, Corner] = {}

    def root(corner: Corner) -> Corner:
        while parent.setdefault(corner, corner) != corner:
            parent[corner] = parent[parent[corner]]
            corner = parent[corner]
        return corner

    for a, b, c in triangles:
        edges.update(((a, b), (b, c), (c, a)))
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    assert all(count == 1 and edges[edge[::-1]] == 1 for edge, count in edges.items())
    bodies: dict[Corner, set[Corner]] = defaultdict(set)
    for corner in parent:
        bodies[root(corner)].add(corner)
    return list(bodies.values())
