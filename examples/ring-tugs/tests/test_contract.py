"""Ring Tugs keeps to what every game does: `pip install pytest`, then `pytest tests`."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("referee.contract")  # its asserts show their values, too

from ring_tugs import game  # noqa: E402
from ring_tugs.state import State  # noqa: E402

from referee.contract import SEARCHING, Contract  # noqa: E402
from referee.engine.chance.outcomes import Source  # noqa: E402


def imagine(state: State, seat: int | None, source: Source) -> State:
    """Another state that the seat cannot tell from this one."""
    return game.guess(game.known(state, seat), seat or 0, source)


SEATS = (2, 3, 4) if SEARCHING else (3,)


class TestContract(Contract, game=game, seats=SEATS, imagine=imagine, many=10, samples=1): ...
