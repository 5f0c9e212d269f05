"""The tiles of the box (RR 1.1)."""

from __future__ import annotations

from collections import Counter

from referee.engine.play import start_game
from referee.games.rayguns import game
from referee.games.rayguns.state import belt
from tests.referee.games.rayguns.table import BOX, PAIR, lying, tiles


def test_1_1_every_tile_is_in_the_belt_as_often_as_in_the_box() -> None:
    state = start_game(game, ("Ann", "Bo"), {})
    assert belt(state) == BOX.every_tile
    assert (len(BOX.every_tile), set(Counter(BOX.every_tile).values())) == (150, {1, 2})
    thrice = lying("G3w G3w A3r R4w G2r", PAIR)._replace(out=tiles("G3w"))
    assert [fault.rule for fault in game.faults(thrice)] == ["RR 1.1"]
