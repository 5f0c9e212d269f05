"""Before the first round: the beacon and the contracts (RT 2)."""

from referee.engine.chance.outcomes import Draw, Drawn, Listed, Wanted
from referee.engine.chance.starters import Starts, starters
from referee.engine.game import Seat
from ring_tugs.box import UNKNOWN, Contract
from ring_tugs.state import State, Step


def first_beacons(state: State) -> Listed[Starts]:
    """The ways to choose the seat that has the beacon first (RT 2.4)."""
    return starters("beacon", "draw", range(len(state.names)), state.names, "who has the beacon first")


def give_beacon(state: State, outcome: Starts) -> State:
    return state._replace(step="contract", beacon=outcome.seat, dealer=outcome.seat)


def dealt_to(state: State) -> Seat:
    """The seat that looks at the contract which is dealt now (RT 2.3)."""
    return (state.dealer + len(state.contracts)) % len(state.names)


def contract(state: State) -> Draw[Contract]:
    """One of the contracts that nobody has yet (RT 2.3)."""
    name = f"{state.names[dealt_to(state)]}'s contract"
    return Draw("contracts", not_dealt(state), 1, wanted=Wanted(name, lambda place: name))


def deal(state: State, outcome: Drawn[Contract]) -> State:
    contracts = (*state.contracts, *outcome.pieces)
    step: Step = "row" if len(contracts) == len(state.names) else "contract"
    return state._replace(step=step, contracts=contracts)


def not_dealt(state: State) -> tuple[Contract, ...]:
    """The contracts that may be anywhere the viewer has not looked."""
    seen = [one for one in state.contracts if one != UNKNOWN]
    return tuple(one for one in state.box.contracts if one not in seen)
