"""The moves of Rayguns and Rocketships, as they are typed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, TypeAlias, overload

from referee.engine.moves import Field, Grammar, Typed, code, move
from referee.engine.typed import read_seat
from referee.games.rayguns.box import Tile
from referee.games.rayguns.codes import codes, read_array, read_special, read_tile, read_tiles
from referee.games.rayguns.rules.best_array import docked_in_port
from referee.games.rayguns.rules.tiles import kinds, taken, written


def read_player(text: str, typed: Typed) -> str:
    """The name of the player, as it is spelt in the game."""
    names: tuple[str, ...] = typed.state.names
    return names[read_seat(text, names, typed.where)]


def read_array_name(text: str, where: str) -> str:
    return read_array(text, where).name


def one_tile(label: str) -> Field:
    return code(label, read_tile, lambda tile: tile.code)


TILES = code("Tiles", lambda text, where: written(read_tiles(text, where)), codes)
PLAYER = Field("Player", read_player)
SPECIAL = code("Special", read_special)
ARRAY = code("Array", read_array_name)


@move("array {tiles...}")
class Lay:
    """Lay five of the tiles you drew as your opening array (RR 3.2)."""

    tiles: Annotated[tuple[Tile, ...], TILES]


@move("spare[ {tiles...}]")
class Spare:
    """Keep up to two of the remaining tiles as spare parts (RR 3.2)."""

    tiles: Annotated[tuple[Tile, ...], TILES] = ()

    def meant(self, typed: Typed) -> Spare | Pass:
        return self if self.tiles else PASS


@move("swap {tile} {out}[ spare]")
class Swap:
    """Put a loose tile in the place of a tile of your array or of a spare part (RR 3.3).

    tile   drawn, or swapped out before; also a spare part, in the place of a tile of the array
    spare  whether `out` is a spare part; otherwise it is in the array
    """

    tile: Annotated[Tile, one_tile("Tile in")]
    out: Annotated[Tile, one_tile("Tile out")]
    spare: bool = False

    def meant(self, typed: Typed) -> Swap | Trade:
        """The tiles may be typed in either order, and `spare` left out where the array has no such tile."""
        if typed.state.step != "dock":
            return Trade(self.tile, self.out).meant(typed)
        bay, tile, out = typed.state.bays[typed.seat], self.tile, self.out
        loose = (*typed.state.drawn, *typed.state.out)
        if tile not in loose and out in loose and out not in (*bay.array, *bay.spares):
            tile, out = out, tile
        return Swap(tile, out, self.spare or (out not in bay.array and out in bay.spares))


@move("dock[ {tiles...}]")
class Dock:
    """Dock your array; add the tiles of a UFO or a planet, or name all five in the Port of Call (RR 3.3).

    tiles  the sixth tile with a UFO (RR 5.3), those a planet adds (RR 5.4), or the whole array (RR 10.1)
    """

    tiles: Annotated[tuple[Tile, ...], TILES] = ()

    def meant(self, typed: Typed) -> Dock:
        """In a round the array may be typed too; `dock` alone docks the best five in the Port (RR 10.1)."""
        state, tiles = typed.state, self.tiles
        if state.step == "last":
            best = None if tiles else docked_in_port(state.rules.evaluator, written(state.drawn))
            return Dock(written(best.tiles)) if best else self
        array = state.bays[typed.seat].array
        if state.step != "add" and all(tiles.count(tile) >= array.count(tile) for tile in array):
            return Dock(taken(tiles, array))
        return self


@move("zap {tile}@{name...}[ spare]")
class Zap:
    """Return any tile of a player to the belt, using rayguns (RR 4.2).

    spare  whether it is a spare part; otherwise it is in the array
    """

    tile: Annotated[Tile, one_tile("Tile")]
    name: Annotated[str, PLAYER]
    spare: bool = False

    def meant(self, typed: Typed) -> Zap:
        """`spare` may be left out where the array has no such tile."""
        bay = typed.state.bays[typed.state.names.index(self.name)]
        spare = self.spare or (self.tile not in bay.array and self.tile in bay.spares)
        return Zap(self.tile, self.name, spare)


@move("swap {tile} {part}[@{name...}]")
class Trade:
    """Swap a tile of your docked array with a spare part, using rockets or robots (RR 4.3, 4.5).

    name  of the player whose spare part it is; empty if it is one's own
    """

    tile: Annotated[Tile, one_tile("Tile")]
    part: Annotated[Tile, one_tile("Spare part")]
    name: Annotated[str, PLAYER] = ""

    def meant(self, typed: Typed) -> Trade | Swap:
        """The tiles may be typed in either order, and one's own name too."""
        state, tile, part = typed.state, self.tile, self.part
        if state.step == "dock" and not self.name:
            return Swap(tile, part).meant(typed)
        bay = state.bays[typed.seat]
        if not self.name and tile in bay.spares and tile not in bay.array and part in bay.array:
            tile, part = part, tile
        return Trade(tile, part, "" if self.name == state.names[typed.seat] else self.name)


