"""Where a game of Planetary stands: the planets, the sides and the turn. Immutable.

Units and ships are found by place. A place is a spot of a field: a hex of a planet, or a cell of a
ship. So a unit moves alike on both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import ge
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple, cast

from referee.engine import Seat
from referee.games.planetary.board import core_cell, near
from referee.games.planetary.box import box
from referee.games.planetary.hexes import Cylinder, cylinder, ring_distance
from referee.games.planetary.numbers import Amounts, Effect, numbers
from referee.games.planetary.system import Planet

T = TypeVar("T")
Rest = TypeVarTuple("Rest")

CORE = "CORE"  # the code of what stands on the core's cell

# sizes … dust  the system is drawn (PL 1.2, PL 1.3)
# spaces        starting spaces are drawn (option start=random)
# bars          everybody's first blueprints are drawn (PL 2.4)
# space, build  round 0 (PL 3.1)
# strays        a unit that was not placed goes to a cell (PL 3.1)
# first, lots   the order of turns is drawn (PL 3.2)
# upkeep        the active player takes watts and pays for modules (PL 4.2, PL 4.3)
# drill         a drill that has a choice takes a material (PL 6)
# draw          a blueprint is drawn (PL 4.4)
# act           all else of a turn (PL 4.5)
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

ABOARD = 8  # the field of seat 0's ship; those of planets are lower


class Place(NamedTuple):
    """A spot of a field: `field` is the number of a planet, or `ABOARD` and the seat of a ship."""

    field: int
    spot: int


UNPLACED = Place(-1, 0)  # in round 0
UNSEEN = Place(-2, 0)  # aboard a ship that is not seen
DEAD = Place(-3, 0)

UNKNOWN_HP = -1  # of a unit that is not seen


class Unit(NamedTuple):
    """A unit; at 0 HP it is dead."""

    hp: int
    place: Place = UNPLACED


class Module(NamedTuple):
    """A module or the core on its cell.

    on     whether it works; a core has no switch
    tally  watts in a battery; turns that hydroponics were on; of a shield the hits it could have voided
           till the one it voided last; the owner's turn to which a generator has fuel; 1 for a vat that
           has been used
    """

    code: str
    hp: int
    on: bool = False
    tally: int = 0


class _ShipFields(NamedTuple):
    cells: tuple[Module | None, ...]
    space: int = -1
    planet: int = -1
    hex: int = 0


class Ship(_ShipFields):
    """A ship. What is worked out about it is kept with it, as it stays the same for many states.

    cells   of its board, row by row
    space   of the ring, or of the anchor of the planet it stands on; -1 before it is chosen or if it is
            not seen
    planet  it stands on; -1 in orbit
    hex     of that planet
    """

    @property
    def landed(self) -> bool:
        return self.planet >= 0

    @property
    def core_hp(self) -> int:
        core = self.cells[core_cell()]
        return core.hp if core else 0

    def with_cell(self, cell: int, module: Module | None) -> Ship:
        return self._replace(cells=(*self.cells[:cell], module, *self.cells[cell + 1 :]))

    @cached_property
    def modules(self) -> tuple[tuple[int, Module], ...]:
        """The cells with a module, the core's left out."""
        return tuple(
            [(cell, module) for cell, module in enumerate(self.cells) if module and module.code != CORE]
        )

    @cached_property
    def on(self) -> tuple[tuple[int, Module, Effect], ...]:
        """The modules that are on, with what they do."""
        effects = numbers().effects
        return tuple([(cell, module, effects[module.code]) for cell, module in self.modules if module.on])

    @cached_property
    def closed(self) -> bytes:
        """For each cell 1 if there is nothing to stand on."""
        return bytes([module is None for module in self.cells])

    @cached_property
    def lands(self) -> bool:
        """Whether landing gear is on."""
        return any(effect.lands for _, _, effect in self.on)

    @cached_property
    def watts_per_space(self) -> int:
        """What a space costs that is not free; with thrusters that are on it is less (PL 6)."""
        cheaper = [effect.watts_per_space for _, _, effect in self.on if effect.watts_per_space]
        return min(cheaper, default=numbers().ship.watts_per_space)

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The empty cells beside the core or a module (PL 2.3)."""
        beside = {other for cell, module in enumerate(self.cells) if module for other in near()[cell]}
        return tuple(sorted([cell for cell in beside if self.cells[cell] is None]))

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The cells to stand on that have an empty cell or the edge of the board beside them (PL 4.6)."""
        cells = self.cells
        return tuple(
            [
                cell
                for cell, beside in enumerate(near())
                if cells[cell] and (len(beside) < 4 or any(not cells[other] for other in beside))
            ]
        )


