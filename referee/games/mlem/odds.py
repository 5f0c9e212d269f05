"""Exact chances of a rocket whose commander plays only to reach a space.

The chances are worked out from the end of the track backwards, for every space, pool and number of
engineers. Only the valid faces of a space are told apart, so that six dice have 84 rolls at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import NamedTuple, TypeAlias

from referee.games.mlem.board import Space
from referee.games.mlem.box import Box
from referee.games.mlem.rules import Move, arrival, moves


class RollOf(NamedTuple):
    """The rolls with these valid groups, and how many of the equally likely cases they are."""

    valid: dict[str, int]
    ways: int


@dataclass(frozen=True)
class Outlook:
    """The chances to reach `target` or a space beyond it, from the space `start` on.

    weights  [space − start][engineers][pool]: in how many of `whole` cases the rocket gets there
    """

    box: Box
    target: int
    start: int
    weights: tuple[_Weights, ...]
    whole: int

    def reach(self, at: int, pool: int, engineers: int = 0) -> Fraction:
        """The chance before a roll."""
        return Fraction(self.weights[at - self.start][engineers][pool], self.whole)

    def after(self, at: int, move: Move, engineers: int = 0) -> Fraction:
        """The chance after a move from the space `at`, made with that many engineers to hand."""
        return self.reach(arrival(self.box, at, move.distance), move.pool, engineers - move.engineers)

    def ranked(self, at: int, valid: Mapping[str, int], pool: int, engineers: int = 0) -> tuple[Move, ...]:
        """The moves of a roll, the best first; of equals, first those that keep engineers, then dice."""

        def worth(move: Move) -> tuple[Fraction, int, int, int]:
            return (self.after(at, move, engineers), -move.engineers, move.pool, move.distance)

        space = self.box.board.spaces[at]
        return tuple(sorted(moves(self.box, space, valid, pool, engineers), key=worth, reverse=True))


def outlook(box: Box, target: int, start: int, pool: int, engineers: int = 0) -> Outlook:
    """The chances of every rocket on `start` or further on, with that many dice and engineers at most."""
    end, sides = box.board.end, len(box.faces)
    # A roll is one of sides ** pool cases at most, and each takes the rocket on by a space at least. So
    # this is a common denominator of all chances: whole numbers do, and every division is even.
    whole = sides ** (pool * (end - start))
    sure, never = (((weight,) * (pool + 1),) * (engineers + 1) for weight in (whole, 0))
    weights: list[_Weights] = [sure if at >= target else never for at in range(start, end + 1)]
    known: dict[tuple[tuple[str, ...], int], _Rolls] = {}
    for at in range(min(end, target) - 1, start - 1, -1):
        space = box.board.spaces[at]
        alike = (space.faces, space.afterburner)
        if alike not in known:
            known[alike] = _rolls(box, space, pool, engineers)
        weights[at - start] = _before(known[alike], weights[at - start :], sides)
    return Outlook(box, target, start, tuple(weights), whole)


def rolls(box: Box, space: Space, pool: int) -> Iterator[RollOf]:
    """All rolls of that many dice on that space, as far as their valid groups differ."""
    shown = [box.faces.count(face) for face in space.faces]
    useless = len(box.faces) - sum(shown)
    for counts in _counts(pool, len(shown)):
        rest = pool - sum(counts)
        ways = factorial(pool) // factorial(rest) * useless**rest
        for count, sides in zip(counts, shown, strict=True):
            ways = ways // factorial(count) * sides**count
        if ways:
            yield RollOf({face: n for face, n in zip(space.faces, counts, strict=True) if n}, ways)


# [engineers][pool]: the chances of one space.
_Weights: TypeAlias = tuple[tuple[int, ...], ...]
# [engineers][pool − 1]: each roll's ways, and its moves as engineers, distance and pool.
_Rolls: TypeAlias = list[list[list[tuple[int, list[tuple[int, int, int]]]]]]


def _rolls(box: Box, space: Space, pool: int, engineers: int) -> _Rolls:
    return [
        [
            [
                (roll.ways, [move[1:] for move in moves(box, space, roll.valid, dice, helpers)])
                for roll in rolls(box, space, dice)
            ]
            for dice in range(1, pool + 1)
        ]
        for helpers in range(engineers + 1)
    ]


def _before(rolls: _Rolls, ahead: Sequence[_Weights], sides: int) -> _Weights:
    """The chances on a space from those of the spaces ahead; the first of `ahead` is the space itself."""
    end = len(ahead) - 1
    table: list[tuple[int, ...]] = []
    for helpers, by_pool in enumerate(rolls):
        row = [0]
        for dice, cases in enumerate(by_pool, 1):
            total = 0
            for ways, options in cases:
                if options:
                    total += ways * max(
                        ahead[distance if distance < end else end][helpers - helping][pool]
                        for helping, distance, pool in options
                    )
            row.append(total // sides**dice)
        table.append(tuple(row))
    return tuple(table)


def _counts(most: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All tuples of `kinds` counts with a sum of `most` or less."""
    if kinds == 0:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(most - first, kinds - 1):
            yield (first, *rest)
