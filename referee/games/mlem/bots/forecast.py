"""Forecast of the end of a game: the points that everybody can expect, seen between two expeditions.

The weights come from games that were played out: `benchmarks/mlem_forecast.py` finds them again.
"""

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from referee.engine.game import Seat
from referee.games.mlem.box import Box, Planet
from referee.games.mlem.rules import scoring
from referee.games.mlem.rules.goals import progress
from referee.games.mlem.state import Figure, State

There: TypeAlias = tuple[Figure, ...]


class Between(NamedTuple):
    """The table between two expeditions, as in a state.

    starter  who boards first in the next one
    """

    box: Box
    landed: tuple[There, ...]
    landings: tuple[tuple[int, ...], ...]
    goals: tuple[Seat | None, ...]
    mats: tuple[tuple[str, ...], ...]
    failures: int
    starter: Seat

    @property
    def left(self) -> int:
        """The expeditions that are sure to come; 0 if the game is over (ML 7.1)."""
        failures = self.box.expedition.failures - self.failures
        return min(failures, *map(len, self.mats))


class Hopes(NamedTuple):
    """Promises of more than the points that a seat has; or, as weights, the points that each is worth.

    starts      boards first in the next expedition
    astronauts  number of astronauts on the mat
    ace, moonwalker  whether on the mat, besides
    moons, planets, crowd, deep  the square of how near that goal is, 0 to 1, while it is free
    rivals      for planets where the seat is first and others are present: the points between first and
                second, divided by the lead in astronauts and one
    """

    starts: float = 0.0
    astronauts: float = 0.0
    ace: float = 0.0
    moonwalker: float = 0.0
    moons: float = 0.0
    planets: float = 0.0
    crowd: float = 0.0
    deep: float = 0.0
    rivals: float = 0.0


WEIGHTS: Final = Hopes(
    starts=0.20,
    astronauts=0.24,
    ace=4.55,
    moonwalker=0.72,
    moons=3.59,
    planets=4.48,
    crowd=4.59,
    deep=1.53,
    rivals=-0.37,
)
SPREAD: Final = 3.78  # points, of the lead at the end, for each expedition to come


def between(state: State) -> Between:
    """Reduce a state in which somebody boards, or one that is over, to what stands between expeditions."""
    return Between(
        state.box,
        state.landed,
        state.landings,
        state.goals,
        state.mats,
        state.failures,
        state.starter or 0,
    )


def chances(table: Between) -> list[float]:
    """Return the chance of each seat to win: at the end its share; before that, by its lead over the next.

    Works with divisions and roots alone, which are the same on every machine.
    """
    left, seats = table.left, range(len(table.mats))
    if not left:
        totals = [points(table, seat) for seat in seats]
        best = max(totals)
        return [(total == best) / totals.count(best) for total in totals]
    expected = [_expected(table, seat) for seat in seats]
    found = []
    for seat in seats:
        lead = expected[seat] - max(other for place, other in enumerate(expected) if place != seat)
        clear = _STEEP * lead / (SPREAD * sqrt(left))
        found.append(0.5 + 0.5 * clear / sqrt(1 + clear * clear))
    return found


_STEEP = 0.8  # makes that curve as steep in its middle as the normal distribution's


def points(table: Between, seat: Seat) -> int:
    """The score, if the game ended now (ML 7)."""
    box, total = table.box, 0
    for number, there in enumerate(table.landed):
        if there:
            total += scoring.worth(box, number, there, seat)
    if seat in table.goals:
        total += sum(goal.points for goal, owner in zip(box.goals, table.goals, strict=True) if owner == seat)
    return total


def hopes(table: Between, seat: Seat) -> Hopes:
    mat = table.mats[seat]
    moons, planets, crowd, deep = _near(table.box, table.landings[seat], table.goals)
    return Hopes(
        float(table.starter == seat),
        len(mat),
        float("ace" in mat),
        float("moonwalker" in mat),
        moons,
        planets,
        crowd,
        deep,
        _rivals(table, seat),
    )


@lru_cache(maxsize=1 << 14)
def _near(
    box: Box, landings: tuple[int, ...], goals: tuple[Seat | None, ...]
) -> tuple[float, float, float, float]:
    """Square how near each goal is to somebody who has landed on those places; 0 if it is taken."""
    if None not in goals:
        return 0.0, 0.0, 0.0, 0.0
    counts = progress(box.board, landings)
    squares = dict.fromkeys(counts, 0.0)
    for goal, owner in zip(box.goals, goals, strict=True):
        if owner is None:
            near = counts[goal.code] / goal.needed
            squares[goal.code] = near * near
    return squares["moons"], squares["planets"], squares["crowd"], squares["deep"]


def _expected(table: Between, seat: Seat) -> float:
    total = float(points(table, seat))
    for hope, weight in zip(hopes(table, seat), WEIGHTS, strict=True):
        total += hope * weight
    return total


def _rivals(table: Between, seat: Seat) -> float:
    total = 0.0
    for number, there in enumerate(table.landed):
        if len(there) > 1:
            total += _contested(table.box, number, there, seat)
    return total


@lru_cache(maxsize=4096)
def _contested(box: Box, number: int, there: There, seat: Seat) -> float:
    place, owners = box.board.places[number], [owner for owner, _ in there]
    counts = {owner: owners.count(owner) for owner in owners}
    if not isinstance(place, Planet) or len(counts) == 1:
        return 0.0
    first, second = sorted(counts, key=lambda owner: (-counts[owner], owners.index(owner)))[:2]
    if first != seat:
        return 0.0
    return (place.points[0] - place.points[1]) / (1 + counts[first] - counts[second])
