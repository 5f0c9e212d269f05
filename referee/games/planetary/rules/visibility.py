"""Knowledge of a seat: what it sees, and so knows (PL 3.3)."""

from __future__ import annotations

from referee.engine.game import Seat
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import Ship
from referee.games.planetary.state import (
    ABOARD,
    NOTHING_DONE,
    UNKNOWN_HP,
    UNPLACED,
    UNSEEN,
    Crew,
    Side,
    State,
    Unit,
)


def sees(state: State, seat: Seat | None, other: Seat) -> bool:
    """Tell whether that seat, or with None an onlooker, sees the other one's ship (PL 3.3).

    A player with a unit aboard a ship sees it, too.
    """
    if seat == other:
        return True
    ship = state.sides[other].ship
    if ship.landed:
        return True
    if seat is None or not state.order or ship.space < 0:
        return False
    if any(unit.place.field == ABOARD + other for unit in state.sides[seat].units):
        return True
    return ring_distance(state.sides[seat].ship.space, ship.space, state.spaces) <= _view(
        state.sides[seat].ship, ship
    )


def known(state: State, seat: Seat | None) -> State:
    """The state as that seat knows it; with None, as an onlooker does.

    Ships that are not seen have no space and no board. Of others' blueprints only the number is known,
    and that only while their ship is seen.
    """
    if state.step in ("reward", "over"):
        return state
    sides = tuple(
        side if seat == other else _censored(state, seat, other) for other, side in enumerate(state.sides)
    )
    own = seat == state.active
    doings = state.doings if own else NOTHING_DONE
    return state.but(sides=sides, doings=doings)


def _view(own: Ship, other: Ship) -> int:
    """Ring spaces from which the other ship is seen."""
    cloaks = [effect.seen_from for _, _, effect in other.on if effect.seen_from]
    if cloaks:
        return min(cloaks)
    return own.box.ship.view + max((effect.view_bonus for _, _, effect in own.on), default=0)


def _censored(state: State, seat: Seat | None, other: Seat) -> Side:
    side = state.sides[other]
    seen = sees(state, seat, other)
    units = Crew([_censored_unit(state, seat, unit) for unit in side.units])
    side = side._replace(brought=(), destroyed=(), fuelled=0, due=False, travelled=0, units=units)
    if not seen:
        nothing = (0,) * len(side.materials)
        hidden = Ship((None,) * len(side.ship.cells), state.box)
        return side._replace(materials=nothing, deck=(), bar=(), pile=(), ship=hidden)
    return side._replace(deck=_backs(side.deck), bar=_backs(side.bar), pile=_backs(side.pile))


def _censored_unit(state: State, seat: Seat | None, unit: Unit) -> Unit:
    field = unit.place.field
    if field == UNPLACED.field or (field >= ABOARD and not sees(state, seat, field - ABOARD)):
        return Unit(UNKNOWN_HP, UNSEEN)
    return unit


def _backs(codes: tuple[str, ...]) -> tuple[str, ...]:
    return ("??",) * len(codes)
