"""Attribute values: each read as SVG reads it, or refused."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import TemplateError
from generator.faces.svg import values

coordinate = st.floats(-100, 100)
places = st.tuples(coordinate, coordinate)


def moved(x: float, y: float) -> tuple[str, values.Matrix]:
    return f"translate({x},{y})", (1, 0, 0, 1, x, y)


def turned(angle: float) -> tuple[str, values.Matrix]:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return f"rotate({angle})", (cos, sin, -sin, cos, 0, 0)


def scaled(x: float, y: float) -> tuple[str, values.Matrix]:
    return f"scale({x} {y})", (x, 0, 0, y, 0, 0)


steps = st.lists(
    st.one_of(
        st.builds(moved, coordinate, coordinate),
        st.builds(turned, st.floats(-360, 360)),
        st.builds(scaled, st.floats(0.1, 9), st.floats(-9, -0.1)),
    ),
    max_size=4,
)


@given(steps, places)
def test_a_list_of_transforms_applies_from_the_right(
    steps: list[tuple[str, values.Matrix]], place: tuple[float, float]
) -> None:
    expected = place
    for _, matrix in reversed(steps):
        expected = values.apply(matrix, *expected)
    matrix = values.transform(" ".join(text for text, _ in steps))
    assert values.apply(matrix, *place) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@given(st.floats(-360, 360), places)
def test_rotation_about_a_point_leaves_it_in_place(angle: float, place: tuple[float, float]) -> None:
    matrix = values.transform(f"rotate({angle},{place[0]},{place[1]})")
    assert values.apply(matrix, *place) == pytest.approx(place, abs=1e-9)


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_a_colour_is_its_three_bytes(red: int, green: int, blue: int) -> None:
    assert [round(255 * part) for part in values.colour(f"#{red:02x}{green:02X}{blue:02x}")] == [
        red,
        green,
        blue,
    ]


def test_three_digits_are_doubled() -> None:
    assert values.colour("#1aF") == values.colour("#11aaff")


@pytest.mark.parametrize(("text", "length"), [("3", 3), ("-.5", -0.5), ("+2.", 2), (" 1e-2 ", 0.01)])
def test_a_length_is_a_plain_number(text: str, length: float) -> None:
    assert values.length(text) == length


@pytest.mark.parametrize(("text", "offset"), [("0.25", 0.25), ("25%", 0.25), ("-1", 0), ("130%", 1)])
def test_an_offset_is_held_between_0_and_1(text: str, offset: float) -> None:
    assert values.offset(text) == offset


@pytest.mark.parametrize(
    ("text", "dash"),
    [("none", ()), ("2 1", (2, 1)), ("2,1", (2, 1)), ("3", (3, 3)), ("1 2 3", (1, 2, 3) * 2), ("0", ())],
)
def test_dashes(text: str, dash: tuple[float, ...]) -> None:
    assert values.dash(text) == dash


@pytest.mark.parametrize("text", ["url(#a)", "url('#a')", 'url("#a")', " url(#a) "])
def test_a_reference_may_be_quoted(text: str) -> None:
    assert values.reference(text) == "a"


@given(st.text(max_size=12))
def test_any_text_is_a_value_or_a_template_error(text: str) -> None:
    """Nothing else comes out, whatever a template writes."""
    readers = (
        values.colour, values.length, values.offset, values.transform, values.dash, values.reference,
        lambda text: values.numbers(text, None, "points"), lambda text: values.fraction(text, "opacity"),
    )  # fmt: skip
    for read in readers:
        try:
            read(text)
        except TemplateError as problem:
            assert problem.what
