"""Bots: found by name, and those of a game beside the random one."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.games import find_game, slugs
from referee.players.bots import at_random, bots, find_bot


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_a_random_bot_and_its_own(slug: str) -> None:
    assert set(bots(slug)) == {"random", "greedy"}
    assert find_bot(slug, "random") is at_random


def test_an_unknown_bot() -> None:
    with pytest.raises(UsageError) as caught:
        find_bot("mlem", "greety")
    assert str(caught.value) == '--bots: There is no bot "greety". Did you mean "greedy"?'


def test_the_random_bot_makes_any_of_its_moves() -> None:
    """Over many picks every move comes up, and no other."""
    game = find_game("per-aspera")
    state = game.start(["Ann", "Bo"], {})
    source = Quick(5)
    while not game.moves(state, 0):
        state = game.resolve(state, game.chance(state).pick(source))
    moves = game.moves(state, 0)
    few = {at_random(game, state, 0, source) for _ in range(50)}
    assert few <= set(moves) and len(few) > 1
