"""The moves of Rayguns and Rocketships, as they are typed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Annotated, TypeAlias, overload

from referee.engine.asking.fields import PLAYER, Field, Typed, code
from referee.engine.asking.picks import NONE, Pieces, Word
from referee.engine.moves import Grammar, move
from referee.games.rayguns.box import Box, Tile
from referee.games.rayguns.codes import codes, read_array, read_special, read_tile, read_tiles
from referee.games.rayguns.rules.best_array import docked_in_port
from referee.games.rayguns.rules.tiles import taken, written


def read_array_name(text: str, box: Box, where: str) -> str:
    return read_array(text, box, where).name


def read_written(text: str, box: Box, where: str) -> tuple[Tile, ...]:
    return written(read_tiles(text, box, where))


def one_tile(label: str, *areas: str) -> Field:
    return code(label, read_tile, lambda tile: tile.code, pick=Pieces(areas))


_ARRAY, _SPARES = attrgetter("box.numbers.array"), attrgetter("box.numbers.spares")
DRAWN, ARRAY_OF, SPARES_OF = "hand", "array-{seat}", "spares-{seat}"  # areas of the view
_KEPT = Pieces(DRAWN, 0, _SPARES)
_DOCKED = Pieces(
    (DRAWN, "out", SPARES_OF), lambda state: _ARRAY(state) if state.step == "last" else 0, _ARRAY
)
TILES = code("Tiles", read_written, codes)
SPECIAL = code("Special", read_special, pick=Word())
ARRAY = code("Array", read_array_name, pick=Word())


_SPARE = Word({"spare": "A spare part", NONE: "In the array"})
_PASSES = {
    "orders": "Keep the orders in force",
    "spare": "Keep no spare part",
    "opened": "Go on to the second draw",
    "sixth": "Dock no sixth tile",
    "power": "Use no suit power",
    "effect": "Use no effect",
    "add": "Add nothing",
    "claim": "Claim nothing",
}


@move(
    "array {tiles...}",
    ask=lambda state, seat: f"Choose {_ARRAY(state)} of your {len(state.drawn)} tiles",
    does="Lay this array",
)
class Lay:
    """Lay five of the tiles you drew as your opening array (RR 3.2)."""

    tiles: Annotated[tuple[Tile, ...], replace(TILES, pick=Pieces(DRAWN, _ARRAY, _ARRAY))]


@move(
    "spare[ {tiles...}]",
    ask="Keep spare parts",
    does="Keep these spare parts",
)
class Spare:
    """Keep up to two of the remaining tiles as spare parts (RR 3.2)."""

    tiles: Annotated[
        tuple[Tile, ...], replace(TILES, pick=Pieces(DRAWN, 0, attrgetter("box.numbers.spares")))
    ] = ()

    def meant(self, typed: Typed) -> Spare | Pass:
        return self if self.tiles else PASS


@move("swap {tile} {out}[ spare]", ask="Swap a tile, or dock", does="Swap {tile} for {out}")
class Swap:
    """Put a loose tile in the place of a tile of your array or of a spare part (RR 3.3).

    tile   drawn, or swapped out before; also a spare part, in the place of a tile of the array
    spare  whether `out` is a spare part; otherwise it is in the array
    """

    tile: Annotated[Tile, one_tile("Tile in", DRAWN, "out", SPARES_OF)]
    out: Annotated[Tile, replace(one_tile("Tile out", ARRAY_OF, SPARES_OF), given=True)]
    spare: Annotated[bool, _SPARE] = False

    def meant(self, typed: Typed) -> Swap | Trade:
        """The tiles may be typed in either order, and `spare` left out where the array has no such tile."""
        if typed.state.step != "dock":
            return Trade(self.tile, self.out).meant(typed)
        bay, tile, out = typed.state.bays[typed.seat], self.tile, self.out
        loose = (*typed.state.drawn, *typed.state.out)
        if tile not in loose and out in loose and out not in (*bay.array, *bay.spares):
            tile, out = out, tile
        return Swap(tile, out, self.spare or (out not in bay.array and out in bay.spares))


@move("dock[ {tiles...}]", ask="Choose the tiles that dock", does="Dock")
class Dock:
    """Dock your array; add the tiles of a UFO or a planet, or name all five in the Port of Call (RR 3.3).

    tiles  the sixth tile with a UFO (RR 5.3), those a planet adds (RR 5.4), or the whole array (RR 10.1)
    """

    tiles: Annotated[tuple[Tile, ...], replace(TILES, pick=_DOCKED)] = ()

    def meant(self, typed: Typed) -> Dock:
        """The move: a round takes the array too, and `dock` alone docks the best five in the Port."""
        state, tiles = typed.state, self.tiles
        if state.step == "last":
            best = None if tiles else docked_in_port(state.rules.evaluator, written(state.drawn))
            return Dock(written(best.tiles)) if best else self
        array = state.bays[typed.seat].array
        if state.step != "add" and all(tiles.count(tile) >= array.count(tile) for tile in array):
            return Dock(taken(tiles, array))
        return self


@move("zap {tile}@{name...}[ spare]", ask="Zap one tile of anybody", does="Zap {tile} of {name}")
class Zap:
    """Return any tile of a player to the belt, using rayguns (RR 4.2).

    spare  whether it is a spare part; otherwise it is in the array
    """

    tile: Annotated[Tile, replace(one_tile("Tile", "array-*", "spares-*"), given=True)]
    name: Annotated[str, PLAYER]
    spare: Annotated[bool, _SPARE] = False

    def meant(self, typed: Typed) -> Zap:
        """`spare` may be left out where the array has no such tile."""
        bay = typed.state.bays[typed.state.names.index(self.name)]
        spare = self.spare or (self.tile not in bay.array and self.tile in bay.spares)
        return Zap(self.tile, self.name, spare)


@move("swap {tile} {part}[@{name...}]", ask="Swap a tile with a spare part", does="Swap {tile} for {part}")
class Trade:
    """Swap a tile of your docked array with a spare part, using rockets or robots (RR 4.3, 4.5).

    name  name of the player whose spare part it is; empty if it is one's own
    """

    tile: Annotated[Tile, one_tile("Tile", ARRAY_OF)]
    part: Annotated[Tile, one_tile("Spare part", "spares-*")]
    name: Annotated[str, replace(PLAYER, none="Your own")] = ""

    def meant(self, typed: Typed) -> Trade | Swap:
        """The tiles may be typed in either order, and one's own name too."""
        state, tile, part = typed.state, self.tile, self.part
        if state.step == "dock" and not self.name:
            return Swap(tile, part).meant(typed)
        bay = state.bays[typed.seat]
        if not self.name and tile in bay.spares and tile not in bay.array and part in bay.array:
            tile, part = part, tile
        return Trade(tile, part, "" if self.name == state.names[typed.seat] else self.name)


