"""The score (ML 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from components.wording import counted, listed
from referee.engine.answers import Why
from referee.engine.game import Seat
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.games.mlem.box import SLUG, Box, DeepSpace, Moon, Place, Planet
from referee.games.mlem.rules.astronauts import Landed, Landings
from referee.games.mlem.state import Figure


@dataclass(frozen=True)
class Rank:
    """The rank of a player on a planet.

    first  place of the player's first astronaut in the order of arrival, from 0
    """

    owner: str
    astronauts: int
    first: int


# A line of the score, and how it came about.
Scored: TypeAlias = tuple[ScoreLine, Why]


def score(
    box: Box, players: Sequence[str], landings: Landings
) -> tuple[ScoreSheet[PlayerScore], tuple[Why, ...]]:
    """The sheet of all players, and how each line came about.

    landings  landings that `astronauts.check` allows, of these players only
    """
    scored = {name: tuple(_scored(box, landings, name)) for name in players}
    totals = {name: sum(line.points for line, _ in lines) for name, lines in scored.items()}
    best = max(totals.values())
    sheets = [
        PlayerScore(name=name, points=total, total=total, lines=tuple(line for line, _ in scored[name]))
        for name, total in totals.items()
    ]
    winners = tuple(name for name in players if totals[name] == best)
    why = tuple(why for lines in scored.values() for _, why in lines)
    return ScoreSheet(SLUG, tuple(sheets), winners), why


def ranking(landed: Sequence[Landed]) -> tuple[Rank, ...]:
    """The players on a planet by rank: most astronauts first, of equals the earlier arrival (ML 7.2).

    landed  astronauts in order of arrival
    """
    owners = [one.owner for one in landed]
    ranks = [Rank(owner, owners.count(owner), owners.index(owner)) for owner in dict.fromkeys(owners)]
    return tuple(sorted(ranks, key=lambda rank: (-rank.astronauts, rank.first)))


@lru_cache(maxsize=4096)
def line_of(box: Box, number: int, there: tuple[Figure, ...], seat: Seat) -> ScoreLine | None:
    """Score a seat in the place of that number in `Board.places`, with those astronauts there.

    None if the seat has nobody there.
    """
    if not any(owner == seat for owner, _ in there):
        return None
    place = box.board.places[number]
    doubling = box.doubling(place.kind).code
    landed = [Landed(str(owner), astronaut == doubling) for owner, astronaut in there]
    line, _ = _scored_place(box, place, landed, str(seat))
    return line


def worth(box: Box, number: int, there: tuple[Figure, ...], seat: Seat) -> int:
    """The points of that line."""
    line = line_of(box, number, there, seat)
    return line.points if line else 0


def _scored(box: Box, landings: Landings, name: str) -> Iterator[Scored]:
    for place, landed in zip(box.board.places, landings.landed, strict=True):
        if any(one.owner == name for one in landed):
            yield _scored_place(box, place, landed, name)
    for goal in box.goals:
        if landings.goals.get(goal.code) == name:
            line = ScoreLine(f"Goal {goal.code}: {goal.name}", goal.points, "ML 7.4")
            yield line, Why(f"{name}, goal {goal.code}", f"{goal.points}", "ML 7.4")


def _scored_place(box: Box, place: Place, landed: Sequence[Landed], name: str) -> Scored:
    """Score a player who is at that place (ML 7.2, 7.3)."""
    own = [one for one in landed if one.owner == name]
    doubling = box.doubling(place.kind)
    doubled = any(one.doubles for one in own)
    factor = doubling.number if doubled else 1
    what, which, rule = place.title, f"{place.kind} {place.code}", "ML 7.2"
    match place:
        case Moon():
            points, formula = place.points * factor, _times(place.points, factor)
        case Planet():
            ranks = ranking(landed)
            at = next(at for at, rank in enumerate(ranks) if rank.owner == name)
            value = place.points[min(at, len(place.points) - 1)]
            what += f": {_RANKS[min(at, len(_RANKS) - 1)]}"
            points, formula = value * factor, f"{_standing(ranks, at)}: {_times(value, factor)}"
        case DeepSpace():
            points = sum(place.points * (doubling.number if one.doubles else 1) for one in own)
            each = [
                f"{place.points} × {doubling.number}" if one.doubles else f"{place.points}" for one in own
            ]
            formula = " + ".join(each) + (f" = {points}" if doubled or len(own) > 1 else "")
            what += f": {counted(len(own), 'astronaut')}" if len(own) > 1 else ""
            which, rule = place.code, "ML 7.3"
    what += f", {doubling.code}" if doubled else ""
    rules = "ML 7.2, 7.3" if doubled and rule == "ML 7.2" else rule
    return ScoreLine(what, points, rule), Why(f"{name}, {which}", formula, rules)


def _standing(ranks: Sequence[Rank], place: int) -> str:
    """Explain why a player has that rank: "2 astronauts, first there after Ann, rank 2 of 3"."""
    rank = ranks[place]
    equals = [other for other in ranks if other.astronauts == rank.astronauts]
    earlier = [other.owner for other in equals if other.first < rank.first]
    later = [other.owner for other in equals if other.first > rank.first]
    ties = [
        f"first there before {listed(later)}" if later else "",
        f"first there after {listed(earlier)}" if earlier else "",
    ]
    parts = [counted(rank.astronauts, "astronaut"), *filter(None, ties), f"rank {place + 1} of {len(ranks)}"]
    return ", ".join(parts)


_RANKS = ("first", "second", "present")


def _times(value: int, factor: int) -> str:
    return f"{value} × {factor} = {value * factor}" if factor > 1 else f"{value}"
