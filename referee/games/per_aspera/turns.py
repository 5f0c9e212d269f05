"""From one turn to the next, and the end of the game (PA 5.1, PA 6)."""

from __future__ import annotations

from referee.engine import Seat
from referee.games.per_aspera.box import box
from referee.games.per_aspera.sector import HOME
from referee.games.per_aspera.state import Doings, State, with_ship

_NOTHING = Doings()


def begin_turn(state: State, seat: Seat) -> State:
    """Who starts at home without fuel and nearly without money is helped (PA 5.1)."""
    begun = state._replace(active=seat, step="load", doings=_NOTHING)
    ship = begun.ship
    if ship.space == HOME and not ship.fuel and ship.money < box().trade.made_up_to:
        return with_ship(begun, seat, ship._replace(money=box().trade.made_up_to))
    return begun


def end_turn(state: State) -> State:
    """Clockwise; the game is over when every player has had the last round's turn (PA 6.2)."""
    following = state.helper
    if following != state.starter:
        return begin_turn(state, following)
    if state.round == state.agreed.rounds:
        return state._replace(step="over")
    return begin_turn(state._replace(round=state.round + 1), following)


def comes_home(state: State) -> bool:
    """Whether the active player wins after Combat (PA 6.1)."""
    ship = state.ship
    return ship.space == HOME and ship.left and not state.doings.beaten and ship.money >= state.goal
