"""Procedural artwork as SVG: star fields, planets, asteroids and nebulae.

Every picture is seeded, so a piece always looks the same and pieces differ. Templates call these functions
as `art.stars(…)`. Lengths in mm; drawings are flat vector shapes, small and sharp at any size.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence

from components.errors import TemplateError
from generator.faces.svg.path import Point, number

MOST = 2_000  # limit of all that is counted in a picture
_STAR_SIZES = (0.16, 0.2, 0.26, 0.34, 0.5)
_SOFT, _FAINT = 12, 0.027  # discs of a cloud of gas, and the opacity of each
_UNDER = math.radians(8)  # one half of a ring continues under the other as far as this


def stars(
    seed: str, x: float, y: float, width: float, height: float, count: int, colour: str, opacity: float = 0.85
) -> str:
    """A field of small stars and a few four-pointed ones.

    A small star is a line without length and with a round end: a circle would be two arcs, and skies have
    thousands of stars.
    """
    _check(count)
    rng = random.Random(f"stars {seed}")
    dots: dict[float, list[str]] = {}
    sparkles = []
    for index in range(count):
        cx, cy = x + rng.random() * width, y + rng.random() * height
        size = rng.choice(_STAR_SIZES)
        if index % 9 == 0:
            sparkles.append(_sparkle(cx, cy, size * 3))
        else:
            dots.setdefault(size, []).append(f"M{number(cx)} {number(cy)}h0")
    drawn = [
        f'<path d="{"".join(places)}" fill="none" stroke="{colour}" stroke-width="{number(2 * size)}" '
        f'stroke-linecap="round" stroke-opacity="{number(opacity)}"/>'
        for size, places in sorted(dots.items())
    ]
    if sparkles:
        drawn.append(f'<path d="{"".join(sparkles)}" fill="{colour}" fill-opacity="{number(opacity)}"/>')
    return _art("".join(drawn))


def planet(
    seed: str,
    cx: float,
    cy: float,
    radius: float,
    colours: Sequence[str],
    *,
    bands: int = 0,
    craters: int = 0,
    ring: str = "",
    light: str = "#ffffff",
    shade: str = "#0b0f24",
) -> str:
    """A planet lit from the upper left.

    colours  colour of the ground, then those of bands and craters
    bands    number of cloud bands
    craters  number of craters on the visible side
    ring     the colour of its ring, or "" for none
    """
    _check(bands, craters)
    rng = random.Random(f"planet {seed}")
    name = "p" + "".join(character if character.isalnum() else "_" for character in seed)
    disc = f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(radius)}"'
    inside = [_band(rng, cx, cy, radius, index, bands, colours) for index in range(bands)]
    inside += [_crater(rng, cx, cy, radius, colours) for _ in range(craters)]
    lean = radius * 0.3
    # The night side is the part that a second disc, moved towards the light, leaves uncovered.
    night = (
        f'<path d="{_circle(cx, cy, radius * 1.02)}{_circle(cx - lean, cy - lean, radius * 1.14)}" '
        f'fill-rule="evenodd" fill="{shade}" fill-opacity="0.42"/>'
    )
    gx, gy = number(cx - radius * 0.45), number(cy - radius * 0.5)
    gleam = (
        f'<ellipse cx="{gx}" cy="{gy}" rx="{number(radius * 0.3)}" ry="{number(radius * 0.18)}" '
        f'fill="{light}" fill-opacity="0.35" transform="rotate(-40 {gx} {gy})"/>'
    )
    body = (
        f'<clipPath id="{name}">{disc}/></clipPath><g clip-path="url(#{name})">'
        f'{disc} fill="{colours[0]}"/>{"".join(inside)}{night}{gleam}</g>'
    )
    if ring:
        behind, before = (_ring(cx, cy, radius, ring, behind=half) for half in (True, False))
        body = behind + body + before
    return _art(body)


def asteroid(seed: str, cx: float, cy: float, radius: float, colours: Sequence[str], craters: int = 4) -> str:
    """A rough rock: an uneven outline, a lit side and craters. colours: ground, shadow, crater."""
    _check(craters)
    rng = random.Random(f"asteroid {seed}")
    outline = blob(seed, cx, cy, radius, 0.16, 13)
    name = "a" + "".join(character if character.isalnum() else "_" for character in seed)
    holes = []
    for _ in range(craters):
        angle, far = rng.random() * math.tau, radius * (0.15 + 0.6 * rng.random())
        size = radius * (0.07 + 0.12 * rng.random())
        x, y = cx + far * math.cos(angle), cy + far * math.sin(angle)
        holes.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}" fill="{colours[2]}"/>'
            f'<circle cx="{number(x + size * 0.18)}" cy="{number(y + size * 0.2)}" r="{number(size * 0.72)}" '
            f'fill="{colours[1]}"/>'
        )
    lean = radius * 0.29
    shadow = (
        f'<path d="{_circle(cx, cy, radius * 1.6)}{_circle(cx - lean, cy - lean, radius * 1.12)}" '
        f'fill-rule="evenodd" fill="{colours[1]}" fill-opacity="0.7"/>'
    )
    return _art(
        f'<clipPath id="{name}"><path d="{outline}"/></clipPath><g clip-path="url(#{name})">'
        f'<path d="{outline}" fill="{colours[0]}"/>{shadow}{"".join(holes)}</g>'
    )


def nebula(
    seed: str, x: float, y: float, width: float, height: float, colours: Sequence[str], count: int = 7
) -> str:
    """Clouds of gas: soft ellipses laid over each other, faint enough to print text beside."""
    _check(count)
    rng = random.Random(f"nebula {seed}")
    clouds = []
    for index in range(count):
        cx, cy = x + rng.random() * width, y + rng.random() * height
        radius = min(width, height) * (0.18 + 0.3 * rng.random())
        flat, tilt = 0.6 + 0.4 * rng.random(), number(180 * rng.random())
        # Faint discs over each other make a slope without an edge, and need no soft mask.
        discs = "".join(
            f'<path d="{_dot(0, 0, radius * 1.15 * (step / _SOFT) ** 0.8)}" fill-opacity="{_FAINT}"/>'
            for step in range(1, _SOFT + 1)
        )
        clouds.append(
            f'<g transform="translate({number(cx)} {number(cy)}) rotate({tilt}) scale(1 {number(flat)})" '
            f'fill="{colours[index % len(colours)]}">{discs}</g>'
        )
    return _art("".join(clouds))


def without_art(svg: str) -> str:
    """A face without the pictures of this module, which do not distinguish pieces."""
    return re.sub(r"<!--art-->.*?<!--/art-->", "", svg, flags=re.DOTALL)


def blob(seed: str, cx: float, cy: float, radius: float, roughness: float, points: int) -> str:
    """Path data of a rounded uneven outline; `roughness` is its greatest deviation, in radii."""
    _check(points)
    rng = random.Random(f"blob {seed}")
    corners: list[Point] = []
    for index in range(points):
        angle = math.tau * index / points
        far = radius * (1 + roughness * (2 * rng.random() - 1))
        corners.append((cx + far * math.cos(angle), cy + far * math.sin(angle)))
    return _smooth(corners)


def _check(*counts: int) -> None:
    for count in counts:
        if count > MOST:
            raise TemplateError(f"{count} is too many for a picture.", todo=f"Write {MOST} at most.")


def _art(svg: str) -> str:
    return f"<!--art-->{svg}<!--/art-->"


def _smooth(corners: Sequence[Point]) -> str:
    """A closed curve through the midpoints of the sides, with the corners as handles."""

    def middle(index: int) -> Point:
        (ax, ay), (bx, by) = corners[index % len(corners)], corners[(index + 1) % len(corners)]
        return ((ax + bx) / 2, (ay + by) / 2)

    start = middle(-1)
    parts = [f"M{number(start[0])} {number(start[1])}"]
    for index, (hx, hy) in enumerate(corners):
        ex, ey = middle(index)
        parts.append(f"Q{number(hx)} {number(hy)} {number(ex)} {number(ey)}")
    return "".join(parts) + "Z"


def _band(
    rng: random.Random, cx: float, cy: float, radius: float, index: int, bands: int, colours: Sequence[str]
) -> str:
    top = cy - radius + 2 * radius * (index + 0.3 + 0.3 * rng.random()) / bands
    deep = radius * (0.5 + 0.8 * rng.random()) / bands
    wave = deep * (0.3 + 0.5 * rng.random())
    left, third, across = number(cx - radius), number(radius * 2 / 3), number(2 * radius)
    return (
        f'<path d="M{left} {number(top)}c{third} {number(wave)} {third} {number(-wave)} {across} 0'
        f'v{number(deep)}c-{third} {number(-wave)} -{third} {number(wave)} -{across} 0Z" '
        f'fill="{colours[1 + index % (len(colours) - 1)]}"/>'
    )


def _crater(rng: random.Random, cx: float, cy: float, radius: float, colours: Sequence[str]) -> str:
    angle, far = rng.random() * math.tau, radius * math.sqrt(rng.random()) * 0.85
    size = radius * (0.06 + 0.13 * rng.random())
    flat = math.sqrt(max(0.15, 1 - (far / radius) ** 2))
    x, y = cx + far * math.cos(angle), cy + far * math.sin(angle)
    turn = f'transform="rotate({number(math.degrees(angle))} {number(x)} {number(y)})"'
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(size * flat)}" ry="{number(size)}" '
        f'fill="{colours[-1]}" {turn}/>'
    )


def _ring(cx: float, cy: float, radius: float, colour: str, *, behind: bool) -> str:
    """One half of a tilted ring: the half behind the planet is drawn first, the other one last.

    The first half continues a little under the other, to leave no gap between them.
    """
    rx, ry = radius * 1.65, radius * 0.42
    half = 1 if behind else 0
    x, y = (rx * math.cos(_UNDER), ry * math.sin(_UNDER)) if behind else (rx, 0.0)
    ends = [f"{number(cx + at)} {number(cy + y)}" for at in (-x, x)]
    arc = f"M{ends[0]}A{number(rx)} {number(ry)} 0 {half} {half} {ends[1]}"
    turn = f'transform="rotate(-18 {number(cx)} {number(cy)})"'
    return f'<path d="{arc}" fill="none" stroke="{colour}" stroke-width="{number(radius * 0.16)}" {turn}/>'


def _circle(cx: float, cy: float, radius: float) -> str:
    half = f"a{number(radius)} {number(radius)} 0 1 0"
    across = number(2 * radius)
    return f"M{number(cx - radius)} {number(cy)}{half} {across} 0{half} -{across} 0Z"


def _dot(cx: float, cy: float, radius: float) -> str:
    """A circle in two curves, off by a fiftieth of its radius at most; far quicker to compile than arcs."""
    far, across = number(radius * 4 / 3), number(2 * radius)
    curves = f"c0-{far} {across}-{far} {across} 0c0 {far}-{across} {far}-{across} 0Z"
    return f"M{number(cx - radius)} {number(cy)}{curves}"


def _sparkle(cx: float, cy: float, radius: float) -> str:
    """A four-pointed star with hollow sides."""
    near = radius * 0.18
    corners = [
        (0, -radius), (near, -near), (radius, 0), (near, near), (0, radius), (-near, near), (-radius, 0),
        (-near, -near),
    ]  # fmt: skip
    return "M" + "L".join(f"{number(cx + x)} {number(cy + y)}" for x, y in corners) + "Z"
