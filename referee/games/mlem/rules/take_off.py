"""Take-off: who the first commander is, and who puts which astronaut aboard (ML 2)."""

from functools import cache, lru_cache

from referee.engine.chance.outcomes import Listed
from referee.engine.chance.starters import Starts, starters
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.mlem.moves import Aboard, Move
from referee.games.mlem.state import State, clockwise


def first_commanders(state: State) -> Listed[Starts]:
    """Any seat (ML 2.1)."""
    return _commanders(state.names)


def begin(state: State, outcome: Starts) -> State:
    """Boarding for the first expedition begins."""
    after = state.copy()
    after.starter, after.step = outcome.seat, "board"
    after.order = clockwise(len(state.names), outcome.seat)
    return after


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
    after = state.copy()
    after.mats = replaced(state.mats, seat, _without(state.mats[seat], move.astronaut))
    after.aboard, after.crew = replaced(state.aboard, seat, move.astronaut), (*state.crew, seat)
    after.order = state.order[1:]
    if not after.order:
        box = state.box
        after.at = box.scouts_space if "scout" in after.aboard else box.expedition.start_space
        after.step, after.pool = "roll", box.dice
    return after


@lru_cache(maxsize=64)
def _commanders(names: tuple[str, ...]) -> Listed[Starts]:
    return starters("commander", "draw", range(len(names)), names, "the first commander")


@cache
def _boardings(mat: tuple[str, ...]) -> tuple[Aboard, ...]:
    return tuple(map(Aboard, mat))


@cache
def _without(mat: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(one for one in mat if one != gone)
