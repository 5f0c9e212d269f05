"""The box of Rayguns and Rocketships as the rules need it: tiles, arrays, rules cards and numbers.

Everything is read from `components/rayguns/`, so no number of the game is written twice. A box has exactly
one object for each kind of tile, array, Spec and card; they are compared and hashed by identity, which is
fast.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from components import catalogue
from components.catalogue import Game
from components.pieces import Piece
from components.toml import Table

SLUG = "rayguns"
# So many bits belong to each trait: in the sum of the traits of up to 15 tiles they count those that have it.
TRAIT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A kind of tile (RR 1.1 to 1.3).

    suit     empty for a special
    special  its name; empty for a tile of a suit
    copies   how many are in the box
    first    the place of the first of them among all tiles, in the order of the codes
    place    place of this kind in the order in which the referee writes tiles, see `rules.tiles.written`
    face     all that arrays of ranks depend on: twice the rank, plus one for a big number (RR 5.8)
    plain    the same where big numbers do not score
    traits   one bit for the suit, or for being special, and one for the colour. ANDed, the traits of several
             tiles leave what they have in common; added, they count, see `TRAIT`
    """

    code: str
    rank: int
    suit: str
    special: str
    colour: str
    copies: int
    first: int
    place: int
    face: int
    plain: int
    traits: int


@dataclass(frozen=True, eq=False)
class Array:
    """An array (RR 6).

    tiles       number of tiles in its scoring array; the minimum for a Supernova
    special     whether all its tiles are specials; its points are then those of `Supernova`
    groups      sizes of its groups of one rank each, largest first; empty if any ranks will do
    straight    whether its ranks are those of the one straight
    same        what its tiles share: "suit", "colour"
    doubled_by  those of "flag" and "ally" that may double it (RR 7.3)
    """

    name: str
    tiles: int
    special: bool = False
    groups: tuple[int, ...] = ()
    straight: bool = False
    same: tuple[str, ...] = ()
    doubled_by: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return titled(self.name)


@dataclass(frozen=True)
class Supernova:
    """Points of a Supernova (RR 7.4): `base` and its `highest` ranks, or `flat` with `big_numbers`."""

    base: int
    highest: int
    flat: int
    big_numbers: int


@dataclass(frozen=True, eq=False)
class Spec:
    """A Spec, by what it changes for its round (RR 9.1).

    bonus         bonus for the best array
    specials      whether specials act
    powers        whether suit powers act
    spare_points  points for each spare part
    minuend       a scoring tile counts this number less its rank
    first_draw    tiles
    second_draw   tiles
    beats         the Specs it overrules
    fee           points everyone pays before scoring
    leaders       whether the leaders may win the bonus
    strikes       arrays that do not exist
    voids         "flag" or "ally"
    doubles       arrays that count `factor` times
    next_ranks    how many ranks after each WILD are wild too
    """

    name: str
    bonus: int | None = None
    specials: bool = True
    powers: bool = True
    spare_points: int = 0
    minuend: int | None = None
    first_draw: int | None = None
    second_draw: int | None = None
    beats: tuple[str, ...] = ()
    fee: int = 0
    leaders: bool = True
    strikes: tuple[str, ...] = ()
    voids: str = ""
    doubles: tuple[str, ...] = ()
    factor: int = 1
    next_ranks: int = 0


