"""The clock: how long a player has, and what is left undone when the time is over (PL 3.4)."""

from __future__ import annotations

from referee.engine.game import Clock, Seat
from referee.games.planetary.box import box
from referee.games.planetary.moves import DONE
from referee.games.planetary.rules import damage, round_0, sequence, upkeep
from referee.games.planetary.state import State

_RULE = "PL 3.4"


def clock(state: State, seat: Seat) -> Clock | None:
    """The time of that seat; None without a clock, and while another player's turn needs its answer."""
    if not state.clock:
        return None
    limits = box().clock
    if state.step in ("space", "build"):
        return None if state.ready[seat] else Clock("round 0", limits.start, _RULE)
    if state.step not in ("upkeep", "drill", "act", "fall") or seat != state.active:
        return None
    if state.fall and state.fall.seat != seat:
        return None
    return Clock(f"turn {state.turn_number}", limits.turn, _RULE, DONE, limits.skip_after)


def clocked(state: State) -> bool:
    """Whether the option `clock` was agreed on."""
    return state.clock


def expire(state: State, seat: Seat) -> State:
    """The turn ends as it is: what is not paid for is off, and nothing more is drawn or done."""
    match state.step:
        case "space":
            return round_0.spaceless(state, seat)
        case "build":
            return round_0.build(state, seat, DONE)
        case "upkeep":
            state = upkeep.switched(state)
        case "fall":
            state = sequence.settled(damage.fall(state, seat, damage.falls(state, seat)[0]))
            if state.step != "act" or state.active != seat:
                return state
    return sequence.finished(state.but(step="act", doings=state.doings._replace(drills=())))
