"""The astronauts that have landed: how many a player can have, and what the score needs (ML 1.3, 1.6)."""

from collections.abc import Mapping
from typing import NamedTuple

from components.errors import UsageError
from referee.games.mlem.box import Box
from referee.games.mlem.rules.goals import landings_of, progress
from referee.games.mlem.state import State


class Landed(NamedTuple):
    """An astronaut that has landed; `doubles` if it multiplies the points of such a place (ML 7.3).

    owner  the name of its player
    """

    owner: str
    doubles: bool


class Landings(NamedTuple):
    """The astronauts that have landed, and the goals claimed.

    landed  place by place, as `Board.places` has them, in order of arrival
    goals   the player who has each goal, by its code
    """

    landed: tuple[tuple[Landed, ...], ...]
    goals: Mapping[str, str]

    def players(self) -> tuple[str, ...]:
        """Every player who has landed or claimed something, in the order of the places."""
        landed = (one.owner for there in self.landed for one in there)
        return tuple(dict.fromkeys((*landed, *self.goals.values())))


def landings_in(state: State) -> Landings:
    """Return where everybody has landed, as the score needs it."""
    box = state.box
    doubling = [box.doubling(place.kind).code for place in box.board.places]
    goals = zip(box.goals, state.goals, strict=True)
    return Landings(
        tuple(
            tuple(Landed(state.names[seat], astronaut == double) for seat, astronaut in there)
            for double, there in zip(doubling, state.landed, strict=True)
        ),
        {goal.code: state.names[seat] for goal, seat in goals if seat is not None},
    )


def check(box: Box, landings: Landings) -> None:
    """Raises `UsageError` if a player has more astronauts on the board than there are (ML 1.3).

    One of a player's eight astronauts doubles in each kind of place, so at most seven of those in places
    of that kind do not double (ML 1.6).
    """
    for owner in landings.players():
        total = 0
        for kind in _PLACES:
            places = zip(box.board.places, landings.landed, strict=True)
            landed = [one for place, there in places if place.kind == kind for one in there]
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


def unmet(box: Box, landings: Landings) -> tuple[str, ...]:
    """A sentence for each goal whose claimant does not meet it on this board (ML 1.7, 6.1).

    Astronauts stay where they landed, so a goal once met is met at the end.
    """
    return tuple(
        f'{owner} does not meet the goal "{goal.code}": {count} of {goal.needed} [ML 1.7]. '
        "It is scored as claimed."
        for goal in box.goals
        if (owner := landings.goals.get(goal.code))
        and (count := progress(box.board, landings_of(landings.landed, owner))[goal.code]) < goal.needed
    )


_PLACES = {"moon": "moons", "planet": "planets", "deep": "comet and galaxy"}
