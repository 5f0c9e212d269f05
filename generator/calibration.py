"""The calibration sheet, and what its readings say about a printer.

Near each edge the front has two scales, one across and one down, with lines every millimetre; the back has
the same scales with lines every 0.8 mm. Held against the light, the two lines that lie on each other are
where the difference in spacing makes up for the misprint: the front's line `k` has the number 0.2 × k mm
beside it, so the number read there is how far the back is off, to the right or down as seen from the front.
Four stations give eight numbers: enough for offset, angle and scale.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from components.errors import PaperError, UsageError
from generator import fonts
from generator.paper import Correction, Paper
from generator.theme import MM_PER_POINT

_LINES = 15  # on each side of a scale's middle
_PITCH = {"front": 1.0, "back": 0.8}  # between the lines, mm
_STEP = _PITCH["front"] - _PITCH["back"]
_LONG = 4.0  # a line, mm
REACH = _LINES * _STEP  # the largest number on a scale, mm
_SMALLEST = (180.0, 250.0)  # a sheet on which the scales and the words have room, mm
_INSET = 22.0  # of a station from the edge of the sheet, mm
_ASIDE = 26.0  # of the scale down from the scale across, mm
_INK = {"front": (0.1, 0.1, 0.1), "back": (0.8, 0.1, 0.1)}
_POINT = 1 / MM_PER_POINT


@dataclass(frozen=True)
class Station:
    """A scale across with its middle at (x, y), and a scale down `aside` of it; mm from the middle of the
    sheet as seen from the front."""

    name: str
    x: float
    y: float
    aside: float


def stations(paper: Paper) -> tuple[Station, ...]:
    """The four places of the scales. Raises `PaperError` for paper that is too small for them."""
    if paper.width < _SMALLEST[0] or paper.height < _SMALLEST[1]:
        raise PaperError(
            f"The calibration sheet needs {_SMALLEST[0]:g} × {_SMALLEST[1]:g} mm.",
            where="--paper",
            todo="Take A4 or Letter: what is measured there holds for smaller paper fed in the middle.",
        )
    across, down = paper.width / 2 - _INSET, paper.height / 2 - _INSET
    return (
        Station("left", -across, 0, _ASIDE),
        Station("right", across, 0, -_ASIDE),
        Station("top", 0, -down, _ASIDE),
        Station("bottom", 0, down, -_ASIDE),
    )


def correction(readings: Mapping[str, tuple[float, float]], paper: Paper) -> Correction:
    """What makes up for the misprint that was read at the four stations (right, down; mm).

    A small turn t and scales 1+p, 1+q about the middle shift a point (x, y) by (px - ty, qy + tx); the
    readings are those shifts plus the offset. Raises `UsageError` for a number that is on no scale,
    `PaperError` as `stations` does.
    """
    places = stations(paper)
    for name, reading in readings.items():
        if max(map(abs, reading)) > REACH + 1e-9:
            raise UsageError(
                f"The scales end at {REACH:g} mm.",
                where=f"--{name}",
                todo="Move the backs by about as much with --shift, then measure what is left with --refine.",
            )
    across, down = places[1].x, places[3].y
    left, right, top, bottom = (readings[place.name] for place in places)
    off_right = sum(reading[0] for reading in readings.values()) / 4
    off_down = sum(reading[1] for reading in readings.values()) / 4
    # The turn is seen twice, over the width and over the height: the longer way tells it more exactly.
    wide, tall = 2 * (across - _ASIDE), 2 * down
    turned = ((right[1] - left[1]) * wide + (top[0] - bottom[0]) * tall) / (wide**2 + tall**2)
    broader = 1 + (right[0] - left[0]) / (2 * across)
    taller = 1 + (bottom[1] - top[1] + 2 * _ASIDE * turned) / (2 * down)
    # Seen on the back, one axis and the sense of the turn are the other way round; and a correction undoes.
    over = -1 if paper.duplex == "short" else 1
    return Correction(over * off_right, -over * off_down, math.degrees(turned), (1 / broader, 1 / taller))


def refined(old: Correction, new: Correction) -> Correction:
    """Both corrections together: `new` was measured on a sheet that was printed with `old`."""
    return Correction(
        old.right + new.right,
        old.down + new.down,
        old.angle + new.angle,
        (old.scale[0] * new.scale[0], old.scale[1] * new.scale[1]),
    )


def command(paper: Paper, name: str) -> str:
    """What to type with the numbers read off the sheet. `name` is the printer whose correction the paper
    has, or "" for a first measurement."""
    words = ["pnp printer add", name or "NAME", "--left X,Y --right X,Y --top X,Y --bottom X,Y"]
    words += [f"--paper {paper.name}"] if paper.name != "a4" else []
    words += [f"--duplex {paper.duplex}"] if paper.duplex != "long" else []
    words += ["--refine"] if name else []
    return " ".join(words)


def sheet(paper: Paper, name: str) -> bytes:
    """The PDF of the calibration sheet: a front and a back, the back with the paper's correction.

    `name` is as in `command`. Raises `PaperError` as `stations` does.
    """
    buffer = io.BytesIO()
    size = (paper.width * _POINT, paper.height * _POINT)
    canvas = Canvas(buffer, pagesize=size, pageCompression=1, invariant=1, lang="en")
    canvas.setTitle("Starbox calibration sheet")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference(
        "Duplex", "DuplexFlipShortEdge" if paper.duplex == "short" else "DuplexFlipLongEdge"
    )
    for side in ("front", "back"):
        _side(canvas, paper, side, name)
    canvas.save()
    return buffer.getvalue()


def _side(canvas: Canvas, paper: Paper, side: str, name: str) -> None:
    """One side, drawn as seen from the front: the back's coordinates are turned over with the sheet."""
    canvas.transform(_POINT, 0, 0, -_POINT, 0, paper.height * _POINT)
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
        _string(canvas, "This is the back.", 0, -30, "middle", 8)
    canvas.showPage()


