"""The moves of Rayguns and Rocketships. `typed.py` reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, overload

from referee.engine import HIDDEN
from referee.games.rayguns.box import Tile, box
from referee.games.rayguns.notation import codes

UNKNOWN = Tile(HIDDEN, 0, "", "", "", 0, -1, 0, 0)  # a tile that is there, but nobody here knows which


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay these of the tiles drawn as the opening array (RR 3.2)."""

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return f"array {codes(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Spare:
    """Keep these of the rest as spare parts (RR 3.2)."""

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return f"spare {codes(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Put a tile, drawn or swapped out before, or else a spare part, where another lies (RR 3.3).

    spare  whether the other is a spare part; else it lies in the array
    """

    tile: Tile
    out: Tile
    spare: bool = False

    def __str__(self) -> str:
        return f"swap {self.tile.code} {self.out.code}{' spare' if self.spare else ''}"


@dataclass(frozen=True, slots=True)
class Dock:
    """Dock the array (RR 3.3), with these tiles: a UFO's sixth (RR 5.3), those of a planet (RR 5.4).

    In the Port of Call they are all the tiles of the array (RR 10.1).
    """

    tiles: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        return " ".join(("dock", *(tile.code for tile in self.tiles)))


@dataclass(frozen=True, slots=True)
class Zap:
    """Return a tile of that player to the belt (RR 4.2). spare: whether it is a spare part."""

    tile: Tile
    name: str
    spare: bool = False

    def __str__(self) -> str:
        return f"zap {self.tile.code}@{self.name}{' spare' if self.spare else ''}"


@dataclass(frozen=True, slots=True)
class Trade:
    """Swap a tile of the docked array with a spare part of one's own (RR 4.3), or of that player (RR 4.5)."""

    tile: Tile
    part: Tile
    name: str = ""

    def __str__(self) -> str:
        return f"swap {self.tile.code} {self.part.code}{f'@{self.name}' if self.name else ''}"


@dataclass(frozen=True, slots=True)
class Use:
    """Name the special whose effect is used (RR 5.2)."""

    special: str

    def __str__(self) -> str:
        return f"use {self.special}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Have the docked array read as that array (RR 6.4)."""

    array: str

    def __str__(self) -> str:
        return f"claim {self.array}"


@dataclass(frozen=True, slots=True)
class NewOrders:
    """Draw a new rules card and apply it: paid for (RR 3.4), or an astronaut's power (RR 4.4)."""

    def __str__(self) -> str:
        return "orders"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, or keep nothing."""

    def __str__(self) -> str:
        return "pass"


Move: TypeAlias = Lay | Spare | Swap | Dock | Zap | Trade | Use | Claim | NewOrders | Pass


class Each(Sequence[Move]):
    """A move for each choice of tiles, made when it is looked at: of dozens mostly one is."""

    def __init__(self, make: Callable[[tuple[Tile, ...]], Move], choices: Sequence[tuple[Tile, ...]]) -> None:
        self._make, self._choices = make, choices

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice):
            return list(map(self._make, self._choices[place]))
        return self._make(self._choices[place])


DOCK = Dock()
ORDERS = NewOrders()
PASS = Pass()


def written(tiles: tuple[Tile, ...] | list[Tile], first: str = "") -> tuple[Tile, ...]:
    """The tiles in the order the referee writes them: by rank, and of a rank the specials first.

    Where an array may be read from either of two tiles, those written first count (RR 6.4), and
    it is the special that the owner wants in it.

    first  the special that comes first of its rank
    """
    if first:
        return tuple(sorted(tiles, key=lambda tile: (-tile.rank, tile.special != first, _places()[tile])))
    return tuple(sorted(tiles, key=_places().__getitem__))


@cache
def _places() -> Mapping[Tile, int]:
    """Which tile is written before which."""
    order = sorted(kinds(), key=lambda tile: (-tile.rank, not tile.special, tile.code))
    return {tile: place for place, tile in enumerate([*order, UNKNOWN])}


@cache
def swaps_of(tile: Tile) -> Sequence[Swap | None]:
    """The swaps that put this tile into an array, by the number of the other, then those among spare parts.

    None where the other is such a tile too.
    """
    return [Swap(tile, out, spare) if out is not tile else None for spare in (False, True) for out in kinds()]


@cache
def trade(tile: Tile, part: Tile, name: str) -> Trade:
    return Trade(tile, part, name)


@cache
def zap(tile: Tile, name: str, spare: bool) -> Zap:
    return Zap(tile, name, spare)


@cache
def spare_of(tile: Tile) -> Spare:
    return Spare((tile,))


@cache
def claim(array: str) -> Claim:
    return Claim(array)


@cache
def use(special: str) -> Use:
    return Use(special)


@cache
def kinds() -> tuple[Tile, ...]:
    """Every kind of tile, in the order of their codes."""
    return tuple(sorted(box().tiles.values(), key=lambda tile: tile.number))


@cache
def all_tiles() -> tuple[Tile, ...]:
    """Every tile of the box, in the order of their codes."""
    return tuple(tile for tile in kinds() for _ in range(tile.copies))


@cache
def first_places() -> Mapping[Tile, int]:
    """Where in `all_tiles` each tile stands first."""
    return {tile: all_tiles().index(tile) for tile in kinds()}
