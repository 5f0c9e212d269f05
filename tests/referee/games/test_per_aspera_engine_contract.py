"""Per Aspera keeps to what every game at the table promises."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine import OVER, AnyGame, at_random, play_out
from referee.games.per_aspera import game
from referee.games.per_aspera.bots import BOTS, greedy
from referee.games.per_aspera.state import State
from referee.outcomes import Quick, Source
from tests.referee.engine_contract import Contract
from tests.searching import SEARCHING

VARIATIONS = ({"unknown-demands": "", "rounds": "8"}, {"foray": "", "goal": "5", "rounds": "8"})


class TestContract(Contract, game=game, seats=(2, 3, 4), options=({"rounds": "12"},)): ...


class TestVariations(Contract, game=game, seats=(3,), options=VARIATIONS): ...


@pytest.mark.search
def test_full_games_at_random_end() -> None:
    """200 games, in a search 1000, for every number of players, of 60 rounds if nobody comes home."""
    for count in (2, 3, 4):
        source = Quick(count)
        for variation in ({}, {"unknown-demands": ""}, {"foray": ""}):
            start = game.start(("Ann", "Bo", "Cy", "Di")[:count], variation)
            for _ in range(334 if SEARCHING else 67):
                assert game.turn(play_out(game, start, at_random, source)) is OVER


def test_greedy_beats_random() -> None:
    assert BOTS["greedy"] is greedy
    source = Quick(4)
    wins = 0
    for variation in (
        {"rounds": "30"},
        {"foray": "", "rounds": "30"},
        {"unknown-demands": "", "rounds": "30"},
    ):
        for _ in range(4):
            end = play_out(game, game.start(("Ann", "Bo"), variation), _greedy_first, source)
            wins += game.score(end).winners == ("Ann",)
    assert wins >= 9


def _greedy_first(rules: AnyGame, state: State, seat: int, source: Source) -> Any:
    return at_random(rules, state, seat, source) if seat else greedy(rules, state, seat, source)
