"""Exact chances of a rocket whose commander plays only to reach a space.

The chances are worked out from the end of the track backwards, for every space, pool and number of
engineers. Only the valid faces of a space are told apart, so that six dice have 84 rolls at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from referee.engine.answers import Answer
from referee.engine.game import Prospects, Seat
from referee.games.mlem.box import Box, Space
from referee.games.mlem.rules.travel import (
    GroupUse,
    Rocket,
    arrival,
    group_uses,
    valid_groups,
    with_an_engineer,
)
from referee.games.mlem.state import State, fresh_engineers
from referee.games.mlem.text import answers
from referee.games.mlem.text.answers import Case, Choice, Odds, RollOdds

_UNDER_WAY = ("roll", "use", "land")


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """By best play with those aboard now for the next planets and for deep space, each on its own.

    None before take-off and after the last roll.
    """
    if state.step not in _UNDER_WAY or state.at >= state.box.board.end:
        return None
    engineers, board = len(fresh_engineers(state)), state.box.board
    pool = len(state.shown.faces) if state.step == "use" else state.pool
    near = {target: outlook(state.box, target, state.at, pool, engineers) for target in _planets_ahead(state)}
    far = outlook(state.box, board.end, state.at, pool, engineers)
    if state.step == "use":
        choices = {
            one: tuple(ahead.reach(one.to, one.dice, helpers) for ahead in near.values())
            for one, helpers in _choices(state, far, engineers)
        }
        return Prospects(answers.uses_of_the_dice(state.at, choices, tuple(near), far.target))
    rocket = Rocket(board.spaces[state.at], pool, engineers)
    chances = {target: ahead.reach(state.at, pool, engineers) for target, ahead in near.items()}
    answer = before_a_roll(far, rocket, chances)
    return Prospects(answer.blocks, answer.why)


def before_a_roll(
    ahead: Outlook, rocket: Rocket, on_the_way: Mapping[int, Fraction] = MappingProxyType({})
) -> Answer[Odds | RollOdds]:
    """The chances of a rocket whose commander is about to roll; `on_the_way` has those of nearer spaces."""
    space, pool, engineers = rocket
    cases = [
        Case(valid, ways, use, ahead.after(space.number, use, engineers))
        for valid, ways in rolls(ahead.box, space, pool)
        for use in ahead.ranked(space.number, valid, pool, engineers)[:1]
    ]
    crash, reach = crash_chance(ahead.box, rocket), ahead.reach(space.number, pool, engineers)
    return answers.before_a_roll(ahead.box, rocket, ahead.target, crash, reach, cases, on_the_way)


def after_a_roll(ahead: Outlook, rocket: Rocket, fallen: tuple[str, ...]) -> Answer[Odds | RollOdds]:
    """The choices of a commander who has rolled these dice."""
    space, pool, engineers = rocket
    uses = ahead.ranked(space.number, valid_groups(space, fallen), pool, engineers)
    stops = [arrival(ahead.box, space.number, use.distance) for use in uses]
    choices = [
        _choice(ahead, answers.show_use(use), to, use.pool, engineers - use.engineers)
        for use, to in zip(uses, stops, strict=True)
    ]
    return answers.after_a_roll(ahead.box, rocket, ahead.target, fallen, uses, choices)


def crash_chance(box: Box, rocket: Rocket) -> Fraction:
    """The chance that the next roll has no valid group, and no engineer can help (ML 3.4, 4.1)."""
    if rocket.engineers and box.engineers_face in rocket.space.faces:
        return Fraction(0)
    useless = sum(face not in rocket.space.faces for face in box.faces)
    return Fraction(useless, len(box.faces)) ** rocket.pool


class RollOf(NamedTuple):
    """The rolls with these valid groups, and how many of the equally likely cases they are."""

    valid: dict[str, int]
    ways: int


@dataclass(frozen=True)
class Outlook:
    """The chances of reaching `target` or a space beyond it, from the space `start` on.

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

    def after(self, at: int, use: GroupUse, engineers: int) -> Fraction:
        """The chance after a use on the space `at`, made with that many engineers who can help."""
        return self.reach(arrival(self.box, at, use.distance), use.pool, engineers - use.engineers)

    def ranked(
        self, at: int, valid: Mapping[str, int], pool: int, engineers: int = 0
    ) -> tuple[GroupUse, ...]:
        """The uses of a roll, the best first; of equals, first those that keep engineers, then dice."""

        def worth(use: GroupUse) -> tuple[Fraction, int, int, int]:
            return (self.after(at, use, engineers), -use.engineers, use.pool, use.distance)

        space = self.box.board.spaces[at]
        return tuple(sorted(group_uses(self.box, space, valid, pool, engineers), key=worth, reverse=True))


