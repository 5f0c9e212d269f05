"""An expedition for two, worked out: what every move is worth over all rolls and all that may follow.

The other player does what `greedy` does and, of moves that it likes equally, the one that is worst for us.
Everything is worth the chance to win that `forecast` finds once the expedition is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.mlem.bots.forecast import between, chances
from referee.games.mlem.bots.greedy import LATER, Table, gain, looking_ahead
from referee.games.mlem.box import Box
from referee.games.mlem.moves import Crash, Help, Land, Move, Use
from referee.games.mlem.odds import rolls
from referee.games.mlem.rules import goals, landing, travel
from referee.games.mlem.rules.travel import arrival, group_uses
from referee.games.mlem.state import NO_DICE, State


def chance(state: State, seat: Seat, move: Move) -> float:
    """Of the seat to win after that move, which is one of its own, with everybody aboard."""
    crew, others = _crew_of(state, seat), state.order[1:]
    rocket = Rocket(state.at, state.pool, state.tired)
    crashed = state.step == "parachute"
    match move:
        case Land():
            return crew.landed(seat, move.place, others, rocket, crashed)
        case Use():
            return crew.arrived(Rocket(*state.shown.legs[move], state.tired))
        case Help():
            helped = travel.apply(state, seat, move)
            return max(chance(helped, seat, one) for one in travel.moves(helped, seat))
        case Crash():
            return crew.left(state.crew, rocket, crashed=True)
    return crew.left(others, rocket, crashed)


class Rocket(NamedTuple):
    """Where it is, the dice in its pool, and the seats whose engineer has helped."""

    at: int
    pool: int
    tired: tuple[Seat, ...]


class _Open(NamedTuple):
    """The places where a seat may get off and, for the other player, what `greedy` gains there."""

    places: Sequence[str]
    gains: Sequence[float]


def _crew_of(state: State, seat: Seat) -> _Crew:
    """Of a state under way. What it has worked out is kept for the rest of the expedition."""
    plain = state.copy()
    plain.step, plain.at, plain.pool, plain.shown = "roll", 0, 0, NO_DICE
    plain.order, plain.tired = (), ()
    return _crew(plain, seat)


@lru_cache(maxsize=8)
def _crew(state: State, seat: Seat) -> _Crew:
    return _Crew(state, seat)


class _Crew:
    """Those who are aboard, as long as nobody gets off: the chances of a seat wherever the rocket is."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._seat = state, seat
        self._box, self._crew = state.box, state.crew
        self._leads = self._crew[:1] == (seat,)
        self._engineers = tuple(one for one in self._crew if state.aboard[one] == "engineer")
        self._table = Table.of(state)
        others = [one for one in self._crew if one != seat]
        self._likes = looking_ahead(state, others[0]) if others else None
        self._worths: dict[Rocket, float] = {}
        self._places: dict[tuple[Seat, int, bool], _Open] = {}
        self._without: dict[tuple[Seat, str], _Crew] = {}
        self._ends: dict[int, float] = {}

    def rolling(self, rocket: Rocket) -> float:
        """Before the commander rolls."""
        worth = self._worths.get(rocket)
        if worth is None:
            self._worths[rocket] = worth = self._rolled(rocket)
        return worth

    def arrived(self, rocket: Rocket) -> float:
        """After a flight, before anybody gets off."""
        if rocket.at == self._box.board.end:
            return self._in_deep_space()
        if rocket.at < self._box.expedition.landing_from:
            return self.rolling(rocket)
        return self.left(self._crew, rocket, crashed=False)

    def left(self, order: Sequence[Seat], rocket: Rocket, crashed: bool) -> float:
        """With those seats still to decide whether they get off, by parachute if the rocket has crashed."""
        for place, seat in enumerate(order):
            if self._state.aboard[seat] and (spots := self._open(seat, rocket.at, crashed)).places:
                return self._decided(seat, spots, order[place + 1 :], rocket, crashed)
        if crashed or not self._crew:
            return self._ended(self._box.expedition.crash_steps if crashed else 0)
        return self.rolling(rocket)

    def landed(self, seat: Seat, place: str, others: Sequence[Seat], rocket: Rocket, crashed: bool) -> float:
        """Once that seat has got off there, with the others still to decide."""
        if self._state.aboard[seat] == "collector":
            rocket = rocket._replace(
                pool=max(self._box.expedition.least_pool, rocket.pool - self._box.collectors_dice)
            )
        crew = self._without.get((seat, place))
        if crew is None:
            self._without[seat, place] = crew = _Crew(_landed(self._state, seat, place), self._seat)
        return crew.left(others, rocket, crashed)

    def _rolled(self, rocket: Rocket) -> float:
        fresh = tuple(one for one in self._engineers if one not in rocket.tired)
        total, known = 0.0, dict[_Flight, float]()
        for share, flights in _flights(self._box, rocket.at, rocket.pool, len(fresh)):
            chosen = flights if self._leads or not flights else self._flown(flights)
            for flight in chosen:
                if flight not in known:
                    at, pool, helping = flight
                    known[flight] = self.arrived(Rocket(at, pool, rocket.tired + fresh[:helping]))
            worths = [known[flight] for flight in chosen]
            if not flights or (self._leads and flights[0][_HELPING]):
                # Nothing averts the crash but, perhaps, an engineer, who need not be called.
                worths.append(self.left(self._crew, rocket, crashed=True))
            total += share * (max(worths) if self._leads else min(worths))
        return total

    def _flown(self, flights: _Flights) -> _Flights:
        """What `greedy` may choose as the commander, calling one engineer after the other."""
        assert self._likes
        flying = self._likes.flying
        worths = [flying(at, pool) for at, pool, _ in flights]
        most = flights[-1][_HELPING]
        if not most:
            return [flights[one] for one in _liked(worths)]
        found: list[_Flight] = []
        for helping in range(flights[0][_HELPING], most + 1):
            own, more = (
                [place for place, flight in enumerate(flights) if flight[_HELPING] == helped]
                for helped in (helping, helping + 1)
            )
            best = max([worths[place] for place in own])
            helped = max([worths[place] for place in more], default=0.0) - LATER
            if best >= helped:
                found += [flights[place] for place in own if worths[place] == best]
            if best > helped:
                break
        return found

    def _open(self, seat: Seat, at: int, crashed: bool) -> _Open:
        """Where that seat may get off."""
        found = self._places.get((seat, at, crashed))
        if found is None:
            state = self._state.copy()
            state.at, state.step = at, "parachute" if crashed else "land"
            places = [land.place for land in landing.destinations(state, seat)]
            gains = [gain(self._table, seat, state.aboard[seat], place) for place in places]
            self._places[seat, at, crashed] = found = _Open(places, gains if seat != self._seat else [])
        return found

    def _decided(
        self, seat: Seat, spots: _Open, others: Sequence[Seat], rocket: Rocket, crashed: bool
    ) -> float:
        """With the choice of that seat to get off at one of those places or to stay."""
        if seat == self._seat:
            best = self.left(others, rocket, crashed)
            for place in spots.places:
                best = max(best, self.landed(seat, place, others, rocket, crashed))
            return best
        assert self._likes
        staying = 0.0 if crashed else self._likes.staying(rocket.at, rocket.pool)
        most = max(spots.gains)
        worst = self.left(others, rocket, crashed) if staying >= most else 1.0
        if most >= staying:
            for place, one in zip(spots.places, spots.gains, strict=True):
                if one == most:
                    worst = min(worst, self.landed(seat, place, others, rocket, crashed))
        return worst

    def _in_deep_space(self) -> float:
        if _DEEP not in self._ends:
            self._ends[_DEEP] = _chance(_reached(self._state), self._seat)
        return self._ends[_DEEP]

    def _ended(self, failures: int) -> float:
        """With those still aboard back on their mats."""
        if failures not in self._ends:
            state = self._state.copy()
            returned = zip(state.mats, state.aboard, strict=True)
            state.mats = tuple([(*mat, back) if back else mat for mat, back in returned])
            state.failures += failures
            self._ends[failures] = _chance(state, self._seat)
        return self._ends[failures]