@dataclass(frozen=True, eq=False)
class Card:
    """A rules card (RR 1.4). A chaos card has no orders, but `chaos`: "reversed" or "two-cards".

    text  what it prints about its Spec or its chaos
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
    """A special (RR 5); a number is 0 if the special has nothing of the kind.

    highest_counts  how often the highest tile counts with a big number
    array           tiles the docked array may hold with a UFO
    draw, add       tiles a planet draws, and how many of them may join the array
    opening         whether it may act on the opening array
    """

    name: str
    letter: str
    highest_counts: Annotated[int, "times"] = 1
    array: int = 0
    draw: int = 0
    add: int = 0
    opening: bool = False


@dataclass(frozen=True)
class Numbers:
    """The numbers of a game. Draws, arrays and spare parts are tiles, the rest are points.

    leading       tiles of one suit that make it the leading suit
    rounds        number of rounds of exploration
    orders_cost   cost of a new rules card
    windows       names of the times when the table is asked for new orders
    flag, ally    factors
    tied          points for each player whom no tie-break separates
    chaos_cards   further cards that the chaos card of two draws
    """

    leading: int
    lowest_total: int
    launch_draw: Annotated[int, "launch.draw"]
    rounds: Annotated[int, "exploration.rounds"]
    first_draw: Annotated[int, "exploration.first_draw"]
    second_draw: Annotated[int, "exploration.second_draw"]
    array: Annotated[int, "exploration.array"]
    spares: Annotated[int, "exploration.spares"]
    orders_cost: Annotated[int, "orders.cost"]
    windows: Annotated[tuple[str, ...], "orders.windows"]
    flag: Annotated[int, "doubling.flag"]
    ally: Annotated[int, "doubling.ally"]
    bonus: Annotated[int, "bonus.best"]
    tied: Annotated[int, "bonus.tied"]
    chaos_cards: Annotated[int, "chaos.cards"]
    port_draw: Annotated[int, "port.draw"]
    port_array: Annotated[int, "port.array"]
    port_bonus: Annotated[int, "port.bonus"]


@dataclass(frozen=True, eq=False)
class Box:
    """The box. Mappings keep the order of the rules; `arrays` are in the typical order, best first.

    A box is equal only to itself. What follows from it is worked out once and goes with it.

    components      what it was read from
    tiles           tiles in the order of the codes
    suits, colours  the letter of each
    traits          the bit of each suit, of each colour and of "special", see `Tile.traits`
    """

    components: Game
    players: tuple[int, int]
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

    def round_title(self, number: int) -> str:
        return f"round {number}" if number <= self.numbers.rounds else "Port of Call"

    @cached_property
    def every_tile(self) -> tuple[Tile, ...]:
        """Every tile, as often as it is in the box, in the order of the codes."""
        return tuple(tile for tile in self.tiles.values() for _ in range(tile.copies))

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The rules cards in the order of their codes."""
        return tuple(sorted(self.cards.values(), key=lambda card: card.code))

    @cached_property
    def further_counts(self) -> int:
        """Number of further times that the highest tile counts with a big number (RR 5.8)."""
        return max(special.highest_counts for special in self.specials.values()) - 1

    @cached_property
    def suit_traits(self) -> int:
        """The traits of all suits."""
        return sum(self.traits[suit] for suit in self.suits)

    @cached_property
    def short_of_leading(self) -> int:
        """The addend that sets the highest bit of each suit with enough tiles to lead, in a sum of traits."""
        return ((1 << TRAIT - 1) - self.numbers.leading) * self.suit_traits

    @cached_property
    def most_cards_drawn(self) -> int:
        """The most cards that are drawn at once: all chaos cards, and those that one of them draws."""
        return self.numbers.chaos_cards + sum(bool(card.chaos) for card in self.cards.values())


def load() -> Box:
    """Return the usual box. Raises `DataError` if one of its files is wrong."""
    return read(catalogue.load(SLUG))


def read(game: Game) -> Box:
    """Return the box of these components. Raises `DataError` if it cannot be played with."""
    tables = game.tables
    arrays = tables["arrays"].tables("array")
    suits = _letters(tables["suits"].tables("suit"))
    colours = _letters(tables["colours"].tables("colour"))
    specials = [row.record(Special) for row in tables["specials"].tables("special")]
    specs = [row.record(Spec) for row in tables["specs"].tables("spec")]
    traits = {name: 1 << TRAIT * place for place, name in enumerate((*suits, "special", *colours))}
    big = {special.name for special in specials if special.highest_counts > 1}
    tiles = _tiles(sorted(game.deck("tiles").pieces, key=lambda piece: piece.code), big, traits)
    return Box(
        components=game,
        players=game.players,
        tiles={tile.code: tile for tile in tiles},
        ranks=tuple(sorted({tile.rank for tile in tiles})),
        straight=tables["arrays"].integers("straight"),
        suits=suits,
        colours=colours,
        traits=traits,
        specials={special.name: special for special in specials},
        arrays={array.name: array for array in (row.record(Array) for row in arrays)},
        supernova=next(row.record(Supernova) for row in arrays if row.flag("special", False)),
        specs={spec.name: spec for spec in specs},
        cards={piece.code: _card(piece) for piece in game.deck("rules-cards").pieces},
        numbers=tables["round"].record(Numbers, leading=tables["suits"].integer("leading")),
    )


def titled(name: str) -> str:
    """Return the name of an array, special or Spec as it is printed: "Straight Suit Flush", "UFO"."""
    return name.upper() if name == "ufo" else name.replace("-", " ").title()


def _letters(rows: tuple[Table, ...]) -> dict[str, str]:
    return {row.text("name"): row.text("letter") for row in rows}


def _tiles(pieces: Sequence[Piece], big_numbers: set[str], traits: Mapping[str, int]) -> list[Tile]:
    """Return the kinds of tile; the pieces are in the order of their codes."""
    order = sorted(pieces, key=lambda piece: (-piece["rank"], not piece["special"], piece.code))
    places = {piece.code: place for place, piece in enumerate(order)}
    tiles, first = [], 0
    for piece in pieces:
        suit, special, colour = piece["suit"] or "", piece["special"] or "", piece["colour"]
        tiles.append(
            Tile(
                code=piece.code,
                rank=piece["rank"],
                suit=suit,
                special=special,
                colour=colour,
                copies=piece.copies,
                first=first,
                place=places[piece.code],
                face=piece["rank"] * 2 + (special in big_numbers),
                plain=piece["rank"] * 2,
                traits=traits[suit or "special"] | traits[colour],
            )
        )
        first += piece.copies
    return tiles


def _card(piece: Piece) -> Card:
    texts = {name: piece[name] or "" for name in ("best", "flag", "ally", "spec", "chaos", "text")}
    return Card(code=piece.code, wild=piece["wild"] or 0, **texts)