@move("use {special...}", ask="Use an effect", does="Use the {special}")
class Use:
    """Use the effect of a special in your scoring array (RR 5.2)."""

    special: Annotated[str, SPECIAL]


@move("claim {array...}", ask="Claim another array", does="Claim {array}")
class Claim:
    """Have your docked array counted as another array (RR 6.4)."""

    array: Annotated[str, ARRAY]


@move("orders", ask="Draw new orders", does="Draw a new rules card")
class NewOrders:
    """Draw a new rules card and apply it: paid for, or with astronauts (RR 3.4, 4.4)."""


@move("pass", ask="Pass", does=lambda state, seat: _PASSES.get(state.step, "Pass"))
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
        self._make = make
        self._tiles = tiles = written(tiles)
        alike = len(tiles) > len({*tiles})
        self._places = _choices(tuple(map(tiles.index, tiles)) if alike else range(len(tiles)), sizes)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        tiles = self._tiles
        if isinstance(place, slice):
            return [self._make(tuple([tiles[at] for at in places])) for places in self._places[place]]
        return self._make(tuple([tiles[at] for at in self._places[place]]))


@cache
def _choices(places: Sequence[int], sizes: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    """Every choice of so many places.

    places  for each tile, the first place of one that looks like it
    """
    choices = (itertools.combinations(places, size) for size in sizes)
    return [*dict.fromkeys(itertools.chain.from_iterable(choices))]


class Swaps(Sequence[Move]):
    """Docking as it is, and swaps, in rows: a tile that may come in, and the tiles that it may replace.

    A loose tile may replace one of the array or of the spare parts, and a spare part one of the array; none
    may replace a tile that looks like it. Dozens of swaps may be made, and usually one is looked at.
    """

    __slots__ = ("_array", "_count", "_loose", "_parts", "_rows")

    def __init__(self, loose: tuple[Tile, ...], array: tuple[Tile, ...], parts: tuple[Tile, ...]) -> None:
        self._rows: Sequence[Row] = ()
        rows, places, more = len(loose), len(array), len(parts)
        kinds = len({*loose, *array, *parts})
        if kinds < rows + places + more:
            loose, array, parts = _each_once(loose), _each_once(array), _each_once(parts)
            rows, places, more = len(loose), len(array), len(parts)
            if kinds < rows + places + more:
                self._rows = [*_rows(loose, array, parts)]
        self._loose, self._array, self._parts = loose, array, parts
        if self._rows:
            self._count = 1 + sum([len(outs) for _, outs in self._rows])
        else:
            self._count = 1 + rows * (places + more) + more * places

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Move]:
        yield DOCK
        for tile, outs in _rows(self._loose, self._array, self._parts):
            for out, spare in outs:
                yield Swap(tile, out, spare)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if not place:
            return DOCK
        if isinstance(place, slice) or not 0 < place < self._count:
            return list(self)[place]
        at = place - 1
        if self._rows:
            for tile, outs in self._rows:
                if at < len(outs):
                    return Swap(tile, *outs[at])
                at -= len(outs)
        # All rows of loose tiles are of one length, and so are those of spare parts.
        array = self._array
        anywhere, places = array + self._parts, len(array)
        row, column = divmod(at, len(anywhere))
        if row < len(self._loose):
            return Swap(self._loose[row], anywhere[column], column >= places)
        row, column = divmod(at - len(self._loose) * len(anywhere), places)
        return Swap(self._parts[row], array[column])


def _each_once(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(tiles))


Row: TypeAlias = tuple[Tile, Sequence[tuple[Tile, bool]]]


def _rows(loose: Sequence[Tile], array: Sequence[Tile], parts: Sequence[Tile]) -> Iterator[Row]:
    """For each tile that may come in those it may replace, and whether they are spare parts."""
    inside = [(out, False) for out in array]
    anywhere = [*inside, *[(out, True) for out in parts]]
    for tile in loose:
        yield tile, [out for out in anywhere if out[0] is not tile]
    for part in parts:
        if part not in loose:
            yield part, [out for out in inside if out[0] is not part]


# These are listed again and again, so they are made once.
@cache
def claim(array: str) -> Claim:
    return Claim(array)


@cache
def use(special: str) -> Use:
    return Use(special)
