"""The printed board, and the astronauts that lie on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from components import catalogue
from components.setup import Placed, Resting
from referee.engine.game import Seat
from referee.games.mlem.box import SLUG, Board, load
from referee.games.mlem.state import Figure


def board_under(board: Board) -> tuple[Placed, ...]:
    """The board of the box, if that is the one that is played on; one of one's own is not printed."""
    return (Placed("board", "board", (0, 0)),) if board == _own() else ()


def lying(there: Sequence[Figure]) -> tuple[Resting, ...]:
    """The astronauts at a place."""
    return tuple(Resting("", "astronauts", astronaut(seat, code)) for seat, code in there)


def astronaut(seat: Seat, code: str) -> str:
    """The code of a player's astronaut."""
    return f"{code}-{catalogue.load(SLUG).seats[seat].letter}"


@cache
def _own() -> Board:
    return load().board
