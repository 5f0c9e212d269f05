"""The box of Planetary: everything the referee uses of `components/planetary/`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from components import catalogue
from components.catalogue import Game
from components.decklists import DeckForm
from components.toml import Table
from referee.games.planetary.rules.cells import LARGEST, Board, Numbered, board
from referee.games.planetary.rules.numbers import (
    Amounts,
    Blueprint,
    Blueprints,
    Clock,
    Core,
    Growth,
    Materials,
    PlanetCard,
    Rewards,
    ShipNumbers,
    Start,
    StructureKind,
    Terrain,
    Turn,
    UnitKind,
)

SLUG = "planetary"

R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Box:
    """The numbers of the game. A box is equal only to itself, so what follows from it is quickly remembered.

    components         what it was read from
    cores, structures  those of the box, by name
    blueprints         blueprints by code, in the order of PL 6
    decks              the ready decks by name, in the order of PL 6
    deck_form          how a player's own deck is written
    materials          their names, in the order of the tracks
    generator_divisor  a generator adds its core's yield divided by this
    units              units in the order of their numbers
    yields             number of yields of a structure at its owner's income
    yields_per_hex     until it is exhausted
    terrain            kinds of terrain by letter
    piece_columns      columns of hexes on a map piece
    rows               number of rows of hexes on a planet
    sectors, maps      the codes of the pieces
    crew               the numbers of the units, as their owner calls them
    prices             the materials that each blueprint costs to build
    """

    components: Game
    cores: Mapping[str, Core]
    blueprints: Mapping[str, Blueprint]
    decks: Mapping[str, Blueprints]
    deck_form: DeckForm
    materials: tuple[str, ...]
    start: Start
    ship: ShipNumbers
    emergency_watts: int
    generator_divisor: int
    units: tuple[UnitKind, ...]
    structures: Mapping[str, StructureKind]
    yields: int
    yields_per_hex: int
    terrain: Mapping[str, Terrain]
    growth: Growth
    turn: Turn
    clock: Clock
    rewards: Rewards
    piece_columns: int
    rows: int
    sectors: tuple[str, ...]
    maps: tuple[str, ...]
    cards: tuple[PlanetCard, ...]
    crew: tuple[Numbered, ...] = field(init=False)
    prices: Mapping[str, Amounts] = field(init=False)

    def __post_init__(self) -> None:
        # Fields, as they are asked for most: a cached property takes four times as long.
        crew = tuple(Numbered(unit, kind.letter.lower(), kind.name) for unit, kind in enumerate(self.units))
        prices = {
            code: self.amounts({"iron": one.iron, "copper": one.copper})
            for code, one in self.blueprints.items()
        }
        vars(self).update(crew=crew, prices=prices)

    @cached_property
    def board(self) -> Board:
        """The board that ships are built on."""
        return board(self.ship.board)

    @cached_property
    def core_cell(self) -> int:
        """The cell that the core of a ship is on."""
        cell = self.board.find(self.ship.core_cell)
        assert cell is not None
        return cell

    @cached_property
    def full_hp(self) -> list[int]:
        """The HP of units that have lost none."""
        return [kind.hp for kind in self.units]

    @cached_property
    def structure_prices(self) -> Mapping[str, Amounts]:
        """The materials that each structure costs."""
        return {name: self.amounts(kind.cost) for name, kind in self.structures.items()}

    @cached_property
    def fuel_costs(self) -> Mapping[str, Amounts]:
        """The fuel that each core, and a generator of it, buys; nothing if it needs none."""
        return {
            name: self.amounts({core.fuel.material: core.fuel.amount} if core.fuel else {})
            for name, core in self.cores.items()
        }

    @cached_property
    def repair_costs(self) -> Mapping[str, Amounts]:
        """The materials that a repair of each core costs."""
        return {
            name: self.amounts(core.repair.cost if core.repair else {}) for name, core in self.cores.items()
        }

    @cached_property
    def sacrifice_gains(self) -> Amounts:
        """The materials that a sacrificed blueprint gives (PL 4.7)."""
        return self.amounts(self.turn.sacrifice.materials)

    @cached_property
    def plains(self) -> str:
        """The letters of the terrain that ships land on."""
        return "".join([kind.letter for kind in self.terrain.values() if kind.plains])

    @cached_property
    def walkable(self) -> Mapping[int, int]:
        """For `str.translate`: 1 for each letter of terrain that units walk on, 0 for each other one."""
        return {ord(kind.letter): int(kind.walkable) for kind in self.terrain.values()}

    @cached_property
    def collection(self) -> Blueprints:
        """The collection of a new profile (PL 7.4)."""
        return sum((Counter(self.decks[name]) for name in self.rewards.start_decks), Counter[str]())

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {code: place for place, code in enumerate(self.blueprints)}

    def amounts(self, named: Materials) -> Amounts:
        """The materials that are named, in the order of the tracks; 0 of the others."""
        return tuple([named.get(name, 0) for name in self.materials])

    def amounts_text(self, amounts: Amounts) -> str:
        """The materials in words: `1 iron and 1 copper`."""
        named = zip(amounts, self.materials, strict=True)
        return " and ".join(f"{count} {name}" for count, name in named if count) or "nothing"

    def counts_in_order(self, blueprints: Blueprints) -> dict[str, int]:
        """The same blueprints in the order of PL 6, without those that have no copies."""
        return {code: blueprints[code] for code in self.blueprints if blueprints.get(code)}

    def in_order(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Blueprints in the order of PL 6."""
        return tuple(sorted(codes, key=self._order.__getitem__))


