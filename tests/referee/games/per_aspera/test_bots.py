"""The bot of Per Aspera."""

from __future__ import annotations

from typing import Any

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import AnyGame
from referee.engine.play import play_out, start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.bots import BOTS, greedy
from referee.games.per_aspera.state import State
from referee.players.bots import at_random


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
            end = play_out(game, start_game(game, ("Ann", "Bo"), variation), _greedy_first, source)
            wins += game.score(end).winners == ("Ann",)
    assert wins >= 9


def _greedy_first(rules: AnyGame, state: State, seat: int, source: Source) -> Any:
    return at_random(rules, state, seat, source) if seat else greedy(rules, state, seat, source)
