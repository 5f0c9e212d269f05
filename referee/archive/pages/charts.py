"""Charts as SVG in the colours of the page. Every line has a shape and a name of its own, and every chart a
title and a description, so that nothing is told by colour alone.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from markupsafe import Markup

from components.wording import shortened
from referee.archive.rates import Rate

_Interval = tuple[float, float, float]  # a value, and the low and the high end around it


class _Look(NamedTuple):
    colour: str
    shape: str
    dashes: str = ""


# The colours and shapes of the players of the box, readable on light and dark pages.
_LOOKS = (
    *(_Look("orange", "circle"), _Look("blue", "square", "6 3"), _Look("green", "triangle", "2 3")),
    *(_Look("pink", "diamond", "8 3 2 3"), _Look("amber", "star", "4 4"), _Look("teal", "hexagon", "1 4")),
    *(_Look("violet", "ring", "10 4"), _Look("brown", "cross", "3 2 1 2")),
)
_CORNERS = {
    "square": "-4,-4 4,-4 4,4 -4,4",
    "triangle": "0,-5 5,4 -5,4",
    "diamond": "0,-6 6,0 0,6 -6,0",
    "star": "0,-6 2,-2 6,-2 3,1 4,6 0,3 -4,6 -3,1 -6,-2 -2,-2",
    "hexagon": "-5,0 -2.5,-4.5 2.5,-4.5 5,0 2.5,4.5 -2.5,4.5",
    "cross": "-5,-2 -2,-2 -2,-5 2,-5 2,-2 5,-2 5,2 2,2 2,5 -2,5 -2,2 -5,2",
}
MOST = len(_LOOKS)  # lines of one chart

_WIDTH, _HEIGHT = 760, 320
_LEFT, _RIGHT, _TOP, _FOOT = 48, 150, 16, 34
_ROW, _FIGURES = 26, 170  # the height of a row, and the width of the figures at its right
_FEW = 9  # labels that have room for all their words
_GAP = 17  # distance of two names at the right
_QUANTILES = ("10 %", "25 %", "middle", "75 %", "90 %")
_BLUE = 'stroke="var(--blue)" stroke-width="2"'


def lines(title: str, labels: Sequence[str], series: Sequence[tuple[str, Sequence[float | None]]]) -> Markup:
    """A line for each of the series, with its name at its end; a value that is None is passed over.

    labels  what stands under the values: as many as each of the series has

    Only the first `MOST` of the series are drawn.
    """
    known = [(name, [value for value in points if value is not None]) for name, points in series[:MOST]]
    every = [value for _, values in known for value in values]
    plot = _Plot(labels, min([*every, 0]), max([*every, 1]))
    for look, (name, values), (_, points) in zip(_LOOKS, known, series, strict=False):
        dots = [plot.at(place, value) for place, value in enumerate(points) if value is not None]
        dash = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
        plot.parts.append(
            f'<path d="{_path(dots)}" fill="none" stroke="var(--{look.colour})" stroke-width="2"{dash}/>'
        )
        marked = dots if len(dots) < 40 else dots[:: plot.every]
        plot.parts += [_mark(look, *dot) for dot in marked]
        if dots:
            plot.names.append((dots[-1][1], f"{shortened(name, 13)} {_number(values[-1])}", look))
    return plot.drawn(title, ((name, ", ".join(map(_number, values))) for name, values in known))


def bands(
    title: str, labels: Sequence[str], rows: Sequence[tuple[float, float, float, float, float]]
) -> Markup:
    """Quantiles along an axis: the middle as a line, the middle half dark, eight tenths of all light.

    rows  the 10 %, 25 %, 50 %, 75 % and 90 % quantile under each label
    """
    plot = _Plot(labels, min(row[0] for row in rows), max(max(row[4] for row in rows), rows[0][0] + 1))
    tenth, quarter, middle, three_quarters, ninetieth = curves = [
        [plot.at(place, row[quantile]) for place, row in enumerate(rows)] for quantile in range(5)
    ]
    for lower, upper, strength in ((tenth, ninetieth, 0.2), (quarter, three_quarters, 0.35)):
        around = _path([*lower, *reversed(upper)])
        plot.parts.append(f'<path d="{around}Z" fill="var(--blue)" fill-opacity="{strength}"/>')
    plot.parts.append(f'<path d="{_path(middle)}" fill="none" {_BLUE}/>')
    for name, curve, value in reversed(list(zip(_QUANTILES, curves, rows[-1], strict=True))):
        plot.names.append((curve[-1][1], f"{name}: {_number(value)}", None))
    return plot.drawn(title, zip(labels, (", ".join(map(_number, row)) for row in rows), strict=True))


def shares(title: str, rows: Sequence[tuple[str, Rate]]) -> Markup:
    """A row for each name: its share as a dot, its interval as a line, and both in figures."""
    left, height = 200, _TOP + _ROW * len(rows) + 24

    def x(share: float) -> float:
        return left + (_WIDTH - left - _FIGURES) * share

    parts = []
    for quarter in range(5):
        at = x(quarter / 4)
        parts.append(f'<path class="grid" d="M{at:.1f} {_TOP - 6}V{height - 22}"/>')
        parts.append(_text(at, height - 6, f"{25 * quarter} %", "middle", soft=True))
    told = [(name, rate.told(), (rate.share, rate.low, rate.high)) for name, rate in rows]
    return _svg(title, [row[:2] for row in told], height, [*parts, *_intervals(told, left, x)])


def effects(title: str, rows: Sequence[tuple[str, _Interval]]) -> Markup:
    """A row for each name: a difference as a dot, its interval as a line, beside a line at 0."""
    left, height = 300, _TOP + _ROW * len(rows) + 8
    far = max((max(abs(low), abs(high)) for _, (_, low, high) in rows), default=0) or 1
    room = (_WIDTH - left - _FIGURES) / 2

    def x(value: float) -> float:
        return left + room + room * value / far

    told = [(name, "{:+.1f} ({:+.1f} to {:+.1f})".format(*interval), interval) for name, interval in rows]
    middle = f'<path class="grid" d="M{x(0):.1f} {_TOP - 6}V{height - 8}"/>'
    return _svg(title, [row[:2] for row in told], height, [middle, *_intervals(told, left, x)])


def bars(title: str, rows: Sequence[tuple[str, float]]) -> Markup:
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
    return _svg(title, ((label, f"{100 * share:.1f} %") for label, share in rows), height - 12, parts)


class _Plot:
    """Axes, with labels along the foot, values at the left, and names of what is drawn at the right.

    every  of so many labels one is shown
    names  the height of each name, the name, and the look of its line, if it has one of its own
    """

    def __init__(self, labels: Sequence[str], low: float, high: float) -> None:
        self._low, self._high, step = _axis(low, high)
        self._across = (_WIDTH - _LEFT - _RIGHT) / max(len(labels) - 1, 1)
        self.every = math.ceil(len(labels) / 12)
        self.names: list[tuple[float, str, _Look | None]] = []
        self.parts: list[str] = []
        for number in range(round((self._high - self._low) / step) + 1):
            value = self._low + number * step
            _, y = self.at(0, value)
            self.parts.append(f'<path class="grid" d="M{_LEFT - 4} {y:.1f}H{_WIDTH - _RIGHT}"/>')
            self.parts.append(_text(_LEFT - 8, y + 4, _number(value), "end", soft=True))
        for place, label in list(enumerate(labels))[:: self.every]:
            shown = label if len(labels) <= _FEW else _short(label)
            self.parts.append(_text(self.at(place, 0)[0], _HEIGHT - 12, shown, "middle", soft=True))

    def at(self, place: int, value: float) -> tuple[float, float]:
        """Return the point of that value above the label of that number."""
        down = (self._high - value) / (self._high - self._low) * (_HEIGHT - _TOP - _FOOT)
        return _LEFT + place * self._across, _TOP + down

    def drawn(self, title: str, told: Iterable[tuple[str, str]]) -> Markup:
        """The chart, with the names one below the other where their lines end close together."""
        below, right = -math.inf, _WIDTH - _RIGHT
        for height, name, look in sorted(self.names, key=lambda one: one[0]):
            below = max(height, below + _GAP)
            if look:
                self.parts.append(_mark(look, right + 14, below))
            self.parts.append(_text(right + (24 if look else 10), below + 4, name))
        return _svg(title, told, max(_HEIGHT, int(max(below, 0)) + 12), self.parts)


def _intervals(
    rows: Sequence[tuple[str, str, _Interval]], left: int, x: Callable[[float], float]
) -> Iterator[str]:
    """A dot and a line for each row, between its name and its figures; `x` places a value."""
    for place, (name, said, (value, low, high)) in enumerate(rows):
        y = _TOP + _ROW * place + _ROW / 2
        yield _text(left - 12, y + 4, shortened(name, left // 8), "end")
        ends = f"M{x(low):.1f} {y}H{x(high):.1f}M{x(low):.1f} {y - 5}v10M{x(high):.1f} {y - 5}v10"
        yield f'<path d="{ends}" fill="none" {_BLUE}/>'
        yield _mark(_Look("blue", "circle"), x(value), y)
        yield _text(_WIDTH - _FIGURES + 14, y + 4, said)


def _svg(title: str, told: Iterable[tuple[str, str]], height: int, parts: Iterable[str]) -> Markup:
    """The drawing. Its description has the name and the figures of every row of what is `told`."""
    words = "; ".join(f"{name}: {said}" for name, said in told)
    return Markup(
        f'<div class="chart" tabindex="0" role="group" aria-label="{escape(title)}">'
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg></div>"
    )


def _axis(low: float, high: float) -> tuple[float, float, float]:
    """The ends of an axis with round numbers around both values, and the step between them."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    step = max(step, 1.0)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "".join(f"{'L' if place else 'M'}{x:.1f} {y:.1f}" for place, (x, y) in enumerate(points))


def _mark(look: _Look, x: float, y: float) -> str:
    if look.shape in _CORNERS:
        corners = (corner.split(",") for corner in _CORNERS[look.shape].split())
        moved = " ".join(f"{x + float(a):.1f},{y + float(b):.1f}" for a, b in corners)
        return f'<polygon points="{moved}" fill="var(--{look.colour})"/>'
    fill = "var(--paper)" if look.shape == "ring" else f"var(--{look.colour})"
    edge = f'stroke="var(--{look.colour})" stroke-width="2"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" {edge}/>'


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
