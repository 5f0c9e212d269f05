"""The bot of Sparks."""

from __future__ import annotations

from typing import Any

from referee.engine.chance.outcomes import Source
from referee.engine.game import Seat


def greedy(game: Any, state: Any, seat: Seat, source: Source) -> Any:
    """The card that is worth the most; with only poor ones to choose from, the joker."""
    takes = [move for move in game.moves(state, seat) if hasattr(move, "card")]
    best = max(takes, key=lambda move: move.card.points, default=None)
    jokers = [move for move in game.moves(state, seat) if move not in takes]
    if jokers and (best is None or best.card.points < 5):
        return jokers[0]
    return best


BOTS = {"greedy": greedy}
