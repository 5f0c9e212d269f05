"""The faults that a position can have."""

from __future__ import annotations

from referee.engine.play import start_game
from referee.games.rayguns import game


def test_1_4_the_rules_cards_are_those_of_the_box() -> None:
    state = start_game(game, ("Ann", "Bo"), {})
    assert len(state.deck) == 30
    assert list(game.faults(state)) == []
    assert [fault.rule for fault in game.faults(state._replace(deck=state.deck[1:]))] == ["RR 1.4"]
