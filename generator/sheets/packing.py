"""Size of a box: parts in piles, piles in layers on a floor. Lengths in mm."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_STEP = 8.0  # step between the floors that are tried
_LONGEST = 2.2  # the longer side of a floor in shorter ones
_HEIGHTS = (8.0, 13.0, 20.0, 28.0)  # heights that piles may reach
_LOOSE = 30.0  # pieces smaller than this lie loose
_AIR = 1.4  # the room of loose pieces in neat piles of them
_TINY = 1e-6


@dataclass(frozen=True)
class Parcel:
    """`count` pieces of one size: two sides of one as it lies, and its height."""

    long: float
    short: float
    height: float
    count: int

    @property
    def piled(self) -> int:
        """Number of pieces in neat piles that would take as much room."""
        return math.ceil(self.count * (_AIR if self.long < _LOOSE and self.count > 1 else 1))


class Room(NamedTuple):
    """The inside of a box; `width` is not less than `depth`."""

    width: float
    depth: float
    height: float


def rooms(parcels: Sequence[Parcel], play: float, widest: float) -> Iterator[Room]:
    """Rooms that hold all parcels with `play` around them, each with the lowest height for its floor."""
    long = max(parcel.long for parcel in parcels)
    short = max(parcel.short for parcel in parcels)
    for across in range(int((widest - long) / _STEP) + 1):
        width = long + across * _STEP
        for along in range(int((width - short) / _STEP) + 1):
            depth = short + along * _STEP
            if width <= _LONGEST * depth:
                height = min(_height(parcels, width, depth, limit) for limit in _HEIGHTS)
                yield Room(width + play, depth + play, height + play)


def _height(parcels: Sequence[Parcel], width: float, depth: float, limit: float) -> float:
    """Return the height of the layers, if no pile is higher than `limit` unless a piece is.

    The floor has room for the longest and for the widest piece, so each layer takes a pile at least.
    """
    piles = sorted(_piles(parcels, limit), reverse=True)
    total = 0.0
    while piles:
        left: list[tuple[float, float, float]] = []
        rows: list[list[float]] = []  # the reach of each row across, and its depth
        reach = highest = 0.0
        for pile in piles:
            long, short, height = pile
            for row in rows:
                if row[0] + long <= width + _TINY and short <= row[1] + _TINY:
                    row[0] += long
                    break
                if row[0] + short <= width + _TINY and long <= row[1] + _TINY:
                    row[0] += short
                    break
            else:
                if reach + short > depth + _TINY:
                    left.append(pile)
                    continue
                rows.append([long, short])
                reach += short
            highest = max(highest, height)
        total += highest
        piles = left
    return total


def _piles(parcels: Sequence[Parcel], limit: float) -> Iterator[tuple[float, float, float]]:
    """The piles, equally high: two sides and a height each."""
    for parcel in parcels:
        most = max(1, int(limit / parcel.height))
        number = math.ceil(parcel.piled / most)
        for _ in range(number):
            yield parcel.long, parcel.short, math.ceil(parcel.piled / number) * parcel.height
