"""Contrast and colour blindness, compared with published values and properties of the eye."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.build.inspection import confusable
from generator.faces import colours
from generator.faces.svg.values import Colour, colour

# Contrast to white as the W3C's examples and the common checkers give it.
TO_WHITE = {
    "#ffffff": 1.0,
    "#949494": 3.03,
    "#777777": 4.48,
    "#767676": 4.54,
    "#ff0000": 4.00,
    "#008000": 5.14,
    "#0000ff": 8.59,
    "#000000": 21.0,
}
# Okabe and Ito 2008: eight colours that keep apart under every common colour blindness.
OKABE_ITO = {
    "orange": "#e69f00", "sky blue": "#56b4e9", "bluish green": "#009e73", "yellow": "#f0e442",
    "blue": "#0072b2", "vermillion": "#d55e00", "reddish purple": "#cc79a7", "black": "#000000",
}  # fmt: skip
channel = st.floats(0, 1)
any_colour = st.tuples(channel, channel, channel)


@pytest.mark.parametrize(("name", "ratio"), TO_WHITE.items())
def test_contrast_is_that_of_the_guidelines(name: str, ratio: float) -> None:
    assert colours.contrast(colour(name), (1, 1, 1)) == pytest.approx(ratio, abs=0.01)


@given(any_colour, any_colour)
def test_contrast_is_the_same_either_way_and_in_grey(one: Colour, other: Colour) -> None:
    """Grey ink keeps lightness, so it keeps contrast: what can be read in colour can be read in grey."""
    ratio = colours.contrast(one, other)
    assert 1 <= ratio <= 21.001
    assert colours.contrast(other, one) == ratio
    greys = [(level, level, level) for level in map(colours.grey, (one, other))]
    assert colours.contrast(greys[0], greys[1]) == pytest.approx(ratio, rel=1e-3)


@given(any_colour, any_colour, st.floats(0, 1))
def test_a_mixture_is_between_its_colours(above: Colour, below: Colour, opacity: float) -> None:
    assert colours.mixed(above, below, 1.0) == above and colours.mixed(above, below, 0.0) == below
    for a, m, b in zip(above, colours.mixed(above, below, opacity), below, strict=True):
        assert min(a, b) - 1e-9 <= m <= max(a, b) + 1e-9


@pytest.mark.parametrize("blindness", colours.BLINDNESSES)
def test_a_palette_made_for_colour_blind_readers_keeps_apart(blindness: str) -> None:
    for one, other in itertools.combinations(OKABE_ITO.values(), 2):
        assert colours.apart(colour(one), colour(other), blindness) > 11
    assert not list(confusable(OKABE_ITO))


def on_confusion_line(start: Colour, cone: int, step: float) -> Colour | None:
    """The colour that differs in what one kind of cone sees and in nothing else, by the cone fundamentals of
    Smith and Pokorny as Viénot, Brettel and Mollon give them for a screen; None if no screen shows it."""
    to_cones = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in start]
    cones = [sum(weight * c for weight, c in zip(row, linear, strict=True)) for row in to_cones]
    cones[cone] += step
    changed = solved(to_cones, cones)
    if not all(0 <= c <= 1 for c in changed):
        return None
    red, green, blue = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in changed)
    return red, green, blue


def solved(rows: tuple[tuple[float, ...], ...], values: list[float]) -> list[float]:
    """Three equations, by Cramer's rule."""

    def determinant(m: list[list[float]]) -> float:
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    whole = determinant([list(row) for row in rows])
    found = []
    for column in range(3):
        swapped = [
            [value if j == column else entry for j, entry in enumerate(row)]
            for row, value in zip(rows, values, strict=True)
        ]
        found.append(determinant(swapped) / whole)
    return found


@given(any_colour, st.floats(-8, 8))
def test_colours_that_look_alike_without_a_cone_are_reported(start: Colour, step: float) -> None:
    for cone, blindness in ((0, "protanopia"), (1, "deuteranopia")):
        if other := on_confusion_line(start, cone, step):
            assert colours.apart(start, other, blindness) < 4


@pytest.mark.parametrize(
    ("one", "other"),
    [("#d62728", "#2ca02c"), ("#1f77b4", "#9467bd"), ("#7fc97f", "#fdc086"), ("#e78ac3", "#8da0cb")],
    ids=["a chart's red and green", "its blue and purple", "pale green and orange", "pink and pale blue"],
)
def test_colours_that_are_often_confused_are_reported_by_name(one: str, other: str) -> None:
    said = list(confusable({"first": one, "second": other}))
    assert said and all("the colours first and second" in line for line in said)
    assert any(blindness in said[0] for blindness in colours.BLINDNESSES)


def test_colours_that_differ_in_lightness_are_not_reported() -> None:
    assert not list(confusable({"dark red": "#7a0000", "light green": "#b0ffb0", "blue": "#2040ff"}))
