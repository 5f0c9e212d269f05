"""Draws that follow each other, and what a table is asked for (PL 1.2, PL 4.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.engine.chance.outcomes import Quick
from referee.games.planetary.rules.draws import Series, Words, blueprints, numbered

COLOURS = ("ash", "clay", "moss")


def pairs(count: int) -> Series:
    """Two colours for each thing, never the same two."""
    return Series("colours", numbered("the colours", "colour"), count, COLOURS, apart=2)


def sizes(most: int) -> Series:
    """Two sizes of 2 or 3 that add up to no more than that."""
    return Series("sizes", numbered("the sizes", "size"), 2, ("2", "3"), most=most)


@pytest.mark.parametrize(
    ("series", "drawn", "why"),
    [
        (pairs(2), ("ash", "clay"), ""),
        (pairs(2), ("ash", "ash"), '"ash" cannot be drawn twice.'),
        (pairs(2), ("ash", "mud"), '"mud" cannot be drawn, only ash, clay, moss.'),
        (pairs(4), ("ash", "clay", "clay", "ash"), ""),
        (pairs(4), ("ash", "clay", "moss", "moss"), '"moss" cannot be drawn twice.'),
        (sizes(5), ("2", "3"), ""),
        (sizes(5), ("3", "3"), "They add up to more than 5: draw all again."),
    ],
)
def test_1_2_what_can_be_drawn(series: Series, drawn: tuple[str, ...], why: str) -> None:
    """PL 1.2: rock and grass are never equal, and the sizes add up to no more pieces than there are."""
    assert series.refusal(Words(drawn)) == why
    assert (series.probability(Words(drawn)) > 0) == (not why)


@pytest.mark.parametrize(("series", "ways"), [(pairs(2), 6), (pairs(4), 36), (sizes(5), 3), (sizes(4), 1)])
def test_1_2_every_way_to_draw_is_as_likely(series: Series, ways: int) -> None:
    every = dict(series)
    assert set(every.values()) == {Fraction(1, ways)}
    assert len(every) == ways
    assert {series.pick(Quick(seed)) for seed in range(40 * ways)} == set(every)


def test_1_2_a_word_too_few_or_too_many_is_refused() -> None:
    for drawn in (("ash",), ("ash", "clay", "moss")):
        assert pairs(2).refusal(Words(drawn))
        assert pairs(2).probability(Words(drawn)) == 0


def test_4_4_what_a_table_is_asked_for() -> None:
    assert blueprints(1, "Ann draws").whole == "the blueprint Ann draws"
    two = blueprints(2, "Ann draws")
    assert (two.whole, two.part(0)) == ("the 2 blueprints Ann draws, in any order", "blueprint 1")
