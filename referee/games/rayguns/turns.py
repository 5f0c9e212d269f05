"""Whose turn comes next: the phases of a round, each from the commander to the right (RR 3.1 to 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    while state.step == "done":
        seat = (state.active - 1) % len(state.names)
        state = enter(state, state.phase, seat) if seat != state.commander else _next_phase(state)
    return state


def enter(state: State, phase: Phase, seat: int) -> State:
    """That seat's part of the phase; "done" if it has nothing to choose."""
    begun = state._replace(phase=phase, active=seat)
    return begun._replace(step=_ENTERED[phase](begun))


def begin(state: State) -> State:
    """The first phase of a round whose card is turned."""
    return enter(state, _ROUND[0], state.commander)


def _next_phase(state: State) -> State:
    phases = _PORT if state.in_port else _ROUND
    place = phases.index(state.phase) + 1
    if place == len(phases):
        return state._replace(step="score")
    return enter(state, phases[place], state.commander)


def _window(state: State) -> Step:
    return "orders" if state.accounts[state.active].total >= box().numbers.orders_cost else "done"


def _docking(state: State) -> Step:
    if state.bay.docked:
        return "done"
    return "draw-again" if state.rules.orders.second_draw else "dock"


def _powers(state: State) -> Step:
    return "power" if len(powers.moves(state)) > 1 else "done"


def _effects(state: State) -> Step:
    return "effect" if effects.asks(state) else "done"


def _claims(state: State) -> Step:
    return "claim" if effects.asks_claim(state) else "done"


_ENTERED: Mapping[Phase, Callable[[State], Step]] = {
    "orders-1": _window,
    "opening": lambda state: "draw",
    "orders-2": _window,
    "docking": _docking,
    "orders-3": _window,
    "powers": _powers,
    "effects": _effects,
    "claims": _claims,
    "port": lambda state: "port",
}
