"""The strokes of ruler, knife, punch and scissors that cut a game out, and the minutes they take.

A model, so that a game can be made quicker to cut and a person told what to expect. Long lines are cut from
mark to mark, across the sheet or along it, whichever leaves less to do, and the strips then into pieces: one
by one, or three with the same cuts at once. What is not straight is cut side by side, each side that two
pieces share once. Folds are scored.
"""

from __future__ import annotations

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
_STACK = 3  # strips of card that a knife or a lever cuts at once
# Seconds a stroke: to lay a ruler on two marks and cut; to cut or score a short side; to punch a disc, or to
# cut round it.
_RULER, _KNIFE, _SCORE, _PUNCH, _SCISSORS = 8.0, 4.0, 3.0, 5.0, 20.0
_TINY = 0.02  # mm


class Strokes(NamedTuple):
    """Number of strokes of each kind.

    ruler     along a ruler, if strips with the same cuts are cut three at once
    singly    more of them if every strip is cut alone
    knife     short ones, along the sides of what is not straight
    punched   discs of a size that there are punches for; other discs are cut with scissors
    """

    ruler: int = 0
    singly: int = 0
    knife: int = 0
    scored: int = 0
    punched: int = 0
    scissors: int = 0

    @property
    def minutes(self) -> tuple[int, int]:
        """Return the whole minutes that they take, with strips stacked and without."""
        other = self.knife * _KNIFE + self.scored * _SCORE + self.punched * _PUNCH + self.scissors * _SCISSORS
        stacked = self.ruler * _RULER + other
        return max(1, round(stacked / 60)), max(1, round((stacked + self.singly * _RULER) / 60))


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
    along = [Rect(trim.y, trim.x, trim.height, trim.width) for trim in straight]
    ruled = min(_ruled(straight), _ruled(along), key=sum)
    return Strokes(*ruled, len(sides), scored, punched, scissors)


def _on_edge(side: tuple[Vertex, Vertex], placed: Placement) -> bool:
    """Tell whether a side of a piece is cut with the sheet's long lines."""
    (a, b), trim = side, placed.trim
    if placed.item.deck.shape not in STRAIGHT:
        return False
    upright = any(abs(a.x - x) < _TINY and abs(b.x - x) < _TINY for x in (trim.x, trim.right))
    return upright or any(abs(a.y - y) < _TINY and abs(b.y - y) < _TINY for y in (trim.y, trim.bottom))


def _ruled(trims: Sequence[Rect]) -> tuple[int, int]:
    """Count the lines across the sheet and those that cut its strips, stacked where they are alike; and how
    many that spares."""
    ordered = sorted(trims, key=lambda trim: (round(trim.y, 2), trim.x))
    across = {round(y, 2) for trim in trims for y in (trim.y, trim.bottom)}
    count, spared, widest, stacked = len(across), 0, set[float](), 0
    for _, row in itertools.groupby(ordered, key=lambda trim: round(trim.y, 2)):
        cuts = {round(x, 2) for trim in row for x in (trim.x, trim.right)}
        stacked = stacked + 1 if cuts <= widest and stacked < _STACK else 1
        if stacked == 1:
            widest = cuts
            count += len(cuts)
        else:
            spared += len(cuts)
    return count, spared