class Structure(NamedTuple):
    """A structure of PL 4.9 and its owner."""

    hex: int
    kind: str
    owner: Seat


class _WorldFields(NamedTuple):
    planet: Planet
    terrain: str
    worked: bytes
    structures: tuple[Structure, ...] = ()


class World(_WorldFields):
    """A planet as it is now. What is worked out about it is kept with it.

    terrain     a letter for each hex
    worked      how often each hex has yielded, or woodland has been cut
    structures  in the order of their hexes
    """

    @cached_property
    def cylinder(self) -> Cylinder:
        return cylinder(self.planet.columns, numbers().rows)

    @cached_property
    def built(self) -> Mapping[int, Structure]:
        """The structures by their hexes."""
        return {structure.hex: structure for structure in self.structures}

    @cached_property
    def owners(self) -> frozenset[Seat]:
        """The seats with a structure there."""
        return frozenset([structure.owner for structure in self.structures])

    def structure(self, hex_: int) -> Structure | None:
        return self.built.get(hex_)

    @cached_property
    def growing(self) -> tuple[int, ...]:
        """The plains that roll a die at the round's end (PL 5.1)."""
        growth, terrain, near = numbers().growth, self.terrain, self.cylinder.near
        plains = [hex_ for hex_, letter in enumerate(terrain) if letter == growth.on]
        return tuple([hex_ for hex_ in plains if growth.beside in [terrain[other] for other in near[hex_]]])

    @cached_property
    def plains(self) -> Mapping[str, tuple[int, ...]]:
        """The plains of each half, row by row."""
        kinds = numbers().terrain
        plains = [hex_ for hex_, letter in enumerate(self.terrain) if kinds[letter].plains]
        return {half: tuple([hex_ for hex_ in plains if self.half(hex_) == half]) for half in ("A", "B")}

    def half(self, hex_: int) -> str:
        """A or B (PL 1.5)."""
        columns = self.planet.columns
        return "A" if hex_ % columns < columns // 2 else "B"

    def faces_ring(self, hex_: int, round_: int) -> bool:
        return self.half(hex_) == self.planet.facing(round_)

    def with_terrain(self, hex_: int, letter: str) -> World:
        """With other terrain there, which nobody has worked."""
        terrain = self.terrain[:hex_] + letter + self.terrain[hex_ + 1 :]
        return self._replace(terrain=terrain)._with_worked(hex_, 0)

    def worked_once(self, hex_: int, times: int, leaves: str) -> World:
        """Worked once more there; after so many times it becomes what it leaves, without a structure."""
        worked = self.worked[hex_] + 1
        if worked < times:
            return self._with_worked(hex_, worked)
        return self.without_structure(hex_).with_terrain(hex_, leaves)

    def with_structure(self, structure: Structure) -> World:
        others = self.without_structure(structure.hex).structures
        return self._replace(structures=tuple(sorted((*others, structure))))

    def without_structure(self, hex_: int) -> World:
        return self._replace(structures=tuple(one for one in self.structures if one.hex != hex_))

    @cached_property
    def closed(self) -> bytes:
        """For each hex 1 if no unit may enter it, 0 if only units and ships there can bar it (PL 4.8)."""
        hexes = bytearray(self.terrain.translate(_barred()), "ascii")
        for structure in self.structures:
            hexes[structure.hex] = not numbers().structures[structure.kind].passable
        return bytes(hexes)

    def _with_worked(self, hex_: int, times: int) -> World:
        return self._replace(worked=self.worked[:hex_] + bytes((times,)) + self.worked[hex_ + 1 :])


