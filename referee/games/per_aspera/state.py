"""The state of a game of Per Aspera: the map, the ships and the turn. Immutable; nothing in it is secret.

Cards that lie face down are not in the state: they are drawn from `Chart.unseen` when they are turned up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from components.catalogue import Game
from referee.engine.arguments import agreed_options
from referee.engine.game import Seat
from referee.engine.tuples import Copied, Deriving, Record, copied, record, remembered, replaced
from referee.games.per_aspera.box import Box, Card, Opponent, Planet
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.rules.map_spaces import HOME, Space

# The steps of a game:
#
# map      the map is drawn (PA 2.1)
# ship     the active player configures a ship (PA 4.1)
# starter  the start player is rolled (PA 4.4)
# load     until the ship moves (PA 5.1 to 5.5)
# pirates  a die decides whether pirates sell fuel (PA 5.3)
# turn-up  a card is turned up (PA 2.3)
# demand   demand dice are rolled (PA 3.1)
# attack   the active player may attack a ship (PA 5.6)
# fight    the dice of a combat are rolled (PA 5.6 to 5.9)
# take     the winner may take a unit (PA 5.6)
# remove   the opponent removes a unit from the hold (PA 5.7)
# unload   until the turn ends (PA 5.10, PA 5.11)
# won      the active player has come home with the goal (PA 6.1)
# over     the last round is over (PA 6.2)
Step: TypeAlias = Literal[
    "map",
    "ship",
    "starter",
    "load",
    "pirates",
    "turn-up",
    "demand",
    "attack",
    "fight",
    "take",
    "remove",
    "unload",
    "won",
    "over",
]


class Agreed(NamedTuple):
    """The options that the players agreed on before the game.

    unknown_demands, foray  the two variations, of which at most one is played (PA 2.3)
    goal                    MCR to bring home, before levies (PA 6.2)
    rounds                  number of rounds after which the richest player wins (PA 6.2)
    """

    unknown_demands: bool
    foray: bool
    goal: int
    rounds: int


@record
class Site(Record):
    """A space of the map with what lies there, as the rules ask for it.

    card      None if it is face down
    demand    the result there (PA 3.2); 0 if none has been rolled
    planet    the card, if it is a planet
    pirates   whether it is a planet of pirates
    wanted    the resources it demands
    price     MCR for a unit of what it produces (PA 5.2); 0 if it produces nothing
    guard     who may attack a ship that ends its move there (PA 5.7 to 5.9); None in empty space
    strength  what they add to their die
    danger    the Pirate level from which they attack, or a die decides if they do
    """

    card: Card | None
    demand: int
    planet: Planet | None
    pirates: bool
    wanted: tuple[int, ...]
    price: int
    guard: Opponent | None
    strength: int
    danger: int


@record
class Chart(Deriving):
    """The map; spaces are in the order of `Box.spaces`.

    box       the box that its cards belong to
    cards     what lies face up on each space; None where a card is face down or not laid yet
    demands   the result on each space (PA 3.2); 0 where none has been rolled
    unseen    the cards that are not face up on the map, in the order of their codes
    levies    number of levies that are set
    colonies  seat and space of each, in ascending order
    """

    box: Box
    cards: tuple[Card | None, ...]
    demands: tuple[int, ...]
    unseen: tuple[Card, ...]
    levies: int
    colonies: tuple[tuple[Seat, Space], ...]

    @cached_property
    def sites(self) -> Mapping[Space, Site]:
        """Each space with what lies there."""
        box, placed = self.box, zip(self.cards, self.demands, strict=True)
        return dict(zip(box.spaces, [_site(box, card, demand) for card, demand in placed], strict=True))

    @property
    def planets(self) -> Sequence[tuple[int, Planet]]:
        """The planets that lie face up, each with the number of its space."""
        return [(place, card) for place, card in enumerate(self.cards) if isinstance(card, Planet)]

    @cached_property
    def producers(self) -> Mapping[int, Sequence[Space]]:
        """The spaces of the planets that lie face up, by what they produce."""
        found: dict[int, list[Space]] = {}
        for place, planet in self.planets:
            found.setdefault(planet.resource, []).append(self.box.spaces[place])
        return found

    def colonists(self, space: Space) -> int:
        """Return the number of colonies of all players on that space."""
        return sum(there == space for _, there in self.colonies)


@copied
class Ship(Copied):
    """A ship and the money of its owner, MCR.

    cargo  numbers of resources, or `COLONISTS`, in ascending order
    left   whether it has left the homeworld in this game (PA 6.1)
    """

    warp: int
    cannons: int
    hold: int
    tank: int
    fuel: int
    money: int
    pirate: int = 0
    cargo: tuple[int, ...] = ()
    space: Space = HOME
    left: bool = False

    @property
    def room(self) -> int:
        """Units that the hold still has room for (PA 4.3)."""
        return self.hold - len(self.cargo)

    def loaded(self, unit: int, count: int = 1, price: int = 0) -> Ship:
        """Return the ship with that many more units of it, each paid for."""
        cargo = tuple(sorted((*self.cargo, *[unit] * count)))
        return self._replace(cargo=cargo, money=self.money - price * count)

    def unloaded(self, unit: int, count: int = 1, price: int = 0) -> Ship:
        """Return the ship with that many fewer units of it, each sold for that price."""
        place = self.cargo.index(unit)
        cargo = self.cargo[:place] + self.cargo[place + count :]
        return self._replace(cargo=cargo, money=self.money + price * count)


@record
class Doings(Record):
    """The events of this turn that its later steps ask for.

    bought     units of the planet's resource
    recruited  units of colonists taken on
    asked      number of times that pirates were asked for fuel
    friendly   whether they sell it
    drifted    whether the ship moved without fuel (PA 5.5)
    foe        the seat that is attacked (PA 5.6)
    taker      the seat that won that fight
    taken      units it has taken
    lost       units that pirates have removed (PA 5.7)
    beaten     whether the ship skips Unload, and is not home (PA 5.8, PA 5.9)
    """

    bought: int = 0
    recruited: int = 0
    asked: int = 0
    friendly: bool = False
    drifted: bool = False
    foe: Seat | None = None
    taker: Seat | None = None
    taken: int = 0
    lost: int = 0
    beaten: bool = False


@copied
class State(Copied):
    """A game at the table.

    box      the box it is played with
    ships    seat by seat; those that are configured
    starter  the start player; None until rolled
    round    its number, from 1
    active   the seat whose ship or turn it is
    """

    names: tuple[str, ...]
    box: Box
    agreed: Agreed
    chart: Chart
    ships: tuple[Ship, ...]
    starter: Seat | None
    round: int
    active: Seat
    step: Step
    doings: Doings

    @property
    def ship(self) -> Ship:
        """The ship of the active player."""
        return self.ships[self.active]

    @property
    def site(self) -> Site:
        """The place of the active player's ship."""
        return self.chart.sites[self.ships[self.active].space]

    @property
    def goal(self) -> int:
        """MCR to bring home (PA 6.1)."""
        return scoring.goal(self.box, self.agreed.goal, self.chart.levies)

    @property
    def helper(self) -> Seat:
        """The next player clockwise, who rolls for pirates and interceptors."""
        return (self.active + 1) % len(self.names)


