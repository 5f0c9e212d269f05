"""A bot for MLEM that makes the move it expects the most points from in this expedition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple, TypeAlias

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.games.mlem.box import Box
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Move, Use
from referee.games.mlem.odds import rolls
from referee.games.mlem.rules import goals, landing, scoring
from referee.games.mlem.rules.travel import arrival, group_uses, with_an_engineer
from referee.games.mlem.state import Figure, Leg, State


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Flies, lands and stays aboard for the most points it can expect from this expedition.

    It counts what the landing adds to its score, what it takes from others, and how much nearer a goal comes.
    As the commander it flies for its own astronaut; as a passenger it expects the commander to do so.

    Picks one of the moves that are equally good.
    """
    worths = [(worth(state, seat, move), move) for move in game.moves(state, seat)]
    best = max(points for points, _ in worths)
    good = [move for points, move in worths if points == best]
    return good[source.below(len(good))]


def worth(state: State, seat: Seat, move: Move) -> float:
    """The points that `greedy` expects from a move; it makes any of those with the most."""
    if isinstance(move, Aboard):
        return _chances(state, seat, move.astronaut)
    if isinstance(move, Land):
        return gain(Table.of(state), seat, state.aboard[seat], move.place)
    if isinstance(move, Use):
        return _after(state, seat, state.shown.legs[move.faces])
    if isinstance(move, Help):
        # The engineer may be needed later: of equal flights, the one without help is better.
        helped = with_an_engineer(state).legs.values()
        return max((_after(state, seat, leg) for leg in helped), default=0.0) - LATER
    if isinstance(move, Crash):
        return -2 * LATER
    return looking_ahead(state, seat).staying(state.at, state.pool) if state.step == "land" else 0.0


LATER = 0.5  # points that an engineer who has not helped yet may be worth


def _after(state: State, seat: Seat, leg: Leg) -> float:
    """Return what the seat, which commands, expects after that flight."""
    return looking_ahead(state, seat).flying(*leg)


class _Wishes(NamedTuple):
    """Gains of a seat's astronaut on each space of the track.

    spaces  gains on the last one as a passenger, who goes to the galaxy
    comet   gain on the last one as the commander
    """

    spaces: tuple[float, ...]
    comet: float


def _wishes(state: State, seat: Seat, astronaut: str) -> _Wishes:
    box = state.box
    special = astronaut == "navigator" or any(one.code == astronaut and one.doubles for one in box.astronauts)
    return _wished(Table.of(state), seat, astronaut if special else "")


class Table(NamedTuple):
    """The facts on which the worth of a place depends."""

    box: Box
    players: int
    landed: tuple[tuple[Figure, ...], ...]
    goals: tuple[Seat | None, ...]

    @classmethod
    def of(cls, state: State) -> Table:
        return cls(state.box, len(state.names), state.landed, state.goals)


@lru_cache(maxsize=512)
def _wished(table: Table, seat: Seat, astronaut: str) -> _Wishes:
    """For an astronaut that doubles, the navigator, or any other, whose code is left out."""
    box = table.box
    board, first = box.board, box.expedition.landing_from
    gains = [0.0] * len(board.spaces)
    for at in range(first, board.end):
        open_ones = landing.from_space(table.box, table.landed, at)
        gains[at] = max((gain(table, seat, astronaut, land.place) for land in open_ones), default=0.0)
    if astronaut == "navigator":
        near = [landing.reach(table.box, at) if at >= first else () for at in range(board.end)]
        gains = [*(max((gains[one] for one in spaces), default=0.0) for spaces in near), 0.0]
    gains[board.end] = gain(table, seat, astronaut, board.galaxy.code)
    return _Wishes(tuple(gains), gain(table, seat, astronaut, board.comet.code))


@lru_cache(maxsize=4096)
def gain(table: Table, seat: Seat, astronaut: str, place: str) -> float:
    """The points that astronaut adds there, with what others lose, and what it is worth for the goals."""
    number = table.box.board.numbers[place]
    there = table.landed[number]
    after = (*there, (seat, astronaut))
    change = [
        scoring.worth(table.box, number, after, one) - scoring.worth(table.box, number, there, one)
        for one in range(table.players)
    ]
    lost = change[seat] - sum(change)
    return change[seat] + lost / (table.players - 1) + _towards_goals(table, seat, number)


def _towards_goals(table: Table, seat: Seat, number: int) -> float:
    """Return how much nearer free goals come: the last step is worth more than the first."""
    box = table.box
    free = [goal for goal, owner in zip(box.goals, table.goals, strict=True) if owner is None]
    if not free:
        return 0.0
    landed = goals.landings_of(table.landed, seat)
    before = goals.progress(box.board, landed)
    after = goals.progress(box.board, (*landed, number))
    worth = 0.0
    for goal in free:
        old, new = (min(1.0, count[goal.code] / goal.needed) for count in (before, after))
        worth += goal.points * (new**2 - old**2)
    return worth


