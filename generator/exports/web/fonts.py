"""Fonts embedded in a web page, with only the characters that it shows."""

import base64
import hashlib
import io
import itertools
import logging
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.metadata import version
from xml.etree import ElementTree

from components.errors import TemplateError
from generator.cache import made_once
from generator.faces.fonts import Font, font
from generator.faces.type import own

_FONT = ("font-family", "font-weight", "font-style")
_TEXT = re.compile(r">([^<>]+)<")
_ATTRIBUTE = re.compile(r"""\b(font-family|font-weight|font-style)=["']([^"']+)["']""")
_SIGNS = "–—…·×→←↑↓‘’“”°±≥≤≠−½¼¾²³µ§©®é è ü ö ä ß ñ ✓•"
# Tables of layout, which takes longer to read than all the rest, and of colours, which no print shows.
_UNUSED = ("GSUB", "GDEF", "SVG ", "COLR", "CPAL", "CBDT", "CBLC", "sbix", "FFTM")
_ORDINARY = "".join(map(chr, range(0x20, 0x7F)))
_USUAL = frozenset(_ORDINARY + _SIGNS)


def font_faces(svgs: Iterable[str], families: Iterable[str], extra: str) -> str:
    """The @font-face rules for the texts in the SVGs and for a page set in those families.

    extra  characters of the page itself besides ASCII
    """
    characters = set(_ORDINARY + extra)
    found: dict[str, set[str]] = {
        "font-family": set(families), "font-weight": {"400", "600"}, "font-style": {"normal"},
    }  # fmt: skip
    for svg in svgs:
        for name, value in set(_ATTRIBUTE.findall(svg)):
            found[name].add(value)
        characters.update(*_TEXT.findall(svg))
    return "\n".join(_rule(one, characters) for one in _installed(found))


def files(wanted: Iterable[tuple[str, int]], extra: str = _SIGNS) -> Iterator[tuple[str, int, str, bytes]]:
    """Fonts as files for pages in English: family, weight, file name, content.

    wanted  families and weights
    extra   characters besides ASCII
    """
    for family, weight in wanted:
        one = font(family, weight)
        kind, data = _cut(one, set(_ORDINARY + extra))
        yield family, weight, f"{one.name.lower()}.{kind}", data


def own_faces(svg: str) -> str:
    """The @font-face rules of one picture: each font with the characters that are set in it."""
    found: dict[tuple[str, str, str], set[str]] = {}
    shared: set[str] = set()  # characters of symbols, which are set like the place that uses them

    def look(element: ElementTree.Element, around: tuple[str, str, str], in_symbol: bool) -> None:
        family, weight, style = (element.get(name, was) for name, was in zip(_FONT, around, strict=True))
        in_symbol = in_symbol or element.tag.rpartition("}")[2] in ("defs", "symbol")
        text = "".join([element.text or "", *(child.tail or "" for child in element)])
        if text.strip():
            (shared if in_symbol else found.setdefault((family, weight, style), set())).update(text)
        for child in element:
            look(child, (family, weight, style), in_symbol)

    look(ElementTree.fromstring(svg), ("", "400", "normal"), False)
    rules = []
    for (family, weight, style), characters in sorted(found.items()):
        if family:
            rules.append(_rule(font(family, int(weight), style == "italic"), characters | shared))
    return "".join(rules)


def _installed(found: dict[str, set[str]]) -> list[Font]:
    """Every installed font that the texts may use, by all combinations of family, weight and style."""
    fonts = []
    for family, weight, style in itertools.product(*(sorted(values) for values in found.values())):
        try:
            fonts.append(font(family, int(weight), style == "italic"))
        except (TemplateError, ValueError):
            continue  # no face uses such a font: it would have been refused
    return fonts


def _rule(font: Font, characters: set[str]) -> str:
    kind, data = _cut(font, characters)
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};'
        f"font-style:{'italic' if font.italic else 'normal'};"
        f"src:url(data:font/{kind};base64,{base64.b64encode(data).decode()})}}"
    )


def _cut(font: Font, characters: set[str]) -> tuple[str, bytes]:
    """The font with only these characters.

    Subsetting takes longer than the rest of a game's gallery, so the result is kept.
    """
    made_of = (_cutter(), _UNUSED, hashlib.sha256(font.content).digest(), sorted(characters))
    return "woff", made_once(
        "fonts", made_of, lambda: _subset(_source(font, characters), characters, font.said)
    )


def _source(font: Font, characters: set[str]) -> bytes:
    """The font, or as much of it as most pictures show: few letters are cut from that in half the time."""
    return _usual(font) if characters < _USUAL else font.content


@lru_cache(maxsize=32)
def _usual(font: Font) -> bytes:
    return _subset(font.content, _USUAL, font.said, flavor=None)


@cache
def _cutter() -> str:
    """The version of fontTools; looking it up takes longer than reading what was kept."""
    return version("fonttools")


def _subset(content: bytes, characters: Iterable[str], said: str, flavor: str | None = "woff") -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(layout_features=["kern"], hinting=False, notdef_outline=True)
    # It would tell of each table that it leaves out, on the terminal of whoever serves a table.
    logging.getLogger(subset.__name__).setLevel(logging.ERROR)
    try:
        with TTFont(io.BytesIO(content), recalcTimestamp=False) as whole:
            for table in _UNUSED:
                if table in whole:
                    del whole[table]
            cutter = subset.Subsetter(options)
            cutter.populate(unicodes=map(ord, characters))
            cutter.subset(whole)
            whole.flavor = flavor
            buffer = io.BytesIO()
            whole.save(buffer)
    except Exception as problem:  # fontTools raises errors of many kinds for broken files
        raise own.broken(problem, said) from None
    return buffer.getvalue()
