"""Marks on a sheet: where to cut, where parts join. The same geometry the cut files are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.layout import Page
from generator.paper import Paper

if TYPE_CHECKING:
    from generator.sheets import Placement

OVERLAP = 10.0  # how much of a board neighbouring pages both show, to glue one on the other


@dataclass(frozen=True)
class Line:
    """A printed mark, mm. kind: crop, cut (inside the sheet), fold or join."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "crop"


def crop_marks(placements: Sequence[Placement], page: Page, paper: Paper) -> Iterator[Line]:
    """Crop marks: along every cut, outside the pieces and their bleed, out to the sheet's edge."""
    if paper.marks == "none":
        return
    straight = [p for p in placements if p.item.deck.shape in ("card", "square", "net") or p.part]
    if not straight:
        return
    left = min(p.clip.x for p in straight)
    right = max(p.clip.right for p in straight)
    top = min(p.clip.y for p in straight)
    bottom = max(p.clip.bottom for p in straight)
    away, edge = 0.5, 2.0
    for y in _edges(straight, vertical=False):
        yield Line(edge, y, left - away, y)
        yield Line(right + away, y, page.width - edge, y)
        if paper.marks == "lines":
            yield Line(left, y, right, y, "cut")
    blocks = _blocks(straight)
    for block in blocks:
        above, below = min(p.trim.y for p in block), max(p.trim.bottom for p in block)
        for x in _edges(block, vertical=True):
            # The outermost blocks' marks run out to the sheet's edge, so that they survive the first cut.
            yield Line(
                x,
                edge if block is blocks[0] else above - 2.5,
                x,
                (top if block is blocks[0] else above) - away,
            )
            last = block is blocks[-1]
            foot = page.height - edge if last else below + 2.5
            yield Line(x, (bottom if last else below) + away, x, foot)
            if paper.marks == "lines":
                yield Line(x, above, x, below, "cut")


def _edges(placements: Sequence[Placement], *, vertical: bool) -> list[float]:
    """Where the cuts run, from left to right or from top to bottom, each once."""
    ends = [(p.trim.x, p.trim.right) if vertical else (p.trim.y, p.trim.bottom) for p in placements]
    return sorted({round(end, 3) for pair in ends for end in pair})


def _blocks(placements: Sequence[Placement]) -> list[list[Placement]]:
    """Rows with the same vertical cuts taken together, from the top down."""
    blocks: list[list[Placement]] = []
    for top in sorted({round(p.trim.y, 3) for p in placements}):
        row = [p for p in placements if round(p.trim.y, 3) == top]
        if blocks and set(_edges(row, vertical=True)) <= set(_edges(blocks[-1], vertical=True)):
            blocks[-1] += row
        else:
            blocks.append(row)
    return blocks


def join_marks(placed: Placement, row: int, column: int, rows: int, columns: int) -> Iterator[Line]:
    """Short marks outside the part that show how far the next part lies over this one."""
    trim = placed.trim
    if column < columns - 1:
        x = trim.right - OVERLAP
        yield Line(x, trim.y - 5, x, trim.y - 1, "join")
        yield Line(x, trim.bottom + 1, x, trim.bottom + 5, "join")
    if row < rows - 1:
        y = trim.bottom - OVERLAP
        yield Line(trim.x - 5, y, trim.x - 1, y, "join")
        yield Line(trim.right + 1, y, trim.right + 5, y, "join")
