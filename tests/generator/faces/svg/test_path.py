"""Path data: every command, absolute and relative, against what the SVG specification says it draws."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import TemplateError
from generator.faces.shapes import Vertex, contour_path
from generator.faces.svg.path import Outline, ellipse, number, path, polygon, rectangle

Point = tuple[float, float]
ROUNDING = 0.002  # operators are written to the micrometre


def segments(outline: Outline) -> Iterator[tuple[str, list[Point]]]:
    """The operators of an outline, each with its points."""
    numbers: list[float] = []
    for word in outline.operators.split():
        if word in "mlch":
            yield word, list(zip(numbers[::2], numbers[1::2], strict=True))
            numbers = []
        else:
            numbers.append(float(word))
    assert not numbers


def points_on(outline: Outline, steps: int = 16) -> list[Point]:
    """Points along the lines and curves of an outline."""
    points: list[Point] = []
    for operator, given_points in segments(outline):
        if operator == "c":
            corners = (points[-1], *given_points)
            points += [bezier(corners, step / steps) for step in range(1, steps + 1)]
        else:
            points += given_points
    return points


def bezier(corners: tuple[Point, ...], t: float) -> Point:
    """De Casteljau: between the corners, again and again."""
    while len(corners) > 1:
        corners = tuple(
            ((1 - t) * ax + t * bx, (1 - t) * ay + t * by)
            for (ax, ay), (bx, by) in itertools.pairwise(corners)
        )
    return corners[0]


STRAIGHT = [
    ("M1 2L3 4", "1 2 m 3 4 l"),
    ("m1 2l3 4", "1 2 m 4 6 l"),
    ("M1 2 3 4 5 6", "1 2 m 3 4 l 5 6 l"),
    ("m1 2 3 4 5 6", "1 2 m 4 6 l 9 12 l"),
    ("M1 2H5V7", "1 2 m 5 2 l 5 7 l"),
    ("M1 2h5v7", "1 2 m 6 2 l 6 9 l"),
    ("M1 2H5 6", "1 2 m 5 2 l 6 2 l"),
    ("M0 0L4 0L4 4Z", "0 0 m 4 0 l 4 4 l h"),
    ("M1 1h2v2zl5 5", "1 1 m 3 1 l 3 3 l h 6 6 l"),
    ("M1 1h2v2zm5 5h1", "1 1 m 3 1 l 3 3 l h 6 6 m 7 6 l"),
    ("M.5.5-1-2", "0.5 0.5 m -1 -2 l"),
    ("M1e1 2E-1L+3,4", "10 0.2 m 3 4 l"),
    ("  M 1 , 2 \n L\t3 4 ", "1 2 m 3 4 l"),
]


@pytest.mark.parametrize(("data", "operators"), STRAIGHT, ids=[data for data, _ in STRAIGHT])
def test_straight_commands_in_every_way_they_may_be_written(data: str, operators: str) -> None:
    assert path(data).operators == operators


CURVED = [
    ("C", "M0 0C1 2 3 4 5 6", "0 0 m 1 2 3 4 5 6 c"),
    ("c", "M1 1c1 2 3 4 5 6", "1 1 m 2 3 4 5 6 7 c"),
    ("S mirrors the last handle", "M0 0C0 1 2 3 4 3S8 5 8 0", "0 0 m 0 1 2 3 4 3 c 6 3 8 5 8 0 c"),
    ("s", "M0 0c0 1 2 3 4 3s4 2 4 -3", "0 0 m 0 1 2 3 4 3 c 6 3 8 5 8 0 c"),
    ("S after no curve begins at the pen", "M1 2S3 4 5 6", "1 2 m 1 2 3 4 5 6 c"),
    ("S after a quadratic begins at the pen", "M0 0Q3 3 6 0S9 9 12 0", "0 0 m 2 2 4 2 6 0 c 6 0 9 9 12 0 c"),
    ("Q as a cubic", "M0 0Q3 3 6 0", "0 0 m 2 2 4 2 6 0 c"),
    ("q", "M1 1q3 3 6 0", "1 1 m 3 3 5 3 7 1 c"),
    ("T mirrors the last handle", "M0 0Q3 3 6 0T12 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c"),
    ("t after t goes on mirroring", "M0 0q3 3 6 0t6 0t6 0",
     "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c 14 2 16 2 18 0 c"),
    ("T after no quadratic is a line", "M0 0L3 0T6 0", "0 0 m 3 0 l 3 0 4 0 6 0 c"),
    ("repeated groups", "M0 0c1 1 2 1 3 0 1 -1 2 -1 3 0", "0 0 m 1 1 2 1 3 0 c 4 -1 5 -1 6 0 c"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "operators"), [row[1:] for row in CURVED], ids=[row[0] for row in CURVED])
def test_curves_become_the_cubics_of_a_pdf(data: str, operators: str) -> None:
    assert path(data).operators == operators


angles = st.floats(-720, 720)
sizes = st.floats(0.5, 50)


@given(
    cx=st.floats(-50, 50), cy=st.floats(-50, 50), rx=sizes, ry=sizes, turn=angles, begin=angles,
    swept=st.floats(-359, 359).filter(lambda a: abs(a) > 1 and abs(abs(a) - 180) > 0.5),
    relative=st.booleans(),
)  # fmt: skip
def test_an_arc_lies_on_its_ellipse_and_sweeps_the_right_way(
    cx: float, cy: float, rx: float, ry: float, turn: float, begin: float, swept: float, relative: bool
) -> None:
    """The arc is made from a centre and two angles, written as SVG does, and compared with the ellipse."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(degrees: float) -> Point:
        x, y = rx * math.cos(math.radians(degrees)), ry * math.sin(math.radians(degrees))
        return cx + cos * x - sin * y, cy + sin * x + cos * y

    (x1, y1), (x2, y2) = at(begin), at(begin + swept)
    flags = f"{int(abs(swept) > 180)} {int(swept > 0)}"
    command = (
        f"a{rx} {ry} {turn} {flags} {x2 - x1} {y2 - y1}"
        if relative
        else f"A{rx} {ry} {turn} {flags} {x2} {y2}"
    )
    drawn = points_on(path(f"M{x1} {y1}{command}"))
    largest = max(rx, ry)
    off = 3e-4 * largest + 3 * ROUNDING * largest / min(rx, ry)
    assert math.dist(drawn[-1], (x2, y2)) < off
    for x, y in drawn:
        u, v = cos * (x - cx) + sin * (y - cy), cos * (y - cy) - sin * (x - cx)
        assert abs(math.hypot(u / rx, v / ry) - 1) < off / min(rx, ry)
    middle = drawn[(len(drawn) - 1) // 2]
    assert math.dist(middle, at(begin + swept / 2)) < off + largest * math.radians(abs(swept)) / (
        len(drawn) - 1
    )


ARCS = [
    ("radii that are too small grow", "M0 0A1 1 0 0 1 10 0", (5, -5)),
    ("negative radii are taken as positive", "M0 0A-5 -5 0 0 1 10 0", (5, -5)),
    ("the other way round", "M0 0A5 5 0 0 0 10 0", (5, 5)),
    ("flags without spaces", "M0 0a5 5 0 0110 0", (5, -5)),
    ("flags without spaces before a fraction", "M0 0a5 5 0 01.5 .5", None),
    ("two arcs after one letter", "M0 0a5 5 0 0110 0 5 5 0 01-10 0", (5, 5)),
]


@pytest.mark.parametrize(("data", "through"), [row[1:] for row in ARCS], ids=[row[0] for row in ARCS])
def test_the_ways_to_write_an_arc(data: str, through: Point | None) -> None:
    points = points_on(path(data))
    if through:
        assert min(math.dist(point, through) for point in points) < ROUNDING
    else:
        assert math.dist(points[-1], (0.5, 0.5)) < ROUNDING


@pytest.mark.parametrize("data", ["M1 1A0 5 0 0 1 9 9", "M1 1A5 0 0 0 1 9 9", "M9 9A5 5 0 0 1 9 9"])
def test_an_arc_without_a_radius_or_a_length_is_a_line(data: str) -> None:
    assert [operator for operator, _ in segments(path(data))] == ["m", "l"]


coordinate = st.floats(-100, 100).map(lambda value: round(value, 2))


@given(st.lists(st.tuples(*[coordinate] * 6), min_size=1, max_size=4), coordinate, coordinate)
def test_the_box_just_holds_the_curve(curves: list[tuple[float, ...]], x: float, y: float) -> None:
    """As for a gradient in units of the shape: handles that stick out do not count."""
    outline = path(f"M{x} {y}C" + " ".join(str(value) for curve in curves for value in curve))
    xs, ys = zip(*points_on(outline, 400), strict=True)
    for bound, reached in zip(outline.box, (min(xs), min(ys), max(xs), max(ys)), strict=True):
        assert bound == pytest.approx(reached, abs=0.02)


@given(st.floats(-99, 99), st.floats(-99, 99), st.floats(0.1, 99), st.floats(0.1, 99))
def test_an_ellipse_is_round_to_three_hundredths_of_a_percent(
    cx: float, cy: float, rx: float, ry: float
) -> None:
    outline = ellipse(cx, cy, rx, ry)
    assert outline.box == pytest.approx((cx - rx, cy - ry, cx + rx, cy + ry))
    for x, y in points_on(outline):
        assert math.hypot((x - cx) / rx, (y - cy) / ry) == pytest.approx(1, abs=3e-4 + ROUNDING / min(rx, ry))


def test_a_rectangle_with_round_corners_keeps_its_straight_sides() -> None:
    points = points_on(rectangle(0, 0, 20, 10, 3, 2))
    assert {(3, 0), (17, 0), (20, 2), (20, 8), (17, 10), (3, 10), (0, 8), (0, 2)} <= set(points)
    corner = [(x, y) for x, y in points if x > 17 and y < 2]
    assert corner
    for x, y in corner:
        assert math.hypot((x - 17) / 3, (y - 2) / 2) == pytest.approx(1, abs=1e-3)


def test_radii_that_are_too_large_are_halves_of_the_sides() -> None:
    assert rectangle(0, 0, 20, 10, 99, 99) == rectangle(0, 0, 20, 10, 10, 5)


def test_a_polyline_stays_open_and_a_polygon_is_closed() -> None:
    assert polygon(((0, 0), (1, 2)), close=False).operators == "0 0 m 1 2 l"
    assert polygon(((0, 0), (1, 2))).operators == "0 0 m 1 2 l h"


@given(st.integers(5_000, 60_000).map(lambda micrometres: micrometres / 1000))
def test_half_circles_of_a_cut_line_stay_round(width: float) -> None:
    """Path data is written to the micrometre; a radius a little too long would flatten half a circle."""
    corners = (Vertex(0, width / 2, 1.0), Vertex(width, width / 2, 1.0))
    for x, y in points_on(path(contour_path(corners))):
        assert math.dist((x, y), (width / 2, width / 2)) == pytest.approx(width / 2, abs=0.003 + 3e-4 * width)


GARBAGE = [
    ("", "no points"),
    ("   ", "no points"),
    ("M1 2Lx", '"x" is not path data'),
    ("M1 2;L3 4", '";" is not path data'),
    ("M1 2L3 .", '"." is not path data'),
    ("M1 2%", '"%" is not path data'),
    ("L1 2", "begins with M"),
    ("Z", "begins with M"),
    ("1 2 3 4", "too few or too many"),
    ("M", "too few or too many"),
    ("M1", "too few or too many"),
    ("M1 2L", "too few or too many"),
    ("M1 2L3", "too few or too many"),
    ("M1 2L3 4 5", "too few or too many"),
    ("M1 2C1 2 3 4 5", "too few or too many"),
    ("M1 2HZ", "too few or too many"),
    ("M1 2A5 5 0 0 1 9", "too few or too many"),
    ("M1 2A5 5 0 2 1 9 9", "must be 0 or 1"),
    ("M1 2A5 5 0 0 -1 9 9", "must be 0 or 1"),
    ("M1 2L3 4Z5 6", "after Z"),
    ("M1 2L1e999 4", "too large"),
    ("M1 2Lnan nan", '"n" is not path data'),
]


@pytest.mark.parametrize(("data", "said"), GARBAGE, ids=[repr(data) for data, _ in GARBAGE])
def test_invalid_path_data_is_refused(data: str, said: str) -> None:
    with pytest.raises(TemplateError, match=said):
        path(data)


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n", max_size=40))
def test_any_text_is_a_path_or_a_template_error(data: str) -> None:
    try:
        operators = path(data).operators
    except TemplateError:
        return
    assert operators.split()[2] == "m"
    assert not set(operators) - set("0123456789.- mlch")


@given(st.floats(-1e6, 1e6))
def test_a_number_is_short_and_true_to_the_micrometre(value: float) -> None:
    text = number(value)
    assert float(text) == pytest.approx(value, abs=0.00051)
    assert "e" not in text
    assert text != "-0"
