"""The calibration sheet, and what its readings say about a printer.

The front has four scales across and four down with lines every 4.2 mm; the back has the same scales with
lines every 4 mm. Held against the light, one line continues in a line of the other side, where the difference
in spacing equals the misprint: the front's line `k` has the number 0.2 × k mm, so the number read there is
how far the back is off, to the right or down as seen from the front. The lines are far enough apart to meet
in only one place within the range.

Eight numbers are more than offset, angle and scale need; the best fit averages out errors of reading.
"""

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from components.errors import PaperError, UsageError
from generator.faces import fonts
from generator.faces.svg.path import Point
from generator.faces.theme import MM_PER_POINT
from generator.pdf.canvas import at_true_size, down, new_canvas, string
from generator.sheets.paper import Correction, Paper

_LINES = 10  # lines on each side of a scale's middle
_PITCH = {"front": 4.2, "back": 4.0}  # distance between the lines, mm
_STEP = 0.2  # the difference, mm
REACH = _LINES * _STEP  # the largest number on a scale, mm
_LONG = 5.0  # a line, mm
_SMALLEST = (210.0, 276.0)  # a sheet on which the scales and the words have room, mm
_INK = {"front": (0.1, 0.1, 0.1), "back": (0.8, 0.1, 0.1)}


@dataclass(frozen=True)
class Station:
    """A scale across and a scale down, given by their middles, mm from the middle of the sheet as seen from
    the front, y down."""

    name: str
    across: Point
    down: Point


def stations(paper: Paper) -> tuple[Station, ...]:
    """The four pairs of scales. Raises `PaperError` for paper that is too small for them."""
    if paper.width < _SMALLEST[0] or paper.height < _SMALLEST[1]:
        raise PaperError(
            f"The calibration sheet needs {_SMALLEST[0]:g} × {_SMALLEST[1]:g} mm.",
            where="--paper",
            todo="Use A4 or Letter: the result also holds for smaller paper that is fed in the middle.",
        )
    x, y = paper.width / 2, paper.height / 2
    return (
        Station("left", (49 - x, -54), (18 - x, 6)),
        Station("right", (x - 49, -54), (x - 18, 6)),
        Station("top", (0, 16 - y), (0, 72 - y)),
        Station("bottom", (0, y - 16), (0, y - 72)),
    )


def correction(readings: Mapping[str, tuple[float, float]], paper: Paper) -> Correction:
    """The correction for the misprint that was read at the four stations (right, down; mm).

    A small turn t and scales 1+p, 1+q about the middle shift a point (x, y) by (px - ty, qy + tx); the
    readings are those shifts plus the offset, at the lines of the back where they were read. Raises
    `UsageError` for a number beyond the scales, `PaperError` as `stations` does.
    """
    rows: list[tuple[float, ...]] = []
    shifts: list[float] = []
    for place in stations(paper):
        right, lower = readings[place.name]
        if max(abs(right), abs(lower)) > REACH + 1e-9:
            raise UsageError(
                f"The scales end at {REACH:g} mm.",
                where=f"--{place.name}",
                todo="Move the backs roughly with --shift, then measure the rest with --refine.",
            )
        x = place.across[0] + right / _STEP * _PITCH["back"]
        y = place.down[1] + lower / _STEP * _PITCH["back"]
        rows += [(1, 0, x, 0, -place.across[1]), (0, 1, 0, y, place.down[0])]
        shifts += [right, lower]
    off_right, off_down, broader, taller, turned = _best_fit(rows, shifts)
    # On the back, one axis and the direction of the turn are reversed, and a correction reverses all.
    over = -1 if paper.duplex == "short" else 1
    scale = (1 / (1 + broader), 1 / (1 + taller))
    return Correction(over * off_right, -over * off_down, math.degrees(turned), scale)