def outlook(box: Box, target: int, start: int, pool: int, engineers: int = 0) -> Outlook:
    """The chances of every rocket on `start` or further on, with that many dice and engineers at most."""
    end, sides = box.board.end, len(box.faces)
    # A roll has at most sides ** pool cases, and each takes the rocket on by at least one space. So this is
    # a common denominator of all chances: whole numbers are enough, and no division leaves a remainder.
    whole = sides ** (pool * (end - start))
    sure, never = (((weight,) * (pool + 1),) * (engineers + 1) for weight in (whole, 0))
    weights: list[_Weights] = [sure if at >= target else never for at in range(start, end + 1)]
    known: dict[tuple[str, int], _Rolls] = {}
    for at in range(min(end, target) - 1, start - 1, -1):
        space = box.board.spaces[at]
        alike = (space.faces, space.afterburner)
        if alike not in known:
            known[alike] = _rolls(box, space, pool, engineers)
        weights[at - start] = _before(known[alike], weights[at - start :], sides)
    return Outlook(box, target, start, tuple(weights), whole)


def rolls(box: Box, space: Space, pool: int) -> Iterator[RollOf]:
    """All rolls of that many dice on that space, told apart by their valid groups only."""
    shown = [box.faces.count(face) for face in space.faces]
    useless = len(box.faces) - sum(shown)
    for counts in _counts(pool, len(shown)):
        rest = pool - sum(counts)
        ways = factorial(pool) // factorial(rest) * useless**rest
        for count, sides in zip(counts, shown, strict=True):
            ways = ways // factorial(count) * sides**count
        if ways:
            yield RollOf({face: n for face, n in zip(space.faces, counts, strict=True) if n}, ways)


def _planets_ahead(state: State) -> list[int]:
    """The first space ahead of each of the next planets."""
    first = [
        min(ahead)
        for planet in state.box.board.planets
        if state.at not in planet.spaces
        if (ahead := [space for space in planet.spaces if space > state.at])
    ]
    return sorted(set(first))[:_PLANETS]


_PLANETS = 3  # planets that prospects look ahead to


def _choices(state: State, ahead: Outlook, engineers: int) -> Iterator[tuple[Choice, int]]:
    """Each use of the roll, and how many engineers can help after it.

    Calling an engineer is worth the best use that it makes possible.
    """
    for use in state.shown.uses:
        yield _choice(ahead, str(use), *state.shown.legs[use.faces], engineers), engineers
    if engineers:
        helped = with_an_engineer(state).legs.values()
        best = max(helped, key=lambda leg: ahead.reach(leg.arrival, leg.pool, engineers - 1), default=None)
        if best:
            yield _choice(ahead, "engineer", *best, engineers - 1), engineers - 1


def _choice(ahead: Outlook, use: str, to: int, pool: int, engineers: int) -> Choice:
    """A use that takes the rocket there; `engineers` can still help after it."""
    box, over = ahead.box, to == ahead.box.board.end
    crash = Fraction(0) if over else crash_chance(box, Rocket(box.board.spaces[to], pool, engineers))
    return Choice(use, to, pool, crash, ahead.reach(to, pool, engineers))


# [engineers][pool]: the chances of one space.
_Weights: TypeAlias = tuple[tuple[int, ...], ...]
# [engineers][pool − 1]: each roll's ways, and its uses as engineers, distance and pool.
_Rolls: TypeAlias = list[list[list[tuple[int, list[tuple[int, int, int]]]]]]


def _rolls(box: Box, space: Space, pool: int, engineers: int) -> _Rolls:
    return [
        [
            [
                (roll.ways, [use[1:] for use in group_uses(box, space, roll.valid, dice, helpers)])
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
