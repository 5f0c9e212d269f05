"""What units walk on: a planet with the ships that stand on it, or a ship in orbit (PL 4.6, PL 4.8).

Its places are numbered, as walks are looked for at every step of a game and numbers are quicker than places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.games.planetary import board
from referee.games.planetary.pieces import ABOARD, Place
from referee.games.planetary.state import State, kept


class Ground(NamedTuple):
    """Places are numbered field by field.

    first   number of the first place of each field, in this order
    near    numbers that a unit may step to from each place if they are not closed
    closed  for each number 1 if no unit can come there
    """

    first: Mapping[int, int]
    near: Sequence[Sequence[int]]
    closed: bytearray

    def number(self, place: Place) -> int:
        """That of a place; -1 if it is elsewhere."""
        return self.first[place.field] + place.spot if place.field in self.first else -1

    def reach(self, start: int, points: int) -> dict[int, int]:
        """What is within so much movement, nearest first, with what it costs; every step costs 1."""
        near, closed = self.near, self.closed[:]
        costs: dict[int, int] = {}
        edge = [start]
        for cost in range(1, points + 1):
            further = []
            for number in edge:
                for other in near[number]:
                    if not closed[other]:
                        closed[other] = True
                        further.append(other)
            costs |= dict.fromkeys(further, cost)
            edge = further
        return costs


@kept
def ground_of(state: State, field: int) -> Ground:
    """The ground of a planet or, if its field is given, of a ship in orbit."""
    first: dict[int, int]
    near: Sequence[Sequence[int]]
    if field >= ABOARD:
        first, near, closed = {field: 0}, board.near(), bytearray(state.sides[field - ABOARD].ship.closed)
    else:
        first, near, closed = _planet(state, field)
    for occupied, spot in state.occupants:
        if occupied in first:
            closed[first[occupied] + spot] = True
    return Ground(first, near, closed)


def _planet(state: State, field: int) -> tuple[dict[int, int], list[tuple[int, ...]], bytearray]:
    """Hexes, then the cells of each ship: where a hull bars a hex, its gates are what a unit comes to."""
    world = state.worlds[field]
    around = world.cylinder.near
    first, near, closed = {field: 0}, list(around), bytearray(world.closed)
    for (planet, hex_), seat in state.hulls.items():
        if planet != field:
            continue
        ship, start = state.sides[seat].ship, len(near)
        gates = tuple([start + cell for cell in ship.gates])
        first[ABOARD + seat] = start
        near += _cells(start)
        for gate in gates:
            near[gate] += around[hex_]
        for other in around[hex_]:
            place = near[other].index(hex_)
            near[other] = near[other][:place] + gates + near[other][place + 1 :]
        closed[hex_] = True
        closed += ship.closed
    return first, near, closed


@cache
def _cells(start: int) -> tuple[tuple[int, ...], ...]:
    """The steps aboard a ship whose cells are numbered from there."""
    return tuple([tuple([start + cell for cell in beside]) for beside in board.near()])
