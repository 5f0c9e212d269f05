"""Whose turn comes next: the phases of a round, each from the commander to the right (RR 3.1 to 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine import Seat
from referee.games.rayguns import effects, powers
from referee.games.rayguns.box import box
from referee.games.rayguns.state import Phase, State, Step

_ROUND: tuple[Phase, ...] = (
    "orders-1",
    "opening",
    "orders-2",
    "docking",
    "orders-3",
    "powers",
    "effects",
    "claims",
)
_PORT: tuple[Phase, ...] = ("port", "claims")


def advance(state: State) -> State:
    """From a step that is done to the next where somebody is to choose or chance decides.

    The step is "score" when the round is over but for that.
    """
    if state.step != "done":
        return state
    phases = _PORT if state.in_port else _ROUND
    place = phases.index(state.phase)
    seats = len(state.names)
    seat = (state.active - 1) % seats
    while True:
        if seat == state.commander:
            place += 1
            if place == len(phases):
                return state._replace(step="score")
        step = _STEPS[phases[place]](state, seat)
        if step != "done":
            return state._replace(phase=phases[place], active=seat, step=step)
        seat = (seat - 1) % seats


def enter(state: State, phase: Phase) -> State:
    """Where the phase begins; "done" if the commander has nothing to choose."""
    seat = state.commander
    return state._replace(phase=phase, active=seat, step=_STEPS[phase](state, seat))


def begin(state: State) -> State:
    """The first phase of a round whose card is turned."""
    return enter(state, _ROUND[0])


def _window(state: State, seat: Seat) -> Step:
    return "orders" if state.accounts[seat].total >= box().numbers.orders_cost else "done"


def _docking(state: State, seat: Seat) -> Step:
    if state.bays[seat].docked:
        return "done"
    return "draw-again" if state.rules.orders.second_draw else "dock"


def _powers(state: State, seat: Seat) -> Step:
    if not powers.leading(state.bays[seat].array):
        return "done"
    return "power" if len(powers.moves(state._replace(active=seat))) > 1 else "done"


def _effects(state: State, seat: Seat) -> Step:
    return "effect" if effects.asks(state, seat) else "done"


def _claims(state: State, seat: Seat) -> Step:
    return "claim" if effects.asks_claim(state, seat) else "done"


_STEPS: Mapping[Phase, Callable[[State, Seat], Step]] = {
    "orders-1": _window,
    "opening": lambda state, seat: "draw",
    "orders-2": _window,
    "docking": _docking,
    "orders-3": _window,
    "powers": _powers,
    "effects": _effects,
    "claims": _claims,
    "port": lambda state, seat: "port",
}
