"""An expedition for two, worked out: what every move is worth over all rolls and all that may follow.

The other player does what `greedy` does and, of moves that it likes equally, any. Everything is worth the
chance to win that `forecast` finds once the expedition is over.

Where a rocket is, with what dice, is one number here, its place: see `_Places`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.mlem.bots.forecast import Between, between, chances
from referee.games.mlem.bots.greedy import LATER, Ahead, Table, gain, looking_ahead, worth
from referee.games.mlem.box import Box
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Move, Use
from referee.games.mlem.odds import rolls
from referee.games.mlem.rules import goals, landing, take_off, travel
from referee.games.mlem.rules.travel import arrival, group_uses
from referee.games.mlem.state import NO_DICE, State

# The chance of a seat to win that it sees between two expeditions.
Forecast: TypeAlias = Callable[[Between, Seat], float]


def forecast(table: Between, seat: Seat) -> float:
    return chances(table)[seat]


def chance(state: State, seat: Seat, move: Move, ends: Forecast = forecast) -> float:
    """Return the chance of the seat to win after that move, which is one of its own."""
    if isinstance(move, Aboard):
        return _boarded(take_off.apply(state, seat, move), seat, ends)
    crew, others = _crew_of(state, seat, ends), state.order[1:]
    crashed = state.step == "parachute"
    place = crew.place(state.at, state.pool, state.tired)
    match move:
        case Land():
            return crew.landed(seat, move.place, others, place, crashed)
        case Use():
            return crew.arrived(crew.place(*state.shown.legs[move.faces], state.tired))
        case Help():
            helped = travel.apply(state, seat, move)
            return max(chance(helped, seat, one, ends) for one in travel.moves(helped, seat))
        case Crash():
            return crew.left(state.crew, place, crashed=True)
    return crew.left(others, place, crashed)


def at_take_off(state: State, seat: Seat, ends: Forecast = forecast) -> float:
    """The chance of the seat to win before the first roll."""
    crew = _crew_of(state, seat, ends)
    return crew.rolling(crew.place(state.at, state.pool, state.tired))


def _boarded(state: State, seat: Seat, ends: Forecast) -> float:
    """Once the seat is aboard, and the other player with the first astronaut that `greedy` likes best."""
    if state.order:
        other = state.order[0]
        best = max(take_off.moves(state, other), key=lambda move: worth(state, other, move))
        state = take_off.apply(state, other, best)
    return at_take_off(state, seat, ends)


def _crew_of(state: State, seat: Seat, ends: Forecast) -> _Crew:
    """Return the crew of a state under way. All that it works out is kept for the rest of the expedition."""
    plain = state.copy()
    plain.step, plain.at, plain.pool, plain.shown = "roll", 0, 0, NO_DICE
    plain.order, plain.tired = (), ()
    return _crew(plain, seat, ends)


@lru_cache(maxsize=16)
def _crew(state: State, seat: Seat, ends: Forecast) -> _Crew:
    return _Crew(state, seat, ends)


class _Places(NamedTuple):
    """The places of a rocket: ((who can help) × spaces + its space) × (dice + 1) + the dice in its pool.

    Who can help is a sum of 1 for the first engineer aboard and 2 for the second, if they have not yet.
    """

    spaces: int
    width: int

    @classmethod
    def of(cls, box: Box) -> _Places:
        return cls(len(box.board.spaces), box.dice + 1)

    def number(self, helpers: int, at: int, pool: int) -> int:
        """In deep space all dice and engineers are the same."""
        if at == self.spaces - 1:
            helpers, pool = 0, 1
        return (helpers * self.spaces + at) * self.width + pool

    def space(self, number: int) -> int:
        return number // self.width % self.spaces

    def parts(self, number: int) -> tuple[int, int, int]:
        rest, pool = divmod(number, self.width)
        helpers, at = divmod(rest, self.spaces)
        return helpers, at, pool


class _Spots(NamedTuple):
    """The places where a seat may get off and, for the other player, what `greedy` gains there."""

    codes: Sequence[str]
    gains: Sequence[float]


class _Crew:
    """Those who are aboard, as long as nobody gets off: the chances of a seat wherever the rocket is."""

    def __init__(self, state: State, seat: Seat, ends: Forecast) -> None:
        self._state, self._seat, self._forecast = state, seat, ends
        self._box, self._crew = state.box, state.crew
        self._leads = self._crew[:1] == (seat,)
        self._engineers = tuple(one for one in self._crew if state.aboard[one] == "engineer")
        self._places = _Places.of(self._box)
        size = self._places.number(1 << len(self._engineers), 0, 0)
        self._rolling = [_UNKNOWN] * size
        self._arrived = [_UNKNOWN] * size
        self._crashes: dict[int, float] = {}
        self._table = Table.of(state)
        others = [one for one in self._crew if one != seat]
        self._likes = looking_ahead(state, others[0]) if others else None
        self._open: dict[tuple[Seat, int, bool], _Spots] = {}
        self._without: dict[tuple[Seat, str], _Crew] = {}
        self._ends: dict[int, float] = {}

    def place(self, at: int, pool: int, tired: Sequence[Seat]) -> int:
        helpers = sum(1 << bit for bit, one in enumerate(self._engineers) if one not in tired)
        return self._places.number(helpers, at, pool)

    def rolling(self, place: int) -> float:
        """Before the commander rolls."""
        if self._rolling[place] == _UNKNOWN:
            self._rolling[place] = self._led(place) if self._leads else self._followed(place)
        return self._rolling[place]

    def arrived(self, place: int) -> float:
        """After a flight, before anybody gets off."""
        if self._arrived[place] == _UNKNOWN:
            at = self._places.space(place)
            if at == self._box.board.end:
                worth = self._in_deep_space()
            elif at < self._box.expedition.landing_from:
                worth = self.rolling(place)
            else:
                worth = self.left(self._crew, place, crashed=False)
            self._arrived[place] = worth
        return self._arrived[place]

    def left(self, order: Sequence[Seat], place: int, crashed: bool) -> float:
        """With those seats still to decide whether they get off, by parachute if the rocket has crashed."""
        at = self._places.space(place)
        for number, seat in enumerate(order):
            if self._state.aboard[seat] and (spots := self._spots(seat, at, crashed)).codes:
                return self._decided(seat, spots, order[number + 1 :], place, crashed)
        if crashed or not self._crew:
            return self._ended(self._box.expedition.crash_steps if crashed else 0)
        return self.rolling(place)

    def landed(self, seat: Seat, spot: str, others: Sequence[Seat], place: int, crashed: bool) -> float:
        """Once that seat has got off there, with the others still to decide."""
        crew = self._without.get((seat, spot))
        if crew is None:
            self._without[seat, spot] = crew = self._after(seat, spot)
        helpers, at, pool = self._places.parts(place)
        if self._state.aboard[seat] == "collector":
            pool = max(self._box.expedition.least_pool, pool - self._box.collectors_dice)
        tired = [one for bit, one in enumerate(self._engineers) if not helpers >> bit & 1]
        after = crew.place(at, pool, tired)
        return crew.left(others, after, crashed) if crashed or others != crew._crew else crew.arrived(after)

    def _after(self, seat: Seat, spot: str) -> _Crew:
        return _Crew(_landed(self._state, seat, spot), self._seat, self._forecast)

    def _led(self, place: int) -> float:
        """Before a roll of the seat, which commands."""
        rolled, arrived, total = _rolls_from(self._box, place), self._arrived, 0.0
        for stop in rolled.stops:
            if arrived[stop] == _UNKNOWN:
                self.arrived(stop)
        for roll in rolled.rolls:
            best = max([arrived[stop] for stop in roll.stops], default=0.0)
            if not roll.uses[0]:
                # Nothing averts the crash but, perhaps, an engineer, who need not be called.
                best = max(best, self._crash(place))
            total += roll.share * best
        return total

    def _followed(self, place: int) -> float:
        """Before a roll of the other player, who commands."""
        assert self._likes
        total = 0.0
        for stop, share in _flown(self._likes, place):
            total += share * (self._crash(place) if stop == _CRASH else self.arrived(stop))
        return total

    def _crash(self, place: int) -> float:
        at = self._places.space(place)
        if at not in self._crashes:
            self._crashes[at] = self.left(self._crew, place, crashed=True)
        return self._crashes[at]

    def _spots(self, seat: Seat, at: int, crashed: bool) -> _Spots:
        """Return the places where that seat may get off."""
        found = self._open.get((seat, at, crashed))
        if found is None:
            state = self._state.copy()
            state.at, state.step = at, "parachute" if crashed else "land"
            codes = [land.place for land in landing.destinations(state, seat)]
            own = seat == self._seat
            gains = [] if own else [gain(self._table, seat, state.aboard[seat], code) for code in codes]
            self._open[seat, at, crashed] = found = _Spots(codes, gains)
        return found

    def _decided(self, seat: Seat, spots: _Spots, others: Sequence[Seat], place: int, crashed: bool) -> float:
        """With the choice of that seat to get off at one of those spots or to stay."""
        if seat == self._seat:
            best = self.left(others, place, crashed)
            for spot in spots.codes:
                best = max(best, self.landed(seat, spot, others, place, crashed))
            return best
        assert self._likes
        _, at, pool = self._places.parts(place)
        staying = 0.0 if crashed else self._likes.staying(at, pool)
        most = max(spots.gains)
        total, ways = (self.left(others, place, crashed), 1) if staying >= most else (0.0, 0)
        if most >= staying:
            for spot, one in zip(spots.codes, spots.gains, strict=True):
                if one == most:
                    total += self.landed(seat, spot, others, place, crashed)
                    ways += 1
        return total / ways

    def _in_deep_space(self) -> float:
        if _DEEP not in self._ends:
            self._ends[_DEEP] = self._chance(_reached(self._state))
        return self._ends[_DEEP]

    def _ended(self, failures: int) -> float:
        """With those still aboard back on their mats."""
        if failures not in self._ends:
            state = self._state.copy()
            returned = zip(state.mats, state.aboard, strict=True)
            state.mats = tuple([(*mat, back) if back else mat for mat, back in returned])
            state.failures += failures
            self._ends[failures] = self._chance(state)
        return self._ends[failures]

    def _chance(self, state: State) -> float:
        """Return the chance when the expedition is over."""
        starter = ((state.starter or 0) + 1) % len(state.names)
        return self._forecast(between(state)._replace(starter=starter), self._seat)


_UNKNOWN = -1.0
_CRASH = -1  # place beside the others to which a roll may lead
_DEEP = -1  # end of an expedition, beside the failures


class _Roll(NamedTuple):
    """Rolls of one meaning.

    share  how likely they are
    uses   by the engineers who help, from none on: the places that the uses of the dice lead to
    stops  all those places, each once
    """

    share: float
    uses: tuple[tuple[int, ...], ...]
    stops: tuple[int, ...]


class _Rolls(NamedTuple):
    """All rolls from one place, and all the places they lead to."""

    rolls: Sequence[_Roll]
    stops: Sequence[int]


@lru_cache(maxsize=1024)
def _rolls_from(box: Box, place: int) -> _Rolls:
    """An engineer may be called and its die left unused (ML 3.4)."""
    places = _Places.of(box)
    helpers, at, pool = places.parts(place)
    space, ready = box.board.spaces[at], [helpers, helpers & (helpers - 1), 0]
    found: dict[tuple[tuple[int, ...], ...], int] = {}
    for valid, ways in rolls(box, space, pool):
        uses = []
        for helping in range(helpers.bit_count() + 1):
            legs = {
                places.number(ready[helping], arrival(box, at, use.distance), use.pool)
                for use in group_uses(box, space, valid, pool, helping)
                if use.engineers == (helping if box.engineers_face in use.faces else 0)
            }
            uses.append(tuple(sorted(legs)))
        key = tuple(uses)
        found[key] = found.get(key, 0) + ways
    whole = len(box.faces) ** pool
    told = [
        _Roll(ways / whole, uses, tuple(sorted({stop for legs in uses for stop in legs})))
        for uses, ways in found.items()
    ]
    return _Rolls(told, sorted({stop for roll in told for stop in roll.stops}))


@lru_cache(maxsize=1 << 12)
def _flown(likes: Ahead, place: int) -> Sequence[tuple[int, float]]:
    """The places where a commander with those likes takes the rocket, or `_CRASH`, and how likely."""
    rolled, track = _rolls_from(likes.box, place), likes.width * len(likes.box.board.spaces)
    worths = {stop: likes.flying(*divmod(stop % track, likes.width)) for stop in rolled.stops}
    found: dict[int, float] = {}
    for share, uses, stops in rolled.rolls:
        if not stops:
            found[_CRASH] = share
            continue
        liked = [worths[stop] for stop in stops]
        best = max(liked)
        if len(uses) == 1 and liked.count(best) == 1:
            # As nearly always, there are no engineers and no equals.
            stop = stops[liked.index(best)]
            found[stop] = found.get(stop, 0.0) + share
            continue
        for stop, part in _chosen(worths, uses, share):
            found[stop] = found.get(stop, 0.0) + part
    return tuple(found.items())


def _chosen(
    worths: Mapping[int, float], uses: Sequence[Sequence[int]], share: float
) -> Iterator[tuple[int, float]]:
    """Yield what `greedy` may choose, calling one engineer after the other, with how likely that is."""
    most = [max([worths[stop] for stop in legs], default=0.0) for legs in (*uses, ())]
    for helping, legs in enumerate(uses):
        if not legs:
            continue
        best, helped = most[helping], most[helping + 1] - LATER
        if best < helped:
            continue
        good = [stop for stop in legs if worths[stop] == best]
        each = share / (len(good) + (best == helped))
        for stop in good:
            yield stop, each
        if best > helped:
            break
        share = each


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
