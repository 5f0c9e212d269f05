"""The damage of a turn and the cards it costs (LB 4.3 to 4.7), as pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.games.last_blast.box import Box, DamageNumbers, End, Part, Rocket, Tile


class Damage(NamedTuple):
    """The damage of a turn, in points (LB 4.5)."""

    jump: int
    collision: int

    @property
    def total(self) -> int:
        return self.jump + self.collision


class Loss(NamedTuple):
    """The effect of damage on a rocket (LB 4.6, LB 4.7).

    remove    the ends that lose a card, point by point, as far as the rules decide them
    choice    further points, each of which takes the front or the rear card as the owner chooses
    explodes  whether the whole rocket is lost; then there is nothing to remove or to choose
    """

    remove: tuple[End, ...]
    choice: int
    explodes: bool

    @property
    def taken(self) -> Taken:
        """The cards that the rules take."""
        return _taken(self.remove)


class Taken(NamedTuple):
    """Cards taken from either end of a rocket."""

    front: int
    rear: int

    def left_of(self, rocket: Rocket) -> Rocket:
        """The rocket without them."""
        return rocket[self.front : len(rocket) - self.rear]


@lru_cache(maxsize=4096)
def damage(box: Box, front: Part, tile: Tile, rows: int) -> Damage:
    """The damage of a turn (LB 4.5).

    front  the front card before any removal
    rows   rows changed; 0 in round 1, when there is no jump damage (LB 4.2)
    """
    return Damage(jump_damage(box, front, rows), collision_damage(box, front, tile))


def jump_damage(box: Box, front: Part, rows: int) -> int:
    """LB 4.3"""
    numbers = box.flight.damage
    return _reduced(numbers, rows * numbers.per_row, front, numbers.jump_protection)


def collision_damage(box: Box, front: Part, tile: Tile) -> int:
    """LB 4.4"""
    numbers = box.flight.damage
    steps = abs(front.symbol - tile.symbol)
    return _reduced(numbers, steps * numbers.per_step, front, numbers.collision_protection)


@lru_cache(maxsize=256)
def loss(box: Box, points: int, cards: int) -> Loss:
    """Return what that many points of damage do to a rocket of that many cards (LB 4.6, LB 4.7)."""
    if points >= cards:
        return Loss((), 0, explodes=True)
    remove = box.flight.damage.removal[:points]
    return Loss(remove, points - len(remove), explodes=False)


def removals(loss: Loss) -> Iterator[Taken]:
    """Every way to remove the cards, from most at the rear to most at the front (LB 4.6)."""
    front, rear = loss.taken
    for chosen in range(loss.choice + 1):
        yield Taken(front + chosen, rear + loss.choice - chosen)


@lru_cache(maxsize=64)
def _taken(remove: tuple[End, ...]) -> Taken:
    return Taken(remove.count("front"), remove.count("rear"))


def _reduced(numbers: DamageNumbers, points: int, front: Part, protection: str) -> int:
    """The points less the number of a front card of the system that protects."""
    return max(numbers.minimum, points - (front.number if front.system == protection else 0))
