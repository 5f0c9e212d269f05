"""Choosing tiles: the opening array, spare parts, swaps and docking, the Port of Call (RR 3.2, 3.3, 10.1)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from referee.engine import ALLOWED, Ruling, refused
from referee.games.rayguns import effects
from referee.games.rayguns.box import Tile, box
from referee.games.rayguns.docking import docked_in_port
from referee.games.rayguns.moves import (
    DOCK,
    PASS,
    UNKNOWN,
    Dock,
    Each,
    Lay,
    Move,
    Pass,
    Spare,
    Swap,
    Use,
    kinds,
    spare_of,
    swaps_of,
    use,
    written,
)
from referee.games.rayguns.state import Bay, State, lacking, taken, with_bay

SATELLITE, UFO = "satellite", "ufo"


def lays(state: State) -> Sequence[Move]:
    """Every opening array of the tiles drawn."""
    hand = written(known_tiles(state.hand))
    choices: Sequence[tuple[Tile, ...]] = list(itertools.combinations(hand, box().numbers.array))
    if len(set(hand)) < len(hand):
        choices = list(dict.fromkeys(choices))
    return Each(Lay, choices)


def check_lay(state: State, move: Move) -> Ruling:
    size = box().numbers.array
    if not isinstance(move, Lay):
        return refused(f"First choose the {size} tiles of the opening array.", "RR 3.2")
    if len(move.tiles) != size:
        return refused(f"An opening array has {size} tiles, not {len(move.tiles)}.", "RR 3.2")
    return _check_held(state, move.tiles, state.hand, "RR 3.2")


def lay(state: State, move: Lay) -> State:
    bay = Bay(move.tiles)
    return with_bay(state, bay, step="spare", hand=taken(state.hand, move.tiles))


def spares(state: State) -> list[Move]:
    hand = tuple(dict.fromkeys(written(known_tiles(state.hand))))
    found: list[Move] = [PASS, *map(spare_of, hand)]
    for count in range(2, box().numbers.spares + 1):
        chosen = itertools.combinations(written(known_tiles(state.hand)), count)
        found += map(Spare, dict.fromkeys(chosen))
    return found


def check_spare(state: State, move: Move) -> Ruling:
    most = box().numbers.spares
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Spare):
        return refused(f"Now keep up to {most} of the rest as spare parts, or pass.", "RR 3.2")
    if len(move.tiles) > most:
        return refused(f"You may keep {most} spare parts, not {len(move.tiles)}.", "RR 3.2")
    return _check_held(state, move.tiles, state.hand, "RR 3.2")


def keep(state: State, move: Spare | Pass) -> State:
    """The others go back to the belt. Who has nothing to do with the opening array has done."""
    tiles = move.tiles if isinstance(move, Spare) else ()
    return opened(with_bay(state, state.bay._replace(spares=tiles), hand=()))


def opened(state: State) -> State:
    """Where the opening array is a Supernova, or a satellite acts in it, its owner is asked."""
    return state._replace(step="opened" if len(openings(state)) > 1 else "done")


def openings(state: State) -> list[Move]:
    found: list[Move] = [PASS]
    if _is_supernova(state):
        found.append(DOCK)
    if _has(state, SATELLITE) and _check_satellite(state).allowed:
        found.append(use(SATELLITE))
    return found


def check_opened(state: State, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if isinstance(move, Use):
        if not box().specials[move.special].opening:
            return refused("Only a satellite acts on the opening array.", "RR 5.1")
        return _check_satellite(state)
    if not isinstance(move, Dock):
        return refused("Dock the Supernova, use the satellite, or pass.", "RR 3.3")
    if not _is_supernova(state):
        return refused("Only a Supernova docks before the second draw.", "RR 3.3")
    if move.tiles:
        return refused("Write dock alone; a UFO's tile is asked for afterwards.", "RR 5.3")
    return ALLOWED


def open_(state: State, move: Pass | Dock | Use) -> State:
    if isinstance(move, Dock):
        return dock(state)
    if isinstance(move, Use):
        return with_bay(state, state.bay._replace(effect=move.special), step="look")
    return state._replace(step="done")


def swaps(state: State) -> list[Move]:
    """Docking as it is, and every swap that changes something. What was swapped in stays."""
    array, parts = movable(state)
    loose = dict.fromkeys((*state.hand, *state.out))
    loose.pop(UNKNOWN, None)
    into = [out.number for out in dict.fromkeys(array)]
    anywhere = into + [out.number + len(kinds()) for out in dict.fromkeys(parts)]
    found: list[Move] = [DOCK]
    found += [swap for ways in map(swaps_of, loose) for out in anywhere if (swap := ways[out])]
    moving = [part for part in dict.fromkeys(parts) if part not in loose]
    found += [swap for ways in map(swaps_of, moving) for out in into if (swap := ways[out])]
    return found


def movable(state: State) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles of array and spare parts that may still be swapped out."""
    return state.movable or (state.bay.array, state.bay.spares)


