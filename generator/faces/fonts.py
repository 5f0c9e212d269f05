"""The fonts that are printed, from the installed font packages and a game's own files, and their measures.

A font is chosen by family, weight and style as in SVG. Widths come from the font file that is embedded in
the PDF, so measured and printed widths agree. Large type is kerned, with the pairs of that file.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from components import extras
from components.errors import TemplateError, did_you_mean
from components.wording import visible
from generator.faces.type import installed, kerning, own, shaping
from generator.faces.type.characters import is_shaped, joins, named, script_of

# Families of the package pymupdf-fonts, with its codes for regular, bold, italic and bold italic.
_OTHERS = {
    "Noto Sans": ("notos", "notosbo", "notosit", "notosbi"),
    "FiraGO": ("figo", "figbo", "figit", "figbi"),
    "Noto Sans Symbols 2": ("symbol2",),
    "Noto Sans Symbols": ("symbol1",),
    "Noto Sans Math": ("math",),
}


class Font(NamedTuple):
    """One font file. Heights are in thousandths of the type size.

    fallbacks  fonts for the characters that this one does not have, in the order in which they are tried
    kerned     true for type that is set with kerning
    """

    name: str
    family: str
    weight: int
    italic: bool
    file: Path
    cap_height: float
    ascent: float
    descent: float
    own: bytes = b""
    fallbacks: tuple[Font, ...] = ()
    kerned: bool = False

    @property
    def content(self) -> bytes:
        """The font file."""
        return self.own or _content(self.file)

    def width(self, text: str, size: float) -> float:
        """Advance width of `text` at `size`, in the unit of `size`.

        Raises `TemplateError` for a character that no font has.
        """
        if (advance := _advance(self.name, text)) is not None:
            return (advance + sum(self.kerns(text)) if self.kerned else advance) * size / 1000
        shaped = is_shaped(text)
        runs = self.runs(text)
        if lacking := next((c for font, run in runs if (c := font.lacks(run))), ""):
            raise self._lacking(lacking, text)
        return sum(shaping.width(f.content, run, size) if shaped else f.width(run, size) for f, run in runs)

    def advances(self, words: Sequence[str]) -> list[float]:
        """The widths of words in thousandths of the size. Raises as `width`."""
        found = [None if self.kerned else _advance(self.name, word) for word in words]
        return [
            self.width(word, 1000.0) if wide is None else wide
            for wide, word in zip(found, words, strict=True)
        ]

    def kerns(self, text: str) -> tuple[float, ...]:
        """The distances, in thousandths of the size, by which kerning moves each letter; empty for none."""
        return kerning.kerns(self.content, text) if self.kerned else ()

    def runs(self, text: str) -> list[tuple[Font, str]]:
        """The text in pieces, each with the font that has its characters; with this one if none has."""
        if text and not self.lacks(text):
            return [(self, text)]
        found: list[tuple[Font, str]] = []
        for character in text:
            chain = itertools.chain((self, *self.fallbacks), others(character, self.weight, self.italic))
            if found and joins(character):
                chain = itertools.chain((found[-1][0],), chain)
            font = next((font for font in chain if not font.lacks(character)), self)
            if found and found[-1][0] is font:
                found[-1] = font, found[-1][1] + character
            else:
                found.append((font, character))
        return found

    @property
    def said(self) -> str:
        """Its name for people: a family of a game's own has a hash in its name."""
        return found.said if (found := own.known(self.family)) else self.family

    def _lacking(self, character: str, text: str) -> TemplateError:
        """The error about a character of a text that cannot be set."""
        return TemplateError(
            f'The font {self.said} {self.weight} has no "{visible(character)}" ({named(character)}, '
            f'in "{visible(text)[:60]}").',
            todo='Name a font that has it in theme.toml: [fonts] fallback = ["fonts/Mine.ttf"]. Or write it '
            f"with other characters, or draw it as a symbol.{_more_characters()}",
        )

    def check(self, text: str) -> None:
        """Raises `TemplateError` for a text that a <text> in this font alone cannot set."""
        if is_shaped(text):
            raise TemplateError(
                f'The text "{text.strip()[:40]}" is {script_of(text)}, which <text> cannot set.',
                todo="Write {{ text(…) }} or {{ paragraph(…) }} in the template.",
            )
        if character := self.lacks(text):
            raise self._lacking(character, text.strip())

    def lacks(self, text: str) -> str:
        """The first character of `text` that the font does not have; "" if it has all."""
        if text.isascii() and text.isprintable() and _ascii(self.name):
            return ""
        widths = _widths(self.name)
        has_all = widths.keys() >= {*map(ord, text)}
        return "" if has_all else next(c for c in text if ord(c) not in widths)


@cache
def font(
    family: str,
    weight: int = 400,
    italic: bool = False,
    fallbacks: tuple[str, ...] = (),
    kerned: bool = False,
) -> Font:
    """The font of that family, weight (100 to 900) and style, of a game's own or installed.

    fallbacks  families for characters that it does not have; of the same weight and style where they have it

    Raises `TemplateError`.
    """
    others = tuple(nearest(name, weight, italic)._replace(kerned=kerned) for name in fallbacks)
    return _font(family, weight, italic)._replace(fallbacks=others, kerned=kerned)


