"""Docking: swaps, the docked array, and the sixth tile of a UFO (RR 3.3, 5.3)."""

from collections.abc import Iterator, Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.rayguns.box import Tile
from referee.games.rayguns.moves import PASS, Dock, Move, Pass, Swap, Swaps
from referee.games.rayguns.rules.draws import check_drawn, with_unknown
from referee.games.rayguns.rules.specials import UFO, check_effect, would_act
from referee.games.rayguns.rules.tiles import UNKNOWN, known_tiles, taken, without, written
from referee.games.rayguns.state import Bay, State, with_bay

hint = with_unknown("swap, a tile drawn and the tile it replaces; dock and a sixth tile with a UFO")
hint_sixth = with_unknown("dock and the sixth tile")


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """Docking as it is, and every swap that changes something. What was swapped in stays."""
    bay = state.bays[seat]
    array, parts = state.movable or (bay.array, bay.spares)
    loose = state.drawn + state.out
    return Swaps(tuple(known_tiles(loose)) if UNKNOWN in loose else loose, array, parts)


def movable(state: State, seat: Seat) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles of array and spare parts that may still be swapped out."""
    bay = state.bays[seat]
    return state.movable or (bay.array, bay.spares)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Dock):
        if move.tiles and UNKNOWN in state.drawn:
            return check_sixth(state, seat, move)
        if move.tiles:
            return refused("Swap what you want, then write dock; a UFO asks afterwards.", "RR 3.3")
        return ALLOWED
    if not isinstance(move, Swap):
        return refused("Swap tiles, or dock.", "RR 3.3")
    bay = state.bays[seat]
    array, parts = movable(state, seat)
    if move.out not in (parts if move.spare else array):
        if move.out in (bay.spares if move.spare else bay.array):
            return refused(f"{move.out.code} was swapped in just now, and stays.", "RR 3.3")
        where = "one of your spare parts" if move.spare else "in your array"
        return refused(f"{move.out.code} is not {where}.", "RR 3.3")
    if move.tile is move.out:
        return refused("That would change nothing.", "RR 3.3")
    if move.tile in state.out or (move.tile in parts and not move.spare):
        return ALLOWED
    return check_drawn(state, (move.tile,), state.drawn, "RR 3.3")


def apply(state: State, seat: Seat, move: Swap | Dock) -> State:
    """A sixth tile that nobody knew is docked at once."""
    if isinstance(move, Swap):
        return _swap(state, seat, move)
    if move.tiles:
        return dock_sixth(dock(state, seat), seat, move)
    return dock(state, seat)


def sixths(state: State, seat: Seat) -> list[Move]:
    """The tiles with which a UFO of the array may dock; one of these may be the UFO itself (RR 5.3)."""
    return [PASS, *[Dock((tile,)) for tile in _sixth_tiles(state, seat)]]


def _sixth_tiles(state: State, seat: Seat) -> Iterator[Tile]:
    bay, rules = state.bays[seat], state.rules
    if bay.effect:
        return
    there = _has_ufo(bay)
    for tile in dict.fromkeys((*state.drawn, *state.out, *bay.spares)):
        might = (there or tile.special == UFO) and tile is not UNKNOWN
        if might and would_act(rules, (*bay.array, tile), UFO):
            yield tile


def check_sixth(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Dock) or len(move.tiles) != 1:
        return refused("Dock one more tile with the UFO, or pass.", "RR 5.3")
    held = (*state.drawn, *state.out, *state.bays[seat].spares)
    ruling = check_drawn(state, move.tiles, held, "RR 5.3")
    return _check_ufo(state, seat, move.tiles[0]) if ruling.allowed else ruling


def dock_sixth(state: State, seat: Seat, move: Pass | Dock) -> State:
    bay = state.bays[seat]
    if isinstance(move, Pass):
        return _berthed(state)
    tile = move.tiles[0]
    parts = bay.spares
    if tile not in state.out and tile not in state.drawn and tile in parts:
        parts = taken(parts, (tile,))
    array = written((*bay.array, tile), first=UFO)
    return _berthed(with_bay(state, seat, bay._replace(array=array, spares=parts, effect=UFO)))


def dock(state: State, seat: Seat) -> State:
    """If a UFO may act, its owner is asked for a sixth tile before the rest goes back."""
    bay = state.bays[seat]
    after = state.copy()
    after.bays = replaced(state.bays, seat, bay._replace(array=written(bay.array), docked=True))
    after.movable = ()
    if any(_sixth_tiles(state, seat)) or _may_be_found(state, seat):
        after.step = "sixth"
    else:
        after.step, after.drawn, after.out = "done", (), ()
    return after


def _swap(state: State, seat: Seat, move: Swap) -> State:
    """The state after a swap; what is swapped in stays where it is."""
    bay, drawn, out, tile = state.bays[seat], state.drawn, state.out, move.tile
    laid, kept = bay.array, bay.spares
    array, parts = state.movable or (laid, kept)
    if move.spare:
        kept, parts = _exchanged(kept, tile, move.out), without(parts, move.out)
    else:
        laid, array = _exchanged(laid, tile, move.out), without(array, move.out)
    if tile in out:
        out = (*without(out, tile), move.out)
    elif tile in drawn:
        drawn, out = without(drawn, tile), (*out, move.out)
    elif move.spare or tile not in parts:
        drawn, out = without(drawn, UNKNOWN), (*out, move.out)
    else:
        kept, parts = _exchanged(kept, move.out, tile), without(parts, tile)
    after = state.copy()
    after.bays = replaced(state.bays, seat, Bay(laid, kept, bay.docked, bay.effect, bay.claim))
    after.drawn, after.out, after.movable = drawn, out, (array, parts)
    return after


def _exchanged(tiles: tuple[Tile, ...], tile: Tile, out: Tile) -> tuple[Tile, ...]:
    place = tiles.index(out)
    return (*tiles[:place], tile, *tiles[place + 1 :])


def _berthed(state: State) -> State:
    """The state after docking: what was not docked goes back to the belt."""
    return state._replace(step="done", drawn=(), out=())


def _check_ufo(state: State, seat: Seat, tile: Tile) -> Ruling:
    return check_effect(state, seat, (*state.bays[seat].array, tile), UFO)


def _may_be_found(state: State, seat: Seat) -> bool:
    """Return whether an unknown tile may dock with a UFO of the array."""
    bay = state.bays[seat]
    there = UNKNOWN in state.drawn and _has_ufo(bay)
    return there and not bay.effect and state.rules.orders.specials_act


def _has_ufo(bay: Bay) -> bool:
    return UFO in [tile.special for tile in bay.array]
