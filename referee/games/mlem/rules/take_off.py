"""Take-off: who the first commander is, and who puts which astronaut aboard (ML 2)."""

from __future__ import annotations

from functools import cache

from referee.engine.chance.outcomes import Listed
from referee.engine.chance.starters import Starts, starters
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.mlem.moves import Aboard, Move
from referee.games.mlem.state import State, turn_order


def first_commanders(state: State) -> Listed[Starts]:
    """Any seat (ML 2.1)."""
    return starters("commander", "draw", range(len(state.names)), state.names, "the first commander")


def begin(state: State, outcome: Starts) -> State:
    """Boarding for the first expedition begins."""
    state = state._replace(starter=outcome.seat, step="board")
    return state._replace(order=turn_order(state))


def moves(state: State, seat: Seat) -> tuple[Aboard, ...]:
    """Every astronaut on the mat."""
    return _boardings(state.mats[seat])


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Aboard):
        return refused("An astronaut boards first.", "ML 2.1")
    if move.astronaut not in state.mats[seat]:
        return refused(f"{state.names[seat]} has no {move.astronaut} on the mat.", "ML 2.1")
    return ALLOWED


def apply(state: State, seat: Seat, move: Aboard) -> State:
    """The astronaut is aboard. After the last one the rocket takes off, further on with a scout (ML 2.1)."""
    mat = tuple([one for one in state.mats[seat] if one != move.astronaut])
    mats, aboard = replaced(state.mats, seat, mat), replaced(state.aboard, seat, move.astronaut)
    order = state.order[1:]
    if order:
        return state._replace(mats=mats, aboard=aboard, order=order)
    box = state.box
    at = box.scouts_space if "scout" in aboard else box.expedition.start_space
    return state._replace(mats=mats, aboard=aboard, order=(), step="roll", at=at, pool=box.dice)


@cache
def _boardings(mat: tuple[str, ...]) -> tuple[Aboard, ...]:
    return tuple(map(Aboard, mat))
