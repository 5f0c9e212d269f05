"""Font files as reportlab reads them: registered by name, measured, embedded."""

from __future__ import annotations

import hashlib
import marshal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import reportlab
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfbase.ttfonts import TTFError, TTFont, TTFontFace

from components.errors import DataError, TemplateError
from generator import cache as shelf
from generator.faces.type.characters import DRAWN_AS

_SHELF = "measures"
_BROKEN = (TTFError, ValueError, ArithmeticError, LookupError, TypeError, struct.error, RecursionError)


def register(name: str, file: Path | BinaryIO, where: str = "") -> Any:
    """Register the font under that name; its face, which has its measures in thousandths of the type size.

    Raises `TemplateError` for a file that cannot be embedded.
    """
    try:
        font = TTFont(name, str(file) if isinstance(file, Path) else file)
    except _BROKEN as problem:
        raise TemplateError(
            f"The font {name} cannot be embedded: {problem}.", where=where or str(file)
        ) from None
    _alias(font.face)
    font.face.makeSubset = _cut(font.face.makeSubset, where or str(file))
    if not isinstance(file, Path):
        # reportlab takes two fonts for one if their files have the same name in them, as weights that were
        # made of a variable font do.
        font.face.name = name.encode()
    # To break the lines of a rulebook, reportlab measures each word a dozen times.
    font.stringWidth = lru_cache(maxsize=10_000)(font.stringWidth)
    # Each document tells the widths of its letters, which are the same numbers in most of them.
    widths, missing = font.face.charWidths, font.face.defaultWidth
    font.face.getCharWidth = cache(lambda code: fp_str(widths.get(code, missing)).encode())
    pdfmetrics.registerFont(font)
    return font.face


def _alias(face: Any) -> None:
    """Give the face the spaces that it may lack: they are the ordinary one, or none at all."""
    space, wide = face.charToGlyph.get(0x20, 0), face.charWidths.get(0x20, face.defaultWidth)
    for code, drawn in DRAWN_AS.items():
        face.charToGlyph[code], face.charWidths[code] = space, wide if drawn else 0


def _cut(cut: Callable[..., bytes], where: str) -> Callable[..., bytes]:
    """The function that cuts a font to its printed letters, which is the first to read their outlines."""

    def guarded(*given: Any, **named: Any) -> bytes:
        try:
            return cut(*given, **named)
        except _BROKEN as problem:
            what = str(problem)[:80] or type(problem).__name__
            raise DataError(
                f"The outlines of the font are damaged: {what}.", where=where, todo="Use another file."
            ) from None

    return guarded


def registered(name: str) -> Any:
    """reportlab's font object for a registered name, to write it into a document."""
    return pdfmetrics.getFont(name)


def split(font: Any, text: str, document: Any) -> list[tuple[int, bytes]]:
    """The text in parts, each with the number of its subset of the font, as reportlab's `splitString` has it.

    It takes a character at a time; a text of letters that a document has already is one part.
    """
    state = font.state.get(document)
    if state and "\xa0" not in text and state.assignments.keys() >= {*map(ord, text)}:
        with suppress(UnicodeEncodeError):  # letters of further subsets
            return [(0, text.translate(state.assignments).encode("latin-1"))]
    parts: list[tuple[int, bytes]] = font.splitString(text, document)
    return parts


class _Face(TTFontFace):  # type: ignore[misc]
    """A face whose tables are kept between runs, as to take them apart takes a millisecond for each font."""

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803 (reportlab's names)
        """Find the measures and the glyphs in the tables, or where they were kept."""
        made_by = f"{sys.version} {reportlab.Version} {charInfo}".encode()
        file = hashlib.sha256(made_by + self._ttf_data).hexdigest()[:32]
        if content := shelf.kept(_SHELF, file):
            self.__dict__.update(marshal.loads(content))
            return
        before = dict(vars(self))
        super().extractInfo(charInfo)
        found = {
            name: value
            for name, value in vars(self).items()
            if (name not in before or before[name] is not value) and not callable(value)
        }
        shelf.keep(_SHELF, file, marshal.dumps(found))
        shelf.forget_old(_SHELF)


# Here reportlab looks up what it makes the face of a font with.
# Should it look elsewhere one day, it makes its own, which takes longer and gives the same.
ttfonts.TTFontFace = _Face
