"""The state of a game of Planetary: the planets, the sides and the turn. Immutable.

Units and ships are found by place. A place is a spot of a field: a hex of a planet, or a cell of a ship. So a
unit moves in the same way on both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add, ge, sub
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from referee.engine.game import Seat, Seats
from referee.engine.phases import alone
from referee.engine.tuples import Deriving, Record, derived, record, replaced
from referee.games.planetary.box import Box
from referee.games.planetary.rules.numbers import Amounts
from referee.games.planetary.rules.planets import World, ring_distance
from referee.games.planetary.rules.ships import Ship

T = TypeVar("T")
Rest = TypeVarTuple("Rest")

# sizes … dust  the system is drawn (PL 1.2, PL 1.3)
# spaces        starting spaces are drawn (option start=random)
# bars          everybody's first blueprints are drawn (PL 2.4)
# space, build  round 0 (PL 3.1)
# strays        a unit that was not placed goes to a cell (PL 3.1)
# first, lots   the order of turns is drawn (PL 3.2)
# upkeep        the active player takes watts and pays for modules (PL 4.2, PL 4.3)
# drill         a drill that has a choice takes a material (PL 6)
# draw          a blueprint is drawn (PL 4.4)
# act           the rest of a turn (PL 4.5)
# swap          a card is drawn for a sacrifice (PL 4.7)
# fall          a unit falls, and its owner chooses where (PL 4.11)
# growth        the dice of the round's end (PL 5.1)
# reward        blueprints of the reward are drawn (PL 7.3)
Step: TypeAlias = Literal[
    "sizes",
    "maps",
    "sides",
    "colours",
    "dust",
    "spaces",
    "bars",
    "space",
    "build",
    "strays",
    "first",
    "lots",
    "upkeep",
    "drill",
    "draw",
    "act",
    "swap",
    "fall",
    "growth",
    "reward",
    "over",
]


@record
class Side(Deriving):
    """A player's side. What is worked out about it says nothing of its units.

    core       its name
    brought    the deck as it was brought
    materials  materials in the order of the tracks
    deck       blueprints that may be drawn, in the order of PL 6: a deck has no order
    bar        blueprints in sight
    pile       blueprints sacrificed
    turns      its own turns, from 1
    fuelled    the last of them the core has fuel for
    due        whether a repair is due (PL 4.2)
    travelled  spaces in the last turn
    destroyed  blueprints it has destroyed
    out        number of the turn in which it was out
    """

    core: str
    brought: tuple[str, ...]
    materials: Amounts
    deck: tuple[str, ...]
    bar: tuple[str, ...]
    pile: tuple[str, ...]
    ship: Ship
    units: Crew
    turns: int = 0
    fuelled: int = 0
    due: bool = False
    travelled: int = 0
    destroyed: tuple[str, ...] = ()
    out: int | None = None

    @derived
    def watts(self) -> dict[bool, int]:
        """Watts of all its sources after upkeep, in the dark and in light, as far as it was asked."""
        return {}

    @derived
    def offers(self) -> dict[Any, tuple[Sequence[Any], Sequence[Any]]]:
        """Moves that it may make without its units after what is done in the turn, as far as it was asked."""
        return {}

    @property
    def box(self) -> Box:
        """The box that the side is out of."""
        return self.ship.box

    @property
    def alive(self) -> int:
        """Units that are alive; a unit that is not seen counts as alive."""
        return self.units.alive

    @property
    def hurt(self) -> bool:
        """Tell whether a unit has lost HP."""
        return self.units.hit_points != self.ship.box.full_hp

    def affords(self, cost: Amounts) -> bool:
        return affords(self.materials, cost)

    def gains(self, amounts: Amounts, sign: int = 1) -> Side:
        """With that much more of each material; with `sign` -1 that much less."""
        change = add if sign > 0 else sub
        return self._replace(materials=tuple(map(change, self.materials, amounts)))

    def with_unit(self, number: int, unit: Unit) -> Side:
        """With that unit; what was worked out about the side stays as it is."""
        side = self._replace(units=Crew(replaced(self.units, number, unit)))
        vars(side).update(vars(self))
        return side


@record
class Doings(Record):
    """Events of this turn.

    light       whether the core had light when the turn began
    spent       watts
    paid        cells whose upkeep is paid, until upkeep is over
    drills      cells of drills that have not acted yet
    flown       spaces of the ship's move; None if it has not moved
    unit        number of the unit that is moving; -1 if there is none
    walked      movement it has used
    acted       whether it has had its action
    finished    units that have moved
    operated    cells of the modules that were operated
    sacrificed  blueprints
    swapped     a blueprint given for a card that is being drawn
    """

    light: bool = True
    spent: int = 0
    paid: tuple[int, ...] = ()
    drills: tuple[int, ...] = ()
    flown: int | None = None
    unit: int = -1
    walked: int = 0
    acted: bool = False
    finished: tuple[int, ...] = ()
    operated: tuple[int, ...] = ()
    sacrificed: int = 0
    swapped: str = ""


NOTHING_DONE = Doings()


class Fall(NamedTuple):
    """A unit that falls from a destroyed module beside the ship (PL 4.11)."""

    seat: Seat
    unit: int
    planet: int
    hex: int


class Sighting(NamedTuple):
    """A side as a seat saw it last, just before its ship went out of sight (PL 3.3).

    side   that side, without what the seat did not see; at the end of round 0 only the ship's space is shown
    board  whether its board was seen, too
    flew   whether it was its own flight that took it out of sight
    """

    side: Side
    board: bool = True
    flew: bool = False


class Agreed(NamedTuple):
    """The options of a game.

    random_start  whether starting spaces are drawn
    rounds        the last round
    clock         whether there is a clock (PL 3.4)
    """

    random_start: bool
    rounds: int
    clock: bool


@dataclass(frozen=True)
class State:
    """A game.

    box          the numbers it is played with
    agreed       before the game
    laid         what was drawn for the system so far, step by step
    spaces       number of spaces of the ring
    dust         the spaces that are dark
    order        order of turns; empty before it is drawn
    ready        the seats that have finished a step of round 0
    round        0 until the first turn
    turn_number  turns begun by all
    rewards      the blueprints each seat gets; None while they are to be drawn
    sightings    for each seat and each other one, that of a ship it does not see any more
    memo         what was worked out about this state and may be asked again: no part of it
    side         the active player's, which is asked for more often than all else
    """

    names: tuple[str, ...]
    box: Box = field(repr=False)
    agreed: Agreed
    sides: tuple[Side, ...]
    spaces: int
    step: Step
    laid: tuple[tuple[str, ...], ...] = ()
    worlds: tuple[World, ...] = ()
    dust: tuple[int, ...] = ()
    first: int = 0
    order: tuple[Seat, ...] = ()
    ready: tuple[bool, ...] = ()
    round: int = 0
    active: Seat = 0
    turn_number: int = 0
    doings: Doings = NOTHING_DONE
    fall: Fall | None = None
    rewards: tuple[tuple[str, ...] | None, ...] = ()
    sightings: tuple[tuple[Sighting | None, ...], ...] = ()
    memo: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    side: Side = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", self.sides[self.active])

    @property
    def occupants(self) -> Mapping[Place, tuple[Seat, int]]:
        """Seat and number of the unit on each place that has one."""
        return _occupants(self)

    @property
    def hulls(self) -> Mapping[Place, Seat]:
        """The seats whose ships are on hexes."""
        return _hulls(self)

    def but(self, **changes: Any) -> State:
        """Do what `dataclasses.replace` does, in a tenth of the time: a step makes two or three states."""
        return _state({**vars(self), **changes})

    def with_side(self, seat: Seat, side: Side, **changes: Any) -> State:
        return _state({**vars(self), **changes, "sides": replaced(self.sides, seat, side)})

    def with_world(self, number: int, world: World, **changes: Any) -> State:
        return self.but(worlds=replaced(self.worlds, number, world), **changes)

    def steps_to(self, seat: Seat, space: int) -> int:
        """Spaces of that ship's shortest walk to a space of the ring; leaving a planet is one (PL 4.6)."""
        ship = self.sides[seat].ship
        return ring_distance(ship.space, space, self.spaces) + ship.landed

    def anchored(self, space: int) -> int:
        """The planet anchored at that space; -1 if there is none."""
        for number, world in enumerate(self.worlds):
            if world.planet.space == space:
                return number
        return -1

    def is_free(self, place: Place) -> bool:
        """Tell whether a unit may enter that hex, or be on that cell of a ship (PL 4.8)."""
        if place in self.occupants:
            return False
        if place.field >= ABOARD:
            return self.sides[place.field - ABOARD].ship.cells[place.spot] is not None
        return place not in self.hulls and bool(self.worlds[place.field].free[place.spot])


