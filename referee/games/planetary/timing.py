"""The clock of PL 3.4: how long a player has, and what is left undone when the time is over."""

from __future__ import annotations

from referee.engine import Clock, Seat
from referee.games.planetary import fighting, opening, turns, upkeep
from referee.games.planetary.moves import DONE, FallOn
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import State

_RULE = "PL 3.4"


def clock(state: State, seat: Seat) -> Clock | None:
    """The time of that seat; None without a clock, and for what another's turn asks of it."""
    if not state.clock:
        return None
    limits = numbers().clock
    if state.step in ("space", "build"):
        return None if state.ready[seat] else Clock("round 0", limits.start, _RULE)
    if state.step not in ("upkeep", "drill", "act", "fall") or seat != state.active:
        return None
    if state.fall and state.fall.seat != seat:
        return None
    return Clock(f"turn {state.turn_number}", limits.turn, _RULE, DONE, limits.skip_after)


def expired(state: State, seat: Seat) -> State:
    """The turn ends as it stands: what is not paid is off, and nothing more is drawn or done."""
    match state.step:
        case "space":
            return opening.spaceless(state, seat)
        case "build":
            return opening.apply(state, seat, DONE)
        case "upkeep":
            state = upkeep.switched(state)
        case "fall":
            nearest = fighting.falls(state)[0]
            assert isinstance(nearest, FallOn)
            state = turns.went_on(fighting.fell(state, nearest))
            if state.step != "act" or state.active != seat:
                return state
    return turns.finished(state.but(step="act", doings=state.doings._replace(drills=())))
