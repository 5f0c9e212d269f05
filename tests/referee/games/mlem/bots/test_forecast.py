"""The forecast between two expeditions: chances to win, from what is on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.mlem import game
from referee.games.mlem.bots.forecast import Between, between, chances, hopes, points
from referee.games.mlem.rules.goals import landings_of
from tests.referee.games.mlem.table import BOX, aboard, landed

HOME = Path(__file__).parents[5]
MAT = ("ace", "moonwalker", "voyager")


def table(players: int = 2, **changes: Any) -> Between:
    there = changes.get("landed", landed())
    start = Between(
        BOX,
        there,
        tuple(landings_of(there, seat) for seat in range(players)),
        goals=(None,) * 4,
        mats=(MAT,) * players,
        failures=0,
        starter=0,
    )
    return start._replace(**changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # ML 7.1: nobody is left on Bo's mat; ML 7.2: m3 is worth 2 points, m4 3.
        ({"mats": (MAT, ()), "landed": landed(m3=((0, "ace"),), m4=((1, "ace"),))}, [0, 1]),
        # ML 7.4: shared.
        ({"mats": ((), ()), "landed": landed(m4=((0, "ace"),), m5=((1, "ace"),))}, [0.5, 0.5]),
        # ML 7.1: eleven failures.
        ({"failures": 11, "landed": landed(m3=((0, "ace"),))}, [1, 0]),
        # ML 1.7: a goal is worth 4 points.
        ({"mats": ((), MAT), "goals": (None, None, None, 1)}, [0, 1]),
    ],
)
def test_at_the_end_it_is_the_score(changes: dict[str, Any], expected: list[float]) -> None:
    assert chances(table(**changes)) == expected


def test_points_are_those_of_the_rules() -> None:
    """ML 7: planets, moons, comet and galaxy, doubled, and a goal."""
    state = aboard(
        "scout",
        "scout",
        landed=landed(
            A=((0, "ace"), (1, "engineer"), (1, "collector")),
            m9=((0, "moonwalker"),),
            comet=((0, "parachutist"),),
            galaxy=((0, "voyager"), (1, "voyager")),
        ),
        goals=(None, None, None, 0),
    )
    totals = [player.total for player in game.score(state).players]
    assert [points(between(state), seat) for seat in (0, 1)] == totals


@pytest.mark.parametrize(
    "better",
    [
        {"mats": (MAT, MAT[1:])},
        {"landed": landed(m1=((0, "scout"),))},
        # ML 7.2: Ann is safer as the first there with two astronauts more.
        {"landed": landed(E=((0, "scout"),) * 3 + ((1, "scout"),), D=((1, "ace"), (0, "ace")))},
    ],
)
def test_what_promises_more(better: dict[str, Any]) -> None:
    own, other = chances(table(**better))
    assert own > 0.5 > other
    assert own + other == pytest.approx(1)


def test_a_lead_counts_more_near_the_end() -> None:
    lead = {"landed": landed(m5=((0, "scout"),))}
    early, late = (chances(table(mats=((*mat,), (*mat,)), **lead)) for mat in (MAT, MAT[:1]))
    assert late[0] > early[0] > 0.5


def test_among_several_each_is_compared_with_the_best_other() -> None:
    found = chances(table(3, landed=landed(m5=((0, "scout"),), m1=((1, "scout"),))))
    assert found[0] > 0.5 > found[1] > found[2]


def test_6_1_a_goal_that_is_taken_promises_nothing() -> None:
    near = {"landed": landed(comet=((0, "scout"),))}
    assert hopes(table(**near), 0).deep == 0.25
    assert hopes(table(goals=(None, None, None, 1), **near), 0).deep == 0
