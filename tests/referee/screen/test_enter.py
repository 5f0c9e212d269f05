"""Whoever presses Enter from the first move to the last plays as the game's `greedy` does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.engine.game import OVER, Event
from referee.games import slugs
from referee.screen.choosing import PAGE, choices
from referee.screen.handover import Handover
from referee.screen.visible import VisibleTable
from referee.table.session import Session
from tests.referee.screen.conftest import Begin

SHORT = {"planetary": {"rounds": "2"}, "per-aspera": {"rounds": "6"}}


def entered(sight: VisibleTable) -> str:
    """The move that Enter makes, as often as it takes: each time it takes the first line of the list."""
    moves, senses, typed = sight.question().moves, sight.senses(), ""
    while True:
        first = choices(moves, typed, PAGE, None, senses)[0]
        if first.whole:
            return first.text
        typed = f"{first.text} "


def enters(session: Session) -> Iterator[tuple[str, str]]:
    """Each move that Enter makes in the first seat, to the end of the game, and that of `greedy`."""
    sight = VisibleTable(session)
    while session.turn is not OVER:
        (seat,) = session.acting
        sight.handover = Handover(seat, seat)
        made = entered(sight)
        yield made, session.suggested(seat)
        session.play(Event(seat, session.read(seat, made).what))


@pytest.mark.parametrize("slug", slugs())
def test_enter_makes_the_move_of_greedy(begin: Begin, slug: str) -> None:
    """So it does no worse: the first line is always the move that the bot would make there."""
    session = begin(slug, "Ann", "Bo", bots={"Bo": "greedy"}, options=SHORT.get(slug, {}))
    made = list(enters(session))
    assert made
    assert [one for one, _ in made] == [best for _, best in made]
