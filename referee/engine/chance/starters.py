"""The first player, where chance decides: by drawing lots, or by rolling dice until one is ahead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee.engine.chance.outcomes import Listed
from referee.engine.game import Seat

How: TypeAlias = Literal["draw", "roll"]


@dataclass(frozen=True)
class Starts:
    """The seat that begins; `name` is its player: `draw Ann`, `roll Ann`."""

    how: How
    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"{self.how} {self.name}"


def starters(
    label: str, how: How, seats: Iterable[Seat], names: Sequence[str], what: str = "the first player"
) -> Listed[Starts]:
    """One of those seats, all equally likely; `what` says what that player is."""
    return Listed(label, {Starts(how, seat, names[seat]): 1 for seat in seats}, what)
