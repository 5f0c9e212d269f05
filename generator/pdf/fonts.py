"""Font files as reportlab reads them: registered by name, measured, embedded."""

import hashlib
import marshal
import struct
import sys
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import reportlab
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfbase.ttfonts import TTFError, TTFont, TTFontFace

from components.errors import DataError, TemplateError
from generator import cache as shelf
from generator.faces.type.characters import DRAWN_AS
from generator.pdf.objects.streams import Plain, Stream

_SHELF = "measures"
_BROKEN = (TTFError, ValueError, ArithmeticError, LookupError, TypeError, struct.error, RecursionError)


def register(name: str, file: Path | BinaryIO, where: str = "") -> Any:
    """Register the font under that name; its face, which has its measures in thousandths of the type size.

    Raises `TemplateError` for a file that cannot be embedded.
    """
    try:
        font = Embedded(name, str(file) if isinstance(file, Path) else file)
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


class Letters(NamedTuple):
    """Letters of one subset of a font: its number, their codes, and the characters that these stand for."""

    subset: int
    codes: bytes
    characters: dict[int, int]


class Embedded(TTFont):  # type: ignore[misc]
    """A font whose letters have the same codes in every document, so that what is set in it need be said once
    for all of them. A document has those letters that it shows, in one file for each subset."""

    def __init__(self, name: str, file: str | BinaryIO) -> None:
        super().__init__(name, file)
        self.short = f"F{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        self.letters = lru_cache(maxsize=10_000)(self._letters)
        self.cut = lru_cache(maxsize=64)(self._cut)

    def _letters(self, text: str) -> tuple[Letters, ...]:
        """The text in parts of one subset each; a character that the font lacks is its empty box."""
        signs = {*map(ord, text)}
        if _FIRST.keys() >= signs and self.face.charToGlyph.keys() >= signs:
            codes = text.translate(_FIRST).encode("latin-1")
            return (Letters(0, codes, dict(zip(codes, map(ord, text.replace("\xa0", " ")), strict=True))),)
        found: list[Letters] = []
        for character in text:
            subset, code = _place(character) if ord(character) in self.face.charToGlyph else (0, 0)
            if not found or found[-1].subset != subset:
                found.append(Letters(subset, b"", {}))
            last = found[-1]
            last.characters[code] = {0: 0, _SPACE: _SPACE}.get(code, ord(character))
            found[-1] = last._replace(codes=last.codes + bytes((code,)))
        return tuple(found)

    def name_of(self, subset: int) -> str:
        """The name of a subset in code."""
        return f"/{self.short}+{subset}"

    def show(self, document: Any, subset: int, characters: Mapping[int, int]) -> None:
        """Let the document have these characters of a subset, by their codes."""
        if document not in self.state:
            self.state[document] = {}
            document.fontMapping[self.fontName] = f"/{self.short}"
            document.delayedFonts.append(self)
        self.state[document].setdefault(subset, {}).update(characters)

    def splitString(self, text: str, doc: Any, encoding: str = "utf-8") -> list[tuple[int, bytes]]:  # noqa: N802
        """The text as codes for that document, as reportlab asks for it."""
        parts = self.letters(text if isinstance(text, str) else text.decode(encoding))
        for part in parts:
            self.show(doc, part.subset, part.characters)
        return [(part.subset, part.codes) for part in parts]

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802
        self.show(doc, subset, {})
        return self.name_of(subset)

    def addObjects(self, doc: Any) -> None:  # noqa: N802
        """Write the letters that the document shows into it."""

        def reference(what: Any, name: str) -> str:
            said: str = doc.Reference(what, f"{name}{self.short}+{subset}").format(doc).decode()
            return said

        face = self.face
        measures = {
            "Ascent": face.ascent, "CapHeight": face.capHeight, "Descent": face.descent, "StemV": face.stemV,
            "ItalicAngle": face.italicAngle, "MissingWidth": face.defaultWidth,
            "Flags": face.flags & ~ttfonts.FF_NONSYMBOLIC | ttfonts.FF_SYMBOLIC,
        }  # fmt: skip
        about = " ".join(f"/{key} {fp_str(value)}" for key, value in measures.items())
        for subset, shown in sorted(self.state.pop(doc).items()):
            characters = {_SPACE: _SPACE, **shown}
            listed = [characters.get(code, 0) for code in range(max(characters) + 1)]
            title = b"".join((ttfonts.SUBSETN(subset), b"+", face.name, face.subfontNameX)).decode("pdfdoc")
            wide = (face.getCharWidth(sign) if sign else b"0" for sign in listed)
            length, cut = self.cut(tuple(listed))
            file = reference(Stream({"Length1": str(length), "Filter": "/FlateDecode"}, cut, {}), "file")
            meaning = zlib.compress(_meanings(characters).encode())
            meant = reference(Stream({"Filter": "/FlateDecode"}, meaning, {}), "meaning")
            descriptor = Plain(
                f"<< /Type /FontDescriptor /FontName /{title} {about} /FontBBox [ {fp_str(*face.bbox)} ] "
                f"/FontFile2 {file} >>"
            )
            font = Plain(
                f"<< /Type /Font /Subtype /TrueType /BaseFont /{title} /FirstChar 0 "
                f"/LastChar {len(listed) - 1} /Widths [ {b' '.join(wide).decode()} ] /ToUnicode {meant} "
                f"/FontDescriptor {reference(descriptor, 'descriptor')} >>"
            )
            named = self.name_of(subset).removeprefix("/")
            doc.idToObject["BasicFonts"].dict[named] = doc.Reference(font, named)

    def _cut(self, characters: tuple[int, ...]) -> tuple[int, bytes]:
        """The length of a file of these characters, in the order of their codes, and the file, packed."""
        made: bytes = self.face.makeSubset(characters)
        return len(made), zlib.compress(made)


_SPACE: Final = 32
_PAGE: Final = 200  # characters of a subset after the first one
# Signs that games use beside those of the code page of Windows, and where that has none.
_SIGNS = dict(
    zip(
        "−→←↑↓↔↕⇒≤≥≠≈∞⅓⅔★☆✓✗✕●○■□▲△▼▶◀◆◇☰∅\u2011",
        [*range(1, 32), 127, 129, 141, 143, 144, 157],
        strict=False,
    )
)


@cache
def _place(character: str) -> tuple[int, int]:
    """The subset in which a character stands, in every font, and its code there."""
    if character == "\xa0":
        return 0, _SPACE
    if character in _SIGNS:
        return 0, _SIGNS[character]
    with suppress(UnicodeEncodeError):
        if (code := character.encode("cp1252")[0]) >= _SPACE:
            return 0, code
    page, code = divmod(ord(character), _PAGE)
    return 1 + page, _SPACE + 1 + code


# Codes of the first subset, as `str.translate` has them: nearly every text has no other letters.
_FIRST = {
    ord(sign): chr(_place(sign)[1])
    for sign in (*map(chr, range(_SPACE, 256)), *"‘’“”„–—…•€", *_SIGNS)
    if _place(sign)[0] == 0
}


def _meanings(characters: Mapping[int, int]) -> str:
    """The table by which programs that copy text or read it aloud know what codes stand for."""
    said = {code: chr(sign).encode("utf-16-be").hex() for code, sign in sorted(characters.items())}
    rows = [f"<{code:02X}> <{sign}>" for code, sign in said.items()]
    blocks = (rows[start : start + 100] for start in range(0, len(rows), 100))
    listed = "\n".join(f"{len(b)} beginbfchar\n{chr(10).join(b)}\nendbfchar" for b in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Letters def\n"
        f"/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{listed}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


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