_DEEP = -1  # beside failures, how an expedition may end

# Where a use of the dice takes the rocket, the dice in the pool then, and how many engineers help.
_Flight: TypeAlias = tuple[int, int, int]
_Flights: TypeAlias = Sequence[_Flight]
_HELPING = 2  # place of that number


@cache
def _flights(box: Box, at: int, pool: int, engineers: int) -> Sequence[tuple[float, _Flights]]:
    """The chance of each roll, those of one meaning together, and its uses, first those without engineers.

    An engineer may be called and its die left unused (ML 3.4).
    """
    space = box.board.spaces[at]
    found: dict[_Flights, int] = {}
    for valid, ways in rolls(box, space, pool):
        flights = {
            (arrival(box, at, use.distance), use.pool, helping)
            for helping in range(engineers + 1)
            for use in group_uses(box, space, valid, pool, helping)
            if use.engineers == (helping if box.engineers_face in use.faces else 0)
        }
        uses = tuple(sorted(flights, key=lambda flight: (flight[_HELPING], flight)))
        found[uses] = found.get(uses, 0) + ways
    whole = len(box.faces) ** pool
    return [(ways / whole, flights) for flights, ways in found.items()]


def _landed(state: State, seat: Seat, place: str) -> State:
    after, number = state.copy(), state.box.board.numbers[place]
    after.landed = replaced(state.landed, number, (*state.landed[number], (seat, state.aboard[seat])))
    after.aboard = replaced(state.aboard, seat, "")
    after.crew = tuple([one for one in state.crew if one != seat])
    after.landings = replaced(state.landings, seat, (*state.landings[seat], number))
    goals.claim(after, (seat,), state.box.board.kinds[number])
    return after


def _reached(state: State) -> State:
    """In deep space (ML 5.4)."""
    after = state.copy()
    *elsewhere, comet, galaxy = state.landed
    first, *others = [(seat, state.aboard[seat]) for seat in state.crew]
    after.landed = (*elsewhere, (*comet, first), (*galaxy, *others))
    after.landings = tuple(
        (*own, len(elsewhere) + (seat != state.crew[0])) if seat in state.crew else own
        for seat, own in enumerate(state.landings)
    )
    goals.claim(after, state.crew, state.box.board.comet.kind)
    return after


def _chance(state: State, seat: Seat) -> float:
    """Of the seat to win when the expedition is over."""
    starter = ((state.starter or 0) + 1) % len(state.names)
    table = between(state)._replace(starter=starter)
    return chances(table)[seat]


def _liked(worths: Sequence[float]) -> list[int]:
    """The places of the most."""
    most = max(worths)
    return [place for place, one in enumerate(worths) if one == most]
