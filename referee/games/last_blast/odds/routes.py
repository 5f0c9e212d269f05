"""The best way through the columns ahead for one rocket, other players left aside.

The search is exact. A rocket loses cards only at its ends, so what is left of it is a slice of what it
was. A position is that slice, a row and a column; there are a few thousand at most, each valued once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.games.last_blast.box import Box, Field, Part, Rocket, Tile
from referee.games.last_blast.rules.damage import Damage, Taken, damage, loss, removals


@dataclass(frozen=True)
class Prospect:
    """A free tile of the next column, by its row from 1, and what it leads to.

    damage       points of damage at once
    cards_left   after the last column, with best play from there; 0 if the rocket explodes
    explodes_in  the column, 1 is the next, where even best play loses the rocket; None if it is saved
    """

    row: int
    tile: str
    damage: int
    cards_left: int
    explodes_in: int | None


@dataclass(frozen=True)
class Step:
    """One column of a route.

    front       the front card at the beginning of the turn
    rows        rows changed
    taken       cards taken from either end; None if the rocket explodes
    cards_left  after the turn
    """

    row: int
    tile: Tile
    front: Part
    rows: int
    damage: Damage
    taken: Taken | None
    cards_left: int


class _Position(NamedTuple):
    """The cards from `first` up to, but without, `end` are left; `column` is the next, from 0.

    row  number from 0; None before column 1, when the rocket may enter at every row (LB 4.2)
    """

    first: int
    end: int
    row: int | None
    column: int

    @property
    def cards(self) -> int:
        return self.end - self.first


class Search:
    """Best play for a rocket through the columns ahead: most cards left after the last of them.

    Where no play saves the rocket, the best one takes it furthest (LB 4.11).
    """

    def __init__(self, box: Box, rocket: Rocket, field: Field, row: int | None = None) -> None:
        """
        rocket  one card or more
        field   the columns ahead, each with at least one free tile
        row     where the rocket is, from 1; None if it is about to enter the field
        """
        self._box = box
        self._rocket = rocket
        self._field = field
        self._columns = len(field[0])
        self._start = _Position(0, len(rocket), None if row is None else row - 1, 0)
        self._values: dict[_Position, int] = {}

    def prospects(self) -> tuple[Prospect, ...]:
        """The free tiles of the next column, in the order of their rows."""
        return tuple(self._prospect(row, tile) for row, tile in self._free(0))

    def best(self) -> tuple[int, ...]:
        """The rows of the best tiles of the next column, from 1."""
        value = self._value(self._start)
        return tuple(row + 1 for row, tile in self._free(0) if self._worth(self._start, row, tile) == value)

    def route(self) -> tuple[Step, ...]:
        """A best route, up to the last column or to where the rocket explodes."""
        return tuple(self._steps(self._start))

    def _prospect(self, row: int, tile: Tile) -> Prospect:
        value = self._worth(self._start, row, tile)
        points = self._damage(self._start, row, tile).total
        explodes_in = None if value > 0 else self._columns + value + 1
        return Prospect(row + 1, tile.code, points, max(0, value), explodes_in)

    def _steps(self, here: _Position) -> Iterator[Step]:
        while here.column < self._columns:
            row, tile = max(self._free(here.column), key=lambda way: self._worth(here, *way))
            front, rows = self._rocket[here.first], _rows(here, row)
            hit = self._damage(here, row, tile)
            if hit.total >= here.cards:
                yield Step(row + 1, tile, front, rows, hit, None, 0)
                return
            taken, after = max(self._after(here, row, hit.total), key=lambda way: self._value(way[1]))
            yield Step(row + 1, tile, front, rows, hit, taken, after.cards)
            here = after

    def _value(self, here: _Position) -> int:
        """Cards left at the end; for a rocket that cannot be saved, minus the columns it does not reach."""
        if here.column == self._columns:
            return here.cards
        if here not in self._values:
            ways = self._free(here.column)
            self._values[here] = max(self._worth(here, row, tile) for row, tile in ways)
        return self._values[here]

    def _worth(self, here: _Position, row: int, tile: Tile) -> int:
        """The value of moving to that tile."""
        points = self._damage(here, row, tile).total
        if loss(self._box, points, here.cards).explodes:
            return here.column - self._columns
        return max(self._value(after) for _, after in self._after(here, row, points))

    def _after(self, here: _Position, row: int, points: int) -> Iterator[tuple[Taken, _Position]]:
        """The ways to take the damage, with the position after each."""
        for taken in removals(loss(self._box, points, here.cards)):
            after = _Position(here.first + taken.front, here.end - taken.rear, row, here.column + 1)
            yield taken, after

    def _damage(self, here: _Position, row: int, tile: Tile) -> Damage:
        return damage(self._box, self._rocket[here.first], tile, _rows(here, row))

    def _free(self, column: int) -> Iterator[tuple[int, Tile]]:
        """The tiles of a column that may be entered, with their rows from 0."""
        for row, tiles in enumerate(self._field):
            if tile := tiles[column]:
                yield row, tile


def _rows(here: _Position, row: int) -> int:
    return 0 if here.row is None else abs(row - here.row)
