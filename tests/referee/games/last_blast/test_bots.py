"""The bot of The Last Blast."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.play import play_out, start_game
from referee.games.last_blast import game
from referee.games.last_blast.bots import greedy
from referee.games.last_blast.moves import Move
from referee.players.bots import at_random


def test_greedy_beats_random() -> None:
    """A sensible bot: it wins nine games of ten against a random one."""
    start = start_game(game, ("Ann", "Bo"), {})

    def choose(rules: Any, state: Any, seat: int, source: Source) -> Move:
        bot = greedy if seat == 0 else at_random
        return bot(rules, game.known(state, seat), seat, source)

    source = Quick(5)
    winners = Counter(
        name for _ in range(100) for name in game.score(play_out(game, start, choose, source)).winners
    )
    assert winners["Ann"] >= 90
