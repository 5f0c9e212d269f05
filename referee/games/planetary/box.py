"""What is in the box of Planetary, as the referee uses it: cores, blueprints, decks and the game's numbers.

All of it is read from `components/planetary/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from components import catalogue
from components.catalogue import Game
from components.decklists import DeckForm
from components.reading import Table

SLUG = "planetary"

Materials: TypeAlias = Mapping[str, int]  # units by material
Blueprints: TypeAlias = Mapping[str, int]  # copies by code
Half: TypeAlias = Literal["A", "B"]


class Fuel(NamedTuple):
    """`amount` of `material` buys a core's yield for `turns` turns."""

    material: str
    amount: int
    turns: int


class Repair(NamedTuple):
    """What falls due in every `every`-th turn of the owner."""

    every: int
    cost: Materials


@dataclass(frozen=True)
class Core:
    """A core (PL 2.1, PL 4.2). Yields are watts a turn.

    watts            in light, or with fuel and without a repair due
    watts_per_space  more for each space travelled in the owner's last turn; 0 for most
    dark_watts       in the dark; None if the core needs no light
    start            the materials it adds at the start of the game
    """

    name: str
    letter: str
    generator: str
    watts: int
    watts_per_space: int
    dark_watts: int | None
    fuel: Fuel | None
    repair: Repair | None
    start: Materials


@dataclass(frozen=True)
class Blueprint:
    """A blueprint (PL 6).

    iron, copper, watts  to build
    upkeep               watts a turn in which the module is on
    hp                   hit points
    core                 the core a generator belongs to; empty for all else
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
    core: str


@dataclass(frozen=True)
class PlanetCard:
    """A planet's card (PL 1.2): where it lies, and the half it turns to the ring (PL 1.5)."""

    code: str
    title: str
    side: Literal["inside", "outside"]
    even_facing: Half
    odd_facing: Half


@dataclass(frozen=True)
class SystemNumbers:
    """The numbers of PL 1.1 to PL 1.5.

    fewer_than_players, least, most  of planets
    anchor_offset                    spaces between planet 0 and space 0
    pieces                           fewest and most map pieces round a planet
    piece_columns                    columns of hexes on a map piece
    colours                          for rock and grass
    """

    spaces_per_player: int
    dust_per_player: int
    fewer_than_players: int
    least: int
    most: int
    anchor_offset: int
    pieces: tuple[int, int]
    piece_columns: int
    sides: tuple[str, ...]
    even_day: Half
    colours: tuple[str, ...]
    sectors: tuple[str, ...]
    maps: tuple[str, ...]
    cards: tuple[PlanetCard, ...]


@dataclass(frozen=True)
class Rewards:
    """The numbers of PL 7.2 to PL 7.4; `start` is the collection of a new profile."""

    divisor: int
    money_per_player: int
    consolation: int
    consolation_tier: int
    start_money: int
    start: Blueprints


@dataclass(frozen=True)
class Option:
    """An option: one of the choices, or, if there are none, a whole number in the range."""

    name: str
    choices: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True)
class Box:
    """Planetary.

    players            the fewest and the most
    decks              the ready decks by name, in the order of PL 6
    deck_size          blueprints in a deck
    deck_form          how a player's own deck is written
    bar                blueprints a player has in sight
    materials          what every player starts with, whatever the core
    core_cell, first   where the core and the first modules stand on the ship board
    most_spaces        of a ship's move
    generator_divisor  a generator adds its core's yield divided by this
    """

    title: str
    players: tuple[int, int]
    cores: Mapping[str, Core]
    blueprints: Mapping[str, Blueprint]
    decks: Mapping[str, Blueprints]
    deck_size: int
    deck_form: DeckForm
    bar: int
    materials: Materials
    core_cell: str
    first: Mapping[str, str]
    most_spaces: int
    emergency_watts: int
    generator_divisor: int
    system: SystemNumbers
    rewards: Rewards
    options: Mapping[str, Option]

    def in_order(self, blueprints: Blueprints) -> dict[str, int]:
        """The same blueprints in the order of PL 6, without those there are none of."""
        return {code: blueprints[code] for code in self.blueprints if blueprints.get(code)}


