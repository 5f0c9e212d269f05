"""The goals, and who claims them (ML 1.7, 6)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.mlem.box import Board, Box
from referee.games.mlem.state import State


def progress(board: Board, landed: Sequence[int]) -> dict[str, int]:
    """Return how far somebody has come with each goal (ML 1.7).

    landed  the number of the place where each astronaut landed, see `landings_of`
    """
    found: dict[str, int] = {}
    for kind, counts in _COUNTS.items():
        there = _of_kind(board, landed, kind)
        found |= {goal: count(there) for goal, count in counts.items()}
    return found


def claim(after: State, seats: Sequence[Seat], kind: str) -> None:
    """Those seats, which have landed on a place of that kind, claim the goals they meet now (ML 6.1)."""
    if None in after.goals:
        for seat in seats:
            after.goals = claimed(after.box, after.goals, seat, after.landings[seat], kind)


def claimed(
    box: Box, goals: tuple[Seat | None, ...], seat: Seat, landed: Sequence[int], kind: str
) -> tuple[Seat | None, ...]:
    """Goal by goal, the seat that has claimed it: now, if it was free (ML 6.1).

    landed  the number of the place where each of the seat's astronauts landed
    kind    kind of the place where one has landed now: a "planet" brings nobody nearer to a goal for moons
    """
    there = _of_kind(box.board, landed, kind)
    for index, needed, count in _nearer(box, kind):
        # No count is higher than the number of landings, and as a rule that number is still too low.
        if goals[index] is None and len(there) >= needed and count(there) >= needed:
            goals = replaced(goals, index, seat)
    return goals


def landings_of(landed: Sequence[Sequence[tuple[object, ...]]], owner: object) -> tuple[int, ...]:
    """The number in `Board.places` of the place where each astronaut of that owner has landed.

    landed  place by place, the astronauts there, as tuples that begin with the owner
    """
    return tuple(number for number, there in enumerate(landed) for one in there if one[0] == owner)


@lru_cache(maxsize=64)
def _nearer(box: Box, kind: str) -> tuple[tuple[int, int, Callable[[list[int]], int]], ...]:
    """The goals that a landing on such a place may meet: which it is, what it needs, and what it counts."""
    counts = _COUNTS[kind]
    return tuple(
        (index, goal.needed, counts[goal.code]) for index, goal in enumerate(box.goals) if goal.code in counts
    )


def _of_kind(board: Board, landed: Sequence[int], kind: str) -> list[int]:
    kinds = board.kinds
    return [number for number in landed if kinds[number] == kind]


def _different(places: list[int]) -> int:
    return len(set(places))


def _most_on_one(places: list[int]) -> int:
    return max(map(places.count, places), default=0)


# By the kind of the places that count for it: each goal, and how far somebody has come who landed there.
_COUNTS: Mapping[str, Mapping[str, Callable[[list[int]], int]]] = {
    "moon": {"moons": len},
    "planet": {"planets": _different, "crowd": _most_on_one},
    "deep": {"deep": len},
}
