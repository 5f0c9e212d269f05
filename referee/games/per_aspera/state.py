"""Where a game of Per Aspera stands: the map, the ships and the turn. Immutable; nothing of it is secret.

Cards that lie face down are not in the state: they are drawn from `Chart.unseen` when they are turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from referee.engine import Seat
from referee.games.per_aspera import rules
from referee.games.per_aspera.agreed import Agreed
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.sector import HOME, Space, distance, spaces

COLONISTS = 0  # as cargo, beside the numbers of the resources

# map      the map is drawn (PA 2.1)
# ship     the active player configures a ship (PA 4.1)
# starter  the start player is rolled (PA 4.4)
# load     until the ship moves (PA 5.1 to 5.5)
# pirates  a die decides whether pirates sell fuel (PA 5.3)
# turn-up  a card is turned (PA 2.3)
# demand   demand dice are rolled (PA 3.1)
# attack   the active player may attack a ship (PA 5.6)
# fight    dice of a combat (PA 5.6 to 5.9)
# take     the winner may take a unit (PA 5.6)
# remove   the opponent takes a unit off the hold (PA 5.7)
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
    "over",
]


class Void(NamedTuple):
    """A card that is no planet: empty space, or the homeworld."""

    code: str


Card: TypeAlias = Planet | Void


class Chart(NamedTuple):
    """The map; spaces are in the order of `sector.spaces`.

    cards     what lies face up on each space; None where a card is face down or not laid yet
    demands   the result on each space (PA 3.2); 0 where none is rolled
    unseen    the cards that are not face up on the map, in the order of their codes
    levies    how many are set
    colonies  seat and space of each, in ascending order
    """

    cards: tuple[Card | None, ...]
    demands: tuple[int, ...]
    unseen: tuple[Card, ...]
    levies: int
    colonies: tuple[tuple[Seat, Space], ...]

    def colonists(self, space: Space) -> int:
        """Colonies of all players on that space."""
        return sum(there == space for _, there in self.colonies)


class Ship(NamedTuple):
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
        """Units the hold still takes (PA 4.3)."""
        return self.hold - len(self.cargo)


class Doings(NamedTuple):
    """What has happened in this turn.

    bought     units of the planet's resource
    recruited  units of colonists taken on
    asked      how often pirates were asked for fuel
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


class State(NamedTuple):
    """A game.

    ships    seat by seat; those that are configured
    starter  the start player; None until rolled
    round    from 1
    active   whose ship or turn it is
    winner   who came home with the goal; None also if the rounds ran out
    """

    names: tuple[str, ...]
    agreed: Agreed
    chart: Chart
    ships: tuple[Ship, ...]
    starter: Seat | None
    round: int
    active: Seat
    step: Step
    doings: Doings
    winner: Seat | None

    @property
    def ship(self) -> Ship:
        """That of the active player."""
        return self.ships[self.active]

    @property
    def card(self) -> Card | None:
        """Where the active player's ship is; None if it is face down."""
        return self.chart.cards[index(self.ship.space)]

    @property
    def demand(self) -> int:
        """The result on the space of the active player's ship; 0 if there is none."""
        return self.chart.demands[index(self.ship.space)]

    @property
    def pirates_here(self) -> bool:
        return self.demand == box().dice.pirate

    @property
    def goal(self) -> int:
        """MCR to bring home (PA 6.1)."""
        return rules.goal(self.agreed.goal, self.chart.levies)

    @property
    def helper(self) -> Seat:
        """The next player clockwise, who rolls for pirates and interceptors."""
        return (self.active + 1) % len(self.names)


@cache
def deck() -> tuple[Card, ...]:
    """The cards the map is made of, in the order of their codes."""
    empty, copies = box().empty
    cards: list[Card] = [*box().planets.values(), *[Void(empty)] * copies]
    return tuple(sorted(cards, key=lambda card: card.code))


@cache
def home_card() -> Void:
    return Void(box().home)


@cache
def index(space: Space) -> int:
    """The number of the space among `sector.spaces`."""
    return spaces().index(space)


def with_ship(state: State, seat: Seat, ship: Ship) -> State:
    """The state with that ship instead of the seat's own."""
    return state._replace(ships=(*state.ships[:seat], ship, *state.ships[seat + 1 :]))


def loaded(cargo: tuple[int, ...], unit: int, count: int = 1) -> tuple[int, ...]:
    return tuple(sorted((*cargo, *[unit] * count)))


def unloaded(cargo: tuple[int, ...], unit: int, count: int = 1) -> tuple[int, ...]:
    place = cargo.index(unit)
    return cargo[:place] + cargo[place + count :]


def planets(chart: Chart) -> Iterator[tuple[int, Planet]]:
    """The planets that lie face up, with the number of their space."""
    for place, card in enumerate(chart.cards):
        if isinstance(card, Planet):
            yield place, card


def producer_distance(chart: Chart, space: Space, resource: int) -> int:
    """Steps from that space to the nearest producer that is known (PA 5.10)."""
    every = spaces()
    steps = [distance(space, every[place]) for place, planet in planets(chart) if planet.resource == resource]
    return min(steps, default=box().trade.unknown_distance)


def sale_price(chart: Chart, seat: Seat, space: Space, resource: int) -> int:
    """MCR a unit fetches there, for that seat (PA 5.10)."""
    return rules.price(
        box().resources[resource],
        producer_distance(chart, space, resource),
        pirate=chart.demands[index(space)] == box().dice.pirate,
        colony=(seat, space) in chart.colonies,
    )
