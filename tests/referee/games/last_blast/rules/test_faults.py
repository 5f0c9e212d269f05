"""The Last Blast: what is wrong with a position."""

from __future__ import annotations

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
    state = flying("A4-1 A4-2", "A5-1")._replace(**change)
    assert rule in {fault.rule for fault in game.faults(state)}


def test_3_4_faults_of_a_draft() -> None:
    """LB 1.1, LB 1.3, LB 2.2, LB 3.4"""
    state = dealt(*TWO)
    assert list(game.faults(state)) == []
    wrong = {
        "LB 1.3": state._replace(discards=state.hands[0]),
        "LB 2.2": state._replace(deck=1),
        "LB 1.1": state._replace(field=laid("1111111")),
        "LB 3.4": state._replace(
            rockets=(cards("A6-1"), ()), unseen=without(state.unseen, cards("A6-1")), deck=43
        ),
    }
    for rule, position in wrong.items():
        assert [fault.rule for fault in game.faults(position)] == [rule]
