"""Marks on a sheet that show where to cut and where parts join."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.faces.rect import Rect
from generator.faces.svg.path import Point
from generator.sheets.paper import Paper

_EDGE = 2.0  # marks end this far from the sheet's edge
_AWAY = 0.5  # marks begin this far from ink
_SHORT = 2.5  # a mark between two pieces is this long
OVERLAP = 10.0  # the strip of a board that two neighbouring pages show, to glue them together


class Line(NamedTuple):
    """A printed mark, mm. `kind`: crop, cut (between pieces), fold, join, or dot, which has no length."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "crop"


class Inked(NamedTuple):
    """A piece as marks see it: its trim, its ink, and whether it is cut straight."""

    trim: Rect
    clip: Rect
    straight: bool


@lru_cache(maxsize=64)
def crop_marks(pieces: tuple[Inked, ...], size: tuple[float, float], paper: Paper) -> tuple[Line, ...]:
    """Crop marks on a sheet of that size: along every straight cut, outside the pieces and their bleed.

    A mark that nothing obstructs runs to the sheet's edge, so that it survives the first cut. Cached, since
    the sheets of a deck have the same layout.
    """
    return tuple(_crop_marks(pieces, size, paper))


def _crop_marks(pieces: Sequence[Inked], size: tuple[float, float], paper: Paper) -> Iterator[Line]:
    if paper.marks == "none" or paper.registration:
        return
    straight = [piece for piece in pieces if piece.straight]
    ground = Rect(0, 0, *size).grown(-_EDGE)
    obstacles = [piece.clip for piece in pieces]
    for row in _rows(straight):
        inked = _around(row)
        for y in _edges(row, vertical=False):
            for start, end, away in ((inked.x, ground.x, -1), (inked.right, ground.right, 1)):
                if mark := _mark(y, start, end, away, obstacles, upright=False):
                    yield Line(mark[0], y, mark[1], y)
            if paper.marks == "lines":
                yield Line(inked.x, y, inked.right, y, "cut")
    for block in _blocks(straight):
        inked = _around(block)
        for x in _edges(block, vertical=True):
            for start, end, away in ((inked.y, ground.y, -1), (inked.bottom, ground.bottom, 1)):
                if mark := _mark(x, start, end, away, obstacles, upright=True):
                    yield Line(x, mark[0], x, mark[1])
            if paper.marks == "lines":
                yield Line(x, inked.y, x, inked.bottom, "cut")


def _mark(
    at: float, start: float, end: float, away: int, obstacles: Sequence[Rect], *, upright: bool
) -> tuple[float, float] | None:
    """Return the beginning and the end of a mark between ink at `start` and `end`, near the sheet's edge.

    `away` is 1 or -1, the direction outwards. A piece in the way shortens it; None if there is no room.
    """
    whole = free = (end - start) * away
    for clip in obstacles:
        near, far, low, high = (
            (clip.y, clip.bottom, clip.x, clip.right)
            if upright
            else (clip.x, clip.right, clip.y, clip.bottom)
        )
        first, last = sorted(((near - start) * away, (far - start) * away))
        # `at` is rounded to a micrometre.
        if low - 1e-3 < at < high + 1e-3 and last > 1e-6:
            free = min(free, max(0.0, first))
    if free < whole:
        free = min(_AWAY + _SHORT, free - _AWAY)
    return (start + away * _AWAY, start + away * free) if free > 2 * _AWAY else None


def _around(placements: Sequence[Inked]) -> Rect:
    """The box of all their ink."""
    left, top = min(p.clip.x for p in placements), min(p.clip.y for p in placements)
    right, bottom = max(p.clip.right for p in placements), max(p.clip.bottom for p in placements)
    return Rect(left, top, right - left, bottom - top)


def _rows(placements: Sequence[Inked]) -> list[list[Inked]]:
    tops = sorted({round(p.trim.y, 3) for p in placements})
    return [[p for p in placements if round(p.trim.y, 3) == top] for top in tops]


def _edges(placements: Sequence[Inked], *, vertical: bool) -> list[float]:
    """The positions of the cuts, in order and without repeats."""
    ends = [(p.trim.x, p.trim.right) if vertical else (p.trim.y, p.trim.bottom) for p in placements]
    return sorted({round(end, 3) for pair in ends for end in pair})


def _blocks(placements: Sequence[Inked]) -> list[list[Inked]]:
    """Consecutive rows with the same vertical cuts, from the top down."""
    blocks: list[list[Inked]] = []
    for row in _rows(placements):
        if blocks and set(_edges(row, vertical=True)) <= set(_edges(blocks[-1], vertical=True)):
            blocks[-1] += row
        else:
            blocks.append(row)
    return blocks


def dots(places: Iterable[Point]) -> Iterator[Line]:
    """One dot at every place, also where pieces meet; on a cut back it shows a misprint."""
    for x, y in sorted({(round(x, 2), round(y, 2)) for x, y in places}):
        yield Line(x, y, x, y, "dot")


def join_marks(trim: Rect, row: int, column: int, rows: int, columns: int) -> Iterator[Line]:
    """Short marks outside the part that show how far the next part overlaps this one."""
    if column < columns - 1:
        x = trim.right - OVERLAP
        yield Line(x, trim.y - 5, x, trim.y - 1, "join")
        yield Line(x, trim.bottom + 1, x, trim.bottom + 5, "join")
    if row < rows - 1:
        y = trim.bottom - OVERLAP
        yield Line(trim.x - 5, y, trim.x - 1, y, "join")
        yield Line(trim.right + 1, y, trim.right + 5, y, "join")
