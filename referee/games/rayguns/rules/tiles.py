"""The tiles of the box, and the order in which the referee writes them (RR 1.1, 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from referee.engine.game import HIDDEN
from referee.games.rayguns.box import Tile, box

# A tile that is there, but nobody here knows which.
UNKNOWN = Tile(
    code=HIDDEN,
    rank=0,
    suit="",
    special="",
    colour="",
    copies=0,
    number=-1,
    face=0,
    plain=0,
    traits=0,
)


@cache
def kinds() -> tuple[Tile, ...]:
    """Every kind of tile, in the order of the codes."""
    return tuple(sorted(box().tiles.values(), key=lambda tile: tile.number))


@cache
def all_tiles() -> tuple[Tile, ...]:
    """Every tile of the box, in the order of the codes."""
    return tuple(tile for tile in kinds() for _ in range(tile.copies))


@cache
def first_places() -> Mapping[Tile, int]:
    """The place in `all_tiles` where each kind of tile begins."""
    return {tile: all_tiles().index(tile) for tile in kinds()}


def written(tiles: Sequence[Tile], first: str = "") -> tuple[Tile, ...]:
    """The tiles as the referee writes them: from the highest rank down, and specials first in each rank.

    Where a hand may be made of either of two tiles, the tile written first counts (RR 6.4), and its owner
    wants that to be the special.

    first  the special that comes first in its rank
    """
    return tuple(sorted(tiles, key=_places(first).__getitem__))


def taken(tiles: tuple[Tile, ...], out: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that are left after some are taken out; one that is not among them was an `UNKNOWN` one."""
    left = list(tiles)
    for tile in out:
        try:
            left.remove(tile)
        except ValueError:
            left.remove(UNKNOWN)
    return tuple(left)


def without(tiles: tuple[Tile, ...], out: Tile) -> tuple[Tile, ...]:
    """The tiles that are left after one of them is taken out."""
    place = tiles.index(out)
    return tiles[:place] + tiles[place + 1 :]


def known_tiles(tiles: Iterable[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile is not UNKNOWN]


@cache
def _places(first: str) -> Mapping[Tile, int]:
    """The place of each kind of tile in the order of `written`."""
    order = sorted(
        kinds(),
        key=lambda tile: (-tile.rank, not first or tile.special != first, not tile.special, tile.code),
    )
    return {tile: place for place, tile in enumerate([*order, UNKNOWN])}
