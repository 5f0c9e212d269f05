"""What the rules need of the box of Rayguns and Rocketships: tiles, arrays, rules cards and numbers.

Everything is read from `components/rayguns/`; nothing of the game is written down twice. There is one
object of each tile, array, Spec and card, so they are compared and hashed as objects, which is quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from components import catalogue
from components.pieces import Piece
from components.reading import Table

SLUG = "rayguns"
TRAIT = 4  # bits for each trait: the sum of the traits of up to 15 tiles has in them how many have it


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A kind of tile (RR 1.1 to 1.3).

    suit     empty for a special
    special  its name; empty for a tile of a suit
    copies   how many are in the box
    number   of the kind, from 0 in the order of the codes
    face     what arrays of ranks are made of: twice the rank, and one more for a big number (RR 5.8)
    traits   one bit for its suit or for being special, and one for its colour: what tiles have in common
             is what is left of their traits when they are ANDed; added up, they count, see `TRAIT`
    """

    code: str
    rank: int
    suit: str
    special: str
    colour: str
    copies: int
    number: int
    face: int
    traits: int


@dataclass(frozen=True, eq=False)
class Array:
    """An array (RR 6).

    tiles       in its scoring array; a Supernova has at least so many
    special     whether all its tiles are specials; its points are then `Supernova`'s
    groups      sizes of its groups of one rank each, largest first; empty if ranks are free
    straight    whether its ranks are those of the one straight
    same        what its tiles share: "suit", "colour"
    doubled_by  which of "flag" and "ally" may double it (RR 7.3)
    """

    name: str
    tiles: int
    special: bool
    groups: tuple[int, ...]
    straight: bool
    same: frozenset[str]
    doubled_by: frozenset[str]

    @property
    def title(self) -> str:
        return titled(self.name)


@dataclass(frozen=True)
class Supernova:
    """Points of a Supernova (RR 7.4): base and its highest ranks, or flat with all those big numbers."""

    base: int
    highest: int
    flat: int
    big_numbers: int


@dataclass(frozen=True, eq=False)
class Spec:
    """What a Spec changes for its round (RR 9.1); None and empty where it changes nothing.

    bonus         for the best array
    specials      whether specials act
    powers        whether suit powers act
    spare_points  for each spare part
    minuend       a scoring tile counts this less its rank
    first_draw    tiles
    second_draw   tiles
    beats         the Specs it overrules
    fee           everyone pays it before scoring
    leaders       whether the leaders may win the bonus
    strikes       arrays that do not exist
    voids         "flag" or "ally"
    doubles       arrays that count `factor` times
    next_ranks    so many ranks after each WILD are wild too
    """

    name: str
    bonus: int | None
    specials: bool
    powers: bool
    spare_points: int
    minuend: int | None
    first_draw: int | None
    second_draw: int | None
    beats: frozenset[str]
    fee: int
    leaders: bool
    strikes: frozenset[str]
    voids: str
    doubles: frozenset[str]
    factor: int
    next_ranks: int


@dataclass(frozen=True, eq=False)
class Card:
    """A rules card (RR 1.4). A chaos card has no orders, but `chaos`: "reversed" or "two-cards".

    text  what is printed on it about its Spec or its chaos
    """

    code: str
    best: str
    flag: str
    ally: str
    wild: int
    spec: str
    chaos: str
    text: str


@dataclass(frozen=True)
class Special:
    """A special (RR 5); 0 where it has no such number.

    highest_counts  how often the highest tile counts by it, for a big number
    array           tiles the docked array may hold by it, for a UFO
    draw, add       tiles drawn, and of these added to the array at most, for a planet
    opening         whether it may act on the opening array
    """

    name: str
    letter: str
    highest_counts: int
    array: int
    draw: int
    add: int
    opening: bool


@dataclass(frozen=True)
class Numbers:
    """The numbers of the course of a game. Draws, arrays and spare parts in tiles, the rest in points.

    rounds        of exploration
    orders_cost   of a new rules card
    windows       names of the times when the table is asked for new orders
    leading       so many tiles of a suit make it the leading suit
    flag, ally    factors
    tied          for each player whom no tie-break parts
    chaos_cards   further cards the chaos card of two draws
    """

    launch_draw: int
    rounds: int
    first_draw: int
    second_draw: int
    array: int
    spares: int
    leading: int
    lowest_total: int
    orders_cost: int
    windows: tuple[str, ...]
    flag: int
    ally: int
    bonus: int
    tied: int
    chaos_cards: int
    port_draw: int
    port_array: int
    port_bonus: int


@dataclass(frozen=True)
class Box:
    """The box. Mappings keep the order of the rules; `arrays` are in the typical order, best first.

    suits, colours  the letter of each
    traits          the bit of each suit, of each colour and of "special", see `Tile.traits`
    """

    players: tuple[int, int]
    seats: tuple[str, ...]
    tiles: Mapping[str, Tile]
    ranks: tuple[int, ...]
    straight: tuple[int, ...]
    suits: Mapping[str, str]
    colours: Mapping[str, str]
    traits: Mapping[str, int]
    specials: Mapping[str, Special]
    arrays: Mapping[str, Array]
    supernova: Supernova
    specs: Mapping[str, Spec]
    cards: Mapping[str, Card]
    numbers: Numbers


