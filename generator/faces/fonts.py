"""The fonts that are printed, from the installed font packages, and their measures.

A font is chosen by family, weight and style as in SVG. Widths come from the font file that is embedded in
the PDF, so measured and printed widths agree. There is no kerning.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

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

        Raises `TemplateError` for a character that the font does not have.
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
    """Cached for every way to call `font`: registered twice, a font would lose its bold and italic."""
    from generator.pdf import fonts as embedded

    name = f"{family.replace(' ', '')}-{weight}{'i' if italic else ''}"
    try:
        file = fontpkg.path(family, weight=weight, style="italic" if italic else "normal")
    except fontpkg.FontpkgError:
        raise TemplateError(
            f'There is no font "{family}" of weight {weight}{", italic" if italic else ""}.',
            todo=did_you_mean(family, [f.name for f in fontpkg.families().values()]),
        ) from None
    face = embedded.register(name, file)
    return Font(name, family, weight, italic, file, face.capHeight, face.ascent, face.descent)


@lru_cache(maxsize=50_000)
def _advance(name: str, text: str) -> float:
    """The width of a text in thousandths; cached, as words recur. Raises `KeyError`."""
    widths = _widths(name)
    return sum([widths[ord(character)] for character in text])


@cache
def _widths(name: str) -> dict[int, float]:
    """Advance width by code point, in thousandths."""
    from generator.pdf import fonts as embedded

    widths: dict[int, float] = embedded.registered(name).face.charWidths
    return {0xA0: widths[0x20], **widths}