def _state(fields: dict[str, Any]) -> State:
    """The state of these fields; nothing is worked out about it yet."""
    fields["memo"] = {}
    fields["side"] = fields["sides"][fields["active"]]
    state = _new(State)
    _set(state, "__dict__", fields)
    return state


_new, _set = object.__new__, object.__setattr__  # Looked up once: there are many states.


def affords(materials: Amounts, cost: Amounts) -> bool:
    """Tell whether the materials are enough for that."""
    return all(map(ge, materials, cost))


def active(state: State) -> Seats:
    """The turn of the active player."""
    return alone(state.active)


def active_seat(state: State) -> Seat:
    return state.active


def kept(work: Callable[[State, *Rest], T]) -> Callable[[State, *Rest], T]:
    """A function of a state that is worked out once for each state; it never gives None."""

    def look_up(state: State, *rest: *Rest) -> T:
        key = (work, *rest) if rest else work
        found: T | None = state.memo.get(key)
        if found is None:
            found = state.memo[key] = work(state, *rest)
        return found

    return look_up


@kept
def _occupants(state: State) -> Mapping[Place, tuple[Seat, int]]:
    return {
        unit.place: (seat, number)
        for seat, side in enumerate(state.sides)
        for number, unit in enumerate(side.units)
        if unit.place.field >= 0
    }


