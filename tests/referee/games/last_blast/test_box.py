"""The Last Blast with other numbers in its box: the engine follows."""

from __future__ import annotations

import pytest

from components.errors import DataError
from referee.engine.chance.seeded import Chance
from referee.engine.play import open_box, play_out, start_game
from referee.games.last_blast import game
from referee.games.last_blast.rules.damage import damage
from referee.games.last_blast.state import Flight
from referee.players.bots import at_random
from tests.referee.games.last_blast.table import BOX

SHORTER = (
    ("construction.picks", 3),
    ("construction.blind_from_pick", 3),
    ("field.columns", 6),
    ("field.rows_beyond_players", 2),
    ("flight.damage.per_row", 3),
    ("flight.damage.per_step", 2),
    ("flight.damage.minimum", 1),
)


def test_the_numbers_are_those_of_the_box() -> None:
    """LB 2.1, LB 3.4, LB 3.6, LB 4.2 to LB 4.4: whole games in which nothing is wrong."""
    box = open_box(game, {}, SHORTER)
    assert box.construction.rocket == 9
    front, tile = box.parts["R2-5"], box.tiles["T3"]
    assert damage(box, front, tile, 2) == (2 * 3 - 2, 2 * 2)
    assert damage(box, front, box.tiles["T5"], 0) == (1, 1)
    for seed in range(10):
        end = play_out(game, start_game(game, ("Ann", "Bo"), {}, SHORTER), at_random, Chance(str(seed)))
        assert isinstance(end, Flight)
        assert not list(game.faults(end))
        assert (len(end.field), len(end.field[0])) == (4, 6)
        assert sum(map(len, end.rockets)) + len(end.aside) == 54
    assert BOX.construction.rocket == 12


def test_3_4_a_blind_card_only_at_the_last_pick() -> None:
    """LB 3.4, LB 3.5: a hand with a card more could not be passed on."""
    with pytest.raises(DataError, match="at the last pick, 4"):
        open_box(game, {}, (("construction.blind_from_pick", 3),))


def test_hands_need_enough_cards() -> None:
    """LB 3.1, LB 3.5: too few cards would be shuffled and dealt for ever."""
    assert start_game(game, ("Ann", "Bo"), {}, (("construction.hand", 19),))
    with pytest.raises(DataError, match="so 2 players need 56 cards; the box has 54"):
        start_game(game, ("Ann", "Bo"), {}, (("construction.hand", 20),))
