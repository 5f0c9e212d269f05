"""Where astronauts have landed and who claimed which goal: all that the score of MLEM needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from components.errors import UsageError
from referee.games.mlem.box import Box


@dataclass(frozen=True)
class Landed:
    """An astronaut that has landed; `doubles` if it multiplies the points of such a place (ML 7.3)."""

    owner: str
    doubles: bool = False


@dataclass(frozen=True)
class Position:
    """The astronauts that have landed, by the codes of the places, and the goals claimed.

    planets  in order of arrival
    goals    code -> player
    """

    moons: Mapping[str, Landed] = field(default_factory=dict)
    planets: Mapping[str, tuple[Landed, ...]] = field(default_factory=dict)
    comet: tuple[Landed, ...] = ()
    galaxy: tuple[Landed, ...] = ()
    goals: Mapping[str, str] = field(default_factory=dict)

    def by_kind(self) -> dict[str, tuple[Landed, ...]]:
        """The astronauts by what doubles there: "moon", "planet", "deep"."""
        return {
            "moon": tuple(self.moons.values()),
            "planet": tuple(chain.from_iterable(self.planets.values())),
            "deep": (*self.comet, *self.galaxy),
        }

    def owners(self) -> tuple[str, ...]:
        """Every player who has landed or claimed something, in the order of the places."""
        landed = (one.owner for one in chain.from_iterable(self.by_kind().values()))
        return tuple(dict.fromkeys((*landed, *self.goals.values())))


def check(box: Box, position: Position) -> None:
    """Raises `UsageError` if a player has more astronauts on the board than there are (ML 1.3).

    Of the eight, one doubles each kind of place; so at most seven in places of that kind do not (ML 1.6).
    """
    for owner in position.owners():
        total = 0
        for kind, landed in position.by_kind().items():
            own = [one for one in landed if one.owner == owner]
            marked = sum(one.doubles for one in own)
            doubling = box.doubling(kind)
            able = sum(one.doubles == kind for one in box.astronauts)
            if marked > able:
                raise UsageError(
                    f"{owner} has {able} {doubling.name.lower()}, not {marked}.",
                    where=_PLACES[kind],
                    todo="Mark one astronaut at most.",
                )
            if len(own) - marked > len(box.astronauts) - able:
                raise UsageError(
                    f"One of {owner}'s astronauts is the {doubling.name.lower()}.",
                    where=_PLACES[kind],
                    todo=f"Mark it: {owner}:{doubling.number}.",
                )
            total += len(own)
        if total > len(box.astronauts):
            raise UsageError(
                f"{owner} has {total} astronauts on the board.", todo=f"There are {len(box.astronauts)}."
            )


def unmet(box: Box, position: Position) -> tuple[str, ...]:
    """A sentence for each goal whose claimant does not meet it on this board (ML 1.7, 6.1).

    Astronauts stay where they landed, so a goal once met is met at the end.
    """
    return tuple(
        f'{owner} does not meet the goal "{goal.code}": {count} of {goal.needed} [ML 1.7]. '
        "It is scored as claimed."
        for goal in box.goals
        if (owner := position.goals.get(goal.code))
        and (count := progress(position, owner)[goal.code]) < goal.needed
    )


def progress(position: Position, owner: str) -> dict[str, int]:
    """What a player has of what each goal asks for."""
    planets = [_count(landed, owner) for landed in position.planets.values()]
    return {
        "moons": _count(position.moons.values(), owner),
        "planets": sum(count > 0 for count in planets),
        "crowd": max(planets, default=0),
        "deep": _count((*position.comet, *position.galaxy), owner),
    }


_PLACES = {"moon": "moons", "planet": "planets", "deep": "comet and galaxy"}


def _count(landed: Iterable[Landed], owner: str) -> int:
    return sum(one.owner == owner for one in landed)