def nearest(family: str, weight: int, italic: bool = False) -> Font:
    """The font of a family that is most like that: bold italic is set in bold if it has no such file.

    That will do where a character is missing, and in rulebooks, where every font has to have four files.
    """
    for tried in ((weight, italic), (weight, False), (700 if weight >= 600 else 400, False)):
        with suppress(TemplateError):
            return _font(family, *tried)
    if found := own.known(family):
        file = found.files[0]
        return _font(family, file.weights[0], file.italic)
    return _font(family, 400, False)


@cache
def _font(family: str, weight: int, italic: bool) -> Font:
    """Cached for every way to call `font`: registered twice, a font would lose its bold and italic."""
    from generator.pdf import fonts as embedded

    name = f"{family.replace(' ', '')}-{weight}{'i' if italic else ''}"
    if found := own.known(family):
        content = found.content(weight, italic)
        face = embedded.register(name, io.BytesIO(content), found.files[0].where)
        return Font(
            name, family, weight, italic, Path(), face.capHeight, face.ascent, face.descent, own=content
        )
    file = installed.font_file(family, weight, italic) or _asked_for(family, weight, italic)
    content = own.fixed(file, weight)
    face = embedded.register(name, io.BytesIO(content) if content else file, str(file))
    return Font(name, family, weight, italic, file, face.capHeight, face.ascent, face.descent, own=content)


def _asked_for(family: str, weight: int, italic: bool) -> Path:
    """The file of an installed font. Raises `TemplateError` if there is none."""
    import fontpkg

    try:
        file: Path = fontpkg.path(family, weight=weight, style="italic" if italic else "normal")
    except fontpkg.FontpkgError:
        found = [one for one in fontpkg.families().values() if one.name == family and len(one.files) == 1]
        if found and not italic and not found[0].is_variable:
            return Path(found[0].files[0].path)  # lettering of one weight, which serves for every weight
        weights = {f.name: f.weights for f in fontpkg.families().values()}
        near = did_you_mean(family, weights)
        if family in weights:
            near = f"Known: {', '.join(map(str, weights[family]))}."
        raise TemplateError(
            f'There is no font "{family}" of weight {weight}{", italic" if italic else ""}.',
            todo=f'{near} A font of your own is named by its file, such as ["fonts/Mine.ttf"].',
        ) from None
    return file


@lru_cache(maxsize=32)
def _content(file: Path) -> bytes:
    return file.read_bytes()


@lru_cache(maxsize=50_000)
def _advance(name: str, text: str) -> float | None:
    """The width of a text in thousandths; None if it is shaped or lacks a character. Words recur."""
    if text.isascii() and text.isprintable() and (known := _ascii(name)):
        return sum(map(known.__getitem__, text.encode()))
    widths = _widths(name)
    if is_shaped(text) or not widths.keys() >= {*map(ord, text)}:
        return None
    return sum([widths[ord(character)] for character in text])


@cache
def _widths(name: str) -> dict[int, float]:
    """Advance width by code point, in thousandths."""
    from generator.pdf import fonts as embedded

    widths: dict[int, float] = embedded.registered(name).face.charWidths
    return widths


@cache
def _ascii(name: str) -> tuple[float, ...]:
    """Advance widths of ASCII, in thousandths, 0 for what is not printed; empty if some of it is missing."""
    widths = _widths(name)
    has_all = all(code in widths for code in range(0x20, 0x7F))
    return tuple(widths.get(code, 0.0) for code in range(0x80)) if has_all else ()


def others(character: str, weight: int, italic: bool) -> Iterator[Font]:
    """Yield the fonts with that character of a package for symbols and other scripts."""
    for said, codes in _OTHERS.items():
        code = codes[((weight >= 600) + 2 * italic) % len(codes)]
        with suppress(ImportError):
            if ord(character) in _code_points(code):
                yield _other(said, code)


@cache
def _code_points(code: str) -> frozenset[int]:
    """Code points of a font in the package, read alone: to make the whole font ready may take seconds.

    Raises `ImportError` if the package is not installed.
    """
    import pymupdf_fonts
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(pymupdf_fonts.fontbuffers[code]()), lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _other(said: str, code: str) -> Font:
    """The font of that code in the package. Raises `ImportError` if it is not installed."""
    import pymupdf_fonts

    name = f"Starbox {code}"
    weight, italic = 700 if code.endswith(("bo", "bi")) else 400, code.endswith(("it", "bi"))
    content: bytes = pymupdf_fonts.fontbuffers[code]()
    outlines = "CFF " if content.startswith(b"OTTO") else "glyf"
    own.bring(
        [own.Family(name, said, (own.FontFile(content, said, said, (weight,) * 2, italic, False, outlines),))]
    )
    return _font(name, weight, italic)


def _more_characters() -> str:
    try:
        import pymupdf_fonts  # noqa: F401
    except ImportError:
        return f" More characters are in a package: {extras.todo('design')}"
    return ""
