"""SVG path data as PDF path operators.

PDF has only straight lines and cubic Béziers; quadratic curves and elliptical arcs become cubics.
Coordinates stay in user space (mm, y down): the page's matrix flips them.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from components.errors import TemplateError

Point: TypeAlias = tuple[float, float]

LONGEST: Final = 200_000  # characters of a path
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(rf"{_NUMBER.pattern}|[^\s,]")  # a number, or a stray character
_WRITTEN = r"(-?0\.\d{0,2}[1-9]|-?[1-9]\d{0,3}(?:\.\d{0,2}[1-9])?|0)"  # `number` writes it so
_DOT = re.compile(rf"M{_WRITTEN} {_WRITTEN}h0")
_DOTS = re.compile(rf"(?:{_DOT.pattern})+")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
# The length of the handles of a cubic that makes a quarter circle, in radii.
_QUARTER = 4 / 3 * (math.sqrt(2) - 1)


class Outline(NamedTuple):
    """A path as PDF operators, and its bounding box (left, top, right, bottom)."""

    operators: str
    box: tuple[float, float, float, float]


@lru_cache(maxsize=4_000)
def number(value: float) -> str:
    """A number with at most three decimals, a micrometre. Cached, as four of five were written before."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1_000)
def path(data: str) -> Outline:
    """The path of a `d` attribute. Raises `TemplateError` for anything that is not path data."""
    if len(data) > LONGEST:
        raise TemplateError(f"A path has more than {LONGEST:,} characters.", todo="Draw less.")
    if _DOTS.fullmatch(data):  # skies and halftones have thousands
        places = [(float(x), float(y)) for x, y in _DOT.findall(data)]
        (left, *_, right), (top, *_, bottom) = (sorted((*side, *side)) for side in zip(*places, strict=True))
        return Outline(_DOT.sub(r"\1 \2 m \1 \2 l ", data).rstrip(), (left, top, right, bottom))
    pen = _Pen()
    try:
        for command, arguments in _commands(data):
            pen.draw(command, arguments)
        return pen.outline()
    except (ArithmeticError, ValueError):  # overflow, or a root of what is not a number any more
        raise _too_large() from None


def polygon(points: tuple[Point, ...], *, close: bool = True) -> Outline:
    pen = _Pen()
    pen.move(points[0])
    for point in points[1:]:
        pen.line(point)
    if close:
        pen.close()
    return pen.outline()


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    pen = _Pen()
    hx, hy = rx * _QUARTER, ry * _QUARTER
    pen.move((cx + rx, cy))
    pen.curve((cx + rx, cy + hy), (cx + hx, cy + ry), (cx, cy + ry))
    pen.curve((cx - hx, cy + ry), (cx - rx, cy + hy), (cx - rx, cy))
    pen.curve((cx - rx, cy - hy), (cx - hx, cy - ry), (cx, cy - ry))
    pen.curve((cx + hx, cy - ry), (cx + rx, cy - hy), (cx + rx, cy))
    pen.close()
    return pen.outline()


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0, ry: float = 0) -> Outline:
    """A rectangle; its corners are quarters of an ellipse with radii `rx` and `ry`."""
    right, bottom = x + width, y + height
    if not rx or not ry:
        return polygon(((x, y), (right, y), (right, bottom), (x, bottom)))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    hx, hy = rx * (1 - _QUARTER), ry * (1 - _QUARTER)
    pen = _Pen()
    pen.move((x + rx, y))
    pen.line((right - rx, y))
    pen.curve((right - hx, y), (right, y + hy), (right, y + ry))
    pen.line((right, bottom - ry))
    pen.curve((right, bottom - hy), (right - hx, bottom), (right - rx, bottom))
    pen.line((x + rx, bottom))
    pen.curve((x + hx, bottom), (x, bottom - hy), (x, bottom - ry))
    pen.line((x, y + ry))
    pen.curve((x, y + hy), (x + hx, y), (x + rx, y))
    pen.close()
    return pen.outline()


