"""The illustration kit: paints, light and patterns that a face registers as it uses them.

A paint is named by its content, so a template writes `fill="{{ kit.radial(…) }}"` and never an id. Light is a
paint whose stops are transparent: it lies over any drawing, and is one for all shapes if it is in shares of
their boxes. There is one sun, at the upper left.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from components.errors import TemplateError
from generator.faces.svg.path import number

Stop: TypeAlias = Sequence[float | str]  # its place, 0 to 1, a colour and perhaps an opacity, 0 to 1
SUN = (0.34, 0.30)  # the brightest point of a shape, in shares of its box
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"k[0-9a-f]{10}")


class Kit:
    """Paints of a face. `definitions` takes them by their id."""

    def __init__(self, definitions: dict[str, str]) -> None:
        self._definitions = definitions

    def linear(self, x1: float, y1: float, x2: float, y2: float, *stops: Stop, box: bool = False) -> str:
        """A paint from one point to another, mm; with `box` in shares of the box of each shape."""
        return self._gradient("linear", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, stops, box)

    def radial(
        self, cx: float, cy: float, r: float, *stops: Stop, fx: float | None = None, fy: float | None = None,
        box: bool = False,
    ) -> str:  # fmt: skip
        """A paint from a point outwards, mm, or from another one (fx, fy) inside the circle."""
        places = {"cx": cx, "cy": cy, "r": r}
        if fx is not None and fy is not None:
            places |= {"fx": fx, "fy": fy}
        return self._gradient("radial", places, stops, box)

    def pattern(
        self, width: float, height: float, drawing: str, turn: float = 0, x: float = 0, y: float = 0
    ) -> str:
        """A paint of repeated cells, mm, the first at (x, y); `turn` in degrees."""
        places = " ".join(map(number, (x, y)))
        return self._defined(
            f'pattern width="{number(width)}" height="{number(height)}" patternUnits="userSpaceOnUse" '
            f'patternTransform="translate({places}) rotate({number(turn)})"',
            drawing,
        )

    def clip(self, d: str) -> str:
        """A clip path of path data."""
        return self._defined("clipPath", f'<path d="{d}"/>')

    def ball(
        self, night: str = "#05070f", light: str = "#ffffff", deep: float = 0.82, gleam: float = 0.5
    ) -> str:
        """Light on a ball: bright towards the sun, `deep` in the night on the other side."""
        gleams = [(0, light, gleam), (0.22, light, gleam * 0.36), (0.44, light, 0)]
        shades = [(0.45, 0), (0.6, 0.3), (0.76, 0.74), (0.9, 0.96), (1, 1)]
        return self.radial(*SUN, 0.8, *gleams, *((at, night, deep * share) for at, share in shades), box=True)

    def rim(self, light: str = "#ffffff", strength: float = 0.7) -> str:
        """A thin light along the edge of a ball that faces the sun."""
        stops = [(0, light, 0), (0.88, light, 0), (0.985, light, strength), (1, light, strength)]
        return self.radial(0.56, 0.575, 0.575, *stops, box=True)

    def ring(self, cx: float, cy: float, r: float, wide: float) -> str:
        """Path data of a ring, to be filled: a curved line in a gradient gets corners in some viewers."""
        return circle(cx, cy, r + wide / 2) + circle(cx, cy, r - wide / 2, backwards=True)

    def mix(self, one: str, other: str, share: float) -> str:
        """A colour between two; `share` is that of the other, 0 to 1."""
        return mix(one, other, share)

    def lacks(self, name: str) -> bool:
        """Tell whether a drawing of that name has still to be kept."""
        return f"d-{name}" not in self._definitions

    def keep(self, name: str, drawing: str) -> str:
        """Keep a drawing that a face uses many times; nothing is drawn."""
        self._definitions[f"d-{name}"] = f'<symbol id="d-{name}" overflow="visible">{drawing}</symbol>'
        return ""

    def again(self, name: str) -> str:
        """A drawing that was kept, once more."""
        return f'<use href="#d-{name}"/>'

    def _gradient(self, kind: str, places: dict[str, float], stops: Sequence[Stop], box: bool) -> str:
        said = " ".join(f'{key}="{number(value)}"' for key, value in places.items())
        units = "" if box else ' gradientUnits="userSpaceOnUse"'
        return self._defined(f"{kind}Gradient {said}{units}", "".join(map(_stop, stops)))

    def _defined(self, head: str, content: str) -> str:
        name = f"k{hashlib.blake2b((head + content).encode(), digest_size=5).hexdigest()}"
        kind, _, said = head.partition(" ")
        self._definitions[name] = f'<{kind} id="{name}" {said}>{content}</{kind}>'
        return f"url(#{name})"


def unpainted(svg: str) -> str:
    """A face without the paints of kits and the names of them, which are colours of a kind."""
    bare = re.sub(rf'<(\w+) id="{_NAME.pattern}".*?</\1>', "", svg, flags=re.DOTALL)
    return re.sub(rf"url\(#{_NAME.pattern}\)", "#000000", bare)


@lru_cache(maxsize=2_000)
def mix(one: str, other: str, share: float) -> str:
    """A colour between two, "#rrggbb"."""
    for colour in (one, other):
        if not _COLOUR.fullmatch(colour):
            raise TemplateError(f'"{colour}" cannot be mixed.', todo='Write "#rrggbb".')
    pairs = ((int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def circle(cx: float, cy: float, radius: float, *, backwards: bool = False) -> str:
    """Path data of a circle; one that is drawn backwards is a hole in another."""
    half = f"a{number(radius)} {number(radius)} 0 1 {int(backwards)}"
    across = 2 * radius
    return f"M{number(cx - radius)} {number(cy)}{half} {number(across)} 0{half} {number(-across)} 0Z"


def _stop(stop: Stop) -> str:
    at, colour, *opacity = stop
    soft = f' stop-opacity="{number(float(opacity[0]))}"' if opacity else ""
    return f'<stop offset="{number(float(at))}" stop-color="{colour}"{soft}/>'
