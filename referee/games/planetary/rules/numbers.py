"""The numbers of Planetary, typed: cores, blueprints, units, terrain, and what the rules say in figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, TypeAlias

from components.setup import Tone

Materials: TypeAlias = Mapping[str, int]  # Units by material.
Amounts: TypeAlias = tuple[int, ...]  # Units of each material, in the order of the tracks.
Blueprints: TypeAlias = Mapping[str, int]  # Copies by code.
Half: TypeAlias = Literal["A", "B"]


class Fuel(NamedTuple):
    """`amount` of `material` buys a core's yield for `turns` turns."""

    material: str
    amount: int
    turns: int


class Repair(NamedTuple):
    """A repair that falls due in every `every`-th turn of the owner."""

    every: int
    cost: Materials


@dataclass(frozen=True, eq=False)
class Core:
    """A core (PL 2.1, PL 4.2). Yields are watts a turn.

    watts            watts in light, or with fuel and without a repair due
    watts_per_space  more for each space travelled in the owner's last turn; 0 for most
    dark_watts       watts in the dark; None if the core needs no light
    start            the materials it adds at the start of the game
    """

    name: str
    letter: str
    generator: str
    watts: int
    start: Materials
    watts_per_space: int = 0
    dark_watts: int | None = None
    fuel: Fuel | None = None
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A blueprint (PL 6), and what its module does while it is on: 0 or nothing for what it does not do.

    iron, copper, watts  the cost of building it
    upkeep               watts a turn in which the module is on
    hp                   hit points
    core                 the core a generator belongs to; empty for any other blueprint
    operated             whether a unit operates it
    lands                whether its ship may land
    computes             whether modules are operated from it
    stores               watts it keeps
    view_bonus           ring spaces its owner sees further
    seen_from            ring spaces from which alone its ship is seen
    damage, range        HP and ring spaces of a gun
    hits_plains          whether the gun hits units on plains
    voids                hits on its ship it voids each round
    heals                HP a turn to units on it or next to it
    drills               letters of terrain it takes `takes` from
    watts_per_space      what a space costs its ship
    repairs              HP it gives back when operated
    gives, every         materials in every N-th turn in which it is on
    clone_cost           materials for which a dead unit comes back; once for each module
    """

    code: str
    title: str
    tier: int
    iron: int
    copper: int
    watts: int
    upkeep: int
    hp: int
    effect: str
    operated: bool
    core: str = ""
    lands: bool = False
    computes: bool = False
    stores: Annotated[int, "stores_watts"] = 0
    view_bonus: int = 0
    seen_from: Annotated[int, "view"] = 0
    damage: int = 0
    range: int = 0
    hits_plains: bool = False
    voids: Annotated[int, "hits_voided"] = 0
    heals: int = 0
    drills: Annotated[tuple[str, ...], "from"] = ()
    takes: int = 0
    watts_per_space: int = 0
    repairs: int = 0
    gives: Materials = field(default_factory=dict)
    every: int = 0
    clone_cost: Annotated[Materials, "cost"] = field(default_factory=dict)


class PlanetCard(NamedTuple):
    """A planet's card (PL 1.2): where the planet lies, and the half it turns to the ring (PL 1.5)."""

    code: str
    title: str
    side: Literal["inside", "outside"]
    even_facing: Half
    odd_facing: Half


class Ring(NamedTuple):
    """The numbers of PL 1.1 and PL 1.3."""

    spaces_per_player: int
    dust_per_player: int


class Planets(NamedTuple):
    """The numbers of PL 1.2 and PL 1.5.

    fewer_than_players, least, most  planets
    anchor_offset                    spaces between planet 0 and space 0
    pieces                           fewest and most map pieces round a planet
    colours                          colours for rock and grass
    """

    fewer_than_players: int
    least: int
    most: int
    anchor_offset: int
    pieces: tuple[int, ...]
    sides: Annotated[tuple[str, ...], "side_up"]
    even_day: Annotated[Half, "day_in_even_rounds"]
    colours: tuple[str, ...]


class Start(NamedTuple):
    """Possessions of a player at the start (PL 2.1, PL 2.4); `deck` and `bar` are numbers of blueprints."""

    deck: int
    bar: int
    materials: Materials
    ring: Ring
    planets: Planets


class FirstModule(NamedTuple):
    """A module every ship starts with (PL 2.1)."""

    code: str
    cell: str


class ShipMove(NamedTuple):
    """The numbers of PL 4.6."""

    free_spaces: int
    most_spaces: int
    watts_per_space: int


class ShipNumbers(NamedTuple):
    """The numbers of PL 2.3 and PL 3.3.

    board  cells in a row and in a column
    view   ring spaces from which a ship is seen
    """

    board: int
    core_cell: str
    core_hp: int
    view: int
    first: tuple[FirstModule, ...]
    move: ShipMove


class Attack(NamedTuple):
    """PL 4.9: `reach` in hexes or cells, `damage` in HP.

    line   whether it shoots along straight lines
    kills  names of the units it kills at once
    """

    reach: int = 0
    line: bool = False
    kills: tuple[str, ...] = ()
    damage: int = 0


class Healing(NamedTuple):
    """PL 4.9: `reach` in hexes or cells, `amount` in HP."""

    reach: int = 0
    amount: int = 0


class UnitKind(NamedTuple):
    """PL 2.2: `move` in hexes or cells a turn."""

    name: str
    letter: str
    title: str
    move: int
    hp: int
    attack: Attack = Attack()
    heal: Healing = Healing()


@dataclass(frozen=True)
class StructureKind:
    """PL 4.9; `on` are terrain letters."""

    name: str
    title: str
    on: tuple[str, ...]
    cost: Materials
    passable: bool
    yields: bool


@dataclass(frozen=True)
class Harvest:
    """`actions` actions give `amount` of `material`."""

    actions: int
    material: str
    amount: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """PL 1.6; `material` is what structures take, if anything; `leaves` is what is left of it."""

    letter: str
    title: str
    tone: Tone
    walkable: bool
    plains: bool
    blocks_shot: bool
    material: str = ""
    leaves: Annotated[str, "becomes"] = ""
    harvest: Harvest | None = None


class Growth(NamedTuple):
    """PL 5.1: on a plain `on` beside `beside`, a die with `sides` sides that shows one of `grows`."""

    on: str
    beside: str
    becomes: str
    sides: int
    grows: tuple[int, ...]


@dataclass(frozen=True)
class Sacrifice:
    """PL 4.7: `most` a turn, each for the materials or for `draw` blueprints."""

    most: int
    materials: Materials
    draw: int


@dataclass(frozen=True)
class Turn:
    """`draw` blueprints a turn (PL 4.4), and sacrifices."""

    draw: int
    sacrifice: Sacrifice


class Clock(NamedTuple):
    """PL 3.4, in seconds."""

    turn: int
    skip_after: int
    start: int


class Consolation(NamedTuple):
    """For a player who destroyed no module and is not last (PL 7.3)."""

    blueprints: int
    tier: int


class Rewards(NamedTuple):
    """The numbers of PL 7.2 to PL 7.4."""

    divisor: int
    money_per_player: int
    start_money: int
    start_decks: tuple[str, ...]
    consolation: Consolation
