"""Lines that a cutting machine cuts and scores, with the same geometry as the printed marks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.faces import shapes
from generator.faces.drawing import Drawing
from generator.faces.shapes import Vertex
from generator.sheets.imposition import Placement, Sheet
from generator.sheets.nets import net


class CutLines(NamedTuple):
    """The lines on a sheet, mm from its upper left corner, y down: closed clockwise contours to cut, and open
    lines to score."""

    cut: tuple[tuple[Vertex, ...], ...]
    score: tuple[tuple[Vertex, ...], ...]


def cut_lines(sheet: Sheet, drawings: Mapping[str, Drawing], corner: float, kerf: float = 0.0) -> CutLines:
    """The lines to cut and to score on a sheet.

    kerf  how wide the cut is, mm: lines are half of it outside the pieces, but on nets, which are paper
    """
    cut: list[tuple[Vertex, ...]] = []
    score: list[tuple[Vertex, ...]] = []
    for placed in sheet.placements:
        folded = placed.item.deck.shape == "net" and placed.side == "front"
        drawing = drawings.get(placed.face) if folded else None
        own = net(drawing, placed.item.deck.size) if drawing else None
        outlines = [_on_sheet(placed, line) for line in own.cut] if own else []
        outlines = outlines or [contour(placed, corner, kerf / 2)]
        folds = [_on_sheet(placed, line) for line in own.score] if own else []
        if placed.part:
            outlines = [shapes.inside(line, placed.trim) for line in outlines]
            folds = [shapes.fold_inside(start, end, placed.trim) for start, end in folds]
        cut += filter(None, outlines)
        score += filter(None, folds)
    return CutLines(tuple(cut), tuple(score))


def contour(placed: Placement, corner: float, outside: float = 0.0) -> tuple[Vertex, ...]:
    """The cut line of one piece on its sheet, by its shape; for a part of a board the line of the whole
    board, most of which falls on other sheets."""
    line = shapes.contour(placed.item.deck, corner, -outside)
    if placed.side == "back":
        line = shapes.mirrored(line, placed.item.deck.size[0])
    return _on_sheet(placed, line)


def _on_sheet(placed: Placement, line: Sequence[Vertex]) -> tuple[Vertex, ...]:
    """A line of the piece as it lies on the sheet."""
    places = (placed.on_sheet(vertex.x, vertex.y) for vertex in line)
    return tuple(
        Vertex(round(x, 4), round(y, 4), vertex.bulge) for vertex, (x, y) in zip(line, places, strict=True)
    )
