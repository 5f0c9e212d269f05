"""Ring Tugs keeps to what every game does: `pip install pytest`, then `pytest tests`."""

import pytest

pytest.register_assert_rewrite("referee.contract")  # its asserts show their values, too

from ring_tugs import game  # noqa: E402
from ring_tugs.rules import rounds  # noqa: E402
from ring_tugs.rules.setting_out import not_dealt  # noqa: E402
from ring_tugs.state import State, contract_of  # noqa: E402

from referee.contract import SEARCHING, Contract  # noqa: E402
from referee.engine.chance.outcomes import Source  # noqa: E402
from referee.engine.commits import committed  # noqa: E402


def imagine(state: State, seat: int | None, source: Source) -> State:
    """Another state that the seat cannot tell from this one: other contracts, other tugs sent in secret."""
    if state.step == "over":
        return state
    own = contract_of(state, seat) if seat is not None else None
    others = [one for one in (*state.contracts, *not_dealt(state)) if one != own]
    pool = source.shuffled(others)
    contracts = tuple(one if one == own else pool.pop() for one in state.contracts)
    commits = state.commits
    for other, choice in enumerate(commits if state.step == "send" else ()):
        if choice is not None and other != seat:
            sends = rounds.sends(state, other)
            commits = committed(commits, other, sends[source.below(len(sends))])
    return state._replace(contracts=contracts, commits=commits)


SEATS = (2, 3, 4) if SEARCHING else (3,)


class TestContract(Contract, game=game, seats=SEATS, imagine=imagine, many=10, samples=1): ...