def check_swap(state: State, move: Move) -> Ruling:
    if isinstance(move, Dock):
        if move.tiles and UNKNOWN in state.hand:
            return check_sixth(state, move)
        if move.tiles:
            return refused("Swap what you want, then write dock; a UFO asks afterwards.", "RR 3.3")
        return ALLOWED
    if not isinstance(move, Swap):
        return refused("Swap tiles, or dock.", "RR 3.3")
    bay = state.bay
    array, parts = movable(state)
    if move.out not in (parts if move.spare else array):
        there = move.out in (bay.spares if move.spare else bay.array)
        where = "one of your spare parts" if move.spare else "in your array"
        if there:
            return refused(f"{move.out.code} was swapped in just now, and stays.", "RR 3.3")
        return refused(f"{move.out.code} is not {where}.", "RR 3.3")
    if move.tile is move.out:
        return refused("That would change nothing.", "RR 3.3")
    if move.tile in state.hand or move.tile in state.out or (move.tile in parts and not move.spare):
        return ALLOWED
    return _check_held(state, (move.tile,), state.hand, "RR 3.3")


def swap_or_dock(state: State, move: Swap | Dock) -> State:
    """A sixth tile that nobody knew of is docked at once."""
    if isinstance(move, Swap):
        return swapped(state, move)
    docked = dock(state, asks=not move.tiles)
    return sixth(docked, move) if move.tiles else docked


def swapped(state: State, move: Swap) -> State:
    """What is swapped in stays where it is."""
    bay, hand, out, tile = state.bay, state.hand, state.out, move.tile
    array, parts = movable(state)
    loose = tile in out or tile in hand or move.spare or tile not in parts
    if move.spare:
        bay, parts = bay._replace(spares=_with(bay.spares, tile, move.out)), taken(parts, (move.out,))
    else:
        bay, array = bay._replace(array=_with(bay.array, tile, move.out)), taken(array, (move.out,))
    if not loose:
        bay, parts = bay._replace(spares=_with(bay.spares, move.out, tile)), taken(parts, (tile,))
    elif tile in out:
        out = (*taken(out, (tile,)), move.out)
    else:
        hand, out = taken(hand, (tile,)), (*out, move.out)
    return with_bay(state, bay, hand=hand, out=out, movable=(array, parts))


def dock(state: State, asks: bool = True) -> State:
    """Docked; if a UFO may act, its owner is asked for a sixth tile before the rest goes back."""
    bay = state.bay
    docked = bay._replace(array=written(bay.array), docked=True)
    waiting = with_bay(state, docked, step="sixth", movable=())
    if not asks or len(sixths(waiting)) > 1 or _may_be_found(waiting):
        return waiting
    return _berthed(waiting)


