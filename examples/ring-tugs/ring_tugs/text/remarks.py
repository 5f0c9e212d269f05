"""Remarks on a move of Ring Tugs, before it is made."""

from components.wording import counted
from referee.engine.game import Remark, Seat
from referee.engine.tuples import replaced
from ring_tugs.box import UNKNOWN
from ring_tugs.moves import Move, Send
from ring_tugs.rules import rounds, scoring
from ring_tugs.state import State, contract_of


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what a tug leaves in hand, or the points that a card brings now."""
    if isinstance(move, Send):
        left = rounds.tugs_after(state.box, state.tugs[seat], move.tug)
        if left == state.box.tugs:
            return Remark("goes last if it is alone; all tugs come home")
        return Remark(f"leaves {', '.join(map(str, left))} in hand")
    gain = worth(state, seat, move.card)
    return Remark(f"{'+' if gain >= 0 else '−'}{counted(abs(gain), 'point')} now", sense=gain + 100)


def worth(state: State, seat: Seat, code: str) -> int:
    """The points that the card adds to what the seat has now."""
    one = state.row[rounds.best_place(state, code)]
    contract = contract_of(state, seat) or UNKNOWN
    before = scoring.points(state.box, state.holds, seat, state.crystals[seat], contract)
    holds = replaced(state.holds, seat, (*state.holds[seat], one.card))
    after = scoring.points(state.box, holds, seat, state.crystals[seat] + one.crystals, contract)
    return after - before
