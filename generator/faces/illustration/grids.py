"""Grids of hexes and squares for maps: where a space lies, and the lines through and round spaces.

A space is named by its column and its row, counted from 1 at the upper left: "0304", or "012034" on a map
with more than 99. Lengths are mm.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from components.errors import TemplateError, did_you_mean
from generator.faces.svg.path import Point, number

_EMPTY = ("", ".")  # cells where there is no space
_CORNERS = {"hex": [(0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5), (0, -1)],
            "square": [(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]}  # fmt: skip
_TALL = {"hex": 1 / math.sqrt(3), "square": 1.0}  # unit of the corners downwards, in widths of a space


class Grid:
    """The spaces of a map. Others than these are refused by their names.

    cells   what is in each space, row by row: texts of one letter a space, or lists; "." and "" leave one out
    x, y    the upper left corner of the map
    across  the width of a space, of a hex from flat to flat
    kind    hex or square
    flat    whether hexes have a flat side on top, so that columns are shifted and not rows
    """

    def __init__(
        self, cells: Sequence[Sequence[str]], x: float, y: float, across: float, kind: str, flat: bool = False
    ) -> None:
        self.across = across
        self._flat = flat
        self._tall = across * _TALL[kind]
        self._corners = [self._turned((a * across, b * self._tall)) for a, b in _CORNERS[kind]]
        self._digits = 2 if max(len(cells), *map(len, cells), 0) < 100 else 3
        self._cells: dict[str, str] = {}
        self._at: dict[str, Point] = {}
        for row, line in enumerate(cells):
            for column, cell in enumerate(line):
                if cell not in _EMPTY:
                    name = f"{column + 1:0{self._digits}}{row + 1:0{self._digits}}"
                    self._cells[name] = cell
                    self._at[name] = self._middle((x, y), column, row, kind)

    @property
    def cells(self) -> Mapping[str, str]:
        """The contents of each space, by its name."""
        return self._cells

    @property
    def top(self) -> float:
        """The room for words above the middle of a space, mm."""
        pointed = len(self._corners) == 6 and not self._flat
        return self.across * (0.5 if not pointed else 0.52)

    def at(self, space: object) -> Point:
        """The middle of a space. Raises `TemplateError` for one that is not on the map."""
        return self._at[self._named(space)]

    def outline(self, space: object, share: float = 1.0) -> str:
        """Path data of a space; a smaller `share` lies within it."""
        x, y = self.at(space)
        return _path([(x + a * share, y + b * share) for a, b in self._corners]) + "Z"

    def near(self, space: object, far: int = 1) -> list[str]:
        """The names of the spaces at most `far` steps from one, itself included."""
        found = {self._named(space)}
        for _ in range(far):
            found |= {other for one in found for other in self._beside(one)}
        return sorted(found)

    def through(self, spaces: object) -> str:
        """Path data of a road through the middles of neighbours: "0304 0305 0405". Bends are round."""
        names = self._chain(spaces)
        points = [self._at[name] for name in names]
        halves = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(points)]
        bends = [f"Q{_pair(points[k + 1])} {_pair(halves[k + 1])}" for k in range(len(halves) - 1)]
        return f"M{_pair(points[0])}L{_pair(halves[0])}{''.join(bends)}L{_pair(points[-1])}"

    def between(self, edges: str) -> str:
        """Path data of a river along the edges between neighbours: "0304/0305 0304/0405"."""
        return "".join(_path(self._edge(*self._chain(pair.replace("/", " ")))) for pair in edges.split())

    def around(self, spaces: object) -> str:
        """Path data of the edges round a group of spaces."""
        inside = {self._named(space) for space in _listed(spaces)}
        sides: dict[tuple[int, ...], list[Point]] = {}
        for name in sorted(inside):
            x, y = self._at[name]
            corners = [(x + a, y + b) for a, b in self._corners]
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
                key = tuple(round(50 * (a + b)) for a, b in zip(one, other, strict=True))
                sides[key] = [] if key in sides else [one, other]  # an edge of two of them is inside
        return "".join(_path(side) for side in sides.values() if side)

    def megahexes(self, first: object) -> list[list[str]]:
        """Groups of seven hexes that fill the map, one of them round the hex `first`."""
        (x, y), groups = self._turned(self.at(first)), dict[tuple[int, int], list[str]]()
        for name, (at_x, at_y) in ((name, self._turned(at)) for name, at in self._at.items()):
            r = round((at_y - y) / (1.5 * self._tall))
            q = round((at_x - x) / self.across - r / 2)
            # Each group has its middle where this sum is a multiple of 7, as of no hex round it.
            middle = next(
                (q + a, r + b) for a, b in ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
                if (3 * (q + a) + (r + b)) % 7 == 0
            )  # fmt: skip
            groups.setdefault(middle, []).append(name)
        return list(groups.values())

    def _middle(self, corner: Point, column: int, row: int, kind: str) -> Point:
        x, y = self._turned(corner)
        if self._flat:
            column, row = row, column
        shift = 0.5 if kind == "hex" and row % 2 else 0.0
        down, first = (1.5, 1.0) if kind == "hex" else (1.0, 0.5)
        return self._turned((x + self.across * (column + 0.5 + shift), y + self._tall * (first + down * row)))

    def _turned(self, point: Point) -> Point:
        """The point as it lies if hexes have their points on top, or back again."""
        return (point[1], point[0]) if self._flat else point

    def _named(self, space: object) -> str:
        """The name of a space of the map. Spreadsheets take the zero from the front of 0304."""
        name = str(space).strip()
        if re.fullmatch(r"\d{3}|\d{5}", name):
            name = f"0{name}"
        if name not in self._at:
            raise TemplateError(f'The map has no space "{name}".', todo=did_you_mean(name, self._at))
        return name

    def _chain(self, spaces: object) -> list[str]:
        """The names of at least two spaces, each beside the one before."""
        names = [self._named(space) for space in _listed(spaces)]
        if len(names) < 2:
            raise TemplateError(f'A line has two spaces at least, not "{spaces}".', todo='Write "0304 0305".')
        for one, other in pairwise(names):
            if other not in self._beside(one):
                raise TemplateError(
                    f"{one} and {other} are not neighbours.",
                    todo=f"Beside {one}: {', '.join(self._beside(one))}.",
                )
        return names

    def _beside(self, name: str) -> list[str]:
        half = self._digits
        column, row = int(name[:half]), int(name[half:])
        places = (f"{column + a:0{half}}{row + b:0{half}}" for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
        here, reach = self._at[name], self.across * 1.01
        return [other for other in places if other in self._at and math.dist(here, self._at[other]) < reach]

    def _edge(self, one: str, other: str) -> list[Point]:
        (x, y), (to_x, to_y) = self._at[one], self._at[other]
        middle = (to_x - x) / 2, (to_y - y) / 2
        ends = sorted(self._corners, key=lambda corner: math.dist(corner, middle))[:2]
        return [(x + a, y + b) for a, b in ends]


def _listed(spaces: object) -> Iterator[object]:
    """The names in a text, or those of a list."""
    if isinstance(spaces, str):
        yield from spaces.replace(",", " ").split()
    elif isinstance(spaces, Sequence):
        yield from spaces
    else:
        raise TemplateError(f"{spaces!r:.40} is not a list of spaces.", todo='Write "0304 0305".')


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(_pair, points))


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
