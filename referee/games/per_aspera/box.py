"""The box of Per Aspera Ad Astra, typed: the map, the planets and the numbers.

Records have the names of the tables and keys in `components/per_aspera/`. Money is in MCR.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from components import catalogue
from components.catalogue import Game
from components.pieces import Piece
from components.setup import Tone
from referee.games.per_aspera.rules.map_spaces import Space, distance, hexagon

SLUG = "per-aspera"

Opponent: TypeAlias = Literal["ship", "pirate", "interceptor", "home"]
Side: TypeAlias = Literal["active", "opponent"]

OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)
COLONISTS = 0  # This stands for colonists as cargo, beside the numbers of the resources.


class Resource(NamedTuple):
    """A resource.

    value  its price in MCR, and what it fetches for each step of distance (PA 5.2, PA 5.10)
    tone   the colour in which a screen may paint it
    """

    number: int
    name: str
    value: int
    tone: Tone


class Size(NamedTuple):
    """A size of planets.

    dice      number of dice that are rolled for its demand (PA 3.1)
    units     the most that may be loaded in a turn (PA 5.2)
    strength  number added to the die of its pirates and interceptors (PA 5.7, PA 5.8)
    """

    number: int
    name: str
    letter: str
    dice: int
    units: int
    strength: int


class Planet(NamedTuple):
    """A planet; `code` has the letter of the copy ("3L.b"), unless any copy is meant ("3L").

    slots  number of colonies it has room for (PA 1.2)
    """

    code: str
    resource: int
    size: Size
    slots: int


class Void(NamedTuple):
    """A card that is not a planet: empty space, or the homeworld."""

    code: str


Card: TypeAlias = Planet | Void


class Demand(NamedTuple):
    """A result of the demand dice and the resources it asks for (PA 3.2).

    pay  multiplies the price of a sale
    """

    result: int
    resources: tuple[int, ...]
    pay: int


class DemandDice(NamedTuple):
    """The dice of PA 3.1.

    faces   number of faces of every die
    levy    the face that may become a levy
    pirate  the face, and the result, of a pirate planet
    """

    faces: int
    levy: int
    pirate: int


class Levies(NamedTuple):
    """The levies of PA 3.1 and 6.1.

    a_planet  the most that one planet may give
    step      MCR by which each raises the goal
    slots     room for the levies of all planets
    """

    a_planet: int
    step: int
    slots: int


class ShipFight(NamedTuple):
    """A fight between ships (PA 5.6).

    draw           the side that wins draws
    loot           units the winner may take
    pirate_levels  levels gained by taking each of them
    """

    draw: Side
    loot: int
    pirate_levels: int


class PirateFight(NamedTuple):
    """A fight against pirates (PA 5.7); `loss` is the units that a beaten ship loses."""

    draw: Side
    loss: int


class InterceptorFight(NamedTuple):
    """A fight against the interceptor of a planet (PA 5.8)."""

    draw: Side


class HomeFight(NamedTuple):
    """A fight against the interceptor of the homeworld (PA 5.9); `strength` is added to its die."""

    draw: Side
    strength: int


class Combat(NamedTuple):
    """The numbers of PA 5.6 to 5.9; `pirate_danger` is the Pirate level from which interceptors attack."""

    pirate_danger: int
    ship: ShipFight
    pirate: PirateFight
    interceptor: InterceptorFight
    home: HomeFight

    def draw(self, opponent: Opponent) -> Side:
        """Return the side that wins draws against that opponent."""
        side: Side = getattr(self, opponent).draw
        return side


class Start(NamedTuple):
    """The money to spend on a new ship, and the least it has of everything (PA 4.1).

    level  the lowest level of each system
    tank   squares
    fuel   units
    """

    money: int
    level: int
    tank: int
    fuel: int


class PirateTrack(NamedTuple):
    """The Pirate level a ship begins with, and the highest (PA 4.3)."""

    least: int
    most: int


class System(NamedTuple):
    """A system of a ship, what it is good for, and the price of each level in ascending order (PA 4.1)."""

    key: str
    text: str
    costs: tuple[int, ...]


class TankRow(NamedTuple):
    """A row of the tank; `price` is for one square (PA 4.1)."""

    squares: int
    price: int


class Recommended(NamedTuple):
    """The ship for a first game: levels of the systems, tank squares and units of fuel (PA 4.2)."""

    warp: int
    cannons: int
    hold: int
    tank: int
    fuel: int


@dataclass(frozen=True)
class Yard:
    """The parts of ships, with their prices (PA 1.4, PA 4)."""

    start: Start
    pirate: PirateTrack
    recommended: Recommended
    system_rows: Annotated[tuple[System, ...], "system"]
    tank_rows: Annotated[tuple[TankRow, ...], "tank"]

    @cached_property
    def systems(self) -> Mapping[str, tuple[int, ...]]:
        """The price of each level of each system, in ascending order."""
        return {row.key: row.costs for row in self.system_rows}

    @cached_property
    def tank(self) -> tuple[int, ...]:
        """The price of each tank square, in the order in which they are bought."""
        return tuple(row.price for row in self.tank_rows for _ in range(row.squares))

    @cached_property
    def prices(self) -> Mapping[str, tuple[int, ...]]:
        """The price of each level of each system, and of each square of the "tank"."""
        return {**self.systems, "tank": self.tank}

    def levels(self, system: str) -> tuple[int, int]:
        """Return the lowest and the highest level of that system."""
        return self.start.level, len(self.systems[system])


class Homeworld(NamedTuple):
    """Trade on the homeworld (PA 5.1).

    colonists       units a player may take on in a turn
    colonist_price  price of a unit
    fuel_price      price of a unit, also while ships are configured
    made_up_to      money that a player with less is given who starts a turn here without fuel
    """

    colonists: int
    colonist_price: int
    fuel_price: int
    made_up_to: int


class PiratePlanet(NamedTuple):
    """Fuel on a pirate planet: the price of a unit, and the rolls for it in a turn (PA 5.3)."""

    fuel_price: int
    fuel_rolls: int


class Movement(NamedTuple):
    """Fuel burnt on entering a space (PA 5.4), and the spaces a ship without fuel may drift (PA 5.5)."""

    fuel_a_card: int
    drift: int


class Sale(NamedTuple):
    """Sales (PA 5.10).

    unknown_distance  steps, while no producer is known
    colony_bonus      added for each unit sold where the player has a colony
    """

    unknown_distance: int
    colony_bonus: int


class Colonies(NamedTuple):
    """Colonies of one player on a planet (PA 5.11)."""

    a_player: int


class Trade(NamedTuple):
    """The numbers of the steps Load, Move and Unload (PA 5)."""

    homeworld: Homeworld
    pirate_planet: PiratePlanet
    move: Movement
    sale: Sale
    colonies: Colonies


@dataclass(frozen=True, eq=False)
class Box:
    """The numbers of the game. A box is equal only to itself, so what follows from it is quickly remembered.

    components  the components it was read from
    rows        spaces in each row of the map, from the top
    planets     every planet, by the code printed on it
    empty       the code of empty space, whatever is drawn on it, and the number of its cards
    home        the code of the homeworld
    chits       the demand chit that shows each result: its code and side, as in a set-up
    """

    components: Game
    rows: tuple[int, ...]
    planets: Mapping[str, Planet]
    empty: tuple[str, int]
    home: str
    resources: Mapping[int, Resource]
    sizes: tuple[Size, ...]
    demands: Mapping[int, Demand]
    dice: DemandDice
    levies: Levies
    combat: Combat
    trade: Trade
    yard: Yard
    chits: Mapping[int, tuple[str, str]]

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Every space of the map, row by row from the top, each row from left to right."""
        return hexagon(self.rows)

    @cached_property
    def space_numbers(self) -> Mapping[Space, int]:
        """The number of each space among `spaces`."""
        return {space: number for number, space in enumerate(self.spaces)}

    @cached_property
    def greatest_distance(self) -> int:
        """Steps between the two spaces of the map that are furthest apart."""
        return max(distance(one, other) for one in self.spaces for other in self.spaces)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards the map is made of, in the order of their codes."""
        empty, copies = self.empty
        cards: list[Card] = [*self.planets.values(), *[Void(empty)] * copies]
        return tuple(sorted(cards, key=lambda card: card.code))

    @cached_property
    def home_card(self) -> Void:
        """The card of the homeworld."""
        return Void(self.home)

    @cached_property
    def demanded(self) -> Mapping[tuple[int, int], tuple[int, ...]]:
        """The resources that a planet demands, by its result and the resource it produces (PA 3.2, PA 3.3).

        A planet never demands what it produces.
        """
        return {
            (result, produced): tuple(resource for resource in demand.resources if resource != produced)
            for result, demand in self.demands.items()
            for produced in self.resources
        }

    @cached_property
    def faces(self) -> Sequence[int]:
        """The faces of a die."""
        return range(1, self.dice.faces + 1)

    @property
    def hold(self) -> int:
        """Units that the largest hold has room for (PA 4.3)."""
        return self.yard.levels("hold")[1]

    @property
    def pirate_pay(self) -> int:
        """The factor by which a pirate planet multiplies a price (PA 3.2)."""
        return self.demands[self.dice.pirate].pay

    def good(self, unit: int) -> str:
        """Return the name of a unit of cargo, as in a sentence: "ore", "colonists"."""
        return "colonists" if unit == COLONISTS else self.resources[unit].name.lower()


def load() -> Box:
    """Return the box of the game as it is. Raises `DataError` if its files are wrong."""
    return read(catalogue.load(SLUG))


def read(game: Game) -> Box:
    """Return the box of these components. Raises `DataError` if they are wrong."""
    planets = game.tables["planets"]
    sizes = {size.number: size for size in (row.record(Size) for row in planets.tables("size"))}
    pieces = game.deck("map-hexes").pieces
    empty = _of_kind(pieces, "empty")
    [home] = _of_kind(pieces, "homeworld")
    resources = [row.record(Resource) for row in game.tables["resources"].tables("resource")]
    demands = [row.record(Demand) for row in planets.tables("demand")]
    return Box(
        components=game,
        rows=game.tables["sector"].integers("rows"),
        planets={
            piece.code: Planet(piece.code, piece["resource"], sizes[piece["size"]], piece["colonies"])
            for piece in _of_kind(pieces, "planet")
        },
        empty=(empty[0].code, sum(piece.copies for piece in empty)),
        home=home.code,
        chits={
            piece[shown]: (piece.code, side)
            for piece in game.deck("demands").pieces
            for shown, side in (("front", ""), ("back", "b"))
        },
        resources={resource.number: resource for resource in resources},
        sizes=tuple(sizes.values()),
        demands={demand.result: demand for demand in demands},
        dice=planets.table("dice").record(DemandDice),
        levies=planets.table("levy").record(Levies, slots=home["levies"]),
        combat=game.tables["combat"].record(Combat),
        trade=game.tables["trade"].record(Trade),
        yard=game.tables["ship"].record(Yard),
    )


def _of_kind(pieces: tuple[Piece, ...], kind: str) -> list[Piece]:
    return [piece for piece in pieces if piece["kind"] == kind]
