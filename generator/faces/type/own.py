"""Fonts of a game's own: TrueType and OpenType files in its folder, made ready for browser and print.

A family is called by a hash of its files, so faces of different games never mix their fonts. A variable font
is fixed at the weight that a style asks for, and PostScript outlines become TrueType ones, both once.
"""

import hashlib
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.errors import DataError, TemplateError
from components.reading import read_bytes
from generator import cache
from generator.faces.pictures.source import stamp_of
from generator.faces.templating.timing import timed
from generator.faces.type.sfnt import check, variable

BYTES: Final = 16 * 1024 * 1024  # size of a file, at most
SUFFIXES: Final = (".ttf", ".otf")
_SHELF = "fonts"
_RESTRICTED, _NO_SUBSETS, _BITMAPS = 0x0002, 0x0100, 0x0200  # bits of fsType in the table OS/2
_NEAR = 200  # a weight may differ from the wanted one by this: bold is never set in regular
_SECONDS = 60  # processor time to fix a variable font, or to make its outlines anew, at most
# Tables of GPOS that change a number by the axes, and the number; the sign of such a table.
_DEVICES = {
    "XAdvDevice": "XAdvance", "YAdvDevice": "YAdvance", "XPlaDevice": "XPlacement",
    "YPlaDevice": "YPlacement", "XDeviceTable": "XCoordinate", "YDeviceTable": "YCoordinate",
}  # fmt: skip
_VARIES = 0x8000
_FORMATS = {"ValueFormat", "ValueFormat1", "ValueFormat2"}  # their upper bits tell of such tables
_PRECISION = 1.0  # precision of outlines that are made anew, units of the font


class FontFile(NamedTuple):
    """A font file; `weights` are the least and the greatest that it has."""

    content: bytes
    where: str
    name: str
    weights: tuple[int, int]
    italic: bool
    variable: bool
    outlines: str  # "glyf" or "CFF "


class Family(NamedTuple):
    """Files that belong together. `name` is unique, `said` for people."""

    name: str
    said: str
    files: tuple[FontFile, ...]

    def content(self, weight: int, italic: bool) -> bytes:
        """A TrueType file of that weight and style, or of the nearest weight that it has, as in a browser.

        Raises `TemplateError` if the family has none near it.
        """
        alike = [(file, _within(weight, file.weights)) for file in self.files if file.italic == italic]
        near = [(file, found) for file, found in alike if abs(found - weight) <= _NEAR]
        if near:
            return _plain(*min(near, key=lambda one: (abs(one[1] - weight), one[1] < weight)))
        there = ", ".join(sorted({_told(file) for file in self.files}))
        wanted = f"{weight}{', italic' if italic else ''}"
        raise TemplateError(
            f'The files of "{self.said}" have no weight {wanted}; they have {there}.',
            todo="Add a file to [fonts] in theme.toml, change the style, or leave out ** or * in the text.",
        )


def _within(weight: int, weights: tuple[int, int]) -> int:
    """The nearest of the weights from one to another."""
    return min(max(weight, weights[0]), weights[1])


_families: dict[str, Family] = {}


def bring(families: Iterable[Family]) -> None:
    """Let faces name these families, as faces that another process has drawn do."""
    _families.update((family.name, family) for family in families)


def brought() -> tuple[Family, ...]:
    """All families that faces can name."""
    return tuple(_families.values())


def known(name: str) -> Family | None:
    """The family of that name; None if it is not a game's own."""
    return _families.get(name)


def family(files: Sequence[Path], folder: Path) -> Family:
    """The family in these files of the game's folder.

    Raises `DataError` for a file that is missing or broken, or whose maker does not let it be embedded.
    """
    read = tuple(_read(file, folder, stamp_of(file)) for file in files)
    said = read[0].name
    digest = hashlib.blake2b(b"".join(file.content for file in read), digest_size=5).hexdigest()
    found = Family(f"{re.sub(r'[^A-Za-z0-9 ]+', '', said).strip() or 'Font'} {digest}", said, read)
    bring([found])
    return found


@lru_cache(maxsize=100)
def _read(file: Path, folder: Path, stamp: tuple[int, ...]) -> FontFile:
    from fontTools.ttLib import TTFont

    content = read_bytes(file, limit=BYTES, within=folder)
    check(content, str(file))
    try:
        with TTFont(io.BytesIO(content), lazy=True) as font:
            metrics = font["OS/2"]
            rights, weight = metrics.fsType, metrics.usWeightClass
            axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
            weights = (weight, weight)
            if "wght" in axes:
                weights = (round(axes["wght"].minValue), round(axes["wght"].maxValue))
            italic = bool(metrics.fsSelection & 1 or font["post"].italicAngle)
            name = font["name"].getBestFamilyName() or file.stem
            outlines = "glyf" if "glyf" in font else "CFF " if "CFF " in font else ""
    except Exception as problem:  # fontTools raises errors of many kinds for broken files
        raise broken(problem, str(file)) from None
    if not outlines:
        raise DataError("The font has no outlines that can be printed.", where=str(file), todo="Use another.")
    if rights & 0xF == _RESTRICTED or rights & (_NO_SUBSETS | _BITMAPS):
        raise DataError(
            f'The maker of the font "{name}" does not allow it to be embedded in a PDF.',
            where=str(file),
            todo="Use another font, or get a licence and the file that belongs to it.",
        )
    return FontFile(content, str(file), name, weights, italic, bool(axes), outlines)