@kept
def _hulls(state: State) -> Mapping[Place, Seat]:
    return {
        Place(side.ship.planet, side.ship.hex): seat
        for seat, side in enumerate(state.sides)
        if side.ship.landed
    }


ABOARD = 8  # The field of seat 0's ship; those of planets are lower.


class Place(NamedTuple):
    """A spot of a field: `field` is the number of a planet, or `ABOARD` and the seat of a ship."""

    field: int
    spot: int


UNPLACED = Place(-1, 0)  # the place of all units before they are placed, in round 0


UNSEEN = Place(-2, 0)  # The unit is aboard a ship that is not seen.


DEAD = Place(-3, 0)


UNKNOWN_HP = -1  # HP of a unit that is not seen


@record
class Unit(Record):
    """A unit; at 0 HP it is dead."""

    hp: int
    place: Place = UNPLACED


class Crew(tuple[Unit, ...]):
    """The units of a side, by their numbers. What is worked out about them is kept with them."""

    @derived
    def spots(self) -> Mapping[int, int]:
        """The spots that units are on by their field, as bits."""
        found: dict[int, int] = {}
        for unit in self:
            where, spot = unit.place
            if where >= 0:
                found[where] = found.get(where, 0) | 1 << spot
        return found

    @derived
    def hit_points(self) -> list[int]:
        """The HP of each unit."""
        return [unit.hp for unit in self]

    @derived
    def alive(self) -> int:
        """Units that are alive; a unit that is not seen counts as alive."""
        return sum([unit.hp != 0 for unit in self])


def guest_of(unit: Unit, seat: Seat) -> Seat | None:
    """Whose ship that unit of the seat is aboard, if it is another's."""
    owner = unit.place.field - ABOARD
    return owner if owner >= 0 and owner != seat else None
