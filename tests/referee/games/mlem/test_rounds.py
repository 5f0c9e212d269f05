"""A round of MLEM is an expedition."""

from __future__ import annotations

from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, Seats
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.players.bots import at_random


def test_5_5_every_expedition_has_the_next_number() -> None:
    """ML 5.5: the next expedition begins when nobody is aboard any more; ML 7.1: the last is not followed."""
    state = start_game(game, ("Ann", "Bo"), {})
    source, names, begun = Chance("kiwi"), [game.round_name(state)], 0
    while state.step != "over":
        turn = game.turn(state)
        if isinstance(turn, Seats):
            move = at_random(game, state, turn.seats[0], source)
            after = game.apply(state, turn.seats[0], move)
        else:
            assert turn is CHANCE
            after = game.resolve(state, game.chance(state).pick(source))
        begun += after.step == "board" and state.step != "board"
        state = after
        names.append(game.round_name(state))
    assert list(dict.fromkeys(names)) == [f"expedition {number}" for number in range(1, begun + 1)]
    assert begun > 3