@cache
def box() -> Box:
    """The box, read once. Raises `DataError` if a file of it is wrong."""
    game = catalogue.load(SLUG)
    arrays = game.tables["arrays"]
    suits = _letters(game.tables["suits"].tables("suit"))
    colours = _letters(game.tables["colours"].tables("colour"))
    specials = {row.text("name"): _special(row) for row in game.tables["specials"].tables("special")}
    traits = {name: 1 << TRAIT * place for place, name in enumerate((*suits, "special", *colours))}
    pieces = game.deck("tiles").pieces
    numbers = {code: number for number, code in enumerate(sorted(piece.code for piece in pieces))}
    tiles = [_tile(piece, numbers[piece.code], specials, traits) for piece in pieces]
    return Box(
        players=game.players,
        seats=tuple(seat.name for seat in game.seats),
        tiles={tile.code: tile for tile in tiles},
        ranks=tuple(sorted({tile.rank for tile in tiles})),
        straight=arrays.integers("straight"),
        suits=suits,
        colours=colours,
        traits=traits,
        specials=specials,
        arrays={row.text("name"): _array(row) for row in arrays.tables("array")},
        supernova=next(_supernova(row) for row in arrays.tables("array") if row.flag("special", False)),
        specs={row.text("name"): _spec(row) for row in game.tables["specs"].tables("spec")},
        cards={piece.code: _card(piece) for piece in game.deck("rules-cards").pieces},
        numbers=_numbers(game.tables["round"], game.tables["suits"].integer("leading")),
    )


@cache
def titled(name: str) -> str:
    """The name of an array, special or Spec as it is printed: "Straight Suit Flush", "UFO"."""
    return name.upper() if name == "ufo" else name.replace("-", " ").title()


def _letters(rows: tuple[Table, ...]) -> dict[str, str]:
    return {row.text("name"): row.text("letter") for row in rows}


def _tile(piece: Piece, number: int, specials: Mapping[str, Special], traits: Mapping[str, int]) -> Tile:
    suit, special, colour = piece["suit"] or "", piece["special"] or "", piece["colour"]
    big = bool(special) and specials[special].highest_counts > 1
    return Tile(
        code=piece.code,
        rank=piece["rank"],
        suit=suit,
        special=special,
        colour=colour,
        copies=piece.copies,
        number=number,
        face=piece["rank"] * 2 + big,
        traits=traits[suit or "special"] | traits[colour],
    )


def _special(row: Table) -> Special:
    return Special(
        name=row.text("name"),
        letter=row.text("letter"),
        highest_counts=row.integer("times", 1),
        array=row.integer("array", 0),
        draw=row.integer("draw", 0),
        add=row.integer("add", 0),
        opening=row.flag("opening", False),
    )


def _array(row: Table) -> Array:
    return Array(
        name=row.text("name"),
        tiles=row.integer("tiles"),
        special=row.flag("special", False),
        groups=row.integers("groups", ()),
        straight=row.flag("straight", False),
        same=frozenset(row.texts("same", ())),
        doubled_by=frozenset(row.texts("doubled_by", ())),
    )


def _supernova(row: Table) -> Supernova:
    return Supernova(*(row.integer(key) for key in ("base", "highest", "flat", "big_numbers")))


def _spec(row: Table) -> Spec:
    def maybe(key: str) -> int | None:
        return row.integer(key) if key in row.data else None

    return Spec(
        name=row.text("name"),
        bonus=maybe("bonus"),
        specials=row.flag("specials", True),
        powers=row.flag("powers", True),
        spare_points=row.integer("spare_points", 0),
        minuend=maybe("minuend"),
        first_draw=maybe("first_draw"),
        second_draw=maybe("second_draw"),
        beats=frozenset(row.texts("beats", ())),
        fee=row.integer("fee", 0),
        leaders=row.flag("leaders", True),
        strikes=frozenset(row.texts("strikes", ())),
        voids=row.text("voids", ""),
        doubles=frozenset(row.texts("doubles", ())),
        factor=row.integer("factor", 1),
        next_ranks=row.integer("next_ranks", 0),
    )


def _card(piece: Piece) -> Card:
    return Card(
        code=piece.code,
        best=piece["best"] or "",
        flag=piece["flag"] or "",
        ally=piece["ally"] or "",
        wild=piece["wild"] or 0,
        spec=piece["spec"] or "",
        chaos=piece["chaos"] or "",
        text=piece["text"] or "",
    )


def _numbers(table: Table, leading: int) -> Numbers:
    exploration, doubling, bonus = table.table("exploration"), table.table("doubling"), table.table("bonus")
    port = table.table("port")
    return Numbers(
        launch_draw=table.table("launch").integer("draw"),
        rounds=exploration.integer("rounds"),
        first_draw=exploration.integer("first_draw"),
        second_draw=exploration.integer("second_draw"),
        array=exploration.integer("array"),
        spares=exploration.integer("spares"),
        leading=leading,
        lowest_total=table.integer("lowest_total"),
        orders_cost=table.table("orders").integer("cost"),
        windows=table.table("orders").texts("windows"),
        flag=doubling.integer("flag"),
        ally=doubling.integer("ally"),
        bonus=bonus.integer("best"),
        tied=bonus.integer("tied"),
        chaos_cards=table.table("chaos").integer("cards"),
        port_draw=port.integer("draw"),
        port_array=port.integer("array"),
        port_bonus=port.integer("bonus"),
    )