@cache
def box() -> Box:
    """The box. Raises `DataError` if its files are wrong."""
    game = catalogue.load(SLUG)
    setup, ship, cores = (game.tables[name] for name in ("setup", "ship", "cores"))
    blueprints = {blueprint.code: blueprint for blueprint in _blueprints(game.tables["blueprints"])}
    decks = {name: _deck(game, name, blueprints) for name in cores.table("core").data}
    return Box(
        title=game.title,
        players=game.players,
        cores={core.name: core for core in _cores(cores)},
        blueprints=blueprints,
        decks=decks,
        deck_size=setup.integer("deck"),
        deck_form=_own_deck(game),
        bar=setup.integer("bar"),
        materials=_materials(setup.table("materials")),
        core_cell=ship.text("core_cell"),
        first={row.text("code"): row.text("cell") for row in ship.tables("first")},
        most_spaces=ship.table("move").integer("most_spaces"),
        emergency_watts=cores.integer("emergency_watts"),
        generator_divisor=cores.integer("generator_divisor"),
        system=_system(game, setup),
        rewards=_rewards(game.tables["rewards"], decks),
        options={option.name: option for option in _options(game.tables["options"].table("option"))},
    )


def _own_deck(game: Game) -> DeckForm:
    assert game.own_deck, "PL 2.1 gives every player a deck of their own"
    return game.own_deck


def _deck(game: Game, name: str, blueprints: Mapping[str, Blueprint]) -> Blueprints:
    copies = {piece.code: piece.copies for piece in game.deck(name).pieces}
    return {code: copies[code] for code in blueprints if code in copies}


def _cores(table: Table) -> Iterator[Core]:
    for name in table.table("core").data:
        row = table.table("core").table(name)
        yield Core(
            name=name,
            letter=row.text("letter"),
            generator=row.text("generator"),
            watts=row.integer("watts"),
            watts_per_space=row.integer("watts_per_space", 0),
            dark_watts=row.integer("dark_watts") if "dark_watts" in row.data else None,
            fuel=_fuel(row.table("fuel")) if "fuel" in row.data else None,
            repair=_repair(row.table("repair")) if "repair" in row.data else None,
            start=_materials(row.table("start")),
        )


def _fuel(table: Table) -> Fuel:
    return Fuel(table.text("material"), table.integer("amount"), table.integer("turns"))


def _repair(table: Table) -> Repair:
    cost = {name: table.integer(name) for name in table.data if name != "every"}
    return Repair(table.integer("every"), cost)


def _materials(table: Table) -> Materials:
    return {name: count for name in table.data if (count := table.integer(name))}


def _blueprints(table: Table) -> Iterator[Blueprint]:
    for code in table.data:
        row = table.table(code)
        yield Blueprint(
            code=code,
            title=row.text("title"),
            tier=row.integer("tier"),
            iron=row.integer("iron"),
            copper=row.integer("copper"),
            watts=row.integer("watts"),
            upkeep=row.integer("upkeep"),
            hp=row.integer("hp"),
            effect=row.text("effect"),
            core=row.text("core", ""),
        )


def _system(game: Game, setup: Table) -> SystemNumbers:
    ring, planets = setup.table("ring"), setup.table("planets")
    fewest, most = planets.integers("pieces")
    maps = game.deck("maps")
    return SystemNumbers(
        spaces_per_player=ring.integer("spaces_per_player"),
        dust_per_player=ring.integer("dust_per_player"),
        fewer_than_players=planets.integer("fewer_than_players"),
        least=planets.integer("least"),
        most=planets.integer("most"),
        anchor_offset=planets.integer("anchor_offset"),
        pieces=(fewest, most),
        piece_columns=maps.grid[0],
        sides=planets.texts("side_up"),
        even_day="A" if planets.choice("day_in_even_rounds", ("A", "B")) == "A" else "B",
        colours=planets.texts("colours"),
        sectors=tuple(piece.code for piece in game.deck("sectors").pieces),
        maps=tuple(piece.code for piece in maps.pieces),
        cards=tuple(
            PlanetCard(piece.code, piece["title"], piece["side"], piece["even_facing"], piece["odd_facing"])
            for piece in game.deck("planets").pieces
        ),
    )


def _rewards(table: Table, decks: Mapping[str, Blueprints]) -> Rewards:
    start: dict[str, int] = {}
    for name in table.texts("start_decks"):
        for code, copies in decks[name].items():
            start[code] = start.get(code, 0) + copies
    consolation = table.table("consolation")
    return Rewards(
        divisor=table.integer("divisor"),
        money_per_player=table.integer("money_per_player"),
        consolation=consolation.integer("blueprints"),
        consolation_tier=consolation.integer("tier"),
        start_money=table.integer("start_money"),
        start=start,
    )


def _options(table: Table) -> Iterator[Option]:
    for name in table.data:
        row = table.table(name)
        yield Option(name, row.texts("choices", ()), row.integer("least", 0), row.integer("most", 0))
