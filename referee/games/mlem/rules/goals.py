"""The goals, and who claims them (ML 1.7, 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.mlem.box import Board, Box
from referee.games.mlem.state import State

# Place by place, as `Board.places` has them: the astronauts there, as tuples that begin with the owner.
Owned: TypeAlias = Sequence[Sequence[tuple[object, ...]]]


def progress(board: Board, landed: Owned, owner: object) -> dict[str, int]:
    """How far an owner has come with each goal (ML 1.7)."""
    return {
        goal: count(board, landed, owner) for counts in _COUNTS.values() for goal, count in counts.items()
    }


def claim(after: State, seats: Sequence[Seat], kind: str) -> None:
    """Those seats, which have landed on a place of that kind, claim the goals they meet now (ML 6.1)."""
    if None in after.goals:
        after.goals = claimed(after.box, after.goals, after.landed, seats, kind)


def claimed(
    box: Box, goals: tuple[Seat | None, ...], landed: Owned, seats: Sequence[Seat], kind: str
) -> tuple[Seat | None, ...]:
    """Goal by goal, the seat that has claimed it: now, if it was free (ML 6.1).

    landed  with seats as the owners
    seats   that have landed, in turn order
    kind    of the place where they have landed: a "planet" brings nobody nearer to a goal for moons
    """
    counts = _COUNTS[kind]
    for index, goal in enumerate(box.goals):
        if goals[index] is None and goal.code in counts:
            count = counts[goal.code]
            met = [seat for seat in seats if count(box.board, landed, seat) >= goal.needed]
            goals = replaced(goals, index, met[0]) if met else goals
    return goals


def _moons(board: Board, landed: Owned, owner: object) -> int:
    return [moon[0][0] for moon in landed[: len(board.moons)] if moon].count(owner)


def _planets(board: Board, landed: Owned, owner: object) -> int:
    there = _on_planets(board, landed, owner)
    return len(there) - there.count(0)


def _crowd(board: Board, landed: Owned, owner: object) -> int:
    return max(_on_planets(board, landed, owner), default=0)


def _on_planets(board: Board, landed: Owned, owner: object) -> list[int]:
    """The owner's astronauts on each planet that has any."""
    return [[one[0] for one in planet].count(owner) for planet in landed[len(board.moons) : -2] if planet]


def _deep(board: Board, landed: Owned, owner: object) -> int:
    comet, galaxy = landed[-2:]
    return [one[0] for one in (*comet, *galaxy)].count(owner)


# By the kind of the places that bring one nearer to it: each goal, and how far an owner has come.
_COUNTS: Mapping[str, Mapping[str, Callable[[Board, Owned, object], int]]] = {
    "moon": {"moons": _moons},
    "planet": {"planets": _planets, "crowd": _crowd},
    "deep": {"deep": _deep},
}