def _best_fit(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The least-squares solution of at least as many equations as unknowns, by Gauss-Jordan elimination."""
    size = len(rows[0])
    table = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(size)
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(table[row][i]))
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [entry / table[i][i] for entry in table[i]]
        for row in range(size):
            if row != i:
                factor = table[row][i]
                table[row] = [a - factor * b for a, b in zip(table[row], table[i], strict=True)]
    return [row[size] for row in table]


def refined(old: Correction, new: Correction) -> Correction:
    """Both corrections combined: `new` was measured on a sheet that was printed with `old`."""
    return Correction(
        old.right + new.right,
        old.down + new.down,
        old.angle + new.angle,
        (old.scale[0] * new.scale[0], old.scale[1] * new.scale[1]),
    )


def command(paper: Paper, name: str) -> str:
    """The command to type with the numbers read off the sheet. `name` is the printer whose correction the
    paper has, or "" for a first measurement."""
    words = ["pnp printer add", shlex.quote(name or "NAME"), "--left X,Y --right X,Y --top X,Y --bottom X,Y"]
    words += [f"--paper {paper.name}"] if paper.name != "a4" else []
    words += [f"--duplex {paper.duplex}"] if paper.duplex != "long" else []
    words += ["--refine"] if name else []
    return " ".join(words)


def sheet(paper: Paper, name: str) -> bytes:
    """The PDF of the calibration sheet: a front and a back, the back with the paper's correction.

    `name` is as in `command`. Raises `PaperError` as `stations` does.
    """
    canvas = new_canvas((paper.width, paper.height), title="Starbox calibration sheet")
    at_true_size(canvas, "DuplexFlipShortEdge" if paper.duplex == "short" else "DuplexFlipLongEdge")
    for side in ("front", "back"):
        _side(canvas, paper, side, name)
    return canvas.finished()


def _side(canvas: Canvas, paper: Paper, side: str, name: str) -> None:
    """Draw one side as seen from the front: the coordinates of the back are turned over with the sheet."""
    down(canvas, paper.height)
    if side == "back":
        canvas.transform(*paper.correction.matrix(paper.width, paper.height))
    canvas.translate(paper.width / 2, paper.height / 2)
    canvas.setStrokeColorRGB(*_INK[side])
    canvas.setFillColorRGB(*_INK[side])
    canvas.setLineWidth(0.2)
    over = (1, 1) if side == "front" else (1, -1) if paper.duplex == "short" else (-1, 1)
    for place in stations(paper):
        lines = _scales(place, side)
        canvas.lines([(over[0] * x1, over[1] * y1, over[0] * x2, over[1] * y2) for x1, y1, x2, y2 in lines])
        if side == "front":
            _numbers(canvas, place)
    if side == "front":
        _words(canvas, paper, name)
    else:
        _centred(canvas, "This is the back.", 0, 0, 8)
    canvas.showPage()


def _scales(place: Station, side: str) -> list[tuple[float, float, float, float]]:
    """The lines of both scales; front and back meet at a line, like the two scales of a calliper."""
    pitch, away = _PITCH[side], _LONG if side == "front" else -_LONG
    (x, y), (left, top) = place.across, place.down
    ticks = range(-_LINES, _LINES + 1)
    across = [(x + k * pitch, y, x + k * pitch, y + away) for k in ticks]
    down = [(left, top + k * pitch, left + away, top + k * pitch) for k in ticks]
    return across + down


def _numbers(canvas: Canvas, place: Station) -> None:
    (x, y), (left, top) = place.across, place.down
    for k in range(-_LINES, _LINES + 1, 2):
        value = f"{k * _STEP:+.1f}" if k else "0"
        along = k * _PITCH["front"]
        _centred(canvas, value, x + along, y + _LONG + 2.6, 6.5)
        string(canvas, value, left + _LONG + 0.8, top + along + 0.8, 6.5)
    _centred(canvas, f"{place.name}, X", x, y + _LONG + 7, 9)
    _centred(canvas, f"{place.name}, Y", left, top + (_LINES + 1) * _PITCH["front"] + 1, 9)


def _words(canvas: Canvas, paper: Paper, name: str) -> None:
    whose = f"Calibration of {name}" if name else "Calibration"
    lines = (
        f"{whose}: print on both sides at 100 %, hold against the light.",
        "At each of the four places, which black line continues as a red one? Read its number on X and on Y.",
        "A line without a number is half way between its neighbours. Then type what you read:",
        command(paper, name),
    )
    for row, line in enumerate(lines):
        _centred(canvas, line, 0, 5 * row - 14, 8)
    canvas.lines([(-50, 14, 50, 14), *((10 * i - 50, 12, 10 * i - 50, 14) for i in range(11))])
    _centred(canvas, "100 mm", 0, 18, 8)


def _centred(canvas: Canvas, text: str, x: float, y: float, points: float) -> None:
    string(canvas, text, x - fonts.font("Barlow", 500).width(text, points * MM_PER_POINT) / 2, y, points)
