"""The regressions that find the weights of bots, and the positions they come from."""

from __future__ import annotations

from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick

SCRIPTS = Path(__file__).parents[2] / "benchmarks" / "weights"
WEIGHTS = [0.5, -1.25, 0.0, 2.0]


@pytest.fixture
def regression(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(SCRIPTS)
    return import_module("regression")


@pytest.fixture
def win_weights(regression: Any) -> Any:
    return import_module("win_weights")


def seen(regression: Any, count: int) -> list[tuple[list[float], float]]:
    """Some values, and what they come to with the weights above."""
    source = Quick(1)
    cases = [[float(source.below(7) - 3) for _ in WEIGHTS] for _ in range(count)]
    return [(values, regression.dot(WEIGHTS, values)) for values in cases]


def test_least_squares_finds_the_weights_that_made_the_rows(regression: Any) -> None:
    rows = [regression.Row(values, total, 1 / (1 + len(values))) for values, total in seen(regression, 50)]
    assert regression.least_squares(rows).weights == pytest.approx(WEIGHTS)


def test_a_logistic_regression_finds_the_weights_that_made_the_chances(regression: Any) -> None:
    rows = [regression.Row(values, 1 / (1 + exp(-total))) for values, total in seen(regression, 50)]
    assert regression.logistic(rows).weights == pytest.approx(WEIGHTS)


def test_weights_are_within_the_range_that_is_told(regression: Any) -> None:
    """From results that are 0 or 1 by chance, each weight is found to within three standard errors."""
    source = Quick(2)
    rows = [
        regression.Row(values, float(source.below(10_000) < 10_000 / (1 + exp(-total))))
        for values, total in seen(regression, 1000)
    ]
    found = regression.logistic(rows)
    for place, weight in enumerate(WEIGHTS):
        assert abs(found.weights[place] - weight) < 3 * found.spread(place) < 1


def test_a_value_that_follows_from_another_leaves_its_weight_open(regression: Any) -> None:
    rows = [regression.Row([1.0, 2.0], 1.0), regression.Row([2.0, 4.0], 2.0)]
    with pytest.raises(ZeroDivisionError):
        regression.least_squares(rows)


@pytest.mark.parametrize("slug", ["per-aspera", "planetary"])
def test_a_game_shows_what_both_have_and_who_won(win_weights: Any, slug: str) -> None:
    rows = win_weights.played(slug, 0.2, 1)
    assert len(rows) > 3
    assert {row.result for row in rows} in ({0.0}, {0.5}, {1.0})
    kinds = len(win_weights._insight_module(slug).WEIGHTS)
    assert {len(row.values) for row in rows} == {kinds + 1}
    assert {abs(row.values[-1]) for row in rows} == {0.5}
    assert any(any(row.values[:-1]) for row in rows)