@move("use {special...}")
class Use:
    """Use the effect of a special in your scoring array (RR 5.2)."""

    special: Annotated[str, SPECIAL]


@move("claim {array...}")
class Claim:
    """Have your docked array counted as another array (RR 6.4)."""

    array: Annotated[str, ARRAY]


@move("orders")
class NewOrders:
    """Draw a new rules card and apply it: paid for, or with astronauts (RR 3.4, 4.4)."""


@move("pass")
class Pass:
    """Do nothing, or keep nothing (RR 3.3)."""


Move: TypeAlias = Lay | Spare | Swap | Dock | Zap | Trade | Use | Claim | NewOrders | Pass

DOCK, ORDERS, PASS = Dock(), NewOrders(), Pass()
# A trade fits fewer texts than a swap: the code of a tile has no "@" in it.
GRAMMAR = Grammar(Lay, Spare, Trade, Swap, Dock, Zap, Use, Claim, NewOrders, Pass)


class Each(Sequence[Move]):
    """A move for every choice of so many tiles, made only when it is looked at: of dozens usually one is.

    Choices of tiles that look alike are one.
    """

    __slots__ = ("_make", "_places", "_tiles")

    def __init__(self, make: Callable[[tuple[Tile, ...]], Move], tiles: Sequence[Tile], *sizes: int) -> None:
        """sizes: how many tiles may be chosen"""
        self._make, self._tiles = make, written(tiles)
        self._places = _choices(tuple(map(self._tiles.index, self._tiles)), sizes)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice):
            return [self._make(self._chosen(places)) for places in self._places[place]]
        return self._make(self._chosen(self._places[place]))

    def _chosen(self, places: Sequence[int]) -> tuple[Tile, ...]:
        tiles = self._tiles
        return tuple([tiles[place] for place in places])


@cache
def _choices(places: tuple[int, ...], sizes: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    """Every choice of so many places.

    places  for each tile the first place of one that looks like it
    """
    choices = (itertools.combinations(places, size) for size in sizes)
    return [*dict.fromkeys(itertools.chain.from_iterable(choices))]


class Swaps(Sequence[Move]):
    """Docking as it is, and swaps, in rows: a tile that may come in, and the places of those it may replace.

    Dozens may be made, and usually one is looked at.
    """

    __slots__ = ("_count", "_rows")

    def __init__(self, rows: Mapping[Tile, Sequence[int]]) -> None:
        """rows: for each tile the places of its swaps in `swaps_of`"""
        self._rows = rows
        self._count = 1 + sum(map(len, rows.values()))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Move]:
        yield DOCK
        for tile, places in self._rows.items():
            yield from map(swaps_of(tile).__getitem__, places)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice) or place < 0:
            return list(self)[place]
        if not place:
            return DOCK
        at = place - 1
        for tile, places in self._rows.items():
            if at < len(places):
                return swaps_of(tile)[places[at]]
            at -= len(places)
        raise IndexError(place)


@cache
def swaps_of(tile: Tile) -> Sequence[Swap]:
    """The swaps that put this tile in the place of each kind: first of the array, then of spare parts."""
    return [Swap(tile, out, spare) for spare in (False, True) for out in kinds()]


# The moves that are listed most often are made once.
@cache
def trade(tile: Tile, part: Tile, name: str) -> Trade:
    return Trade(tile, part, name)


@cache
def zap(tile: Tile, name: str, spare: bool) -> Zap:
    return Zap(tile, name, spare)


@cache
def spare_of(tiles: tuple[Tile, ...]) -> Spare | Pass:
    return Spare(tiles) if tiles else PASS


@cache
def claim(array: str) -> Claim:
    return Claim(array)


@cache
def use(special: str) -> Use:
    return Use(special)