def _scales(place: Station, side: str) -> list[tuple[float, float, float, float]]:
    """The lines of both scales; front and back meet at a line, like the two parts of a calliper."""
    pitch, away = _PITCH[side], _LONG if side == "front" else -_LONG
    x, y = place.x + place.aside, place.y
    ticks = range(-_LINES, _LINES + 1)
    across = [(place.x + k * pitch, y, place.x + k * pitch, y + away) for k in ticks]
    down = [(x, y + k * pitch, x + away, y + k * pitch) for k in ticks]
    return across + down


def _numbers(canvas: Canvas, place: Station) -> None:
    for k in range(-_LINES, _LINES + 1, 5):
        value = f"{k * _STEP:+.0f}" if k else "0"
        _string(canvas, value, place.x + k * _PITCH["front"], place.y + _LONG + 3, "middle")
        _string(
            canvas, value, place.x + place.aside + _LONG + 1, place.y + k * _PITCH["front"] + 0.8, "start"
        )
    _string(canvas, place.name, place.x, place.y + _LONG + 8, "middle", 9)
    outward = -1 if place.aside > 0 else 1
    _string(canvas, "X", place.x + outward * (_LINES + 3), place.y + _LONG, "middle", 9)
    _string(canvas, "Y", place.x + place.aside - 1, place.y + _LINES + 3, "end", 9)


def _words(canvas: Canvas, paper: Paper, name: str) -> None:
    whose = f"Calibration of {name}" if name else "Calibration"
    lines = (
        f"{whose}: print on both sides at 100 %, hold against the light.",
        "At each of the four places: which black line goes on in a red one? On X and on Y, read its number.",
        "The lines between the numbers count 0.2 mm each. Then type what you read:",
        command(paper, name),
    )
    for row, line in enumerate(lines):
        _string(canvas, line, 0, 36 + 5 * row, "middle", 8)
    canvas.lines([(-50, 70, 50, 70), *((10 * i - 50, 68, 10 * i - 50, 70) for i in range(11))])
    _string(canvas, "100 mm", 0, 74, "middle", 8)


def _string(canvas: Canvas, text: str, x: float, y: float, anchor: str, points: float = 6.5) -> None:
    font = fonts.font("Barlow", 500)
    size = points * MM_PER_POINT
    left = x - font.width(text, size) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, left, y)
    canvas.setFont(font.name, size)
    canvas.drawString(0, 0, text)
    canvas.restoreState()
