"""Procedural artwork as SVG: skies, worlds, rocks, clouds of gas and halftones, in the light of the kit.

Every picture is seeded, so a piece always looks the same and pieces differ. Templates call these functions
as `art.stars(…)`. Lengths in mm.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from components.errors import TemplateError
from generator.faces.illustration.kit import Kit, circle, mix
from generator.faces.svg.path import Point, number

Box: TypeAlias = Sequence[float]  # x, y, width and height, mm

MOST = 2_000  # limit of all that is counted in a picture
_DOTS = 20_000  # limit of the dots of a halftone
_SIDES = 17  # sides of a boulder
_TOWARDS_THE_SUN = math.radians(228)
_NIGHT, _CAVE = "#05070f", "#14131c"
_RINGS = ((1.42, 0.06, 0.55), (1.58, 0.17, 0.95), (1.78, 0.1, 0.7))  # radius and width in radii, opacity
_UNDER = math.radians(8)  # one half of a ring continues under the other as far as this
_THINNEST = 0.2  # mm: a line that a printer can hold


class Art:
    """The drawings of a face. `later` draws at the end what has to keep out of its words, for which it is
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
        _check(count, bright)
        field = (x, y, width, height)
        return self._later(
            lambda words: self._sky(seed, field, count, colour, opacity, (*clear, *words), bright)
        )

    def _sky(
        self, seed: str, field: Box, count: int, colour: str, opacity: float, clear: Sequence[Box],
        bright: int,
    ) -> str:  # fmt: skip
        """A star is a line without length and with a round end: a circle would be two arcs."""
        rng = random.Random(f"sky {seed}")
        dots: dict[float, list[str]] = {}
        for _ in range(count):
            cx, cy, size = *_somewhere(rng, field), 0.13 + 0.3 * rng.random() ** 4
            if not _touches(clear, cx, cy, size):
                dots.setdefault(round(size, 2), []).append(f"M{number(cx)} {number(cy)}h0")
        drawn = [
            f'<path d="{"".join(places)}" fill="none" stroke="{colour}" stroke-width="{number(2 * size)}" '
            f'stroke-linecap="round" '
            f'stroke-opacity="{number(opacity * (0.5 + 0.5 * min(1, size / 0.3)))}"/>'
            for size, places in sorted(dots.items())
        ]
        for _ in range(bright):
            cx, cy, size = *_somewhere(rng, field), 0.7 + 0.9 * rng.random()
            if not _touches(clear, cx, cy, size + 0.5):
                star = f'<path d="{_sparkle(cx, cy, size)}" fill="{colour}"/>'
                drawn.append(self.glow(cx, cy, size * 1.9, colour, 0.5) + star)
        return _art("".join(drawn))

    def planet(
        self, seed: str, cx: float, cy: float, radius: float, colours: Sequence[str], *, bands: int = 0,
        craters: int = 0, ring: str = "", tilt: float = -16, air: str = "", night: str = _NIGHT,
        deep: float = 0.85,
    ) -> str:  # fmt: skip
        """A world in the light of the sun.

        colours  colour of the ground, then those of bands and craters
        bands    number of cloud bands, at a slope of `tilt` degrees
        craters  number of craters on the visible side
        ring     the colour of its ring, or "" for none
        air      the colour of the glow about it, or "" for none
        night    the colour of its dark side, and `deep` how dark it is, 0 to 1
        """
        _check(bands, craters)
        rng = random.Random(f"world {seed}")
        disc = f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(radius)}"'
        belts = "".join(_band(rng, cx, cy, radius, index, bands, colours) for index in range(bands))
        holes = "".join(self._hole(rng, cx, cy, radius) for _ in range(craters))
        glow = self.glow(cx, cy, radius * 1.34, air, 0.9) if air else ""
        body = (
            f'{glow}<g clip-path="{self._kit.clip(circle(cx, cy, radius))}">'
            f'<g transform="rotate({number(tilt)} {number(cx)} {number(cy)})">'
            f'{disc} fill="{colours[0]}"/>{belts}</g>{holes}</g>'
            f'{disc} fill="{self._kit.ball(night, deep=deep)}"/>'
            f'{disc} fill="{self._kit.rim(air or "#ffffff", 0.75)}"/>'
        )
        if ring:
            behind, before = (self._ring(cx, cy, radius, ring, behind=half) for half in (True, False))
            body = behind + body + before
        return _art(body)

    def asteroid(
        self, seed: str, cx: float, cy: float, radius: float, colours: Sequence[str], craters: int = 6,
        edge: str = "#0b0f1f", bounce: str = "",
    ) -> str:  # fmt: skip
        """A boulder of facets. colours: ground, shade; bounce: the colour of a light from below, or ""."""
        _check(craters)
        rng = random.Random(f"rock {seed}")
        ground, shade = colours[:2]
        rim = _uneven(rng, cx, cy, radius)
        outline = _rounded([corner for corner, _ in rim], 0.3)
        top = _top(rng, cx, cy, radius)
        facets = _facets(rng, rim, top, shade, max(_THINNEST, radius * 0.016))
        grit = _grit(rng, cx, cy, radius, shade)
        holes = "".join(self._hole(rng, cx, cy, radius * 0.93, 0.2) for _ in range(craters))
        lights = [
            self._kit.ball(mix(shade, _NIGHT, 0.72), deep=0.93, gleam=0.42),
            self._kit.rim(strength=0.6),
        ]
        if bounce:
            stops = [(0, bounce, 0), (0.8, bounce, 0), (0.96, bounce, 0.62), (1, bounce, 0.75)]
            lights.append(self._kit.radial(0.42, 0.41, 0.60, *stops, box=True))
        lit = "".join(f'<path d="{outline}" fill="{light}"/>' for light in lights)
        line = number(max(_THINNEST, min(0.4, radius * 0.024)))
        return _art(
            f'<g clip-path="{self._kit.clip(outline)}"><path d="{outline}" fill="{ground}"/>'
            f"{facets}{grit}{holes}{lit}</g>"
            f'<path d="{outline}" fill="none" stroke="{edge}" stroke-width="{line}" stroke-linejoin="round"/>'
        )

    def nebula(
        self, seed: str, x: float, y: float, width: float, height: float, colours: Sequence[str],
        count: int = 7,
    ) -> str:  # fmt: skip
        """Clouds of gas over each other, faint enough to print text beside."""
        _check(count)
        rng = random.Random(f"nebula {seed}")
        clouds = []
        for index in range(count):
            cx, cy = _somewhere(rng, (x, y, width, height))
            radius = min(width, height) * (0.2 + 0.35 * rng.random())
            flat, tilt = 0.6 + 0.4 * rng.random(), 180 * rng.random()
            clouds.append(self.haze(cx, cy, radius, radius * flat, colours[index % len(colours)], 0.3, tilt))
        return "".join(clouds)

    def glow(self, cx: float, cy: float, r: float, colour: str, strength: float = 0.6) -> str:
        """A glow that fades to nothing."""
        stops = [(0, colour, strength), (0.3, colour, strength * 0.55), (0.6, colour, strength * 0.18)]
        paint = self._kit.radial(0.5, 0.5, 0.5, *stops, (1, colour, 0), box=True)
        return _art(f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="{paint}"/>')

    def haze(
        self, cx: float, cy: float, rx: float, ry: float, colour: str, strength: float = 0.4, turn: float = 0
    ) -> str:
        """A cloud of gas, or a soft shadow: an ellipse that fades to nothing. `turn` in degrees."""
        stops = [(0, colour, strength), (0.45, colour, strength * 0.5), (0.75, colour, strength * 0.14)]
        paint = self._kit.radial(0.5, 0.5, 0.5, *stops, (1, colour, 0), box=True)
        return _art(_ellipse(cx, cy, rx, ry, turn, paint))

    def vignette(
        self, x: float, y: float, width: float, height: float, colour: str = "#000000", strength: float = 0.5
    ) -> str:
        """Darkness towards the edges."""
        stops = [(0, colour, 0), (0.55, colour, 0), (1, colour, strength)]
        paint = self._kit.radial(0.45, 0.42, 0.75, *stops, box=True)
        box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        return _art(f'<rect {box} fill="{paint}"/>')

    def halftone(
        self, x: float, y: float, width: float, height: float, colour: str, pitch: float = 1.1,
        start: float = 0.95, end: float = 0.0, angle: float = 90, opacity: float = 1,
    ) -> str:  # fmt: skip
        """Dots in rows at 45 degrees that shrink from `start` to `end` pitches in the direction `angle`."""
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        reach = abs(width * cos) + abs(height * sin)
        half = pitch / math.sqrt(2)
        rows, columns = int(height / half) + 2, int(width / (2 * half)) + 2
        _check(rows * columns * MOST // _DOTS)
        dots: dict[float, list[str]] = {}
        for row in range(rows):
            for column in range(columns):
                px, py = x + (2 * column + row % 2) * half, y + row * half
                share = ((px - x - width / 2) * cos + (py - y - height / 2) * sin) / reach + 0.5
                size = round((start + (end - start) * share) * pitch * 10) / 20
                if size >= _THINNEST / 2:
                    dots.setdefault(size, []).append(f"M{number(px)} {number(py)}h0")
        drawn = "".join(
            f'<path d="{"".join(places)}" stroke-width="{number(2 * size)}"/>'
            for size, places in sorted(dots.items())
        )
        line = f'stroke="{colour}" stroke-linecap="round" stroke-opacity="{number(opacity)}"'
        return _art(f'<g fill="none" {line}>{drawn}</g>')

    def blob(self, seed: str, cx: float, cy: float, radius: float, roughness: float, points: int) -> str:
        """Path data of a rounded uneven outline; `roughness` is its greatest deviation, in radii."""
        _check(points)
        rng = random.Random(f"blob {seed}")
        corners = [
            _around(cx, cy, radius * (1 + roughness * (2 * rng.random() - 1)), math.tau * index / points)
            for index in range(points)
        ]
        return _rounded(corners, 0.5)

    def _hole(self, rng: random.Random, cx: float, cy: float, radius: float, most: float = 0.17) -> str:
        """A hollow somewhere on a ball: dark towards the sun, lit on the far wall and its lip."""
        angle, far = rng.random() * math.tau, radius * math.sqrt(rng.random()) * 0.9
        size = radius * (0.045 + most * rng.random() ** 2)
        flat = size * math.sqrt(max(0.12, 1 - (far / radius) ** 2))
        x, y = _around(cx, cy, far, angle)
        # The sun comes from one of eight directions, so that hollows share their paints.
        dx, dy = _around(0, 0, 0.5, math.radians(45 - 45 * round(math.degrees(angle) / 45)))
        ends = (0.5 - dx, 0.5 - dy, 0.5 + dx, 0.5 + dy)
        wall = [(0, _CAVE, 0.9), (0.5, _CAVE, 0.55), (0.8, "#ffffff", 0.12), (1, "#ffffff", 0.42)]
        lip = self._kit.linear(*ends, (0.45, "#ffffff", 0), (1, "#ffffff", 0.55), box=True)
        turn = math.degrees(angle)
        return _ellipse(x, y, flat * 1.16, size * 1.16, turn, lip) + _ellipse(
            x, y, flat, size, turn, self._kit.linear(*ends, *wall, box=True)
        )

    def _ring(self, cx: float, cy: float, radius: float, colour: str, *, behind: bool) -> str:
        """One half of a tilted ring: that behind the planet is drawn first, and goes on under the other."""
        bands = []
        far_end = (math.cos(_UNDER), math.sin(_UNDER)) if behind else (1.0, 0.0)
        paint = [(0, mix(colour, "#ffffff", 0.45)), (0.5, colour), (1, mix(colour, "#000000", 0.55))]
        for far, wide, faint in _RINGS:
            rx, ry, half, flat = radius * far, radius * far * 0.26, radius * wide / 2, radius * wide * 0.16
            sweep = int(behind)
            (ax, ay), (bx, by) = (
                ((rx + more) * far_end[0], (ry + math.copysign(flat, more)) * far_end[1])
                for more in (half, -half)
            )
            outer = f"A{number(rx + half)} {number(ry + flat)} 0 {sweep} {sweep} {_at((cx + ax, cy + ay))}"
            inner = (
                f"A{number(rx - half)} {number(ry - flat)} 0 {sweep} {1 - sweep} {_at((cx - bx, cy + by))}"
            )
            fill = self._kit.linear(cx - rx, cy, cx + rx, cy, *paint)
            d = f"M{_at((cx - ax, cy + ay))}{outer}L{_at((cx + bx, cy + by))}{inner}Z"
            bands.append(f'<path d="{d}" fill="{fill}" fill-opacity="{faint}"/>')
        return f'<g transform="rotate(-18 {number(cx)} {number(cy)})">{"".join(bands)}</g>'


def without_art(svg: str) -> str:
    """A face without the pictures of this module, which do not distinguish pieces."""
    return re.sub(r"<!--art-->.*?<!--/art-->", "", svg, flags=re.DOTALL)


def _check(*counts: int) -> None:
    for count in counts:
        if count > MOST:
            raise TemplateError(f"{count} is too many for a picture.", todo=f"Write {MOST} at most.")


def _art(svg: str) -> str:
    return f"<!--art-->{svg}<!--/art-->"


def _somewhere(rng: random.Random, field: Box) -> Point:
    return field[0] + rng.random() * field[2], field[1] + rng.random() * field[3]


def _around(cx: float, cy: float, far: float, angle: float) -> Point:
    return cx + far * math.cos(angle), cy + far * math.sin(angle)


def _touches(boxes: Sequence[Box], x: float, y: float, far: float) -> bool:
    return any(
        left - far < x < left + width + far and top - far < y < top + height + far
        for left, top, width, height in boxes
    )


def _ellipse(cx: float, cy: float, rx: float, ry: float, turn: float, paint: str) -> str:
    turned = f' transform="rotate({number(turn)} {number(cx)} {number(cy)})"' if turn else ""
    return (
        f'<ellipse cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx)}" ry="{number(ry)}" '
        f'fill="{paint}"{turned}/>'
    )


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _rounded(corners: Sequence[Point], share: float) -> str:
    """A closed polygon whose corners are rounded by a share of its sides, at most a half."""
    parts: list[str] = []
    for index, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[index - 1], corners[(index + 1) % len(corners)]
        start = (x + (ax - x) * share, y + (ay - y) * share)
        end = (x + (bx - x) * share, y + (by - y) * share)
        parts.append(f"{'L' if parts else 'M'}{_at(start)}Q{_at((x, y))} {_at(end)}")
    return "".join(parts) + "Z"


def _band(
    rng: random.Random, cx: float, cy: float, radius: float, index: int, bands: int, colours: Sequence[str]
) -> str:
    """A cloud band that sags about the ball."""
    share = (index + 0.2 + 0.5 * rng.random()) / bands
    top, deep = cy - radius + 2 * radius * share, radius * (0.35 + 0.9 * rng.random()) / bands
    sag, wave = radius * 0.16 * (share - 0.35), deep * 0.5 * (rng.random() - 0.5)
    left, right = number(cx - radius * 1.05), number(cx + radius * 1.05)
    upper, lower = (_at((cx, top + 2 * sag + more)) for more in (wave, deep * 1.3 - wave))
    return (
        f'<path d="M{left} {number(top)}Q{upper} {right} {number(top)}V{number(top + deep)}'
        f'Q{lower} {left} {number(top + deep)}Z" fill="{colours[1 + index % (len(colours) - 1)]}" '
        f'fill-opacity="{number(0.55 + 0.4 * rng.random())}"/>'
    )


def _uneven(rng: random.Random, cx: float, cy: float, radius: float) -> list[tuple[Point, float]]:
    """The corners of a boulder's outline, each with its angle."""
    corners = []
    for index in range(_SIDES):
        turn = math.tau * index / _SIDES
        angle = turn + 0.12 * (rng.random() - 0.5)
        far = radius * (0.84 + 0.18 * rng.random() + 0.09 * math.sin(turn * 2 + rng.random()))
        corners.append((_around(cx, cy, far, angle), angle))
    return corners


def _top(rng: random.Random, cx: float, cy: float, radius: float) -> list[tuple[Point, float]]:
    """The corners of a boulder's foremost facet, each with its angle."""
    corners = []
    for index in range(7):
        angle = math.tau * index / 7 + 0.5 * rng.random()
        far = radius * (0.36 + 0.22 * rng.random())
        corners.append((_around(cx - radius * 0.05, cy - radius * 0.07, far, angle), angle))
    return corners


def _facets(
    rng: random.Random,
    rim: list[tuple[Point, float]],
    top: list[tuple[Point, float]],
    shade: str,
    line: float,
) -> str:
    """The facets between rim and top, brighter towards the sun, and the ridges between them."""

    def apart(one: float, other: float) -> float:
        return abs(math.remainder(one - other, math.tau))

    drawn = []
    for index, (corner, angle) in enumerate(rim):
        following, beyond = rim[(index + 1) % _SIDES]
        middle = angle + math.remainder(beyond - angle, math.tau) / 2
        near = min(top, key=lambda one: apart(one[1], middle))[0]
        facing = math.cos(middle - _TOWARDS_THE_SUN) + 0.5 * (rng.random() - 0.5)
        tone, deep = ("#ffffff", 0.34 * facing) if facing > 0 else (shade, -0.62 * facing)
        d = f"M{_at(corner)}L{_at(following)}L{_at(near)}Z"
        drawn.append(f'<path d="{d}" fill="{tone}" fill-opacity="{number(deep)}"/>')
    front = _rounded([corner for corner, _ in top], 0.25)
    drawn.append(f'<path d="{front}" fill="#ffffff" fill-opacity="0.13"/>')
    for corner, angle in top:
        end = min(rim, key=lambda one: apart(one[1], angle))[0]
        ridge = ("#ffffff", 0.4) if math.cos(angle - _TOWARDS_THE_SUN) > 0 else (shade, 0.5)
        drawn.append(
            f'<path d="M{_at(corner)}L{_at(end)}" stroke="{ridge[0]}" stroke-width="{number(line)}" '
            f'stroke-opacity="{ridge[1]}"/>'
        )
    return "".join(drawn)


def _grit(rng: random.Random, cx: float, cy: float, radius: float, shade: str) -> str:
    places: dict[str, list[str]] = {"#ffffff": [], shade: []}
    for index in range(min(160, int(radius * 9))):
        angle, far = rng.random() * math.tau, radius * math.sqrt(rng.random()) * 0.95
        places["#ffffff" if index % 2 else shade].append(f"M{_at(_around(cx, cy, far, angle))}h0")
    width = number(max(_THINNEST, radius * 0.018))
    return "".join(
        f'<path d="{"".join(dots)}" fill="none" stroke="{tone}" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-opacity="0.28"/>'
        for tone, dots in places.items()
    )


def _sparkle(cx: float, cy: float, radius: float) -> str:
    """A four-pointed star with hollow sides."""
    near = radius * 0.18
    corners = [
        (0, -radius), (near, -near), (radius, 0), (near, near), (0, radius), (-near, near), (-radius, 0),
        (-near, -near),
    ]  # fmt: skip
    return "M" + "L".join(f"{number(cx + x)} {number(cy + y)}" for x, y in corners) + "Z"
