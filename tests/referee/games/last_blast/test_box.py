"""The Last Blast with other numbers in its box: the engine follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import DataError
from referee.engine.chance.seeded import Chance
from referee.engine.play import play_out, start_game
from referee.games.last_blast import game
from referee.games.last_blast.box import box
from referee.games.last_blast.rules.damage import damage
from referee.games.last_blast.state import Flight
from referee.players.bots import at_random
from tests.referee.games.other_box import changed

SHORTER = (
    ("construction.toml", "picks = 4", "picks = 3"),
    ("construction.toml", "blind_from_pick = 4", "blind_from_pick = 3"),
    ("field.toml", "columns = 7", "columns = 6"),
    ("field.toml", "rows_beyond_players = 1", "rows_beyond_players = 2"),
    ("flight.toml", "per_row = 1", "per_row = 3"),
    ("flight.toml", "per_step = 1", "per_step = 2"),
    ("flight.toml", "minimum = 0", "minimum = 1"),
)


def test_the_numbers_are_those_of_the_box(tmp_path: Path) -> None:
    """LB 2.1, LB 3.4, LB 3.6, LB 4.2 to LB 4.4: whole games in which nothing is wrong."""
    with changed("last-blast", tmp_path, SHORTER):
        assert box().construction.rocket == 9
        front, tile = box().parts["R2-5"], box().tiles["T3"]
        assert damage(front, tile, 2) == (2 * 3 - 2, 2 * 2)
        assert damage(front, box().tiles["T5"], 0) == (1, 1)
        for seed in range(10):
            end = play_out(game, start_game(game, ("Ann", "Bo"), {}), at_random, Chance(str(seed)))
            assert isinstance(end, Flight)
            assert not list(game.faults(end))
            assert (len(end.field), len(end.field[0])) == (4, 6)
            assert sum(map(len, end.rockets)) + len(end.aside) == 54
    assert box().construction.rocket == 12


def test_3_4_a_blind_card_only_at_the_last_pick(tmp_path: Path) -> None:
    """LB 3.4, LB 3.5: a hand with a card more could not be passed on."""
    earlier = [("construction.toml", "blind_from_pick = 4", "blind_from_pick = 3")]
    with changed("last-blast", tmp_path, earlier), pytest.raises(DataError, match="at the last pick, 4"):
        box()
