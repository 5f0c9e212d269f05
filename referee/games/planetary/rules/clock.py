"""The clock: how long a player has, and what is left undone when the time is over (PL 3.4)."""

from referee.engine.game import Clock, Seat
from referee.games.planetary.moves import DONE
from referee.games.planetary.rules import damage, round_0, sequence, upkeep
from referee.games.planetary.state import State

_RULE = "PL 3.4"


def clock(state: State, seat: Seat) -> Clock | None:
    """The time of that seat; None without a clock, and while another player's turn needs its answer."""
    if not state.agreed.clock:
        return None
    limits = state.box.clock
    if state.step in ("space", "build"):
        return None if state.ready[seat] else Clock("round 0", limits.start, _RULE)
    if state.step not in ("upkeep", "drill", "act", "fall") or seat != state.active:
        return None
    if state.fall and state.fall.seat != seat:
        return None
    return Clock(f"turn {state.turn_number}", limits.turn, _RULE, DONE, limits.skip_after)


def clocked(state: State) -> bool:
    """Tell whether the option `clock` was agreed on."""
    return state.agreed.clock


def expire(state: State, seat: Seat) -> State:
    """The turn ends as it is: what is not paid for is off, and nothing more is drawn or done.

    What is paid for acts where its owner has nothing to choose: a drill that could take one ore takes it.
    """
    match state.step:
        case "space":
            return round_0.spaceless(state, seat)
        case "build":
            return round_0.build(state, seat, DONE)
        case "upkeep":
            state = upkeep.switched(state)
        case "fall":
            state = damage.fall(state, seat, damage.falls(state, seat)[0])
    return sequence.finished(_drilled(state).but(step="act"))


def _drilled(state: State) -> State:
    """The drills that have one hex to take from have acted; the others take nothing (PL 4.3, PL 6)."""
    while state.doings.drills:
        hexes = upkeep.drill_hexes(state)
        state = upkeep.drilled(state, hexes[0] if len(hexes) == 1 else None)
    return state
