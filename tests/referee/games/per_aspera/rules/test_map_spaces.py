"""The spaces of the map (PA 2.2)."""

from __future__ import annotations

import pytest

from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance
from tests.referee.games.per_aspera.tables import BOX, RECOMMENDED, WEST, do, table, why_not


def test_2_2_distances_are_those_of_the_hexagon() -> None:
    state = table({}, ships=(RECOMMENDED._replace(warp=3, space=WEST), RECOMMENDED))
    assert why_not(state, "go 3,0") == "PA 5.4"
    assert do(state, "go -3,3").ships[0].fuel == 7
    assert do(state, "go 2,-3").ships[0].fuel == 7


def test_2_2_the_map_is_a_hexagon() -> None:
    """PA 2.2: rows of 4, 5, 6, 7, 6, 5, 4; every space within 3 steps of the homeworld."""
    assert [sum(space.r == row for space in BOX.spaces) for row in range(-3, 4)] == [4, 5, 6, 7, 6, 5, 4]
    assert len(set(BOX.spaces)) == 37
    assert {distance(HOME, space) for space in BOX.spaces} == {0, 1, 2, 3}
    assert BOX.greatest_distance == 6


def test_2_2_spaces_are_in_order_row_by_row() -> None:
    """PA 2.2: r = −3 at the top, q grows to the right."""
    assert BOX.spaces[:5] == (Space(0, -3), Space(1, -3), Space(2, -3), Space(3, -3), Space(-1, -2))
    assert BOX.spaces[-1] == Space(0, 3)
    assert list(BOX.spaces) == sorted(BOX.spaces, key=lambda space: (space.r, space.q))


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        pytest.param(Space(0, 0), Space(1, 0), 1, id="PA 2.2 right"),
        pytest.param(Space(0, 0), Space(0, 1), 1, id="PA 2.2 down and right"),
        pytest.param(Space(0, 0), Space(-1, 1), 1, id="PA 2.2 down and left"),
        pytest.param(Space(0, 0), Space(1, 1), 2, id="PA 2.2 straight down"),
        pytest.param(Space(-3, 0), Space(3, 0), 6, id="PA 2.2 across"),
        pytest.param(Space(3, -3), Space(-2, 3), 6, id="PA 2.2 corner to side"),
    ],
)
def test_2_2_distance(one: Space, other: Space, steps: int) -> None:
    assert distance(one, other) == distance(other, one) == steps
