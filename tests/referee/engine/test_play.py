"""Playing many games in a row."""

from __future__ import annotations

import gc

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.play import at_random, many_games, play_out, start_game
from referee.games import OURS
from referee.table import rulesets


@pytest.mark.parametrize("slug", OURS)
def test_games_leave_no_cycles(slug: str) -> None:
    """So memory stays the same however rarely Python looks for cycles.

    Only objects that are younger than the game are looked through: there are millions of older ones.
    """
    game, source = rulesets.find_rules(slug), Quick(2)
    start = start_game(game, ("Ann", "Bo"), {})
    play_out(game, start, at_random, source)  # warms up what is imported and looked up only once
    gc.disable()
    gc.collect(1)
    try:
        play_out(game, start, at_random, source)
        assert gc.collect(1) == 0
    finally:
        gc.enable()


def test_cycles_are_looked_for_as_before_after_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "set_threshold", lambda *given: asked.append(given))
    with pytest.raises(KeyError), many_games():
        assert asked == [(10_000, 10, 10)]
        raise KeyError
    assert asked == [(10_000, 10, 10), (700, 10, 10)]
