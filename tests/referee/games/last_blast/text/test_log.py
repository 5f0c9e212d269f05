"""The log of The Last Blast: what is told of a turn, and the ruling for each loss of cards."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.game import Event
from referee.games.last_blast import game
from tests.referee.games.last_blast.table import TWO, dealt, flying, played


def told(state: Any, seat: int, text: str, onlooker: int | None = None) -> tuple[str, ...]:
    move = game.read(state, seat, text)
    return game.tell(state, Event(seat, move), game.apply(state, seat, move), onlooker).lines


def test_3_1_a_choice_is_told_only_to_the_player_who_made_it() -> None:
    state = dealt(*TWO)
    assert told(state, 0, "pick R1-1") == ("Ann has chosen.",)
    assert told(state, 0, "pick R1-1", 0) == ("Ann has chosen: pick R1-1.",)
    revealed = told(played(state, "1: pick R1-1"), 1, "pick A4-1")
    assert revealed == ("Ann begins with R1-1.", "Bo begins with A4-1.")


@pytest.mark.parametrize(
    ("rocket", "row", "says"),
    [
        ("A4-1 A4-2", 1, "Ann flies to row 1, T1: no damage [LB 4.5]."),
        ("A4-2 A4-1", 1, "damage 1. Ann loses A4-2 from the front [LB 4.6]."),
        ("A4-3 A4-1 A5-1", 1, "Ann loses A4-3 from the front and A5-1 from the rear [LB 4.6]."),
        ("A4-4 A4-1 A5-1 A6-1", 1, "A6-1 from the rear, and 1 more of their choice [LB 4.6]."),
        ("A4-6 A4-1", 1, "damage 5, with 2 cards left; the rocket explodes [LB 4.7]."),
    ],
)
def test_4_6_what_a_turn_costs(rocket: str, row: int, says: str) -> None:
    """LB 4.5, LB 4.6, LB 4.7"""
    assert told(flying(rocket, "A5-5 A5-6"), 0, f"row {row}")[0].endswith(says)