def sixths(state: State) -> list[Move]:
    """The tiles with which a UFO of the array may dock; one of these may be the UFO itself (RR 5.3)."""
    found: list[Move] = [PASS]
    bay = state.bay
    if bay.effect or not state.rules.orders.specials_act:
        return found
    there = _has(state, UFO)
    held = dict.fromkeys((*known_tiles(state.hand), *state.out, *bay.spares))
    able = [tile for tile in held if there or tile.special == UFO]
    return [*found, *(Dock((tile,)) for tile in able if _check_ufo(state, tile).allowed)]


def check_sixth(state: State, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Dock) or len(move.tiles) != 1:
        return refused("Dock one more tile by the UFO, or pass.", "RR 5.3")
    bay = state.bay
    held = (*state.hand, *state.out, *bay.spares)
    ruling = _check_held(state, move.tiles, held, "RR 5.3")
    return _check_ufo(state, move.tiles[0]) if ruling.allowed else ruling


def sixth(state: State, move: Pass | Dock) -> State:
    if isinstance(move, Pass):
        return _berthed(state)
    bay, tile = state.bay, move.tiles[0]
    parts = bay.spares
    if tile not in state.out and tile not in state.hand and tile in parts:
        parts = taken(parts, (tile,))
    array = written((*bay.array, tile), first=UFO)
    return _berthed(with_bay(state, bay._replace(array=array, spares=parts, effect=UFO)))


def lasts(state: State) -> Sequence[Move]:
    """Any five of the tiles drawn in the Port of Call."""
    chosen = itertools.combinations(written(state.hand), box().numbers.port_array)
    return Each(Dock, list(dict.fromkeys(chosen)))


def check_last(state: State, move: Move) -> Ruling:
    size = box().numbers.port_array
    if not isinstance(move, Dock):
        return refused(f"Dock {size} of the tiles drawn.", "RR 10.1")
    if len(move.tiles) != size:
        return refused(f"{size} tiles are docked, not {len(move.tiles)}.", "RR 10.1")
    return _check_held(state, move.tiles, state.hand, "RR 10.1")


def last(state: State, move: Dock) -> State:
    bay = state.bay._replace(array=move.tiles, spares=written(taken(state.hand, move.tiles)), docked=True)
    return with_bay(state, bay, step="done", hand=())


def best_last(state: State) -> Dock:
    """The five that RR 6.4 docks if nothing is said (RR 10.1)."""
    docked = docked_in_port(state.rules.reader, written(state.hand))
    assert docked
    return Dock(written(docked.tiles))


def known_tiles(tiles: Sequence[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile is not UNKNOWN]


def _berthed(state: State) -> State:
    """What was not docked goes back to the belt."""
    return state._replace(step="done", hand=(), out=())


def _is_supernova(state: State) -> bool:
    return state.rules.reader.is_supernova(state.bay.array)


def _check_satellite(state: State) -> Ruling:
    if state.bay.effect:
        return refused("You have used your effect of this round.", "RR 5.2")
    return effects.check_acts(state.cards, state.bay.array, SATELLITE)


def _check_ufo(state: State, tile: Tile) -> Ruling:
    if state.bay.effect:
        return refused("You have used your effect of this round.", "RR 5.2")
    return effects.check_acts(state.cards, (*state.bay.array, tile), UFO)


def _may_be_found(state: State) -> bool:
    """Whether a tile of the hand that nobody knows may come to a UFO of the array."""
    there = _has(state, UFO) and UNKNOWN in state.hand
    return there and not state.bay.effect and state.rules.orders.specials_act


def _has(state: State, special: str) -> bool:
    """Whether that special lies in the array."""
    return any(tile.special == special for tile in state.bay.array)


def _with(tiles: tuple[Tile, ...], tile: Tile, out: Tile) -> tuple[Tile, ...]:
    """With the tile where the other was."""
    place = tiles.index(out)
    return (*tiles[:place], tile, *tiles[place + 1 :])


def _check_held(state: State, tiles: tuple[Tile, ...], held: tuple[Tile, ...], rule: str) -> Ruling:
    missing = lacking(state, tiles, held)
    if missing is None:
        return ALLOWED
    return refused(f"{missing.code} is not among the tiles {state.names[state.active]} drew.", rule)
