"""The strokes of ruler, knife, punch and scissors that cut a game out, and the minutes they take.

A model, so that a game can be made quicker to cut and a person told what to expect. A knife cuts each
straight line from mark to mark and leaves the margin whole, so that it holds the sheet together, with all
its marks. A trimmer, which cuts to the edge, has to cut strips first, and each of them into pieces. What is
not straight is cut side by side, each side that two pieces share once. Folds are scored.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.faces.drawing import Drawing
from generator.faces.rect import Rect
from generator.faces.shapes import Vertex
from generator.sheets.cutting import cut_lines
from generator.sheets.imposition import Placement, Sheet
from generator.sheets.layout import STRAIGHT

PUNCHES = (16.0, 19.0, 25.0, 32.0, 38.0)  # diameters of punches that shops for paper craft sell, mm
# Seconds a stroke: to lay a ruler on two marks and cut; to cut or score a short side; to punch a disc, or to
# cut round it.
_RULER, _KNIFE, _SCORE, _PUNCH, _SCISSORS = 8.0, 4.0, 3.0, 5.0, 20.0
_TINY = 0.02  # mm


class Strokes(NamedTuple):
    """Number of strokes of each kind.

    ruler     along a ruler, if the margin keeps the sheet together
    strips    instead of these, if it is cut into strips first, and each strip alone into pieces
    knife     short ones, along the sides of what is not straight
    punched   discs of a size that there are punches for; other discs are cut with scissors
    """

    ruler: int = 0
    strips: int = 0
    knife: int = 0
    scored: int = 0
    punched: int = 0
    scissors: int = 0

    @property
    def minutes(self) -> tuple[int, int]:
        """Return the whole minutes that they take with a knife, and those with a trimmer."""
        other = self.knife * _KNIFE + self.scored * _SCORE + self.punched * _PUNCH + self.scissors * _SCISSORS
        whole, strips = ((other + ruled * _RULER) / 60 for ruled in (self.ruler, self.strips))
        return max(1, round(whole)), max(1, round(strips))


def strokes(sheets: Iterable[Sheet], drawings: Mapping[str, Drawing]) -> Strokes:
    """Count the strokes that cut out the pieces of the sheets.

    drawings  the faces by key; those of nets say where they are cut and scored
    """
    each = [_of_sheet(sheet, drawings) for sheet in sheets if sheet.side != "back" and sheet.placements]
    return Strokes(*map(sum, zip(*each, strict=True))) if each else Strokes()


def _of_sheet(sheet: Sheet, drawings: Mapping[str, Drawing]) -> Strokes:
    straight: list[Rect] = []
    sides: set[frozenset[tuple[float, float]]] = set()
    scored = punched = scissors = 0
    for placed in sheet.placements:
        deck = placed.item.deck
        if placed.part or deck.shape in ("card", "square"):
            straight.append(placed.trim)
        elif deck.shape == "circle":
            punched += deck.size[0] in PUNCHES
            scissors += deck.size[0] not in PUNCHES
        else:
            lines = cut_lines(sheet._replace(placements=(placed,)), drawings, 0.0)
            around = [side for line in lines.cut for side in itertools.pairwise((*line, line[0]))]
            within = [side for side in around if not _on_edge(side, placed)]
            sides |= {frozenset((round(at.x, 1), round(at.y, 1)) for at in side) for side in within}
            scored += len(lines.score)
            straight += [placed.trim] if len(within) < len(around) else []
    upright, across = straight, [_turned(trim) for trim in straight]
    all_ = [placed.trim for placed in sheet.placements]
    ruled = _lines(upright, all_) + _lines(across, [_turned(trim) for trim in all_])
    strips = min(_strips(upright), _strips(across))
    return Strokes(ruled, max(ruled, strips), len(sides), scored, punched, scissors)


def _turned(trim: Rect) -> Rect:
    return Rect(trim.y, trim.x, trim.height, trim.width)


def _on_edge(side: tuple[Vertex, Vertex], placed: Placement) -> bool:
    """Tell whether a side of a piece is cut with the sheet's long lines."""
    (a, b), trim = side, placed.trim
    if placed.item.deck.shape not in STRAIGHT:
        return False
    upright = any(abs(a.x - x) < _TINY and abs(b.x - x) < _TINY for x in (trim.x, trim.right))
    return upright or any(abs(a.y - y) < _TINY and abs(b.y - y) < _TINY for y in (trim.y, trim.bottom))


def _lines(trims: Sequence[Rect], pieces: Sequence[Rect]) -> int:
    """Count the upright lines of the trims, from mark to mark: one goes on until a piece is in its way."""
    count = 0
    for x in {round(x, 2) for trim in trims for x in (trim.x, trim.right)}:
        cut = [(trim.y, True) for trim in trims if min(abs(trim.x - x), abs(trim.right - x)) < _TINY]
        barred = [(piece.y, False) for piece in pieces if piece.x + _TINY < x < piece.right - _TINY]
        count += sum(needed for needed, _ in itertools.groupby(sorted(cut + barred), key=lambda met: met[1]))
    return count


def _strips(trims: Sequence[Rect]) -> int:
    """Count the lines across the sheet and those that cut each of its strips into pieces."""
    rows: dict[float, set[float]] = {}
    for trim in trims:
        rows.setdefault(round(trim.y, 2), set()).update((round(trim.x, 2), round(trim.right, 2)))
    return len({round(y, 2) for trim in trims for y in (trim.y, trim.bottom)}) + sum(map(len, rows.values()))