class _Pen:
    """The current point of the path, and the commands written so far."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.handle: Point | None = None  # the last curve's second handle, for S and T
        self.last = ""

    def move(self, to: Point) -> None:
        self._reach(to, f"{number(to[0])} {number(to[1])} m")
        self.start = to

    def line(self, to: Point) -> None:
        self._reach(to, f"{number(to[0])} {number(to[1])} l")

    def curve(self, first: Point, second: Point, to: Point) -> None:
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.at, first, second, to
        self.xs += _extremes(x1, x2, x3, x4)
        self.ys += _extremes(y1, y2, y3, y4)
        handles = f"{number(x2)} {number(y2)} {number(x3)} {number(y3)}"
        self._reach(to, f"{handles} {number(x4)} {number(y4)} c")

    def close(self) -> None:
        self.written.append("h")
        self.at = self.start

    def outline(self) -> Outline:
        if not self.xs:
            raise TemplateError("A path has no points.")
        box = (min(self.xs), min(self.ys), max(self.xs), max(self.ys))
        if not math.isfinite(sum(self.xs) + sum(self.ys)):
            raise _too_large()
        return Outline(" ".join(self.written), box)

    def draw(self, command: str, numbers: list[float]) -> None:
        """Draw one command of path data with its numbers."""
        kind = command.upper()
        dx, dy = (0.0, 0.0) if kind == command else self.at
        if kind == "L":
            self.line((numbers[0] + dx, numbers[1] + dy))
        elif kind == "H":
            self.line((numbers[0] + dx, self.at[1]))
        elif kind == "V":
            self.line((self.at[0], numbers[0] + dy))
        elif kind == "A":
            rx, ry, turn, large, sweep, x, y = numbers
            if not {large, sweep} <= {0, 1}:
                raise TemplateError("A flag of an arc must be 0 or 1.")
            self._arc(rx, ry, turn, bool(large), bool(sweep), (x + dx, y + dy))
        else:
            points = [(numbers[i] + dx, numbers[i + 1] + dy) for i in range(0, len(numbers), 2)]
            self._draw_points(kind, points)
        self.last = kind

    def _draw_points(self, kind: str, points: list[Point]) -> None:
        if kind == "M":
            self.move(points[0])
        elif kind == "C":
            self.curve(*points)
            self.handle = points[1]
        elif kind == "S":
            self.curve(self._mirrored("CS"), points[0], points[1])
            self.handle = points[0]
        elif kind == "Q":
            self._quadratic(points[0], points[1])
        elif kind == "T":
            self._quadratic(self._mirrored("QT"), points[0])
        else:
            self.close()

    def _mirrored(self, after: str) -> Point:
        """The last handle mirrored about the pen, if the last command was of that family."""
        if self.last not in after or self.handle is None:
            return self.at
        return (2 * self.at[0] - self.handle[0], 2 * self.at[1] - self.handle[1])

    def _quadratic(self, control: Point, to: Point) -> None:
        def two_thirds(end: Point) -> Point:
            return (end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3)

        self.curve(two_thirds(self.at), two_thirds(to), to)
        self.handle = control

    def _arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, to: Point) -> None:
        """An elliptical arc, by the endpoint-to-centre conversion of SVG 1.1 appendix F.6."""
        (x1, y1), (x2, y2) = self.at, to
        if not rx or not ry or self.at == to:
            self.line(to)
            return
        rx, ry = abs(rx), abs(ry)
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        mx, my = (x1 - x2) / 2, (y1 - y2) / 2
        px, py = cos * mx + sin * my, cos * my - sin * mx
        too_small = (px / rx) ** 2 + (py / ry) ** 2
        if too_small > 1:
            rx, ry = rx * math.sqrt(too_small), ry * math.sqrt(too_small)
        ratio = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
        offset = math.sqrt(max(0.0, ratio)) * (-1 if large == sweep else 1)
        ox, oy = offset * rx * py / ry, -offset * ry * px / rx
        cx, cy = cos * ox - sin * oy + (x1 + x2) / 2, sin * ox + cos * oy + (y1 + y2) / 2
        begin = math.atan2((py - oy) / ry, (px - ox) / rx)
        swept = math.atan2((-py - oy) / ry, (-px - ox) / rx) - begin
        if sweep and swept < 0:
            swept += math.tau
        elif not sweep and swept > 0:
            swept -= math.tau
        steps = max(1, math.ceil(abs(swept) / (math.pi / 2) - 1e-9))
        self._arc_steps((cx, cy), (rx, ry), (cos, sin), begin, swept / steps, steps)

    def _arc_steps(
        self, centre: Point, radii: Point, turn: Point, begin: float, step: float, steps: int
    ) -> None:
        (cx, cy), (rx, ry), (cos, sin) = centre, radii, turn
        reach = 4 / 3 * math.tan(step / 4)

        def place(x: float, y: float) -> Point:
            return (cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y)

        for i in range(steps):
            a, b = begin + i * step, begin + (i + 1) * step
            self.curve(
                place(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)),
                place(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)),
                place(math.cos(b), math.sin(b)),
            )

    def _reach(self, to: Point, operators: str) -> None:
        self.written.append(operators)
        self.at = to
        self.xs.append(to[0])
        self.ys.append(to[1])


def _extremes(start: float, first: float, second: float, to: float) -> list[float]:
    """Yield where a cubic Bézier turns round on one axis, between its ends."""
    low, high = (start, to) if start < to else (to, start)
    if low <= first <= high and low <= second <= high:
        return []
    a = to - 3 * second + 3 * first - start
    b = 2 * (second - 2 * first + start)
    c = first - start
    if abs(a) < 1e-12:
        turns = [-c / b] if b else []
    else:
        root = math.sqrt(max(0.0, b * b - 4 * a * c))
        turns = [(-b - root) / (2 * a), (-b + root) / (2 * a)]
    return [
        (1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t * t * second + t**3 * to
        for t in turns
        if 0 < t < 1
    ]


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; repeated argument groups become commands of their own."""
    before, *parts = _COMMAND.split(data)
    if _numbers("", before, data):
        raise _wrong_count("the path", data)
    if parts and parts[0] not in "Mm":
        raise _wrong(f'A path begins with M, not with "{parts[0]}"', data, 'Begin it with "M x y".')
    for command, text in zip(parts[::2], parts[1::2], strict=True):
        numbers = _numbers(command, text, data)
        count = _ARGUMENTS[command.upper()]
        if not count:
            if numbers:
                raise _wrong("There are numbers after Z", data, "Write a command before them, such as L.")
            yield command, numbers
            continue
        if len(numbers) == count:
            yield command, numbers
            continue
        if not numbers or len(numbers) % count:
            raise _wrong_count(command, data)
        for first in range(0, len(numbers), count):
            yield command, numbers[first : first + count]
            command = {"M": "L", "m": "l"}.get(command, command)


