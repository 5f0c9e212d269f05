"""The state of a game of MLEM. A move changes a copy of it, never the state itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from referee.engine.game import Seat, Seats
from referee.engine.phases import alone
from referee.engine.tuples import Copied, copied
from referee.games.mlem.box import Box
from referee.games.mlem.moves import Use

Step: TypeAlias = Literal["commander", "board", "roll", "use", "land", "parachute", "over"]
Figure: TypeAlias = tuple[Seat, str]  # an astronaut: whose it is, and which one


class Leg(NamedTuple):
    """The place to which a use of the dice takes the rocket, and the number of dice then in the pool."""

    arrival: int
    pool: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The dice on the table and what can be made of them on the space of the rocket: see `travel.shown`.

    faces  faces as they fell; empty before the roll
    added  engineers whose die is added (ML 3.4)
    legs   where each use of one or more valid groups leads, by faces; empty if none is valid (ML 3.2, 3.3)
    uses   the same uses, without where they lead
    """

    faces: tuple[str, ...]
    added: int
    legs: Mapping[tuple[str, ...], Leg] = field(compare=False)
    uses: tuple[Use, ...] = field(compare=False)


NO_DICE = Shown((), 0, {}, ())


@copied
class State(Copied):
    """A game at the table.

    box       the box with our own board, or with a typed-in one
    starter   who boards first in this expedition; None until drawn
    failures  steps of the failure marker
    mats      seat by seat, the astronauts on the mat in the order of the box
    aboard    seat by seat, the astronaut in the rocket; empty if there is none
    crew      the seats that are aboard, as the boarding track has them: the first commands (ML 2.2)
    at        the space where the rocket is
    pool      dice of the next roll or, after it, of this one
    shown     the dice of this roll, while the commander chooses
    tired     seats whose engineer has helped in this expedition
    order     the seats that still have to act in this step; it is the turn of the first
    landed    place by place, as `Board.places` has them, the astronauts there in order of arrival
    landings  seat by seat, the number of the place where each of its astronauts has landed
    goals     goal by goal, the seat that claimed it
    expedition  its number, from 1; a game that is over stays at its last one
    """

    names: tuple[str, ...]
    box: Box
    starter: Seat | None
    step: Step
    order: tuple[Seat, ...]
    failures: int
    mats: tuple[tuple[str, ...], ...]
    aboard: tuple[str, ...]
    crew: tuple[Seat, ...]
    at: int
    pool: int
    shown: Shown
    tired: tuple[Seat, ...]
    landed: tuple[tuple[Figure, ...], ...]
    landings: tuple[tuple[int, ...], ...]
    goals: tuple[Seat | None, ...]
    expedition: int = 1

    @property
    def away(self) -> list[Figure]:
        """The astronauts that have landed or are aboard."""
        landed = [figure for there in self.landed for figure in there]
        return landed + [(seat, one) for seat, one in enumerate(self.aboard) if one]


def first_state(names: tuple[str, ...], box: Box) -> State:
    """The state before anything has happened."""
    mat = tuple(astronaut.code for astronaut in box.astronauts)
    return State(
        names=names,
        box=box,
        starter=None,
        step="commander",
        order=(),
        failures=0,
        mats=(mat,) * len(names),
        aboard=("",) * len(names),
        crew=(),
        at=box.expedition.start_space,
        pool=box.dice,
        shown=NO_DICE,
        tired=(),
        landed=((),) * len(box.board.places),
        landings=((),) * len(names),
        goals=(None,) * len(box.goals),
    )


def next_in_order(state: State) -> Seats:
    """The first of the seats that still have to act in this step."""
    return alone(state.order[0])


@cache
def clockwise(players: int, first: Seat) -> tuple[Seat, ...]:
    """Everybody, in the order in which they board (ML 2.2)."""
    return tuple((first + place) % players for place in range(players))


def fresh_engineers(state: State) -> tuple[Seat, ...]:
    """The seats whose engineer is aboard and has not helped yet, in boarding order (ML 3.4)."""
    if "engineer" not in state.aboard:
        return ()
    return tuple(seat for seat in state.crew if state.aboard[seat] == "engineer" and seat not in state.tired)
