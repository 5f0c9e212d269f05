"""Rayguns and Rocketships keeps to what every game at the table promises."""

from __future__ import annotations

from referee.engine import Seat
from referee.games.rayguns import game
from referee.games.rayguns.moves import UNKNOWN
from referee.games.rayguns.state import State, belt
from referee.outcomes import Source
from tests.referee.engine_contract import Contract


def imagine(state: State, seat: Seat | None, source: Source) -> State:
    """A state in which every tile that the seat does not know is another, if it can be."""
    known = game.known(state, seat)
    pool = source.shuffled(belt(known))
    return known._replace(hand=tuple(pool.pop() if tile is UNKNOWN else tile for tile in known.hand))


class TestContract(Contract, game=game, seats=(2, 3, 4), imagine=imagine, samples=2): ...
