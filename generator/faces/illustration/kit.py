"""The illustration kit: paints, light and patterns that a face registers as it uses them.

A paint is named by its content, so a template writes `fill="{{ kit.radial(…) }}"` and never an id. Light is a
paint whose stops are transparent: it lies over any drawing, and is one for all shapes if it is in shares of
their boxes. There is one sun, at the upper left.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from components.errors import TemplateError, nearest
from generator.faces.illustration.grids import Grid
from generator.faces.svg.path import Point, number

Stop: TypeAlias = Sequence[float | str]  # its place, 0 to 1, a colour and perhaps an opacity, 0 to 1
SUN = (0.34, 0.30)  # the brightest point of a shape, in shares of its box
MOST = 2_000  # limit of all that is counted in a picture
KEPT = "kept-"  # beginning of the ids of drawings that are named by their content
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"k[0-9a-f]{10}")


class Kit:
    """Paints of a face. `definitions` takes them by their id; `kept` has drawings of earlier faces, each with
    the definitions that it needs."""

    def __init__(self, definitions: dict[str, str], kept: dict[str, dict[str, str]]) -> None:
        self._definitions = definitions
        self._kept = kept

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
        return self.disc(cx, cy, r + wide / 2) + self.oval(cx, cy, r - wide / 2, r - wide / 2, 1)

    def disc(self, cx: float, cy: float, r: float) -> str:
        """Path data of a circle."""
        return self.oval(cx, cy, r, r)

    def oval(self, cx: float, cy: float, rx: float, ry: float, sweep: int = 0) -> str:
        """Path data of an ellipse; one with another sweep is a hole in it."""
        half, across = f"a{number(rx)} {number(ry)} 0 1 {sweep}", 2 * rx
        return f"M{number(cx - rx)} {number(cy)}{half} {number(across)} 0{half} {number(-across)} 0Z"

    def around(self, cx: float, cy: float, far: float, angle: float) -> Point:
        """The point at that distance and angle, degrees, from another; to the right at 0, below at 90."""
        turn = math.radians(angle)
        return cx + far * math.cos(turn), cy + far * math.sin(turn)

    def uneven(
        self, dice: Random, cx: float, cy: float, radius: float, roughness: float, count: int
    ) -> list[Point]:
        """The corners of an uneven outline; `roughness` is the greatest deviation of one, in radii."""
        check(count)
        far = [radius * (1 + roughness * (2 * dice.random() - 1)) for _ in range(count)]
        return [self.around(cx, cy, far[index], 360 * index / count) for index in range(count)]

    def rounded(self, corners: Sequence[Point], share: float) -> str:
        """Path data of a polygon whose corners are rounded by a share of its sides, at most a half."""
        parts: list[str] = []
        for index, (x, y) in enumerate(corners):
            (ax, ay), (bx, by) = corners[index - 1], corners[(index + 1) % len(corners)]
            start = f"{number(x + (ax - x) * share)} {number(y + (ay - y) * share)}"
            end = f"{number(x + (bx - x) * share)} {number(y + (by - y) * share)}"
            parts.append(f"{'L' if parts else 'M'}{start}Q{number(x)} {number(y)} {end}")
        return "".join(parts) + "Z"

    def hexes(
        self, cells: Sequence[Sequence[str]], x: float, y: float, across: float, flat: bool = False
    ) -> Grid:
        """A map of hexes, `across` mm from flat to flat: see `Grid`."""
        return Grid(cells, x, y, across, "hex", flat)

    def squares(self, cells: Sequence[Sequence[str]], x: float, y: float, side: float) -> Grid:
        """A map of squares: see `Grid`."""
        return Grid(cells, x, y, side, "square")

    def look(self, looks: Mapping[str, str], found: str, otherwise: str) -> str:
        """The colour for what is in a space. Raises `TemplateError` for what is nearly one of them."""
        if found and found not in looks and (near := nearest(found, looks)):
            raise TemplateError(
                f'A space has "{found}", which has no colour.', todo=f'Did you mean "{near}"? Or give it one.'
            )
        return looks.get(found, otherwise)

    def rng(self, *seed: object) -> Random:
        """Random numbers that are the same for every piece."""
        return Random(" ".join(map(str, seed)))

    def mix(self, one: str, other: str, share: float) -> str:
        """A colour between two; `share` is that of the other, 0 to 1."""
        return mix(one, other, share)

    def lacks(self, name: str) -> bool:
        """Tell whether a drawing of that name has still to be kept."""
        self._definitions |= self._kept.get(name, {})
        return name not in self._kept

    def keep(self, name: str, drawing: str) -> str:
        """Keep a drawing that the faces of a game use many times; nothing is drawn."""
        used = {paint: self._definitions[paint] for paint in _NAME.findall(drawing)}
        own = f"{KEPT}{hashlib.blake2b(drawing.encode(), digest_size=10).hexdigest()}"
        symbol = f'<symbol id="{own}" overflow="visible">{drawing}</symbol>'
        self._kept[name] = {**used, own: symbol}
        self._definitions |= self._kept[name]
        return ""

    def again(self, name: str) -> str:
        """A drawing that was kept, once more."""
        return f'<use href="#{next(reversed(self._kept[name]))}"/>'

    def _gradient(self, kind: str, places: dict[str, float], stops: Sequence[Stop], box: bool) -> str:
        said = " ".join(f'{key}="{number(value)}"' for key, value in places.items())
        units = "" if box else ' gradientUnits="userSpaceOnUse"'
        return self._defined(f"{kind}Gradient {said}{units}", "".join(map(_stop, stops)))

    def _defined(self, head: str, content: str) -> str:
        name = f"k{hashlib.blake2b((head + content).encode(), digest_size=5).hexdigest()}"
        kind, _, said = head.partition(" ")
        self._definitions[name] = f'<{kind} id="{name}" {said}>{content}</{kind}>'
        return f"url(#{name})"


def check(*counts: int) -> None:
    """Raise `TemplateError` for more than a picture may have of anything."""
    if max(counts) > MOST:
        raise TemplateError(f"{max(counts)} is too many for a picture.", todo=f"Write {MOST} at most.")


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


def _stop(stop: Stop) -> str:
    at, colour, *opacity = stop
    soft = f' stop-opacity="{number(float(opacity[0]))}"' if opacity else ""
    return f'<stop offset="{number(float(at))}" stop-color="{colour}"{soft}/>'