class Side(NamedTuple):
    """A player's side.

    core       its name
    brought    the deck as it was brought
    materials  in the order of the tracks
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
    units: tuple[Unit, ...]
    turns: int = 0
    fuelled: int = 0
    due: bool = False
    travelled: int = 0
    destroyed: tuple[str, ...] = ()
    out: int | None = None

    @property
    def alive(self) -> int:
        """Units that are alive; a unit that is not seen is."""
        return sum(unit.hp != 0 for unit in self.units)

    def affords(self, cost: Amounts) -> bool:
        return all(map(ge, self.materials, cost))

    def gains(self, amounts: Amounts, sign: int = 1) -> Side:
        """With so much more of each material; with `sign` -1 so much less."""
        summed = (have + sign * more for have, more in zip(self.materials, amounts, strict=True))
        return self._replace(materials=tuple(summed))

    def with_unit(self, number: int, unit: Unit) -> Side:
        return self._replace(units=(*self.units[:number], unit, *self.units[number + 1 :]))


class Doings(NamedTuple):
    """What has happened in this turn.

    light       whether the core had light when the turn began
    spent       watts
    paid        cells whose upkeep is paid, before it is done with
    drills      cells of drills that are still to act
    flown       spaces of the ship's move; None if it has not moved
    unit        number of the unit that is moving; -1 if none is
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


@dataclass(frozen=True)
class State:
    """A game.

    start        whether starting spaces are drawn
    rounds       the last round
    clock        whether a clock is agreed on
    laid         what was drawn for the system so far, step by step
    spaces       of the ring
    dust         the spaces that are dark
    order        of turns; empty before it is drawn
    ready        the seats that have finished a step of round 0
    round        0 is that of the starts
    turn_number  turns begun by all
    rewards      the blueprints each seat gets; None while they are to be drawn
    memo         what was worked out about this state and may be asked again: no part of it
    """

    names: tuple[str, ...]
    random_start: bool
    rounds: int
    clock: bool
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
    memo: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def side(self) -> Side:
        """That of the active player."""
        return self.sides[self.active]

    @cached_property
    def occupants(self) -> Mapping[Place, tuple[Seat, int]]:
        """Seat and number of the unit on each place that has one."""
        return {
            unit.place: (seat, number)
            for seat, side in enumerate(self.sides)
            for number, unit in enumerate(side.units)
            if unit.place.field >= 0
        }

    @cached_property
    def hulls(self) -> Mapping[Place, Seat]:
        """Whose ship stands on each hex that has one."""
        return {
            Place(side.ship.planet, side.ship.hex): seat
            for seat, side in enumerate(self.sides)
            if side.ship.landed
        }

    def but(self, **changes: Any) -> State:
        """What `dataclasses.replace` gives, in a quarter of the time: a step makes two or three states."""
        fields = {**vars(self), **changes, "memo": {}}
        for name in _WORKED_OUT:
            fields.pop(name, None)
        state = object.__new__(State)
        object.__setattr__(state, "__dict__", fields)
        return state

    def with_side(self, seat: Seat, side: Side, **changes: Any) -> State:
        return self.but(sides=(*self.sides[:seat], side, *self.sides[seat + 1 :]), **changes)

    def with_world(self, number: int, world: World, **changes: Any) -> State:
        return self.but(worlds=(*self.worlds[:number], world, *self.worlds[number + 1 :]), **changes)

    def anchored(self, space: int) -> int:
        """The planet anchored at that space; -1 if none is."""
        for number, world in enumerate(self.worlds):
            if world.planet.space == space:
                return number
        return -1

    def is_free(self, place: Place) -> bool:
        """Whether a unit may come to that hex, or stands on that cell of a ship (PL 4.8)."""
        if place in self.occupants:
            return False
        if place.field >= ABOARD:
            return self.sides[place.field - ABOARD].ship.cells[place.spot] is not None
        return place not in self.hulls and not self.worlds[place.field].closed[place.spot]