def read_agreed(components: Game, typed: Mapping[str, str]) -> Agreed:
    """Return the options as typed; a bare name has the empty text. Raises what `agreed_options` raises."""
    values = agreed_options(components, typed)
    return Agreed(
        unknown_demands=bool(values["unknown-demands"]),
        foray=bool(values["foray"]),
        goal=int(values["goal"]),
        rounds=int(values["rounds"]),
    )


def first_state(names: tuple[str, ...], agreed: Agreed, box: Box) -> State:
    """Return the state before anything has happened; with `foray` the map lies face down (PA 2.3)."""
    cards = tuple(box.home_card if space == HOME else None for space in box.spaces)
    return State(
        names=names,
        box=box,
        agreed=agreed,
        chart=Chart(box, cards, (0,) * len(cards), box.deck, 0, ()),
        ships=(),
        starter=None,
        round=1,
        active=0,
        step="ship" if agreed.foray else "map",
        doings=Doings(),
    )


@remembered
def _site(box: Box, card: Card | None, demand: int) -> Site:
    danger = box.combat.pirate_danger
    if isinstance(card, Planet):
        pirates = demand == box.dice.pirate
        wanted = box.demanded[demand, card.resource] if demand else ()
        guard: Opponent = "pirate" if pirates else "interceptor"
        price, strength = box.resources[card.resource].value, card.size.strength
        return Site(card, demand, card, pirates, wanted, price, guard, strength, 0 if pirates else danger)
    if card == box.home_card:
        return Site(card, demand, None, False, (), 0, "home", box.combat.home.strength, danger)
    return Site(card, demand, None, False, (), 0, None, 0, danger)


def with_ship(state: State, seat: Seat, ship: Ship) -> State:
    """Return the state with that ship instead of the seat's own."""
    after = state.copy()
    after.ships = replaced(state.ships, seat, ship)
    return after
