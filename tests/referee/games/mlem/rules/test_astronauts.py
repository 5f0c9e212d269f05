"""Boards at the end: the astronauts and goals that can be on them (ML 1)."""

from __future__ import annotations

import pytest
from hypothesis import given

from components.errors import UsageError
from referee.games.mlem.commands import score
from referee.games.mlem.rules.astronauts import Landings, check
from tests.referee.games.mlem.table import BOX, LANDINGS, NAMES, points


@pytest.mark.parametrize(
    ("goal", "places", "met"),
    [
        ("moons", {"moon": ["m1=Ann", "m2=Ann", "m3=Ann", "m4=Ann:2"]}, True),
        ("moons", {"moon": ["m1=Ann", "m2=Ann", "m3=Ann"]}, False),
        ("planets", {"planet": ["A=Ann", "B=Ann", "C=Ann", "D=Bo,Ann"]}, True),
        ("planets", {"planet": ["A=Ann,Ann", "B=Ann", "C=Ann"]}, False),
        ("crowd", {"planet": ["A=Ann,Bo,Ann,Ann"]}, True),
        ("crowd", {"planet": ["A=Ann,Ann", "B=Ann"]}, False),
        ("deep", {"comet": ["Ann"], "galaxy": ["Bo,Ann"]}, True),
        ("deep", {"comet": ["Ann"]}, False),
    ],
)
def test_1_7_a_goal_that_is_not_met_is_remarked_on(
    goal: str, places: dict[str, list[str]], met: bool
) -> None:
    answer = score(["Bo"], goal=[f"{goal}=Ann"], **places)  # type: ignore[arg-type]
    assert any("does not meet" in line for line in answer.lines) != met
    assert answer.ok


def test_1_6_all_eight_may_be_on_the_board() -> None:
    assert points(["Bo"], galaxy=[",".join(["Ann*", *["Ann"] * 7])])["Ann"] == 45


@given(LANDINGS)
def test_1_3_landings_that_are_allowed_are_in_the_box(landings: Landings) -> None:
    try:
        check(BOX, landings)
    except UsageError:
        return
    for name in NAMES:
        landed = [one for there in landings.landed for one in there if one.owner == name]
        assert len(landed) <= len(BOX.astronauts)
