"""The Port of Call: seven tiles, of which any five dock (RR 10.1)."""

from collections.abc import Sequence

from referee.engine.game import Ruling, Seat, refused
from referee.games.rayguns.moves import Dock, Each, Move
from referee.games.rayguns.rules.draws import check_array
from referee.games.rayguns.rules.tiles import taken, written
from referee.games.rayguns.state import State, with_bay


def moves(state: State, seat: Seat) -> Sequence[Move]:
    return Each(Dock, state.drawn, state.box.numbers.port_array)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    size = state.box.numbers.port_array
    if isinstance(move, Dock):
        return check_array(state, move.tiles, size, "RR 10.1")
    return refused(f"Dock {size} of the tiles drawn.", "RR 10.1")


def apply(state: State, seat: Seat, move: Dock) -> State:
    """The other two tiles are spare parts."""
    beside = written(taken(state.drawn, move.tiles))
    bay = state.bays[seat]._replace(array=move.tiles, spares=beside, docked=True)
    return with_bay(state, seat, bay, step="done", drawn=())
