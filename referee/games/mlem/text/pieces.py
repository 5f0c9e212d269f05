"""The printed board, and the astronauts that lie on it."""

from __future__ import annotations

from collections.abc import Sequence

from components.setup import Placed, Resting
from referee.engine.game import Seat
from referee.games.mlem.box import Box
from referee.games.mlem.state import Figure


def board_under(box: Box) -> tuple[Placed, ...]:
    """The board of the box, if that is the one that is played on; one of one's own is not printed."""
    return (Placed("board", "board", (0, 0)),) if box.is_printed else ()


def lying(box: Box, there: Sequence[Figure]) -> tuple[Resting, ...]:
    """The astronauts at a place."""
    return tuple(Resting("", "astronauts", astronaut(box, seat, code)) for seat, code in there)


def astronaut(box: Box, seat: Seat, code: str) -> str:
    """The code of a player's astronaut."""
    return f"{code}-{box.components.seats[seat].letter}"
