"""Colours as eyes see them: contrast, and how distinct two colours are under colour blindness."""

import math
import re
from collections.abc import Callable, Sequence
from functools import cache

from generator.faces.svg.values import Colour
from generator.faces.svg.values import colour as read_colour

_COLOUR = r"""((?:fill|stroke|color)\s*[=:]\s*["']?)(#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3}))\b"""
# Linear RGB as seen without one kind of cone: Viénot, Brettel and Mollon 1999.
_BLIND = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
BLINDNESSES = tuple(_BLIND)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grey(colour: Colour) -> float:
    """The level, 0 to 1, of the grey of the same luminance, so that contrasts are the same in grey."""
    light = _luminance(colour)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


@cache
def greyed(colour: str) -> str:
    """The grey of the same lightness as a colour, both as "#rrggbb"."""
    level = f"{round(255 * grey(read_colour(colour))):02x}"
    return f"#{3 * level}"


def recoloured(svg: str, change: Callable[[str], str]) -> str:
    """The SVG with every colour, "#rrggbb" or "#rgb", changed."""
    return re.sub(_COLOUR, lambda match: match[1] + change(match[2]), svg)


def mixed(above: Colour, below: Colour, opacity: float) -> Colour:
    """The colour seen where one colour lies over another."""
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(above, below, strict=True))
    return red, green, blue


def apart(one: Colour, other: Colour, blindness: str) -> float:
    """The CIE76 distance of two colours under one of `BLINDNESSES`; about 2 is just noticeable."""
    matrix = _BLIND[blindness]
    return math.dist(_lab(_seen(one, matrix)), _lab(_seen(other, matrix)))


def _luminance(rgb: Colour) -> float:
    red, green, blue = (_linear(channel) for channel in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _seen(rgb: Colour, matrix: Sequence[Sequence[float]]) -> Colour:
    """The linear colour that somebody with that blindness sees."""
    linear = [_linear(channel) for channel in rgb]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, linear, strict=True))))
        for row in matrix
    )
    return red, green, blue


def _lab(linear: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* of linear sRGB, white point D65."""
    red, green, blue = linear
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
