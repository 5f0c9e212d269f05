"""Skies and halftones as SVG: pictures of thousands of dots, which would take a template too long.

The other pictures are macros, in `templates/illustration.svg.j2`. Lengths in mm.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from generator.faces.illustration.kit import MOST, Kit, check
from generator.faces.svg.path import number

Box: TypeAlias = Sequence[float]  # x, y, width and height, mm

DOTS = 20_000  # limit of the dots of a halftone
_THINNEST = 0.2  # mm: a dot that a printer can hold


class Art:
    """The pictures of a face. `later` draws at the end what has to keep out of its words, for which it is
    handed their boxes."""

    def __init__(self, kit: Kit, later: Callable[[Callable[[Sequence[Box]], str]], str]) -> None:
        self._kit = kit
        self._later = later

    def stars(
        self, seed: str, x: float, y: float, width: float, height: float, count: int, colour: str,
        opacity: float = 0.85, clear: Sequence[Box] = (), bright: int = 0,
    ) -> str:  # fmt: skip
        """A field of small stars that leave the words of the face alone, and the boxes `clear`.

        bright  number of larger ones that glow
        """
        check(count, bright)
        field = (x, y, width, height)
        return self._later(
            lambda words: self._sky(seed, field, count, colour, opacity, (*clear, *words), bright)
        )

    def _sky(
        self, seed: str, field: Box, count: int, colour: str, opacity: float, clear: Sequence[Box],
        bright: int,
    ) -> str:  # fmt: skip
        """A star is a line without length and with a round end: a circle would be two arcs."""
        kit, rng = self._kit, self._kit.rng("sky", seed)
        x, y, width, height = field

        def places(count: int) -> list[tuple[float, float]]:
            return [(x + rng.random() * width, y + rng.random() * height) for _ in range(count)]

        dots: dict[float, list[str]] = {}
        for cx, cy in places(count):
            size = 0.13 + 0.3 * rng.random() ** 4
            if not _touches(clear, cx, cy, size):
                dots.setdefault(round(size, 2), []).append(f"M{number(cx)} {number(cy)}h0")
        drawn = [
            f'<path d="{"".join(found)}" fill="none" stroke="{colour}" stroke-width="{number(2 * size)}" '
            f'stroke-linecap="round" '
            f'stroke-opacity="{number(opacity * (0.5 + 0.5 * min(1, size / 0.3)))}"/>'
            for size, found in sorted(dots.items())
        ]
        glow = kit.radial(0.5, 0.5, 0.5, (0, colour, 0.5), (0.5, colour, 0.13), (1, colour, 0), box=True)
        for cx, cy in places(bright):
            size = 0.7 + 0.9 * rng.random()
            if not _touches(clear, cx, cy, size + 0.5):
                at = f'cx="{number(cx)}" cy="{number(cy)}" r="{number(1.9 * size)}"'
                tips = (kit.around(cx, cy, size * (0.25 if k % 2 else 1), 45 * k) for k in range(8))
                star = kit.rounded([*tips], 0)
                drawn.append(f'<circle {at} fill="{glow}"/><path d="{star}" fill="{colour}"/>')
        return _art("".join(drawn))

    def halftone(
        self, x: float, y: float, width: float, height: float, colour: str, pitch: float = 1.1,
        start: float = 0.95, end: float = 0.0, angle: float = 90, opacity: float = 1,
    ) -> str:  # fmt: skip
        """Dots in rows at 45 degrees that shrink from `start` to `end` pitches in the direction `angle`."""
        line = f'stroke="{colour}" stroke-linecap="round" stroke-opacity="{number(opacity)}"'
        drawn = _dots(x, y, width, height, pitch, start, end, angle)
        return _art(f'<g fill="none" {line}>{drawn}</g>')


@lru_cache(maxsize=64)
def _dots(
    x: float, y: float, width: float, height: float, pitch: float, start: float, end: float, angle: float
) -> str:
    """The dots of a halftone. Cached, since the faces of a deck have the same ones."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = abs(width * cos) + abs(height * sin)
    half = pitch / math.sqrt(2)
    rows, columns = int(height / half) + 2, int(width / (2 * half)) + 2
    check(rows * columns * MOST // DOTS)
    dots: dict[float, list[str]] = {}
    for row in range(rows):
        for column in range(columns):
            px, py = x + (2 * column + row % 2) * half, y + row * half
            share = ((px - x - width / 2) * cos + (py - y - height / 2) * sin) / reach + 0.5
            size = round((start + (end - start) * share) * pitch * 10) / 20
            if size >= _THINNEST / 2:
                dots.setdefault(size, []).append(f"M{number(px)} {number(py)}h0")
    return "".join(
        f'<path d="{"".join(places)}" stroke-width="{number(2 * size)}"/>'
        for size, places in sorted(dots.items())
    )


def without_art(svg: str) -> str:
    """A face without pictures, which do not distinguish pieces."""
    return re.sub(r"<!--art-->.*?<!--/art-->", "", svg, flags=re.DOTALL)


def _art(svg: str) -> str:
    return f"<!--art-->{svg}<!--/art-->"


def _touches(boxes: Sequence[Box], x: float, y: float, far: float) -> bool:
    for left, top, width, height in boxes:
        if left - far < x < left + width + far and top - far < y < top + height + far:
            return True
    return False
