"""Numbers stand outside the table, apart from each other, in the order of what they name."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.catalogue import load
from components.teaching import Mark, Scene
from generator.book.callouts import MARK, callouts, crowded, gutters, spread

SPOTS = st.tuples(st.floats(0, 100), st.floats(0, 80))


@given(st.lists(SPOTS, min_size=1, max_size=12), st.floats(0.5, 2))
def test_numbers_are_outside_the_table_and_apart(spots: list[tuple[float, float]], scale: float) -> None:
    scene = Scene("one", (100, 80), marks=tuple(Mark(spot, "x") for spot in spots))
    found = list(callouts(scene, scale, load("mlem")))
    assert sorted(int(callout.number) for callout in found) == list(range(1, len(spots) + 1))
    left, top, right, bottom = gutters(scene)
    width, height = 100 * scale, 80 * scale
    for callout in found:
        x, y = callout.disc
        assert x <= -MARK or y <= -MARK or x >= width + MARK or y >= height + MARK
        assert callout.end == tuple(value * scale for value in spots[int(callout.number) - 1])
        if not crowded(scene, scale):
            assert -left <= x - MARK and x + MARK <= width + right
            assert -top <= y - MARK and y + MARK <= height + bottom
    for one, other in itertools.combinations(found, 2):
        assert math.dist(one.disc, other.disc) >= 2 * MARK or one.disc[0] != other.disc[0]


@given(st.lists(st.floats(0, 100), min_size=1, max_size=10).map(sorted))
def test_places_along_a_side_keep_their_order_and_distance(wanted: list[float]) -> None:
    places = spread(wanted, 100)
    assert all(after - before >= 2 * MARK for before, after in itertools.pairwise(places))
    assert places[0] >= MARK and places[-1] <= 100 - MARK + 1e-6


def test_lonely_numbers_stay_where_they_are_wanted() -> None:
    assert spread([10, 30, 80], 100) == [10, 30, 80]
    assert spread([50, 50], 100) == pytest.approx([47.05, 52.95])


def test_a_side_that_is_asked_for() -> None:
    marks = (Mark((5, 40), "x"), Mark((5, 40), "y", "right"))
    one, other = callouts(Scene("one", (100, 80), marks=marks), 1, load("mlem"))
    assert one.disc[0] < 0 and other.disc[0] > 100
