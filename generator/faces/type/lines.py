"""A line of text as SVG: a text element, or outlines where letters need shaping."""

import re

from generator.faces import fonts
from generator.faces.svg.path import number
from generator.faces.svg.values import escaped
from generator.faces.type import shaping
from generator.faces.type.characters import drawn, is_shaped


def set_line(
    font: fonts.Font,
    text: str,
    place: tuple[float, float],
    size: float,
    colour: str,
    *,
    extra: str = "",
    width: float = 0.0,
) -> str:
    """A line of text as SVG; one that needs shaping as outlines, which `width` is needed to anchor."""
    x, y = place
    text = drawn(text)
    if not is_shaped(text):
        at = f'x="{number(x)}" y="{number(y)}"'
        return f'<text {at} {_font(font, size)} fill="{colour}"{extra}>{_spelled(font, text)}</text>'
    left = x - width * (0.5 if 'anchor="middle"' in extra else 'anchor="end"' in extra)
    parts = []
    for one, run in font.runs(text):
        parts.append(shaping.outline(one.content, run, left, y, size))
        left += shaping.width(one.content, run, size)
    turned = re.search(r' transform="[^"]*"', extra)
    return f'<path d="{"".join(parts)}" fill="{colour}"{turned[0] if turned else ""}/>'


def _spelled(font: fonts.Font, text: str) -> str:
    """The contents of a text element in that font; characters that it lacks are set in another."""
    if not font.lacks(text):
        return escaped(text)
    return "".join(
        escaped(run) if one is font else f"<tspan {_family(one)}>{escaped(run)}</tspan>"
        for one, run in font.runs(text)
    )


def _family(font: fonts.Font) -> str:
    style = "italic" if font.italic else "normal"
    return f'font-family="{font.family}" font-weight="{font.weight}" font-style="{style}"'


def _font(font: fonts.Font, size: float) -> str:
    italic = ' font-style="italic"' if font.italic else ""
    kerned = ' style="font-kerning:normal"' if font.kerned else ""
    said = f'font-family="{font.family}" font-weight="{font.weight}" font-size="{number(size)}"'
    return f"{said}{italic}{kerned}"
