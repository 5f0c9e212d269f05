"""Take-off (ML 2)."""

from __future__ import annotations

from referee.engine.chance.starters import Starts
from referee.engine.game import CHANCE, Seats
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.games.mlem.moves import STAY, Land, Use
from tests.referee.games.mlem.table import (
    aboard,
    rolled,
)


def test_2_1_take_off() -> None:
    """ML 2.1: the first commander is drawn; all board clockwise; a scout starts the rocket on space 3."""
    start = start_game(game, ("Ann", "Bo"), {})
    assert game.turn(start) is CHANCE
    assert game.turn(game.resolve(start, Starts("draw", 1, "Bo"))) == Seats((1,))
    assert aboard("ace", "ace").at == 0
    assert aboard("scout", "scout").at == 3


def test_2_2_the_next_in_boarding_order_takes_over() -> None:
    """ML 2.2"""
    state = rolled(aboard("ace", "ace", "ace", at=4), "4")
    state = game.apply(state, 0, Use(("4",)))
    state = game.apply(state, 0, Land("A"))
    state = game.apply(game.apply(state, 1, STAY), 2, STAY)
    assert rolled(state, "2").order == (1,)
