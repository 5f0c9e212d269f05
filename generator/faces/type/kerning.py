"""The pairs of a font: how near to each other letters stand, in thousandths of the type size, as in a PDF.

To take a font apart takes fontTools a second, so its tables are kept between runs.
"""

import hashlib
import io
import itertools
import marshal
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, TypeAlias

from generator import cache as shelf

_SHELF = "fonts"
_FORM = 3  # form of the kept files: it changes with this module
# Rows by left letters, columns by right ones, numbers by row and column, and whether it has single pairs.
Table: TypeAlias = tuple[dict[str, int], dict[str, int], dict[tuple[int, int], float], bool]


@lru_cache(maxsize=20_000)
def kerns(font: bytes, text: str) -> tuple[float, ...]:
    """The distance by which each letter of a text stands nearer to the one before it, or further from it.

    font  its file
    """
    lookups = _tables(font)
    moved = (
        sum(_moved(tables, left, right) for tables in lookups) for left, right in itertools.pairwise(text)
    )
    return (0.0, *moved) if text else ()


def _moved(tables: list[Table], left: str, right: str) -> float:
    """The first table with the left letter decides; one of single pairs decides only those that it has."""
    for rows, columns, numbers, single in tables:
        if left in rows:
            found = numbers.get((rows[left], columns.get(right, 0)))
            if found is not None or not single:
                return found or 0.0
    return 0.0


def read(font: bytes) -> list[list[Table]]:
    """The lists of tables of which each moves letters, from the file of a font; made once and kept."""
    made_of = _FORM, hashlib.sha256(font).digest()
    tables: list[list[Table]] = marshal.loads(
        shelf.made_once(_SHELF, made_of, lambda: marshal.dumps([*_read(font)]))
    )
    return tables


_tables = cache(read)


def _read(content: bytes) -> Iterator[list[Table]]:
    """The tables of GPOS that move the second letter of a pair, by the lookup that they belong to."""
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(content)) as file:
        if "GPOS" not in file:
            return
        share = 1000 / file["head"].unitsPerEm
        letters: dict[str, str] = {}
        for code, glyph in file.getBestCmap().items():
            letters[glyph] = letters.get(glyph, "") + chr(code)
        positions = file["GPOS"].table
        kinds = [one for one in positions.FeatureList.FeatureRecord if one.FeatureTag == "kern"]
        for index in sorted({index for kind in kinds for index in kind.Feature.LookupListIndex}):
            tables = [getattr(one, "ExtSubTable", one) for one in positions.LookupList.Lookup[index].SubTable]
            yield [_table(one, letters, share) for one in tables if one.LookupType == 2]


def _table(pairs: Any, letters: dict[str, str], share: float) -> Table:
    """A table of pairs by characters: of single letters (format 1), or of classes of letters (format 2)."""
    covered, single = pairs.Coverage.glyphs, pairs.Format == 1
    if single:
        lefts = {glyph: row for row, glyph in enumerate(covered)}
        rights = {glyph: column for column, glyph in enumerate(letters, 1)}
        moves = [
            ((row, rights.get(one.SecondGlyph, -1)), one.Value1)
            for row, found in enumerate(pairs.PairSet)
            for one in found.PairValueRecord
        ]
    else:
        lefts = {glyph: pairs.ClassDef1.classDefs.get(glyph, 0) for glyph in covered}
        rights = pairs.ClassDef2.classDefs
        moves = [
            ((row, column), one.Value1)
            for row, found in enumerate(pairs.Class1Record)
            for column, one in enumerate(found.Class2Record)
        ]
    numbers = {place: (getattr(value, "XAdvance", 0) or 0) * share for place, value in moves}
    rows, columns = (
        {letter: place for glyph, place in places.items() for letter in letters.get(glyph, "")}
        for places in (lefts, rights)
    )
    return rows, columns, numbers if single else {at: far for at, far in numbers.items() if far}, single
