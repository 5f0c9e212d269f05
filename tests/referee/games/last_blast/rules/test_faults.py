"""The Last Blast: what is wrong with a position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.games.last_blast import game
from referee.games.last_blast.state import without
from tests.referee.games.last_blast.table import TWO, cards, dealt, flying, laid


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        pytest.param({"aside": ()}, "LB 1.3", id="cards missing"),
        pytest.param({"rows": (1, 1), "order": ()}, "LB 4.2", id="two on a tile"),
        pytest.param({"exploded": (1, None)}, "LB 4.7", id="exploded, but there"),
    ],
)
def test_4_2_faults_of_a_flight(change: dict[str, Any], rule: str) -> None:
    """LB 1.3, LB 4.2, LB 4.7: an impossible position is described, not refused."""
    state = replace(flying("A4-1 A4-2", "A5-1"), **change)
    assert rule in {fault.rule for fault in game.faults(state)}


@pytest.mark.parametrize(
    ("drifting", "rules"),
    [((1, 3), ["LB 4.2"]), ((1, 4), []), ((2, 3), [])],
    ids=["on a rocket's tile", "a column ahead", "beside it"],
)
def test_6_1_a_wreck_takes_the_tile_that_it_is_on(drifting: tuple[int, int], rules: list[str]) -> None:
    state = flying("A4-1 A4-2", "A5-1", wrecks=True, rows=(1, 3), column=3, order=(), drifting=(drifting,))
    assert [fault.rule for fault in game.faults(state)] == rules


def test_4_10_after_round_7_survivors_are_on_no_tile() -> None:
    state = flying("A4-1 A4-2", "A5-1", rows=(None, None), column=7, order=())
    assert list(game.faults(state)) == []
    waiting = replace(state, order=(0, 1))
    assert {fault.rule for fault in game.faults(waiting)} == {"LB 4.2"}


def test_3_4_faults_of_a_draft() -> None:
    """LB 1.1, LB 1.3, LB 2.2, LB 3.4"""
    state = dealt(*TWO)
    assert list(game.faults(state)) == []
    assert list(game.faults(game.known(state, 0))) == [], "Bo's cards are not known"
    wrong = {
        "LB 1.3": replace(state, discards=state.hands[0]),
        "LB 2.2": replace(state, deck=1),
        "LB 1.1": replace(state, field=laid("1111111")),
        "LB 3.4": replace(
            state, rockets=(cards("A6-1"), ()), unseen=without(state.unseen, cards("A6-1")), deck=43
        ),
    }
    for rule, position in wrong.items():
        assert [fault.rule for fault in game.faults(position)] == [rule]
