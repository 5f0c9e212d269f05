"""The goals, and who claims them (ML 1.7, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.mlem.box import Board, Box
from referee.games.mlem.state import State

# Place by place, as `Board.places` has them: the astronauts there, as tuples that begin with the owner.
Owned: TypeAlias = Sequence[Sequence[tuple[object, ...]]]


def progress(board: Board, landed: Owned, owner: object) -> dict[str, int]:
    """How far an owner has come with each goal (ML 1.7)."""
    moons = len(board.moons)
    *planets, comet, galaxy = landed[moons:]
    there = [[one[0] for one in planet].count(owner) for planet in planets if planet]
    return {
        "moons": [moon[0][0] for moon in landed[:moons] if moon].count(owner),
        "planets": len(there) - there.count(0),
        "crowd": max(there, default=0),
        "deep": [one[0] for one in (*comet, *galaxy)].count(owner),
    }


def claim(state: State, seats: Sequence[Seat]) -> State:
    """The state after those seats, which have landed, have claimed the goals they meet now (ML 6.1)."""
    if None not in state.goals:
        return state
    goals = claimed(state.box, state.goals, state.landed, seats)
    return state if goals is state.goals else state._replace(goals=goals)


def claimed(
    box: Box, goals: tuple[Seat | None, ...], landed: Owned, seats: Sequence[Seat]
) -> tuple[Seat | None, ...]:
    """Goal by goal, the seat that has claimed it: now, if it was free (ML 6.1).

    landed  with seats as the owners
    seats   that have landed, in turn order
    """
    for seat in seats:
        own = progress(box.board, landed, seat)
        for index, goal in enumerate(box.goals):
            if goals[index] is None and own[goal.code] >= goal.needed:
                goals = replaced(goals, index, seat)
    return goals
