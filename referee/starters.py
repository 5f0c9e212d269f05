"""Who begins, where chance decides it: lots that are drawn, or dice that are rolled until one is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee.engine import Seat
from referee.outcomes import Listed
from referee.typed import behind_verb, read_seat

How: TypeAlias = Literal["draw", "roll"]


@dataclass(frozen=True, slots=True)
class Starts:
    """The seat that begins; `name` is its player: `draw Ann`, `roll Ann`."""

    how: How
    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"{self.how} {self.name}"


def starters(label: str, how: How, seats: Iterable[Seat], names: Sequence[str]) -> Listed[Starts]:
    """One of those seats, each as likely as another."""
    return Listed(label, {Starts(how, seat, names[seat]): 1 for seat in seats})


def read_starter(how: How, names: Sequence[str], text: str) -> Starts:
    """The player of `draw Ann` or of `Ann` alone. Raises `UsageError` if nobody has that name."""
    seat = read_seat(behind_verb(how, text), names, f'"{text}"')
    return Starts(how, seat, names[seat])
