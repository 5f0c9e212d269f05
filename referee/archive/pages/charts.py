"""Charts as SVG in the colours of the page. Every line has a shape and a name of its own, and every chart a
title and a description, so that nothing is told by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

# The colours and shapes of the players of the box, readable on light and dark pages.
_LOOKS = (
    ("orange", "circle", ""),
    ("blue", "square", "6 3"),
    ("green", "triangle", "2 3"),
    ("pink", "diamond", "8 3 2 3"),
    ("amber", "star", "4 4"),
    ("teal", "hexagon", "1 4"),
    ("violet", "ring", "10 4"),
    ("brown", "cross", "3 2 1 2"),
)
MOST = len(_LOOKS)  # lines of one chart

_WIDTH, _HEIGHT = 760, 320
_LEFT, _RIGHT, _TOP, _FOOT = 48, 150, 16, 34
_FEW = 9  # labels that have room for all their words
_GAP = 17  # distance of two names at the right


def lines(title: str, labels: Sequence[str], series: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """A line for each of the series, with its name at its end; a value that is None is passed over.

    labels  what stands under the values: as many as each of the series has

    Only the first `MOST` of the series are drawn.
    """
    shown = series[:MOST]
    values = [value for _, points in shown for value in points if value is not None]
    low, high, step = _axis(min([*values, 0]), max([*values, 1]))
    across = (_WIDTH - _LEFT - _RIGHT) / max(len(labels) - 1, 1)

    def x(place: int) -> float:
        return _LEFT + place * across

    def y(value: float) -> float:
        return _TOP + (high - value) / (high - low) * (_HEIGHT - _TOP - _FOOT)

    parts = list(_grid(low, high, step, y))
    every = math.ceil(len(labels) / 12)
    for place, label in enumerate(labels):
        if place % every == 0:
            parts.append(
                _text(
                    x(place),
                    _HEIGHT - 12,
                    label if len(labels) <= _FEW else _short(label),
                    "middle",
                    soft=True,
                )
            )
    ends: list[tuple[float, int]] = []
    for number, (_, points) in enumerate(shown):
        colour, shape, dashes = _LOOKS[number]
        dots = [(x(place), y(value)) for place, value in enumerate(points) if value is not None]
        path = "".join(f"{'L' if place else 'M'}{a:.1f} {b:.1f}" for place, (a, b) in enumerate(dots))
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(f'<path d="{path}" fill="none" stroke="var(--{colour})" stroke-width="2"{dash}/>')
        parts += [
            _mark(shape, a, b, colour)
            for place, (a, b) in enumerate(dots)
            if place % every == 0 or len(dots) < 40
        ]
        if dots:
            ends.append((dots[-1][1], number))
    below = -math.inf
    for height, number in sorted(ends):
        below = max(height, below + _GAP)
        name, points = shown[number]
        last = next(value for value in reversed(points) if value is not None)
        colour, shape, _ = _LOOKS[number]
        parts.append(_mark(shape, _WIDTH - _RIGHT + 14, below, colour))
        parts.append(_text(_WIDTH - _RIGHT + 24, below + 4, f"{_clip(name)} {_number(last)}"))
    told = "; ".join(
        f"{name}: {', '.join(_number(value) for value in points if value is not None)}"
        for name, points in shown
    )
    return _svg(title, told, max(_HEIGHT, int(below) + 12), parts)


def shares(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A row for each name: a share from 0 to 1 as a dot, its interval as a line, and both in figures.

    rows  name, share, low and high end of the interval
    """
    left, right, line = 200, 170, 26
    room = _WIDTH - left - right
    height = _TOP + line * len(rows) + 24
    parts = []
    for tenth in (0, 25, 50, 75, 100):
        at = left + room * tenth / 100
        parts.append(f'<path class="grid" d="M{at:.1f} {_TOP - 6}V{height - 22}"/>')
        parts.append(_text(at, height - 6, f"{tenth} %", "middle", soft=True))
    for place, (name, share, low, high) in enumerate(rows):
        middle = _TOP + line * place + line / 2
        a, b, dot = (left + room * value for value in (low, high, share))
        parts.append(_text(left - 12, middle + 4, _clip(name, 25), "end"))
        parts.append(
            f'<path d="M{a:.1f} {middle}H{b:.1f}M{a:.1f} {middle - 5}v10M{b:.1f} {middle - 5}v10"'
            ' fill="none" stroke="var(--blue)" stroke-width="2"/>'
        )
        parts.append(_mark("circle", dot, middle, "blue"))
        figures = f"{share * 100:.0f} % ({low * 100:.0f} to {high * 100:.0f} %)"
        parts.append(_text(_WIDTH - right + 14, middle + 4, figures))
    told = "; ".join(
        f"{name}: {share * 100:.0f} %, between {low * 100:.0f} and {high * 100:.0f} %"
        for name, share, low, high in rows
    )
    return _svg(title, told, height, parts)


def bars(title: str, rows: Sequence[tuple[str, float]]) -> str:
    """A bar for each label: a share from 0 to 1, with its figure above where there is room."""
    most = max((share for _, share in rows), default=0) or 1
    left, foot, height = 12, 40, 200
    width = (_WIDTH - 2 * left) / max(len(rows), 1)
    every = math.ceil(len(rows) / 16)
    parts = []
    for place, (label, share) in enumerate(rows):
        tall = share / most * (height - foot - 24)
        x, y = left + place * width, height - foot - tall
        parts.append(
            f'<rect x="{x + width * 0.1:.1f}" y="{y:.1f}" width="{width * 0.8:.1f}" height="{tall:.1f}"'
            ' fill="var(--blue)"/>'
        )
        if place % every == 0:
            parts.append(_text(x + width / 2, height - foot + 16, label, "middle", soft=True))
            if share:
                parts.append(_text(x + width / 2, y - 5, f"{100 * share:.0f} %", "middle"))
    told = "; ".join(f"{label}: {100 * share:.1f} %" for label, share in rows)
    return _svg(title, told, height - 12, parts)


