"""Tiles, and the order in which the referee writes them (RR 1.1, 6.4)."""

import sys
from collections.abc import Iterable, Sequence
from operator import attrgetter

from referee.engine.game import HIDDEN
from referee.games.rayguns.box import Tile

# This tile is there, but nobody here knows which it is. It is the same with every box.
UNKNOWN = Tile(
    code=HIDDEN,
    rank=0,
    suit="",
    special="",
    colour="",
    copies=0,
    first=-1,
    place=sys.maxsize,
    face=0,
    plain=0,
    traits=0,
)

_PLACE = attrgetter("place")


def written(tiles: Sequence[Tile], first: str = "") -> tuple[Tile, ...]:
    """The tiles as the referee writes them: from the highest rank down, and specials first in each rank.

    Where a hand may be made of either of two tiles, the tile written first counts (RR 6.4), and its owner
    wants that to be the special.

    first  the special that comes first in its rank
    """
    ordered = sorted(tiles, key=_PLACE)
    if first and len([tile for tile in tiles if tile.special]) > 1:
        ordered.sort(key=lambda tile: (-tile.rank, tile.special != first))
    return tuple(ordered)


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
