"""Faults that a position of Per Aspera can have."""

from __future__ import annotations

import pytest

from referee.games.per_aspera import game
from referee.games.per_aspera.state import State
from tests.referee.games.per_aspera.tables import EAST, FAR, RECOMMENDED, table


def settled(*seats: int) -> State:
    """Those players' colonies on one planet, in a game of four."""
    colonies = tuple((seat, EAST) for seat in seats)
    names = ("Ann", "Bo", "Cy", "Di", "Ed")
    options = {"unknown-demands": ""}
    state = table({EAST: "1S.a"}, {EAST: 5}, [RECOMMENDED] * 3, options=options, colonies=colonies)
    return state._replace(names=names)


def colony_faults(state: State) -> set[str]:
    return {fault.reason for fault in game.faults(state) if fault.rule == "PA 5.11"}


@pytest.mark.parametrize(
    ("seats", "reasons"),
    [
        pytest.param((), set(), id="none"),
        pytest.param((0, 1, 2, 3), set(), id="every slot taken"),
        pytest.param((0, 1, 2, 3, 4), {"1S.a at 1,0 has 4 slots for colonies."}, id="one too many"),
        pytest.param((0, 0), {"Ann has 2 colonies at 1,0."}, id="two of one player"),
    ],
)
def test_5_11_a_planet_has_four_slots(seats: tuple[int, ...], reasons: set[str]) -> None:
    assert colony_faults(settled(*seats)) == reasons


def test_5_11_a_colony_is_on_a_planet_without_pirates() -> None:
    state = table({EAST: "1S.a"}, {EAST: 1}, colonies=((0, EAST), (1, FAR)))
    assert colony_faults(state) == {"Ann cannot have a colony at 1,0.", "Bo cannot have a colony at 3,0."}
