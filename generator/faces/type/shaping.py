"""Letters that change with those beside them, as in Hindi and Thai: shaped by HarfBuzz, drawn as outlines.

A PDF and a browser would need the same font and the same rules to set them alike; an outline is one in both.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from components import extras
from components.errors import UsageError
from generator.faces.svg.path import number
from generator.faces.type.characters import script_of


class _Pen:
    """Writes outlines as path data: font units, y up, become mm, y down, from a place on the face."""

    def __init__(self, scale: float) -> None:
        self.scale, self.x, self.y = scale, 0.0, 0.0
        self.parts: list[str] = []

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        places = [f"{number(self.x + x * self.scale)} {number(self.y - y * self.scale)}" for x, y in points]
        self.parts.append(command + " ".join(places))

    def moveTo(self, to: tuple[float, float]) -> None:  # noqa: N802 (the names that HarfBuzz calls)
        self._add("M", to)

    def lineTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", to)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add("C", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add("Q", *points)

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")


class _Shaped(NamedTuple):
    """Glyphs of a run, each by its number and place, and the advance of the run, in units of the font, of
    which a size of type has so many."""

    glyphs: tuple[tuple[int, float, float], ...]
    advance: float
    units: int


@lru_cache(maxsize=200)
def _font(content: bytes) -> Any:
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(content))


@lru_cache(maxsize=5_000)
def _shaped(font: bytes, text: str) -> _Shaped:
    try:
        import uharfbuzz
    except ImportError:
        raise UsageError(
            f'"{text[:40]}" is {script_of(text)}, and to set that needs another package.',
            todo=extras.todo("scripts"),
        ) from None
    setter = _font(font)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(setter, buffer, {"kern": False})
    glyphs, at = [], 0.0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyphs.append((glyph.codepoint, at + place.x_offset, float(place.y_offset)))
        at += place.x_advance
    return _Shaped(tuple(glyphs), at, setter.face.upem)


def width(font: bytes, text: str, size: float) -> float:
    """The advance of a run at `size`, in its unit, in the font with that file.

    Raises `UsageError` if HarfBuzz is not installed.
    """
    shaped = _shaped(font, text)
    return shaped.advance * size / shaped.units


def outline(font: bytes, text: str, x: float, y: float, size: float) -> str:
    """The run as path data, from (x, y) on its baseline; y goes down."""
    shaped = _shaped(font, text)
    pen = _Pen(size / shaped.units)
    for glyph, right, up in shaped.glyphs:
        pen.x, pen.y = x + right * pen.scale, y - up * pen.scale
        _font(font).draw_glyph_with_pen(glyph, pen)
    return "".join(pen.parts)