def fixed(file: Path, weight: int) -> bytes:
    """An installed font at one weight; empty if it has one anyway."""
    content = file.read_bytes()
    if not variable(content[:4096]):
        return b""
    return _kept(content, weight, lambda: _made_in_time(_read(file, file.parent, stamp_of(file)), weight))


def _told(file: FontFile) -> str:
    low, high = file.weights
    return f"{low if low == high else f'{low} to {high}'}{' italic' if file.italic else ''}"


def _plain(file: FontFile, weight: int) -> bytes:
    """The file as TrueType of one weight; made once and kept."""
    if not file.variable and file.outlines == "glyf":
        return file.content
    return _kept(file.content, weight, lambda: _made_in_time(file, weight))


def _kept(content: bytes, weight: int, make: Callable[[], bytes]) -> bytes:
    from importlib.metadata import version  # imported late: it takes 10 ms, and few have a variable font

    made_of = (version("fonttools"), hashlib.sha256(content).digest(), weight, _PRECISION)
    return cache.made_once(_SHELF, made_of, make)


def _made_in_time(file: FontFile, weight: int) -> bytes:
    what = f"To make the font ready takes longer than {_SECONDS} seconds."
    late = TemplateError(what, where=file.where, todo="Use a file with fewer letters.")
    try:
        with timed(_SECONDS, late):
            return _made(file, weight)
    except TemplateError:
        raise
    except Exception as problem:  # fontTools raises errors of many kinds for broken files
        raise broken(problem, file.where) from None


def _made(file: FontFile, weight: int) -> bytes:
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(file.content), recalcTimestamp=False) as font:
        if file.variable:
            from fontTools.varLib.instancer import instantiateVariableFont

            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
            axes |= {"wght": weight} if "wght" in axes else {}
            positions = _positions(font, axes)
            instantiateVariableFont(font, axes, inplace=True)
            if positions:
                font["GPOS"] = positions
        if file.outlines == "CFF ":
            _to_truetype(font)
        buffer = io.BytesIO()
        font.save(buffer)
        return buffer.getvalue()


def _positions(font: Any, axes: Mapping[str, float]) -> Any:
    """Take the positions of letters, GPOS, out of a variable font, as they are at that place on its axes.

    fontTools, which fixes the rest, would align its tables first as if it had several fonts to merge: two
    thirds of the time that a font takes. None if there are none that vary, or if rules vary as well.
    """
    from fontTools.misc.roundTools import otRound
    from fontTools.varLib.instancer import AxisLimits
    from fontTools.varLib.varStore import VarStoreInstancer

    store = getattr(font["GDEF"].table, "VarStore", None) if "GDEF" in font else None
    positions = font.get("GPOS")
    if not store or not positions or getattr(positions.table, "FeatureVariations", None):
        return None
    place = AxisLimits(axes).limitAxesAndPopulateDefaults(font).normalize(font).pinnedLocation()
    changes = VarStoreInstancer(store, font["fvar"].axes, place)
    positions.ensureDecompiled(recurse=True)
    waiting: list[Any] = [positions.table.LookupList]
    met: set[int] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif hasattr(one, "__dict__") and id(one) not in met:
            met.add(id(one))
            for device, number in _DEVICES.items():
                change = vars(one).pop(device, None)
                if change is not None and change.DeltaFormat == _VARIES:
                    moved = otRound(changes[(change.StartSize << 16) + change.EndSize])
                    setattr(one, number, getattr(one, number, 0) + moved)
            for name in _FORMATS & vars(one).keys():
                setattr(one, name, getattr(one, name) & 0xF | getattr(one, name) >> 4 & 0xF)
            if hasattr(one, "XCoordinate") and one.Format == 3:
                one.Format = 1
            waiting += vars(one).values()
    del font["GPOS"]
    return positions


def _to_truetype(font: Any) -> None:
    """Replace PostScript outlines, of cubic curves, by TrueType ones, of quadratic curves."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    made = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, _PRECISION, reverse_direction=True))
        made[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = outlines = newTable("glyf")
    outlines.glyphOrder, outlines.glyphs = order, made
    limits = font["maxp"]
    limits.tableVersion = 0x00010000
    for key in """maxZones maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements
        maxSizeOfInstructions maxComponentElements""".split():
        setattr(limits, key, 1 if key == "maxZones" else 0)
    font["post"].formatType = 3.0
    for table in ("CFF ", "VORG"):
        with suppress(KeyError):
            del font[table]
    font.sfntVersion = "\0\1\0\0"


def broken(problem: Exception, where: str) -> DataError:
    """An error of fontTools as one that a person can put right."""
    what = str(problem)[:80] or type(problem).__name__
    return DataError(f"The font cannot be read: {what}.", where=where, todo="Use another file, .ttf or .otf.")
