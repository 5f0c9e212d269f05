"""The presentation attributes that an SVG element passes to its children."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from components.errors import TemplateError
from generator.faces.svg import values


class Style(NamedTuple):
    """The style of an element. Lengths in mm of its own space; cap and join as PDF numbers them.

    anchor  the part of a text's width before its position: 0 start, 0.5 middle, 1 end
    """

    fill: str = "black"
    fill_opacity: float = 1.0
    even_odd: bool = False
    stroke: str = "none"
    stroke_width: float = 1.0
    stroke_opacity: float = 1.0
    cap: int = 0
    join: int = 0
    dash: tuple[float, ...] = ()
    colour: str = "black"
    family: str = ""
    font_size: float = 4.0
    weight: int = 400
    italic: bool = False
    spacing: float = 0.0
    anchor: float = 0.0
    clip_even_odd: bool = False
    kerned: bool = False

    def under(self, attributes: Mapping[str, str]) -> Style:
        """The style inside an element with these attributes. Raises `TemplateError` for a wrong value."""
        said = [(name, value) for name, value in attributes.items() if name in _READERS]
        return _changed(self, tuple(said)) if said else self


PLAIN = Style()  # the defaults


@lru_cache(maxsize=4096)
def _changed(style: Style, attributes: tuple[tuple[str, str], ...]) -> Style:
    """The style changed by the attributes; cached, as a face repeats itself."""
    read = [(*_READERS[name], name, value) for name, value in attributes if value != "inherit"]
    return style._replace(**{of: reader(value, name) for of, reader, name, value in read})


def _paint(value: str, _name: str) -> str:
    if value.startswith("url("):
        values.reference(value)
    elif value not in ("none", "currentColor"):
        values.colour(value)
    return value


def _length(value: str, _name: str) -> float:
    return values.length(value)


def _dash(value: str, _name: str) -> tuple[float, ...]:
    return values.dash(value)


def _family(value: str, _name: str) -> str:
    return value.split(",")[0].strip(" '\"")


def _weight(value: str, _name: str) -> int:
    named = {"normal": 400, "bold": 700}.get(value)
    if named is None and not value.isdecimal():
        raise TemplateError(f'font-weight is "{value}".', todo="Write 100 to 900, normal or bold.")
    return named or int(value)


def _choice(**known: Any) -> Callable[[str, str], Any]:
    return lambda value, name: values.keyword(value, known, name)


_READERS: dict[str, tuple[str, Callable[[str, str], Any]]] = {
    "fill": ("fill", _paint),
    "fill-opacity": ("fill_opacity", values.fraction),
    "fill-rule": ("even_odd", _choice(nonzero=False, evenodd=True)),
    "stroke": ("stroke", _paint),
    "stroke-width": ("stroke_width", values.size),
    "stroke-opacity": ("stroke_opacity", values.fraction),
    "stroke-linecap": ("cap", _choice(butt=0, round=1, square=2)),
    "stroke-linejoin": ("join", _choice(miter=0, round=1, bevel=2)),
    "stroke-dasharray": ("dash", _dash),
    "color": ("colour", _paint),
    "font-family": ("family", _family),
    "font-size": ("font_size", values.size),
    "font-weight": ("weight", _weight),
    "font-style": ("italic", _choice(normal=False, italic=True)),
    "letter-spacing": ("spacing", _length),
    "text-anchor": ("anchor", _choice(start=0.0, middle=0.5, end=1.0)),
    "font-kerning": ("kerned", _choice(none=False, normal=True)),
    "clip-rule": ("clip_even_odd", _choice(nonzero=False, evenodd=True)),
}
