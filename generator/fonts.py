"""The fonts that are printed: found in the installed font packages, measured, embedded.

A font is asked for by family, weight and style as SVG does. Widths are those of the very font file
that goes into the PDF, so what is measured is what is printed. There is no kerning.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import fontpkg

from components.errors import TemplateError, did_you_mean


@dataclass(frozen=True)
class Font:
    """One font file. Heights are in thousandths of the type size."""

    name: str
    family: str
    weight: int
    italic: bool
    file: Path
    cap_height: float
    ascent: float
    descent: float

    def width(self, text: str, size: float) -> float:
        """Advance width of `text` at `size`, in the unit of `size`.

        Raises `TemplateError` for a character the font does not have.
        """
        try:
            return _advance(self.name, text) * size / 1000
        except KeyError as missing:
            raise TemplateError(
                f'The font {self.family} {self.weight} has no "{chr(missing.args[0])}" (in "{text}").',
                todo="Write it with other characters, or draw it as a symbol.",
            ) from None

    def lacks(self, text: str) -> str:
        """The first character of `text` that the font does not have; "" if it has all."""
        widths = _widths(self.name)
        return next((c for c in text if ord(c) not in widths and not c.isspace()), "")


def font(family: str, weight: int = 400, italic: bool = False) -> Font:
    """The installed font of that family, weight (100 to 900) and style. Raises `TemplateError`."""
    return _font(family, weight, italic)


@cache
def _font(family: str, weight: int, italic: bool) -> Font:
    """Each is registered once, however it was asked for: again, and it would lose its bold and italic."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = f"{family.replace(' ', '')}-{weight}{'i' if italic else ''}"
    try:
        file = fontpkg.path(family, weight=weight, style="italic" if italic else "normal")
        loaded = TTFont(name, str(file))
        # To break the lines of a rulebook, reportlab measures each of its words a dozen times.
        loaded.stringWidth = lru_cache(maxsize=10_000)(loaded.stringWidth)
        pdfmetrics.registerFont(loaded)
    except fontpkg.FontpkgError:
        raise TemplateError(
            f'There is no font "{family}" of weight {weight}{", italic" if italic else ""}.',
            todo=did_you_mean(family, [f.name for f in fontpkg.families().values()]),
        ) from None
    except TTFError as problem:
        raise TemplateError(f'The font "{family}" {weight} cannot be embedded: {problem}.') from None
    face = registered(name).face
    return Font(name, family, weight, italic, file, face.capHeight, face.ascent, face.descent)


def registered(name: str) -> Any:
    """reportlab's font object for a `Font.name`, to write it into a document."""
    from reportlab.pdfbase import pdfmetrics

    return pdfmetrics.getFont(name)


@lru_cache(maxsize=50_000)
def _advance(name: str, text: str) -> float:
    """The width of a text in thousandths: words come again and again. Raises `KeyError`."""
    widths = _widths(name)
    return sum([widths[ord(character)] for character in text])


@cache
def _widths(name: str) -> dict[int, float]:
    """Advance width by code point, in thousandths."""
    widths: dict[int, float] = registered(name).face.charWidths
    return {0xA0: widths[0x20], **widths}
