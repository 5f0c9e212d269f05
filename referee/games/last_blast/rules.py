"""The rules of a flight, as pure functions: the damage of a turn and the cards it costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from referee.games.last_blast.box import End, Part, Tile, box


class Damage(NamedTuple):
    """The damage of a turn in points (LB 4.5)."""

    jump: int
    collision: int

    @property
    def total(self) -> int:
        return self.jump + self.collision


class Loss(NamedTuple):
    """What damage does to a rocket (LB 4.6, LB 4.7).

    remove    the ends that lose a card, point by point, as far as the rules say which
    choice    further points, each of which takes the front or the rear card as the owner chooses
    explodes  the rocket is lost as a whole; then there is nothing to remove or to choose
    """

    remove: tuple[End, ...]
    choice: int
    explodes: bool


class Taken(NamedTuple):
    """Cards taken off either end of a rocket."""

    front: int
    rear: int


@cache
def damage(front: Part, tile: Tile, rows: int) -> Damage:
    """The damage of a turn (LB 4.5).

    front  the front card as it was before any removal
    rows   rows changed; 0 in round 1, when there is no jump damage (LB 4.2)
    """
    return Damage(jump_damage(front, rows), collision_damage(front, tile))


def jump_damage(front: Part, rows: int) -> int:
    """LB 4.3"""
    table = box().damage
    shield = front.number if front.system == table.jump_protection else 0
    return max(table.minimum, rows * table.per_row - shield)


def collision_damage(front: Part, tile: Tile) -> int:
    """LB 4.4"""
    table = box().damage
    shield = front.number if front.system == table.collision_protection else 0
    return max(table.minimum, abs(front.symbol - tile.symbol) * table.per_step - shield)


@cache
def loss(points: int, cards: int) -> Loss:
    """What that many points of damage do to a rocket of that many cards (LB 4.6, LB 4.7)."""
    if points >= cards:
        return Loss((), 0, explodes=True)
    remove = box().damage.removal[:points]
    return Loss(remove, points - len(remove), explodes=False)


def removals(loss: Loss) -> Iterator[Taken]:
    """Every way to take the cards off, from most at the rear to most at the front (LB 4.6)."""
    front, rear = loss.remove.count("front"), loss.remove.count("rear")
    for chosen in range(loss.choice + 1):
        yield Taken(front + chosen, rear + loss.choice - chosen)
