"""What is in the box of Per Aspera Ad Astra, as the referee uses it: the map, planets and numbers.

All of it is read from `components/per_aspera/`; money is in MCR.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, cast

from components import catalogue
from components.catalogue import Seat
from components.pieces import Piece
from components.reading import Table

SLUG = "per-aspera"

Opponent: TypeAlias = Literal["ship", "pirate", "interceptor", "home"]
Side: TypeAlias = Literal["active", "opponent"]

OPPONENTS: tuple[Opponent, ...] = ("ship", "pirate", "interceptor", "home")
_SIDES: tuple[Side, ...] = ("active", "opponent")


class Resource(NamedTuple):
    """A resource; `value` is its price, and its pay for each step of distance (PA 5.2, PA 5.10)."""

    number: int
    name: str
    value: int


class Size(NamedTuple):
    """A size of planets.

    dice      rolled for its demand (PA 3.1)
    units     that may be loaded in a turn (PA 5.2)
    strength  added to the die of its pirates and interceptors (PA 5.7, PA 5.8)
    """

    number: int
    name: str
    letter: str
    dice: int
    units: int
    strength: int


class Planet(NamedTuple):
    """A planet; `code` has the letter of the copy ("3L.b"), unless any copy is meant ("3L").

    slots  colonies it has room for (PA 1.2)
    """

    code: str
    resource: int
    size: Size
    slots: int


class Demand(NamedTuple):
    """What a result of the demand dice asks for (PA 3.2); `pay` multiplies the price of a sale."""

    result: int
    resources: tuple[int, ...]
    pay: int


@dataclass(frozen=True)
class DemandDice:
    """The numbers of PA 3.1.

    faces     of every die
    levy      the face that may become a levy
    pirate    the face, and the result, of a pirate planet
    a_planet  levies that one planet may give
    slots     levies that all of them may give
    """

    faces: int
    levy: int
    pirate: int
    a_planet: int
    slots: int


@dataclass(frozen=True)
class Combat:
    """The numbers of PA 5.6 to 5.9.

    draws          the side that wins draws
    danger         Pirate level from which interceptors look for a ship
    home_strength  of the interceptor at the homeworld
    loot           units the winner of a fight between ships may take
    pirate_levels  gained by each of them
    loss           units a ship beaten by pirates loses
    """

    draws: Mapping[Opponent, Side]
    danger: int
    home_strength: int
    loot: int
    pirate_levels: int
    loss: int


@dataclass(frozen=True)
class Yard:
    """What ships cost, MCR (PA 4.1).

    systems      the price of each level of each system, in ascending order
    tank         the price of each tank square, in the order they are bought
    least_tank   squares a ship has at least
    least_fuel   units a ship begins with at least
    recommended  levels of the systems, tank squares and fuel for a first game (PA 4.2)
    """

    systems: Mapping[str, tuple[int, ...]]
    tank: tuple[int, ...]
    least_tank: int
    least_fuel: int
    recommended: Mapping[str, int]


@dataclass(frozen=True)
class Trade:
    """The numbers of PA 5.1 to 5.5 and 5.10 to 5.11; prices in MCR for a unit.

    colonists         units a player may take on in a turn
    made_up_to        money of a player with less who starts a turn at home without fuel
    fuel_rolls        on a pirate planet in a turn
    fuel_a_card       units burnt on entering a space
    drift             spaces a ship without fuel may move
    unknown_distance  steps, while no producer is known
    colonies          of one player on a planet
    """

    colonists: int
    colonist_price: int
    fuel_price: int
    made_up_to: int
    pirate_fuel_price: int
    fuel_rolls: int
    fuel_a_card: int
    drift: int
    unknown_distance: int
    colonies: int


@dataclass(frozen=True)
class Option:
    """An option of the game; a flag has no `default`, and no value."""

    name: str
    default: int | None
    least: int
    excludes: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Box:
    """Per Aspera Ad Astra.

    players       the fewest and the most
    rows          spaces in each row of the map, from the top
    planets       every planet, by the code printed on it
    empty         the code of empty space, and how many there are
    home          the code of the homeworld
    levy_step     by which each levy raises the goal
    least_level   of each system of a ship
    pirate_level  the least, with which a ship begins, and the highest
    colony_bonus  for each unit sold where the player has a colony
    money         to configure a ship with
    """

    title: str
    players: tuple[int, int]
    seats: tuple[Seat, ...]
    rows: tuple[int, ...]
    planets: Mapping[str, Planet]
    empty: tuple[str, int]
    home: str
    resources: Mapping[int, Resource]
    sizes: tuple[Size, ...]
    demands: Mapping[int, Demand]
    dice: DemandDice
    levy_step: int
    least_level: int
    pirate_level: tuple[int, int]
    combat: Combat
    trade: Trade
    yard: Yard
    colony_bonus: int
    money: int
    options: Mapping[str, Option]

    @property
    def hold(self) -> int:
        """Units a hold has room for at most (PA 4.3)."""
        return self.levels("hold")[1]

    def levels(self, system: str) -> tuple[int, int]:
        """The least and the highest level of that system (PA 1.4)."""
        return self.least_level, len(self.yard.systems[system])


@cache
def box() -> Box:
    """The box. Raises `DataError` if its files are wrong."""
    game = catalogue.load(SLUG)
    planets, ship, combat, trade = (game.tables[name] for name in ("planets", "ship", "combat", "trade"))
    sizes = {row.integer("number"): _size(row) for row in planets.tables("size")}
    pieces = game.deck("map-hexes").pieces
    [empty] = _of_kind(pieces, "empty")
    [home] = _of_kind(pieces, "homeworld")
    start, pirate = ship.table("start"), ship.table("pirate")
    return Box(
        title=game.title,
        players=game.players,
        seats=game.seats,
        rows=game.tables["sector"].integers("rows"),
        planets={
            piece.code: Planet(piece.code, piece["resource"], sizes[piece["size"]], piece["colonies"])
            for piece in _of_kind(pieces, "planet")
        },
        empty=(empty.code, empty.copies),
        home=home.code,
        resources={
            row.integer("number"): Resource(row.integer("number"), row.text("name"), row.integer("value"))
            for row in game.tables["resources"].tables("resource")
        },
        sizes=tuple(sizes.values()),
        demands={
            row.integer("result"): Demand(
                row.integer("result"), row.integers("resources"), row.integer("pay")
            )
            for row in planets.tables("demand")
        },
        dice=_dice(planets, home["levies"]),
        levy_step=planets.table("levy").integer("step"),
        least_level=start.integer("level"),
        pirate_level=(pirate.integer("least"), pirate.integer("most")),
        combat=_combat(combat),
        trade=_trade(trade),
        yard=_yard(ship),
        colony_bonus=trade.table("sale").integer("colony_bonus"),
        money=start.integer("money"),
        options={row.text("name"): _option(row) for row in game.tables["options"].tables("option")},
    )


def _of_kind(pieces: tuple[Piece, ...], kind: str) -> list[Piece]:
    return [piece for piece in pieces if piece["kind"] == kind]


def _size(row: Table) -> Size:
    return Size(
        number=row.integer("number"),
        name=row.text("name"),
        letter=row.text("letter"),
        dice=row.integer("dice"),
        units=row.integer("units"),
        strength=row.integer("strength"),
    )


def _dice(planets: Table, slots: int) -> DemandDice:
    dice = planets.table("dice")
    return DemandDice(
        faces=dice.integer("faces"),
        levy=dice.integer("levy"),
        pirate=dice.integer("pirate"),
        a_planet=planets.table("levy").integer("a_planet"),
        slots=slots,
    )


def _combat(table: Table) -> Combat:
    return Combat(
        draws={name: cast(Side, table.table(name).choice("draw", _SIDES)) for name in OPPONENTS},
        danger=table.integer("pirate_danger"),
        home_strength=table.table("home").integer("strength"),
        loot=table.table("ship").integer("loot"),
        pirate_levels=table.table("ship").integer("pirate_levels"),
        loss=table.table("pirate").integer("loss"),
    )


def _trade(table: Table) -> Trade:
    homeworld, pirates = table.table("homeworld"), table.table("pirate_planet")
    return Trade(
        colonists=homeworld.integer("colonists"),
        colonist_price=homeworld.integer("colonist_price"),
        fuel_price=homeworld.integer("fuel_price"),
        made_up_to=homeworld.integer("made_up_to"),
        pirate_fuel_price=pirates.integer("fuel_price"),
        fuel_rolls=pirates.integer("fuel_rolls"),
        fuel_a_card=table.table("move").integer("fuel_a_card"),
        drift=table.table("move").integer("drift"),
        unknown_distance=table.table("sale").integer("unknown_distance"),
        colonies=table.table("colonies").integer("a_player"),
    )


def _yard(ship: Table) -> Yard:
    rows = ship.tables("tank")
    recommended = ship.table("recommended")
    systems = {row.text("key"): row.integers("costs") for row in ship.tables("system")}
    return Yard(
        systems=systems,
        tank=tuple(row.integer("price") for row in rows for _ in range(row.integer("squares"))),
        least_tank=ship.table("start").integer("tank"),
        least_fuel=ship.table("start").integer("fuel"),
        recommended={name: recommended.integer(name) for name in (*systems, "tank", "fuel")},
    )


def _option(row: Table) -> Option:
    flag = row.choice("kind", ("flag", "int")) == "flag"
    return Option(
        name=row.text("name"),
        default=None if flag else row.integer("default"),
        least=0 if flag else row.integer("least"),
        excludes=row.texts("excludes", ()),
        rule=row.text("rule"),
    )