class Ahead:
    """Expectations of an astronaut with those wishes, place by place; worked out where they are asked for.

    A place is a space × (dice + 1) + the dice in the pool.
    """

    def __init__(self, box: Box, own: _Wishes, at_the_end: float) -> None:
        self.box, self.width, self.first = box, box.dice + 1, box.expedition.landing_from
        self.own = own
        self.stay: list[float] = [_UNKNOWN] * (self.width * (box.board.end + 1))
        self.worth = self.stay[:]
        self.worth[box.board.end * self.width :] = [at_the_end] * self.width

    def staying(self, at: int, pool: int) -> float:
        """Aboard, with the rocket there and that pool."""
        place = at * self.width + pool
        if self.stay[place] == _UNKNOWN:
            self._work_out(place)
        return self.stay[place]

    def flying(self, at: int, pool: int) -> float:
        """With the rocket there and that pool, before anybody lands."""
        place = at * self.width + pool
        if self.worth[place] == _UNKNOWN:
            self._work_out(place)
        return self.worth[place]

    def _work_out(self, place: int) -> None:
        at, pool = divmod(place, self.width)
        flights, stops = _flights_from(self.box, at, pool)
        for stop in stops:
            if self.worth[stop] == _UNKNOWN:
                self._work_out(stop)
        self.stay[place] = total = self._total(flights)
        lands = at >= self.first
        self.worth[place] = max(self.own.spaces[at], self._aboard(place, total)) if lands else total

    def _total(self, flights: _Flights) -> float:
        raise NotImplementedError

    def _aboard(self, place: int, total: float) -> float:
        return total


class _Commanding(Ahead):
    """As the commander."""

    def _total(self, flights: _Flights) -> float:
        worth, total = self.worth, 0.0
        for share, options in flights:
            total += share * max([worth[to] for to in options])
        return total


class _Following(Ahead):
    """As a passenger of a commander, who flies for itself.

    heir  the same seat as the commander, which it becomes when that one gets off; None if others come first
    """

    def __init__(self, box: Box, own: _Wishes, leader: Ahead, heir: Ahead | None) -> None:
        super().__init__(box, own, own.spaces[-1])
        self._leader, self._heir = leader, heir

    def _work_out(self, place: int) -> None:
        self._leader.staying(*divmod(place, self.width))
        super()._work_out(place)

    def _total(self, flights: _Flights) -> float:
        worth, leads, total = self.worth, self._leader.worth.__getitem__, 0.0
        for share, options in flights:
            total += share * worth[max(options, key=leads)]
        return total

    def _aboard(self, place: int, total: float) -> float:
        at, pool = divmod(place, self.width)
        if self._heir and self._leader.own.spaces[at] >= self._leader.stay[place]:
            return self._heir.staying(at, pool)
        return total


_UNKNOWN = -1.0


def looking_ahead(state: State, seat: Seat) -> Ahead:
    own = _wishes(state, seat, state.aboard[seat])
    first = state.crew[0]
    if first == seat:
        return _commanding(state.box, own)
    leader = _wishes(state, first, state.aboard[first])
    second = state.crew[1]
    return _following(state.box, own, leader, second == seat)


@lru_cache(maxsize=256)
def _commanding(box: Box, own: _Wishes) -> Ahead:
    return _Commanding(box, own, own.comet)


@lru_cache(maxsize=256)
def _following(box: Box, own: _Wishes, leader: _Wishes, heir: bool) -> Ahead:
    return _Following(box, own, _commanding(box, leader), _commanding(box, own) if heir else None)


def _chances(state: State, seat: Seat, astronaut: str) -> float:
    """Return what an astronaut finds on the way: the gain of each space × the chance to stop there."""
    wishes = _wishes(state, seat, astronaut)
    first = state.starter == seat
    gains = (*wishes.spaces[:-1], wishes.comet if first else wishes.spaces[-1])
    return fsum(gain * stop for gain, stop in zip(gains, _stops(state.box), strict=True))


# For each roll its chance, and the places its uses lead to.
_Flights: TypeAlias = Sequence[tuple[float, tuple[int, ...]]]


@lru_cache(maxsize=4096)
def _flights_from(box: Box, at: int, pool: int) -> tuple[_Flights, tuple[int, ...]]:
    """The rolls that do not crash, those of one meaning together, and every place they lead to."""
    space, width = box.board.spaces[at], box.dice + 1
    found: dict[tuple[int, ...], int] = {}
    for valid, ways in rolls(box, space, pool):
        uses = group_uses(box, space, valid, pool)
        if options := tuple(sorted({arrival(box, at, use.distance) * width + use.pool for use in uses})):
            found[options] = found.get(options, 0) + ways
    whole = len(box.faces) ** pool
    flights = tuple((ways / whole, options) for options, ways in found.items())
    return flights, tuple(sorted({stop for options in found for stop in options}))


@lru_cache(maxsize=16)
def _stops(box: Box) -> tuple[float, ...]:
    """The chance that a rocket stops on each space, whose commander flies for space and dice alike."""
    width = box.dice + 1
    chances = [0.0] * (width * len(box.board.spaces))
    chances[box.expedition.start_space * width + box.dice] = 1.0
    for at in range(box.board.end):
        for dice in range(1, width):
            here = chances[at * width + dice]
            if here:
                for share, options in _flights_from(box, at, dice)[0]:
                    chances[max(options, key=lambda to: sum(divmod(to, width)))] += here * share
    return tuple(fsum(chances[at * width : (at + 1) * width]) for at in range(len(box.board.spaces)))