def _numbers(command: str, text: str, data: str) -> list[float]:
    """The numbers after a command. Raises `TemplateError` for anything else there."""
    words = _WORD.findall(text)
    try:
        return _arc_numbers(words) if command in ("A", "a") else [float(word) for word in words]
    except ValueError:
        strange = next((word for word in words if not _NUMBER.fullmatch(word)), text.strip())
        raise _wrong(f'"{strange}" is not path data', data, "Write only commands and numbers.") from None


def _arc_numbers(words: list[str]) -> list[float]:
    """An arc's two flags may be written without spaces around them: "a5 5 0 015 5"."""
    numbers: list[float] = []
    for word in words:
        while len(numbers) % 7 in (3, 4) and word[:1] in ("0", "1"):
            numbers.append(float(word[0]))
            word = word[1:]
        if word:
            numbers.append(float(word))
    return numbers


def _too_large() -> TemplateError:
    return TemplateError("One of the numbers of a path is too large.")


def _wrong_count(command: str, data: str) -> TemplateError:
    count = _ARGUMENTS.get(command.upper())
    todo = f"{command} takes {count} at a time." if count else "Write M and two numbers first."
    return _wrong(f'"{command}" has too few or too many numbers', data, todo)


def _wrong(what: str, data: str, todo: str) -> TemplateError:
    return TemplateError(f'{what} (in d="{data[:60]}").', todo=todo)
