"""The rules of a turn and of its end, as pure functions: combat, sales and the goal."""

from __future__ import annotations

from typing import Literal, TypeAlias

from referee.games.per_aspera.box import Opponent, Resource, Side, box

# may-take   the winner may take one unit of a resource and gain Pirate for it (PA 5.6)
# lose-unit  the active player loses a unit of the opponent's choice (PA 5.7)
# no-unload  the active player skips Unload (PA 5.8, PA 5.9)
# not-home   the ship does not count as home this turn (PA 5.9)
Consequence: TypeAlias = Literal["may-take", "lose-unit", "no-unload", "not-home"]


def is_checked(opponent: Opponent, level: int | None) -> bool:
    """Whether a die decides if the opponent attacks a ship of that Pirate level (PA 5.7, PA 5.8).

    level  None if it attacks in any case
    """
    if level is None:
        return False
    if opponent == "pirate":
        return level > 0
    return opponent == "interceptor" and level >= box().combat.danger


def attacks(opponent: Opponent, level: int | None, check: int = 0) -> bool:
    """Whether there is a fight (PA 5.6 to 5.9).

    level  Pirate level of the active player; None if the opponent attacks in any case
    check  the die of `is_checked`; any number where there is none
    """
    if level is None:
        return True
    if opponent == "pirate":
        return not (is_checked(opponent, level) and check <= level)
    if opponent == "interceptor":
        return is_checked(opponent, level) and check <= level
    return opponent == "ship" or level >= box().combat.danger


def winner(active: int, against: int, draw: Side) -> Side:
    """The side with the higher total of die and strength; `draw` wins if they are equal (PA 5.6 to 5.9)."""
    if active == against:
        return draw
    return "active" if active > against else "opponent"


def consequences(opponent: Opponent, won_by: Side) -> tuple[Consequence, ...]:
    """What a fight leads to (PA 5.6 to 5.9)."""
    if opponent == "ship":
        return ("may-take",)
    return () if won_by == "active" else _BEATEN[opponent]


def price(resource: Resource, distance: int, *, pirate: bool = False, colony: bool = False) -> int:
    """What a unit of the resource fetches, MCR (PA 5.10).

    distance  steps to the nearest known producer
    pirate    whether it is sold on a pirate planet
    colony    whether the player has a colony there
    """
    pay = pirate_pay() if pirate else 1
    return resource.value * distance * pay + (box().colony_bonus if colony else 0)


def pirate_pay() -> int:
    """By how much a pirate planet multiplies a price (PA 3.2)."""
    return box().demands[box().dice.pirate].pay


def goal(base: int, levies: int) -> int:
    """MCR to bring home; `base` is that without levies (PA 6.1, PA 6.2)."""
    return base + box().levy_step * levies


_BEATEN: dict[Opponent, tuple[Consequence, ...]] = {
    "pirate": ("lose-unit",),
    "interceptor": ("no-unload",),
    "home": ("no-unload", "not-home"),
}
