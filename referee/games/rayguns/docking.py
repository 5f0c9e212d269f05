"""What a player docked: the tiles, the spare parts beside them, and the reading that counts."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from referee.games.rayguns.best import Standing, standing
from referee.games.rayguns.box import Array, Tile, box
from referee.games.rayguns.ranks import Reading
from referee.games.rayguns.readings import Reader


class Docked(NamedTuple):
    """An array as it counts.

    tiles         docked, in the order written
    spares        beside them, for tie-breaks
    alternatives  the best reading as each other array the player might have claimed, in the order in force
    """

    tiles: tuple[Tile, ...]
    spares: tuple[Tile, ...]
    reading: Reading
    standing: Standing
    alternatives: tuple[Reading, ...]

    @property
    def scoring(self) -> tuple[Tile, ...]:
        return self.reading.scoring(self.tiles)


def docked(
    reader: Reader, tiles: Sequence[Tile], spares: Sequence[Tile], claim: Array | None = None
) -> Docked | None:
    """The array of these tiles, read as RR 6.4 says or as the array claimed.

    None if the tiles do not satisfy the claim.
    """
    return _first([(tuple(tiles), tuple(spares))], reader, claim)


def docked_alone(
    reader: Reader, tiles: Sequence[Tile], spares: Sequence[Tile], claim: Array | None = None
) -> Docked | None:
    """The same without the alternatives, which take longer to find than all the rest."""
    reading = reader.read_as(tiles, claim) if claim else reader.read(tiles)
    if reading is None:
        return None
    return Docked(tuple(tiles), tuple(spares), reading, standing(reader, reading, tiles, spares), ())


def docked_in_port(reader: Reader, tiles: Sequence[Tile], claim: Array | None = None) -> Docked | None:
    """The best five of the tiles drawn in the Port of Call; the others are spare parts (RR 10.1).

    None if no five of them satisfy the claim.
    """
    places = range(len(tiles))
    ways = []
    for chosen in itertools.combinations(places, box().numbers.port_array):
        beside = tuple(tiles[place] for place in places if place not in chosen)
        ways.append((tuple(tiles[place] for place in chosen), beside))
    return _first(ways, reader, claim)


def _first(
    ways: Sequence[tuple[tuple[Tile, ...], tuple[Tile, ...]]], reader: Reader, claim: Array | None
) -> Docked | None:
    """The way to dock that RR 6.4 prefers; ways that are equal count in their order."""
    best: dict[Array, tuple[tuple[object, ...], Docked]] = {}
    for tiles, spares in ways:
        for reading in reader.readings(tiles):
            mine = standing(reader, reading, tiles, spares)
            key = (reading.points, *mine[1:])
            if reading.array not in best or key > best[reading.array][0]:
                best[reading.array] = (key, Docked(tiles, spares, reading, mine, ()))
    wanted = [array for array in reader.arrays if array in best and claim in (None, array)]
    if not wanted:
        return None
    found = best[wanted[0]][1]
    others = tuple(best[array][1].reading for array in reader.arrays if array in best and array != wanted[0])
    return Docked(found.tiles, found.spares, found.reading, found.standing, others)
