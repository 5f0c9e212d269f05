"""Where a game of MLEM stands. Immutable."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from referee.engine import Seat
from referee.games.mlem import box as boxes
from referee.games.mlem.box import Box

Step: TypeAlias = Literal["commander", "board", "roll", "use", "land", "parachute", "over"]
Figure: TypeAlias = tuple[Seat, str]  # whose astronaut, and which


class State(NamedTuple):
    """A game at the table.

    board     a typed-in board, the text of its file; empty for our own
    starter   who boarded first, or is to; None until drawn
    failures  steps of the failure marker
    mats      seat by seat, the astronauts on the mat in the order of the box
    aboard    seat by seat, the astronaut in the rocket; empty if there is none
    at        the space of the rocket
    pool      dice of the next roll, or of this one
    roll      the dice as they fell, while the commander chooses
    added     engineers whose die is added to this roll
    tired     seats whose engineer has helped in this expedition
    order     the seats still to act in this step; the first acts now
    moons     moon by moon, in the order of the board
    planets   planet by planet, in order of arrival
    goals     goal by goal, the seat that claimed it
    """

    names: tuple[str, ...]
    board: str
    starter: Seat | None
    step: Step
    order: tuple[Seat, ...]
    failures: int
    mats: tuple[tuple[str, ...], ...]
    aboard: tuple[str, ...]
    at: int
    pool: int
    roll: tuple[str, ...]
    added: int
    tired: tuple[Seat, ...]
    moons: tuple[Figure | None, ...]
    planets: tuple[tuple[Figure, ...], ...]
    comet: tuple[Figure, ...]
    galaxy: tuple[Figure, ...]
    goals: tuple[Seat | None, ...]

    @property
    def box(self) -> Box:
        return box_of(self.board)


@cache
def box_of(board: str) -> Box:
    """The box with that typed-in board, or with our own. Raises `DataError` for what is no board."""
    return boxes.load_written(board) if board else boxes.load()


@cache
def clockwise(players: int, first: Seat) -> tuple[Seat, ...]:
    """The turn order of an expedition (ML 2.2)."""
    return tuple((first + place) % players for place in range(players))


def turn_order(state: State) -> tuple[Seat, ...]:
    """Clockwise from who boarded first, all through the expedition (ML 2.2)."""
    return clockwise(len(state.names), state.starter or 0)


def commander(state: State) -> Seat:
    """The first on the boarding track who is still aboard (ML 2.2)."""
    return next(seat for seat in turn_order(state) if state.aboard[seat])


def fresh_engineers(state: State) -> tuple[Seat, ...]:
    """Those whose engineer is aboard and has not helped yet, in boarding order (ML 3.4)."""
    if "engineer" not in state.aboard:
        return ()
    return tuple(
        seat for seat in turn_order(state) if state.aboard[seat] == "engineer" and seat not in state.tired
    )
