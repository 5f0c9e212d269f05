"""Per Aspera keeps to what every game at the table promises."""

from __future__ import annotations

from referee.contract import Contract
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER
from referee.engine.play import play_out, start_game
from referee.games.per_aspera import game
from referee.players.bots import at_random
from tests.searching import SEARCHING, crowds

VARIATIONS = ({"unknown-demands": "", "rounds": "8"}, {"foray": "", "goal": "5", "rounds": "8"})


class TestContract(
    Contract, game=game, seats=crowds(2, 3, 4), options=({"rounds": "12"},), many=100, samples=1
): ...


class TestVariations(Contract, game=game, seats=(3,), options=VARIATIONS, samples=1): ...


def test_full_games_at_random_end() -> None:
    """60 games, in a search 1000, for every number of players, of 60 rounds if nobody comes home."""
    for count in (2, 3, 4):
        source = Quick(count)
        for variation in ({}, {"unknown-demands": ""}, {"foray": ""}):
            start = start_game(game, ("Ann", "Bo", "Cy", "Di")[:count], variation)
            for _ in range(334 if SEARCHING else 20):
                assert game.turn(play_out(game, start, at_random, source)) is OVER