def load() -> Box:
    """The usual box. Raises `DataError` if its files are wrong."""
    return read(catalogue.load(SLUG))


def read(game: Game) -> Box:
    """The box of these components. Raises `DataError` for what cannot be played with."""
    tables, maps = game.tables, game.deck("maps")
    cores, structures, terrain = tables["cores"], tables["structures"], tables["terrain"]
    blueprints = _named(tables["blueprints"], Blueprint, "code")
    decks = {name: Counter[str]() for name in cores.table("core").data}
    for name, deck in decks.items():
        copies = {piece.code: piece.copies for piece in game.deck(name).pieces}
        deck.update({code: copies[code] for code in blueprints if code in copies})
    assert game.own_deck, "PL 2.1 gives every player a deck of their own"
    ship = tables["ship"].record(ShipNumbers)
    if ship.board > LARGEST:
        raise tables["ship"].error(
            "board", f"is {ship.board}.", f"Write up to {LARGEST}: columns are letters."
        )
    for cell in (ship.core_cell, *(module.cell for module in ship.first)):
        if not board(ship.board).find(cell):
            raise tables["ship"].error("board", f"is {ship.board}: there is no {cell}.", "Write more.")
    return Box(
        components=game,
        cores=_named(cores.table("core"), Core),
        blueprints=blueprints,
        decks=decks,
        deck_form=game.own_deck,
        materials=tuple(row.text("name") for row in tables["materials"].tables("material")),
        start=tables["setup"].record(Start),
        ship=ship,
        emergency_watts=cores.integer("emergency_watts"),
        generator_divisor=cores.integer("generator_divisor"),
        units=tuple(_named(tables["units"].table("unit"), UnitKind).values()),
        structures=_named(structures.table("structure"), StructureKind),
        yields=structures.integer("yield_amount"),
        yields_per_hex=structures.integer("yields_per_hex"),
        terrain={row.text("letter"): row.record(Terrain) for row in terrain.tables("terrain")},
        growth=terrain.table("growth").record(Growth),
        turn=tables["turn"].record(Turn),
        clock=tables["clock"].record(Clock),
        rewards=tables["rewards"].record(Rewards),
        piece_columns=maps.grid[0],
        rows=maps.grid[1],
        sectors=tuple(piece.code for piece in game.deck("sectors").pieces),
        maps=tuple(piece.code for piece in maps.pieces),
        cards=tuple(
            PlanetCard(piece.code, piece["title"], piece["side"], piece["even_facing"], piece["odd_facing"])
            for piece in game.deck("planets").pieces
        ),
    )


def _named(table: Table, kind: type[R], field: str = "name") -> dict[str, R]:
    """The sub-tables as records, by the names they have; `field` is given the name."""
    return {name: table.table(name).record(kind, **{field: name}) for name in table.data}
