"""The letters of a font as outlines, and how near to each other pairs of them stand.

To take a font apart takes fontTools a second, so both are kept between runs. Units are thousandths of the
type size, as in a PDF.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import marshal
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from generator import cache as shelf

_SHELF = "fonts"
_FORM = 2  # form of the kept files: it changes with this module
Curve: TypeAlias = tuple[str, tuple[float, ...]]  # M, L, Q, C or Z and its points: x, y, x, y …


# Rows by left letters, columns by right ones, numbers by row and column, and whether it has single pairs.
Table: TypeAlias = tuple[dict[str, int], dict[str, int], dict[tuple[int, int], float], bool]


class Glyphs(NamedTuple):
    """Advances and outlines by character, y up, and kerning: lists of tables, of which each moves letters."""

    advances: dict[str, float]
    outlines: dict[str, list[Curve]]
    kerning: list[list[Table]]

    def kern(self, left: str, right: str) -> float:
        """Return how much further from the left letter the right one stands; less than 0 for nearer."""
        return sum(_moved(tables, left, right) for tables in self.kerning)


def _moved(tables: list[Table], left: str, right: str) -> float:
    """The first table with the left letter decides; one of single pairs decides only those that it has."""
    for rows, columns, numbers, single in tables:
        if left in rows:
            found = numbers.get((rows[left], columns.get(right, 0)))
            if found is not None or not single:
                return found or 0.0
    return 0.0


@lru_cache(maxsize=20_000)
def kerns(font: bytes, text: str) -> tuple[float, ...]:
    """The distance by which each letter of a text stands nearer to the one before it, or further from it."""
    kern = glyphs(font).kern
    return (0.0, *(kern(left, right) for left, right in itertools.pairwise(text))) if text else ()


@cache
def glyphs(content: bytes) -> Glyphs:
    """The letters in the file of a font that can be embedded."""
    name = f"{hashlib.sha256(b'%d' % _FORM + content).hexdigest()[:32]}.glyphs"
    kept = shelf.kept(_SHELF, name)
    if kept is None:
        kept = marshal.dumps(tuple(_read(content)))
        shelf.keep(_SHELF, name, kept)
        shelf.forget_old(_SHELF)
    return Glyphs(*marshal.loads(kept))


def _read(content: bytes) -> Glyphs:
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(content)) as file:
        letters = file.getGlyphSet()
        share = 1000 / file["head"].unitsPerEm
        advances, outlines = {}, {}
        named: dict[str, str] = {}
        for code, glyph in file.getBestCmap().items():
            pen = DecomposingRecordingPen(letters)
            letters[glyph].draw(pen)
            outlines[chr(code)] = [
                curve for kind, points in pen.value for curve in _curves(kind, points, share)
            ]
            advances[chr(code)] = letters[glyph].width * share
            named.setdefault(glyph, "")
            named[glyph] += chr(code)
        tables = [[_table(pairs, named, share) for pairs in lookup] for lookup in _lookups(file)]
    return Glyphs(advances, outlines, tables)


def _curves(kind: str, points: tuple[Any, ...], share: float) -> Iterator[Curve]:
    """A step of fontTools' pen as curves that SVG knows."""
    if kind == "qCurveTo" and points[-1] is None:  # a contour of handles alone, which begins between two
        (ax, ay), (bx, by) = points[-2], points[0]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        yield "M", _scaled([middle], share)
        yield from _curves(kind, (*points[:-1], middle), share)
    elif kind == "qCurveTo":  # handles with a corner halfway between each two of them
        for (ax, ay), (bx, by) in itertools.pairwise(points[:-1]):
            yield "Q", _scaled([(ax, ay), ((ax + bx) / 2, (ay + by) / 2)], share)
        yield "Q", _scaled(points[-2:], share)
    else:
        command = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z", "endPath": "Z"}[kind]
        yield command, _scaled(points, share)


def _scaled(points: Any, share: float) -> tuple[float, ...]:
    return tuple(value * share for point in points for value in point)


def _lookups(file: Any) -> Iterator[list[Any]]:
    """The tables of GPOS that move the second letter of a pair, by the lookup that they belong to."""
    if "GPOS" not in file:
        return
    positions = file["GPOS"].table
    asked = {
        index
        for record in positions.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for index in record.Feature.LookupListIndex
    }
    for index in sorted(asked):
        tables = positions.LookupList.Lookup[index].SubTable
        found = [getattr(table, "ExtSubTable", table) for table in tables]
        yield [table for table in found if table.LookupType == 2]


def _table(pairs: Any, named: dict[str, str], share: float) -> Table:
    """A table of pairs by characters: of single letters (format 1), or of classes of letters (format 2)."""
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    numbers: dict[tuple[int, int], float] = {}
    covered = pairs.Coverage.glyphs
    if pairs.Format == 1:
        order = {glyph: number for number, glyph in enumerate(named, 1)}
        columns = {character: order[glyph] for glyph in named for character in named[glyph]}
        for row, (first, found) in enumerate(zip(covered, pairs.PairSet, strict=True)):
            rows.update(dict.fromkeys(named.get(first, ""), row))
            for record in found.PairValueRecord:
                if record.SecondGlyph in order:
                    numbers[row, order[record.SecondGlyph]] = _advance(record.Value1) * share
        return rows, columns, numbers, True
    for glyph in covered:
        rows.update(dict.fromkeys(named.get(glyph, ""), pairs.ClassDef1.classDefs.get(glyph, 0)))
    for glyph, column in pairs.ClassDef2.classDefs.items():
        columns.update(dict.fromkeys(named.get(glyph, ""), column))
    for row, record in enumerate(pairs.Class1Record):
        for column, found in enumerate(record.Class2Record):
            if moved := _advance(found.Value1):
                numbers[row, column] = moved * share
    return rows, columns, numbers, False


def _advance(value: Any) -> float:
    return getattr(value, "XAdvance", 0) or 0
