"""The opening array: five of the tiles drawn, spare parts, and what acts at once (RR 3.2, 3.3, 5.1)."""

from collections.abc import Iterator, Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.rayguns.box import Tile
from referee.games.rayguns.moves import DOCK, PASS, Dock, Each, Lay, Move, Pass, Spare, Use, use
from referee.games.rayguns.rules import docking
from referee.games.rayguns.rules.draws import check_array, check_drawn, with_unknown
from referee.games.rayguns.rules.specials import SATELLITE, check_effect, may_use
from referee.games.rayguns.rules.tiles import known_tiles, taken
from referee.games.rayguns.state import Bay, State, Step, with_bay

hint = with_unknown("array and the five codes of the opening array")
hint_spares = with_unknown("spare and up to two codes of the other tiles")


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """Every opening array of the tiles drawn."""
    return Each(Lay, known_tiles(state.drawn), state.box.numbers.array)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    size = state.box.numbers.array
    if isinstance(move, Lay):
        return check_array(state, move.tiles, size, "RR 3.2")
    return refused(f"First choose the {size} tiles of the opening array.", "RR 3.2")


def apply(state: State, seat: Seat, move: Lay) -> State:
    after = state.copy()
    after.bays = replaced(state.bays, seat, Bay(move.tiles))
    after.drawn, after.step = taken(state.drawn, move.tiles), "spare"
    return after


def spares(state: State, seat: Seat) -> Sequence[Move]:
    return Each(_kept, known_tiles(state.drawn), *range(state.box.numbers.spares + 1))


def _kept(tiles: tuple[Tile, ...]) -> Spare | Pass:
    return Spare(tiles) if tiles else PASS


def check_spares(state: State, seat: Seat, move: Move) -> Ruling:
    most = state.box.numbers.spares
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Spare):
        return refused(f"Keep up to {most} of the other tiles as spare parts, or pass.", "RR 3.2")
    if len(move.tiles) > most:
        return refused(f"You may keep {most} spare parts, not {len(move.tiles)}.", "RR 3.2")
    return check_drawn(state, move.tiles, state.drawn, "RR 3.2")


def keep(state: State, seat: Seat, move: Spare | Pass) -> State:
    """The other tiles go back to the belt."""
    tiles = move.tiles if isinstance(move, Spare) else ()
    after = state.copy()
    after.bays = replaced(state.bays, seat, state.bays[seat]._replace(spares=tiles))
    after.drawn, after.step = (), _next(state, seat)
    return after


def first_acts(state: State, seat: Seat) -> list[Move]:
    """A Supernova may dock at once, and a satellite may act on the opening array."""
    return [PASS, *_first_acts(state, seat)]


def _first_acts(state: State, seat: Seat) -> Iterator[Move]:
    array = state.bays[seat].array
    specials = [tile.special for tile in array]
    if "" not in specials and state.rules.evaluator.is_supernova(array):
        yield DOCK
    if SATELLITE in specials and may_use(state, seat, array, SATELLITE):
        yield use(SATELLITE)


def check_first_act(state: State, seat: Seat, move: Move) -> Ruling:
    array = state.bays[seat].array
    if isinstance(move, Pass):
        return ALLOWED
    if isinstance(move, Use):
        if not state.box.specials[move.special].opening:
            return refused("Only a satellite acts on the opening array.", "RR 5.1")
        return check_effect(state, seat, array, move.special)
    if not isinstance(move, Dock):
        return refused("Dock the Supernova, use the satellite, or pass.", "RR 3.3")
    if not state.rules.evaluator.is_supernova(array):
        return refused("Only a Supernova docks before the second draw.", "RR 3.3")
    if move.tiles:
        return refused("Write dock alone; the referee asks for the tile of a UFO next.", "RR 5.3")
    return ALLOWED


def act_first(state: State, seat: Seat, move: Pass | Dock | Use) -> State:
    if isinstance(move, Dock):
        return docking.dock(state, seat)
    if isinstance(move, Use):
        return with_bay(state, seat, state.bays[seat]._replace(effect=move.special), step="look")
    return state._replace(step="done")


def look(state: State, outcome: object) -> State:
    """A satellite has looked at a tile, which is in the belt again (RR 5.5)."""
    return state._replace(step=_next(state, state.active) if state.part == "opening" else "done")


def _next(state: State, seat: Seat) -> Step:
    """The owner of a Supernova, or of a satellite that acts in the opening array, is asked."""
    return "opened" if any(_first_acts(state, seat)) else "done"
