"""Faults of sheets, not of faces: cuts that a ruler cannot be laid along, and paper that is wasted.

Both look at the sheets of the whole game as `pnp build` lays them out.
"""

from collections.abc import Iterator, Sequence

from generator.sheets.imposition import Placement, Sheet
from generator.sheets.layout import STRAIGHT
from generator.sheets.paper import Paper
from generator.sheets.plan import Book

_FULL = 0.4  # share of a sheet's room; a sheet that uses less is called nearly empty
_TINY = 0.01  # mm


def half_marked(books: Sequence[Book]) -> Iterator[str]:
    """One sentence for each sheet with a straight cut that has a crop mark at one end only, or none."""
    for title, sheet in _fronts(books):
        if bare := sorted({said for placed in sheet.placements for said in _bare(placed, sheet)}):
            yield f"{title}, sheet {sheet.number}: a cut lacks a mark at an end: {', '.join(bare)}."


def nearly_empty(books: Sequence[Book], paper: Paper) -> Iterator[str]:
    """One sentence for each sheet whose pieces fill less than 40 % of its room; not for boards in parts."""
    edge, bands = 2 * paper.margin, 2 * paper.band
    for title, sheet in _fronts(books):
        room = (sheet.width - edge) * (sheet.height - edge) - bands * min(sheet.width, sheet.height)
        taken = sum(placed.trim.width * placed.trim.height for placed in sheet.placements)
        if taken < _FULL * room and not any(placed.part for placed in sheet.placements):
            yield f"{title}, sheet {sheet.number}: it is only {taken / room:.0%} full."


def _fronts(books: Sequence[Book]) -> Iterator[tuple[str, Sheet]]:
    for book in books:
        for part in book.parts:
            for sheet in part.sheets:
                if sheet.side != "back" and sheet.placements:
                    yield part.title, sheet


def _bare(placed: Placement, sheet: Sheet) -> Iterator[str]:
    """The straight cuts of a piece without a mark beyond each of its ends."""
    if placed.item.deck.shape not in STRAIGHT or placed.part:
        return
    trim = placed.trim
    marks = [line for line in sheet.marks if line.kind == "crop"]
    for x in (trim.x, trim.right):
        ends = [(m.y1, m.y2) for m in marks if abs(m.x1 - x) < _TINY and abs(m.x2 - x) < _TINY]
        if not _both(ends, trim.y, trim.bottom):
            yield f"{x:.1f} mm from the left"
    for y in (trim.y, trim.bottom):
        ends = [(m.x1, m.x2) for m in marks if abs(m.y1 - y) < _TINY and abs(m.y2 - y) < _TINY]
        if not _both(ends, trim.x, trim.right):
            yield f"{y:.1f} mm from the top"


def _both(marks: Sequence[tuple[float, float]], start: float, end: float) -> bool:
    before = any(max(mark) <= start + _TINY for mark in marks)
    return before and any(min(mark) >= end - _TINY for mark in marks)
