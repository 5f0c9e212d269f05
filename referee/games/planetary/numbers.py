"""The numbers of play: ship, units, structures, terrain, and what each module does.

All of it is read from `components/planetary/`. What stands on cards and boards before the game, such
as costs and decks, is in `box.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from components import catalogue
from components.catalogue import Game
from components.reading import Table
from referee.games.planetary.box import SLUG

Amounts = tuple[int, ...]  # of each material, in the order of the tracks


class ShipNumbers(NamedTuple):
    """PL 2.3, PL 3.3 and PL 4.6, but for where the core stands and the most spaces: see `box.Box`.

    board  cells in a row and in a column
    view   ring spaces from which a ship is seen
    """

    board: int
    core_hp: int
    view: int
    free_spaces: int
    watts_per_space: int


class UnitKind(NamedTuple):
    """PL 2.2 and PL 4.9; `reach` is that of its attack or healing, 0 for none.

    line    whether it shoots along lines
    kills   letters of the units it kills at once
    damage  HP
    heals   HP
    """

    name: str
    letter: str
    title: str
    move: int
    hp: int
    reach: int
    line: bool
    kills: tuple[str, ...]
    damage: int
    heals: int


class StructureKind(NamedTuple):
    """PL 4.9; `on` are terrain letters."""

    name: str
    title: str
    on: str
    cost: Amounts
    passable: bool
    yields: bool


class Harvest(NamedTuple):
    """So many actions give so much of a material."""

    actions: int
    gains: Amounts
    leaves: str


class Terrain(NamedTuple):
    """PL 1.6; `material` is what structures take, -1 if nothing; `leaves` is what is left of it."""

    letter: str
    title: str
    walkable: bool
    plains: bool
    blocks_shot: bool
    material: int
    leaves: str
    harvest: Harvest | None


class Effect(NamedTuple):
    """What a module does while it is on (PL 6); 0 or nothing where it does not.

    lands            whether its ship may land
    computes         whether modules are operated from it
    stores           watts it keeps
    view_bonus       ring spaces its owner sees further
    seen_from        ring spaces from which alone its ship is seen
    damage, range    of a gun: HP and ring spaces
    hits_plains      whether the gun hits units on plains
    voids            hits on its ship it voids each round
    heals            HP a turn to units on or next to it
    drills           letters of terrain it takes `takes` from
    watts_per_space  what a space costs its ship
    repairs          HP it gives back when operated
    gives, every     materials in every so many turns in which it is on
    clones           what a dead unit costs to come back; once for each module
    """

    operated: bool
    lands: bool
    computes: bool
    stores: int
    view_bonus: int
    seen_from: int
    damage: int
    range: int
    hits_plains: bool
    voids: int
    heals: int
    drills: str
    takes: int
    watts_per_space: int
    repairs: int
    gives: Amounts
    every: int
    clones: Amounts


class Growth(NamedTuple):
    """PL 5.1: on a plain `on` beside `beside`, a die with so many sides that shows one of `grows`."""

    on: str
    beside: str
    becomes: str
    sides: int
    grows: int


class Clock(NamedTuple):
    """PL 3.4, in seconds."""

    turn: int
    skip_after: int
    start: int


class Numbers(NamedTuple):
    """materials   their names, in the order of the tracks
    rows           of hexes on a planet
    units          in the order of their numbers
    yields         of a structure at its owner's income
    yields_a_hex   until it is exhausted
    draw           blueprints a turn
    sacrifices     a turn
    sacrifice      what one gives
    swap           blueprints one gives instead
    rounds         of a game, unless the option says otherwise
    """

    materials: tuple[str, ...]
    rows: int
    ship: ShipNumbers
    units: tuple[UnitKind, ...]
    structures: Mapping[str, StructureKind]
    yields: int
    yields_a_hex: int
    terrain: Mapping[str, Terrain]
    effects: Mapping[str, Effect]
    growth: Growth
    draw: int
    sacrifices: int
    sacrifice: Amounts
    swap: int
    rounds: int
    clock: Clock


@cache
def numbers() -> Numbers:
    """The numbers. Raises `DataError` if their files are wrong."""
    game = catalogue.load(SLUG)
    tables = game.tables
    names = tuple(row.text("name") for row in tables["materials"].tables("material"))
    structures, turn, options = tables["structures"], tables["turn"], tables["options"].table("option")
    clock = options.table("clock")
    return Numbers(
        materials=names,
        rows=game.deck("maps").grid[1],
        ship=_ship(tables["ship"]),
        units=_units(tables["units"].table("unit")),
        structures=_structures(structures.table("structure"), names),
        yields=structures.integer("yield_amount"),
        yields_a_hex=structures.integer("yields_per_hex"),
        terrain=_terrain(tables["terrain"], names),
        effects=_effects(game, names),
        growth=_growth(tables["terrain"].table("growth")),
        draw=turn.integer("draw"),
        sacrifices=turn.table("sacrifice").integer("most"),
        sacrifice=_amounts(turn.table("sacrifice").table("materials"), names),
        swap=turn.table("sacrifice").integer("draw"),
        rounds=options.table("rounds").integer("default"),
        clock=Clock(
            clock.integer("turn_seconds"), clock.integer("skip_after_seconds"), clock.integer("start_seconds")
        ),
    )


def amounts(named: Mapping[str, int]) -> Amounts:
    """So much of the materials that are named, nothing of the others."""
    return tuple([named.get(name, 0) for name in numbers().materials])


def amounts_text(amounts: Amounts) -> str:
    """`1 iron and 1 copper`."""
    named = zip(amounts, numbers().materials, strict=True)
    return " and ".join(f"{count} {name}" for count, name in named if count) or "nothing"


@cache
def letters() -> str:
    """The letters of the units, in the order of their numbers."""
    return "".join(kind.letter for kind in numbers().units)


def _amounts(table: Table, names: tuple[str, ...]) -> Amounts:
    return tuple(table.integer(name, 0) for name in names)


def _ship(table: Table) -> ShipNumbers:
    move = table.table("move")
    return ShipNumbers(
        board=table.integer("board"),
        core_hp=table.integer("core_hp"),
        view=table.integer("view"),
        free_spaces=move.integer("free_spaces"),
        watts_per_space=move.integer("watts_per_space"),
    )


def _units(table: Table) -> tuple[UnitKind, ...]:
    letter_of = {name: table.table(name).text("letter") for name in table.data}
    kinds = []
    for name in table.data:
        row = table.table(name)
        attack = row.table("attack") if "attack" in row.data else None
        heal = row.table("heal") if "heal" in row.data else None
        reach = attack.integer("reach") if attack else heal.integer("reach") if heal else 0
        kinds.append(
            UnitKind(
                name=name,
                letter=row.text("letter"),
                title=row.text("title"),
                move=row.integer("move"),
                hp=row.integer("hp"),
                reach=reach,
                line=attack.flag("line") if attack else False,
                kills=tuple(letter_of[other] for other in attack.texts("kills")) if attack else (),
                damage=attack.integer("damage") if attack else 0,
                heals=heal.integer("amount") if heal else 0,
            )
        )
    return tuple(kinds)


def _structures(table: Table, names: tuple[str, ...]) -> Mapping[str, StructureKind]:
    kinds = {}
    for name in table.data:
        row = table.table(name)
        kinds[name] = StructureKind(
            name=name,
            title=row.text("title"),
            on="".join(row.texts("on")),
            cost=_amounts(row.table("cost"), names),
            passable=row.flag("passable"),
            yields=row.flag("yields"),
        )
    return kinds


def _terrain(table: Table, names: tuple[str, ...]) -> Mapping[str, Terrain]:
    kinds = {}
    for row in table.tables("terrain"):
        leaves = row.text("becomes", "")
        harvest = None
        if "harvest" in row.data:
            part = row.table("harvest")
            gains = tuple(part.integer("amount") if name == part.text("material") else 0 for name in names)
            harvest = Harvest(part.integer("actions"), gains, leaves)
        material = row.text("material", "")
        kinds[row.text("letter")] = Terrain(
            letter=row.text("letter"),
            title=row.text("title"),
            walkable=row.flag("walkable"),
            plains=row.flag("plains"),
            blocks_shot=row.flag("blocks_shot"),
            material=names.index(material) if material else -1,
            leaves=leaves,
            harvest=harvest,
        )
    return kinds


def _effects(game: Game, names: tuple[str, ...]) -> Mapping[str, Effect]:
    table = game.tables["blueprints"]
    effects = {}
    for code in table.data:
        row = table.table(code)
        effects[code] = Effect(
            operated=row.flag("operated"),
            lands=row.flag("lands", False),
            computes=row.flag("computes", False),
            stores=row.integer("stores_watts", 0),
            view_bonus=row.integer("view_bonus", 0),
            seen_from=row.integer("view", 0),
            damage=row.integer("damage", 0),
            range=row.integer("range", 0),
            hits_plains=row.flag("hits_plains", False),
            voids=row.integer("hits_voided", 0),
            heals=row.integer("heals", 0),
            drills="".join(row.texts("from", ())),
            takes=row.integer("takes", 0),
            watts_per_space=row.integer("watts_per_space", 0),
            repairs=row.integer("repairs", 0),
            gives=_amounts(row.table("gives"), names) if "gives" in row.data else (),
            every=row.integer("every", 0),
            clones=_amounts(row.table("cost"), names) if "cost" in row.data else (),
        )
    return effects


def _growth(table: Table) -> Growth:
    return Growth(
        on=table.text("on"),
        beside=table.text("beside"),
        becomes=table.text("becomes"),
        sides=table.integer("sides"),
        grows=len(table.integers("grows")),
    )
