"""The final score (ML 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.answers import Why
from referee.games.mlem.board import DeepSpace, Planet
from referee.games.mlem.box import SLUG, Box
from referee.games.mlem.position import Landed, Position
from referee.scoresheet import PlayerScore, ScoreLine, ScoreSheet


@dataclass(frozen=True)
class Rank:
    """A player's rank on a planet, from 1, with the place of the first astronaut in the order of arrival."""

    owner: str
    astronauts: int
    first: int


@dataclass(frozen=True)
class Scored:
    """A line of the score and how it came about."""

    line: ScoreLine
    why: Why


def score(
    box: Box, players: Sequence[str], position: Position
) -> tuple[ScoreSheet[PlayerScore], tuple[Why, ...]]:
    """The sheet of all players, and how each line came about.

    position  one that `position.check` lets through, with no other players than these
    """
    scored = {name: tuple(_scored(box, position, name)) for name in players}
    totals = {name: sum(one.line.points for one in lines) for name, lines in scored.items()}
    best = max(totals.values())
    sheet = ScoreSheet(
        SLUG,
        tuple(
            PlayerScore(
                name=name, points=totals[name], total=totals[name], lines=tuple(one.line for one in lines)
            )
            for name, lines in scored.items()
        ),
        winners=tuple(name for name in players if totals[name] == best),
    )
    return sheet, tuple(one.why for lines in scored.values() for one in lines)


def ranking(landed: Sequence[Landed]) -> tuple[Rank, ...]:
    """The players on a planet by rank: most astronauts, of equals the earlier first arrival (ML 7.2).

    landed  in order of arrival
    """
    owners = [one.owner for one in landed]
    ranks = [Rank(owner, owners.count(owner), owners.index(owner) + 1) for owner in dict.fromkeys(owners)]
    return tuple(sorted(ranks, key=lambda rank: (-rank.astronauts, rank.first)))


def _scored(box: Box, position: Position, name: str) -> Iterator[Scored]:
    yield from _moons(box, position, name)
    for planet in box.board.planets:
        landed = position.planets.get(planet.code, ())
        if any(one.owner == name for one in landed):
            yield _planet(box, planet, landed, name)
    for place, landed in ((box.board.comet, position.comet), (box.board.galaxy, position.galaxy)):
        own = [one for one in landed if one.owner == name]
        if own:
            yield _deep(box, place, own, name)
    for goal in box.goals:
        if position.goals.get(goal.code) == name:
            yield Scored(
                ScoreLine(f"Goal {goal.code}: {goal.name}", goal.points, "ML 7.4"),
                _why(name, f"goal {goal.code}", f"{goal.points}", "ML 7.4"),
            )


def _moons(box: Box, position: Position, name: str) -> Iterator[Scored]:
    doubling = box.doubling("moon")
    for moon in box.board.moons:
        landed = position.moons.get(moon.code)
        if landed and landed.owner == name:
            points = moon.points * (doubling.number if landed.doubles else 1)
            what = f"Moon {moon.code}" + (f", {doubling.code}" if landed.doubles else "")
            formula = _times(moon.points, doubling.number) if landed.doubles else f"{points}"
            yield Scored(
                ScoreLine(what, points, "ML 7.2"),
                _why(name, f"moon {moon.code}", formula, _rules("ML 7.2", landed.doubles)),
            )


def _planet(box: Box, planet: Planet, landed: Sequence[Landed], name: str) -> Scored:
    doubling = box.doubling("planet")
    doubled = any(one.owner == name and one.doubles for one in landed)
    ranks = ranking(landed)
    place = next(place for place, rank in enumerate(ranks) if rank.owner == name)
    value = planet.points[min(place, len(planet.points) - 1)]
    points = value * (doubling.number if doubled else 1)
    title = f"Planet {planet.code} {planet.name}".rstrip()
    what = f"{title}: {_RANKS[min(place, len(_RANKS) - 1)]}" + (f", {doubling.code}" if doubled else "")
    formula = f"{_standing(ranks, place)}: {_times(value, doubling.number) if doubled else points}"
    return Scored(
        ScoreLine(what, points, "ML 7.2"),
        _why(name, f"planet {planet.code}", formula, _rules("ML 7.2", doubled)),
    )


def _standing(ranks: Sequence[Rank], place: int) -> str:
    """Why a player has that rank: "2 astronauts like Bo, whose first came earlier, rank 2 of 3"."""
    rank = ranks[place]
    like = [other for other in ranks if other.astronauts == rank.astronauts and other is not rank]
    earlier = [other.owner for other in like if other.first < rank.first]
    later = [other.owner for other in like if other.first > rank.first]
    ties = [
        f"first there before {' and '.join(later)}" if later else "",
        f"first there after {' and '.join(earlier)}" if earlier else "",
    ]
    parts = [_astronauts(rank.astronauts), *filter(None, ties), f"rank {place + 1} of {len(ranks)}"]
    return ", ".join(parts)


def _deep(box: Box, place: DeepSpace, own: Sequence[Landed], name: str) -> Scored:
    doubling = box.doubling("deep")
    doubled = any(one.doubles for one in own)
    points = sum(place.points * (doubling.number if one.doubles else 1) for one in own)
    what = place.name + (f": {_astronauts(len(own))}" if len(own) > 1 else "")
    formula = " + ".join(
        f"{place.points} × {doubling.number}" if one.doubles else f"{place.points}" for one in own
    )
    if doubled or len(own) > 1:
        formula = f"{formula} = {points}"
    return Scored(
        ScoreLine(what + (f", {doubling.code}" if doubled else ""), points, "ML 7.3"),
        _why(name, place.code, formula, "ML 7.3"),
    )


_RANKS = ("first", "second", "present")


def _times(value: int, factor: int) -> str:
    return f"{value} × {factor} = {value * factor}"


def _astronauts(count: int) -> str:
    return f"{count} astronaut{'' if count == 1 else 's'}"


def _rules(rule: str, doubled: bool) -> str:
    return f"{rule}, 7.3" if doubled else rule


def _why(name: str, what: str, formula: str, rule: str) -> Why:
    return Why(f"{name}, {what}", formula, rule)
