"""A turn after upkeep: ship, units, building and sacrifice, in any order (PL 4.5)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from referee.engine.game import Ruling, Seat, refused
from referee.engine.phases import anything
from referee.games.planetary.moves import DONE, Action, Build, Done, Fly, Land, Move, Payment, Sacrifice, Walk
from referee.games.planetary.rules import actions, building, sequence, ship_move, unit_move
from referee.games.planetary.state import State


class _Part(NamedTuple):
    """A part of a turn."""

    check: Callable[[State, Seat, Any], Ruling]
    apply: Callable[[State, Seat, Any], State]


_PARTS: Mapping[type[Move], _Part] = {
    Fly: _Part(ship_move.check, ship_move.apply),
    Land: _Part(ship_move.check, ship_move.apply),
    Walk: _Part(unit_move.check, unit_move.apply),
    **dict.fromkeys(get_args(Action), _Part(actions.check, actions.apply)),
    Build: _Part(building.check_build, building.build),
    Sacrifice: _Part(building.check_sacrifice, building.sacrifice),
    Done: _Part(anything, lambda state, seat, move: sequence.finished(state)),
}


def moves(state: State, seat: Seat) -> Sequence[Move]:
    flights, rest = _without_units(state)
    return [
        *flights,
        *ship_move.landings(state),
        *unit_move.moves(state),
        *actions.moves(state),
        *rest,
    ]


def check(state: State, seat: Seat, move: Move) -> Ruling:
    part = _PARTS.get(type(move))
    if part:
        return part.check(state, seat, move)
    if isinstance(move, Payment):
        return refused("Upkeep is over for this turn.", "PL 4.3")
    return refused("That move is not possible now.", "PL 4.5")


def apply(state: State, seat: Seat, move: Move) -> State:
    return _PARTS[type(move)].apply(state, seat, move)


def _without_units(state: State) -> tuple[Sequence[Move], Sequence[Move]]:
    """The flights, and what comes after the moves of units. Neither changes while only units move."""
    side, doings = state.side, state.doings
    key = (doings.light, doings.spent, doings.flown, doings.sacrificed)
    found = side.offers.get(key)
    if found is None:
        rest = (*building.builds(state, state.active), *building.sacrifices(state), DONE)
        found = side.offers[key] = ship_move.flights(state), rest
    return found