# What a state keeps besides its fields: another state works it out anew.
_WORKED_OUT = tuple(name for name, value in vars(State).items() if isinstance(value, cached_property))


def sees(state: State, seat: Seat | None, other: Seat) -> bool:
    """Whether that seat, or with None an onlooker, sees the other one's ship (PL 3.3).

    Who has a unit aboard a ship sees it, too.
    """
    if seat == other:
        return True
    ship = state.sides[other].ship
    if ship.landed:
        return True
    if seat is None or not state.order or ship.space < 0:
        return False
    if any(unit.place.field == ABOARD + other for unit in state.sides[seat].units):
        return True
    return ring_distance(state.sides[seat].ship.space, ship.space, state.spaces) <= _view(
        state.sides[seat].ship, ship
    )


def guest_of(unit: Unit, seat: Seat) -> Seat | None:
    """Whose ship that unit of the seat is aboard, if it is another's."""
    owner = unit.place.field - ABOARD
    return owner if owner >= 0 and owner != seat else None


def known(state: State, seat: Seat | None) -> State:
    """The state as that seat knows it; with None, as an onlooker does.

    Ships that are not seen have no space and no board. Of others' blueprints only the number is known,
    and that only while their ship is seen.
    """
    if state.step in ("reward", "over"):
        return state
    sides = tuple(
        side if seat == other else _censored(state, seat, other) for other, side in enumerate(state.sides)
    )
    own = seat == state.active
    doings = state.doings if own else NOTHING_DONE
    return state.but(sides=sides, doings=doings)


def in_order(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Blueprints in the order of PL 6."""
    order = _order()
    return tuple(sorted(codes, key=order.__getitem__))


def kept(work: Callable[[State, *Rest], T]) -> Callable[[State, *Rest], T]:
    """A function of a state that is worked out once for each state; it never gives None."""

    def look_up(state: State, *rest: *Rest) -> T:
        key = (work, *rest)
        found = state.memo.get(key)
        if found is None:
            found = state.memo[key] = work(state, *rest)
        return cast(T, found)

    return look_up


def _view(own: Ship, other: Ship) -> int:
    """Ring spaces from which the other ship is seen."""
    cloaks = [effect.seen_from for _, _, effect in other.on if effect.seen_from]
    if cloaks:
        return min(cloaks)
    return numbers().ship.view + max((effect.view_bonus for _, _, effect in own.on), default=0)


def _censored(state: State, seat: Seat | None, other: Seat) -> Side:
    side = state.sides[other]
    seen = sees(state, seat, other)
    units = tuple(_censored_unit(state, seat, unit) for unit in side.units)
    side = side._replace(brought=(), destroyed=(), fuelled=0, due=False, travelled=0, units=units)
    if not seen:
        nothing = (0,) * len(side.materials)
        hidden = Ship((None,) * len(side.ship.cells))
        return side._replace(materials=nothing, deck=(), bar=(), pile=(), ship=hidden)
    return side._replace(deck=_backs(side.deck), bar=_backs(side.bar), pile=_backs(side.pile))


def _censored_unit(state: State, seat: Seat | None, unit: Unit) -> Unit:
    field = unit.place.field
    if field == UNPLACED.field or (field >= ABOARD and not sees(state, seat, field - ABOARD)):
        return Unit(UNKNOWN_HP, UNSEEN)
    return unit


def _backs(codes: tuple[str, ...]) -> tuple[str, ...]:
    return ("??",) * len(codes)


@cache
def _barred() -> Mapping[int, str]:
    """What stands for each letter of terrain in `World.closed`."""
    return {ord(kind.letter): "\0" if kind.walkable else "\1" for kind in numbers().terrain.values()}


@cache
def _order() -> Mapping[str, int]:
    return {code: place for place, code in enumerate(box().blueprints)}
