"""Choices made in secret: kept seat by seat until the last one is in, and then carried out together."""

from typing import Any, Generic, TypeAlias, TypeVar

from referee.engine.game import HIDDEN, Seat
from referee.engine.tuples import replaced

M = TypeVar("M")


class Concealed(Generic[M]):
    """Stands for a move that has been made in secret, for those who may not know it yet."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Concealed)

    def __hash__(self) -> int:
        return hash(Concealed)

    def __repr__(self) -> str:
        return HIDDEN


CONCEALED: Concealed[Any] = Concealed()

Commits: TypeAlias = tuple[M | Concealed[M] | None, ...]  # seat by seat; None is still to choose


def committed(commits: Commits[M], seat: Seat, move: M) -> Commits[M]:
    """With the move of that seat in."""
    return replaced(commits, seat, move)


def outstanding(commits: Commits[M]) -> tuple[Seat, ...]:
    """The seats still to choose."""
    return tuple([seat for seat, move in enumerate(commits) if move is None])


def concealed(commits: Commits[M], seat: Seat | None) -> Commits[M]:
    """As that seat knows them: its own move, and of the others only that they have chosen."""
    return tuple(move if move is None or place == seat else CONCEALED for place, move in enumerate(commits))