def bands(title: str, labels: Sequence[str], rows: Sequence[tuple[float, float, float, float, float]]) -> str:
    """Quantiles along an axis: the middle as a line, the middle half dark, eight tenths of all light.

    rows  the 10 %, 25 %, 50 %, 75 % and 90 % quantile under each label
    """
    low, high, step = _axis(min(row[0] for row in rows), max(max(row[4] for row in rows), rows[0][0] + 1))
    across = (_WIDTH - _LEFT - _RIGHT) / max(len(labels) - 1, 1)

    def y(value: float) -> float:
        return _TOP + (high - value) / (high - low) * (_HEIGHT - _TOP - _FOOT)

    def line(quantile: int) -> list[str]:
        return [f"{_LEFT + place * across:.1f} {y(row[quantile]):.1f}" for place, row in enumerate(rows)]

    parts = list(_grid(low, high, step, y))
    for lower, upper, strength in ((0, 4, 0.2), (1, 3, 0.35)):
        around = "L".join((*line(lower), *reversed(line(upper))))
        parts.append(f'<path d="M{around}Z" fill="var(--blue)" fill-opacity="{strength}"/>')
    parts.append(f'<path d="M{"L".join(line(2))}" fill="none" stroke="var(--blue)" stroke-width="2"/>')
    every = math.ceil(len(labels) / 12)
    parts += [
        _text(_LEFT + place * across, _HEIGHT - 12, label, "middle", soft=True)
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    below = -math.inf
    names = ("10 %", "25 %", "middle", "75 %", "90 %")
    for quantile in reversed(range(5)):
        below = max(y(rows[-1][quantile]), below + _GAP)
        parts.append(
            _text(_WIDTH - _RIGHT + 10, below + 4, f"{names[quantile]}: {_number(rows[-1][quantile])}")
        )
    told = "; ".join(
        f"{label}: {', '.join(map(_number, row))}" for label, row in zip(labels, rows, strict=True)
    )
    return _svg(title, told, max(_HEIGHT, int(below) + 12), parts)


def effects(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A row for each name: a difference as a dot, its interval as a line, beside a line at 0.

    rows  name, difference, low and high end of the interval
    """
    left, right, line = 300, 170, 26
    far = max((max(abs(low), abs(high)) for _, _, low, high in rows), default=0) or 1
    middle = left + (_WIDTH - left - right) / 2
    room = (_WIDTH - left - right) / 2
    height = _TOP + line * len(rows) + 8
    parts = [f'<path class="grid" d="M{middle:.1f} {_TOP - 6}V{height - 8}"/>']
    for place, (name, mean, low, high) in enumerate(rows):
        y = _TOP + line * place + line / 2
        a, b, dot = (middle + room * value / far for value in (low, high, mean))
        parts.append(_text(left - 12, y + 4, _clip(name, 40), "end"))
        parts.append(
            f'<path d="M{a:.1f} {y}H{b:.1f}M{a:.1f} {y - 5}v10M{b:.1f} {y - 5}v10"'
            ' fill="none" stroke="var(--blue)" stroke-width="2"/>'
        )
        parts.append(_mark("circle", dot, y, "blue"))
        parts.append(_text(_WIDTH - right + 14, y + 4, f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"))
    told = "; ".join(
        f"{name}: {mean:+.1f}, between {low:+.1f} and {high:+.1f}" for name, mean, low, high in rows
    )
    return _svg(title, told, height, parts)


def _svg(title: str, told: str, height: int, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(parts)}</svg>"
    )


def _grid(low: float, high: float, step: float, y: object) -> Iterator[str]:
    assert callable(y)
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        yield f'<path class="grid" d="M{_LEFT - 4} {y(value):.1f}H{_WIDTH - _RIGHT}"/>'
        yield _text(_LEFT - 8, y(value) + 4, _number(value), "end", soft=True)


def _axis(low: float, high: float) -> tuple[float, float, float]:
    """The ends of an axis with round numbers around both values, and the step between them."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    step = max(step, 1.0)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def _mark(shape: str, x: float, y: float, colour: str) -> str:
    points = {
        "square": "-4,-4 4,-4 4,4 -4,4",
        "triangle": "0,-5 5,4 -5,4",
        "diamond": "0,-6 6,0 0,6 -6,0",
        "star": "0,-6 2,-2 6,-2 3,1 4,6 0,3 -4,6 -3,1 -6,-2 -2,-2",
        "hexagon": "-5,0 -2.5,-4.5 2.5,-4.5 5,0 2.5,4.5 -2.5,4.5",
        "cross": "-5,-2 -2,-2 -2,-5 2,-5 2,-2 5,-2 5,2 2,2 2,5 -2,5 -2,2 -5,2",
    }.get(shape)
    if points:
        corners = (corner.split(",") for corner in points.split())
        moved = " ".join(f"{x + float(a):.1f},{y + float(b):.1f}" for a, b in corners)
        return f'<polygon points="{moved}" fill="var(--{colour})"/>'
    fill = "var(--paper)" if shape == "ring" else f"var(--{colour})"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="var(--{colour})" stroke-width="2"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", *, soft: bool = False) -> str:
    style = ' class="soft"' if soft else ""
    end = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{end}{style}>{escape(text)}</text>'


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def _short(label: str) -> str:
    """The last word of a label, if that is a number: "round 12" → "12"."""
    *_, last = label.split()
    return last if last.isdecimal() else label


def _clip(name: str, longest: int = 13) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
