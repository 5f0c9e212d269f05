"""Titles as outlines: words in a style as path data, to be filled, edged, bent or grown."""

import hashlib
import io
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from components.errors import TemplateError
from generator import cache as shelf
from generator.faces.fonts import Font
from generator.faces.svg.path import number
from generator.faces.svg.values import Matrix
from generator.faces.type.kerning import kerns

SHELF: Final = "lettering"
_FORM = 1  # form of the kept files: it changes with this module
_SHARES = {"start": 0.0, "middle": -0.5, "end": -1.0}


@lru_cache(maxsize=500)
def outlined(font: Font, text: str, x: float, y: float, **options: Any) -> str:
    """Words from a place on their baseline as path data, made once and kept. Options, lengths in mm:

    size     of the type; without one the words fill `width`
    width    the most that the words take
    anchor   what stands at the place: start, middle or end
    spacing  more room between letters
    arc      radius of the circle that the baseline bends over; negative for one that it hangs under
    grow     how much taller the first and the last letter are, such as (1, 1.4)
    lean     the slant of the letters, degrees

    Raises `TemplateError` for a character that the font does not have, and for words without a size.
    """
    font.check(text)
    made_of = (_FORM, hashlib.sha256(font.content).digest(), text, x, y, sorted(options.items()))
    drawn = shelf.made_once(SHELF, made_of, lambda: _drawn(font.content, text, x, y, **options).encode())
    return drawn.decode()


def _drawn(
    content: bytes, text: str, x: float, y: float, *, size: float = 0, width: float = 0,
    anchor: str = "start", spacing: float = 0, arc: float = 0, grow: Sequence[float] = (), lean: float = 0,
) -> str:  # fmt: skip
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    if anchor not in _SHARES or not (size or width):
        raise TemplateError(f'The letters "{text}" have no size or width, or a wrong anchor "{anchor}".')
    file, glyphs = _opened(content)
    names, unit = file.getBestCmap(), 1 / file["head"].unitsPerEm
    letters = [names.get(ord(letter), names[0x20]) for letter in text]  # there are many spaces
    places, natural = [], 0.0  # places in sizes of the type
    for letter, nearer in zip(letters, kerns(content, text), strict=True):
        natural += nearer / 1000
        places.append(natural)
        natural += glyphs[letter].width * unit
    gaps = max(0, len(text) - 1) * spacing
    fitting = (width - gaps) / natural if width and natural else size
    size = min(size or fitting, fitting)
    left = (natural * size + gaps) * _SHARES[anchor]
    slant, share = math.tan(math.radians(lean)), size * unit
    pen = SVGPathPen(glyphs, ntos=number)
    for index, letter in enumerate(letters):
        across = left + places[index] * size + index * spacing
        tall = grow[0] + (grow[1] - grow[0]) * index / max(1, len(text) - 1) if grow else 1.0
        matrix: Matrix = (share, 0, slant * share * tall, -share * tall, x + across, y)
        if arc:  # turned about the middle of the letter's foot
            half = glyphs[letter].width * share / 2
            angle = (across + half) / arc
            cos, sin = math.cos(angle), math.sin(angle)
            foot = (x + arc * sin - half * cos, y + arc * (1 - cos) - half * sin)
            matrix = (share * cos, share * sin, share * tall * sin, -share * tall * cos, *foot)
        glyphs[letter].draw(TransformPen(pen, matrix))
    path: str = pen.getCommands()
    return path


@cache
def _opened(content: bytes) -> Any:
    from fontTools.ttLib import TTFont

    file = TTFont(io.BytesIO(content))
    return file, file.getGlyphSet()
