"""Titles as outlines: words in a style as path data, to be filled, edged, bent or grown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from components.errors import TemplateError
from generator.faces.fonts import Font
from generator.faces.svg.path import number
from generator.faces.svg.values import Matrix, apply
from generator.faces.type.glyphs import glyphs, kerns

_SHARES = {"start": 0.0, "middle": -0.5, "end": -1.0}


@lru_cache(maxsize=500)
def outlined(
    font: Font,
    text: str,
    x: float,
    y: float,
    *,
    size: float = 0,
    width: float = 0,
    anchor: str = "start",
    spacing: float = 0,
    arc: float = 0,
    grow: Sequence[float] = (),
    lean: float = 0,
) -> str:
    """Words from a place on their baseline as path data. Lengths in mm.

    size     of the type; without one the words fill `width`
    width    the most that the words take
    spacing  more room between letters
    arc      radius of the circle that the baseline bends over; negative for one that it hangs under
    grow     how much taller the first and the last letter are, such as (1, 1.4)
    lean     the slant of the letters, degrees

    Raises `TemplateError` for a character that the font does not have, and for words without a size.
    """
    font.check(text)
    if anchor not in _SHARES or not (size or width):
        raise TemplateError(f'The letters "{text}" have no size or width, or a wrong anchor "{anchor}".')
    letters = glyphs(font.content)
    places, natural = [], 0.0
    for letter, nearer in zip(text, kerns(font.content, text), strict=True):
        natural += nearer
        places.append(natural)
        natural += letters.advances.get(letter, letters.advances[" "])
    gaps = max(0, len(text) - 1) * spacing
    fitting = (width - gaps) * 1000 / natural if width and natural else size
    size = min(size or fitting, fitting)
    left = (natural * size / 1000 + gaps) * _SHARES[anchor]
    slant, share = math.tan(math.radians(lean)), size / 1000
    drawn = []
    for index, letter in enumerate(text):
        across = left + places[index] * share + index * spacing
        tall = grow[0] + (grow[1] - grow[0]) * index / max(1, len(text) - 1) if grow else 1.0
        if arc:  # turned about the middle of the letter's foot
            half = letters.advances.get(letter, 0) * share / 2
            angle = (across + half) / arc
            cos, sin = math.cos(angle), math.sin(angle)
            foot = (x + arc * sin - half * cos, y + arc * (1 - cos) - half * sin)
            matrix = (share * cos, share * sin, share * tall * sin, -share * tall * cos, *foot)
        else:
            matrix = (share, 0, slant * share * tall, -share * tall, x + across, y)
        for kind, points in letters.outlines.get(letter, ()):
            drawn.append(kind + " ".join(_pairs(matrix, points)))
    return "".join(drawn)


def _pairs(matrix: Matrix, points: Sequence[float]) -> list[str]:
    placed = (apply(matrix, *points[index : index + 2]) for index in range(0, len(points), 2))
    return [f"{number(x)} {number(y)}" for x, y in placed]
