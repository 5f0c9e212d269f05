"""Random moves at the table."""

from __future__ import annotations

from referee.engine.chance.outcomes import Quick
from referee.engine.game import Event
from referee.players.bots import at_random
from referee.table.session import Session


def play(session: Session, steps: int = 10_000, source: Quick | None = None) -> None:
    """Moves at random, that many or to the end."""
    source = source or Quick(7)
    for _ in range(steps):
        if not session.acting:
            return
        seat = session.acting[source.below(len(session.acting))]
        assert session.play(Event(seat, at_random(session.game, session.state, seat, source))).allowed
