"""Per Aspera keeps to what every game at the table promises."""

from __future__ import annotations

from referee.engine import OVER, at_random, play_out
from referee.games.per_aspera import game
from referee.outcomes import Quick
from tests.referee.engine_contract import Contract

VARIATIONS = ({"unknown-demands": "", "rounds": "8"}, {"foray": "", "goal": "5", "rounds": "8"})


class TestContract(Contract, game=game, seats=(2, 3, 4), options=({"rounds": "12"},), many=60): ...


class TestVariations(Contract, game=game, seats=(3,), options=VARIATIONS, many=60): ...


def test_full_games_at_random_end() -> None:
    """200 games for every number of players, of 60 rounds if nobody comes home."""
    for count in (2, 3, 4):
        source = Quick(count)
        for variation in ({}, {"unknown-demands": ""}, {"foray": ""}):
            start = game.start(("Ann", "Bo", "Cy", "Di")[:count], variation)
            for _ in range(67):
                assert game.turn(play_out(game, start, at_random, source)) is OVER
