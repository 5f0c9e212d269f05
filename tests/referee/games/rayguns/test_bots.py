"""The bot `clever` plays on quickly, and nearly as well as `greedy`."""

from __future__ import annotations

import itertools

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.play import start_game
from referee.games.rayguns import game
from referee.games.rayguns.bots.insight import INSIGHT, worth
from referee.games.rayguns.moves import Lay
from referee.games.rayguns.rules.tiles import known_tiles
from tests.referee.games.rayguns.table import BOX


def test_the_arrays_that_are_tried_are_nearly_the_best() -> None:
    """The opening arrays that are chosen in two games are worth 95 % of the best ones or more."""
    chosen = best = 0.0
    for seed in range(2):
        luck, state = Quick(seed), start_game(game, ("Ann", "Bo"), {})
        while isinstance(turn := game.turn(state), Seats) or turn is CHANCE:
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(luck))
                continue
            seat = turn.seats[0]
            move = INSIGHT.playout(game, state, seat, luck)
            assert game.check(state, seat, move).allowed
            if isinstance(move, Lay):
                arrays = itertools.combinations(known_tiles(state.drawn), BOX.numbers.array)
                best += max(worth(state.rules, array) for array in arrays)
                chosen += worth(state.rules, move.tiles)
            state = game.apply(state, seat, move)
    assert 0.95 * best <= chosen <= best
