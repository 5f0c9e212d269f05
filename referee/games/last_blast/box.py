"""The box of The Last Blast, read from `components/last_blast/`: cards, tiles and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, TypeAlias, TypeVar

from components import catalogue
from components.catalogue import Game
from components.pieces import Piece

SLUG = "last-blast"

End: TypeAlias = Literal["front", "rear"]
Tie: TypeAlias = Literal["most-cards", "highest-number"]


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A face of a part card (LB 1.3). A box has one object for each face, which is equal only to itself.

    name    name for people: "Jump Boost 2, wheel 5"
    symbol  the value of its symbol, 1 to 6
    copies  how many of these cards are in the box
    """

    code: str
    name: str
    system: str
    number: int
    symbol: int
    copies: int


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """A face of an asteroid tile (LB 1.1). The fields mean the same as those of a `Part`."""

    code: str
    name: str
    symbol: int
    copies: int


P = TypeVar("P", Part, Tile)

Rocket: TypeAlias = tuple[Part, ...]  # cards from the front to the rear
Field: TypeAlias = tuple[tuple[Tile | None, ...], ...]  # row by row; None is a tile that is taken


@dataclass(frozen=True, slots=True)
class ConstructionNumbers:
    """The numbers of LB 3.

    hand    cards dealt to each player
    picks   number of cards picked from each hand
    blind   the first pick, from 1, at which a player may take a blind card
    passes  the direction in which each hand is passed; left is clockwise
    """

    hand: int
    picks: int
    blind: Annotated[int, "blind_from_pick"]
    passes: tuple[Literal["left", "right"], ...]

    @property
    def rocket(self) -> int:
        """Cards in a finished rocket (LB 3.6)."""
        return len(self.passes) * self.picks


@dataclass(frozen=True, slots=True)
class DamageNumbers:
    """The numbers of LB 4.3 to 4.6.

    per_row, per_step  damage for each row changed, and for each step between two symbol values
    minimum            the least that jump or collision damage can be
    removal            the ends that the first points take; the owner chooses for all others
    """

    per_row: int
    per_step: int
    jump_protection: str
    collision_protection: str
    minimum: int
    removal: tuple[End, ...]


@dataclass(frozen=True, slots=True)
class ScoringNumbers:
    """The tie-breakers of LB 5.2, in the order in which they apply."""

    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class WreckNumbers:
    """The numbers of LB 6. `drift` is the columns that a wreck moves in a round."""

    drift: int


@dataclass(frozen=True, slots=True)
class FlightNumbers:
    """The numbers of LB 4 to 6. The orders of the Start Player begin with what counts first.

    survivors_to_win  a round after which this many players are left ends the game
    """

    survivors_to_win: int
    first_start_player: tuple[Literal["lowest-front-number", "random"], ...]
    next_start_player: tuple[Literal["fewest-cards", "lowest-front-number", "next-clockwise"], ...]
    damage: DamageNumbers
    scoring: ScoringNumbers
    wrecks: WreckNumbers


@dataclass(frozen=True, eq=False)
class Box:
    """The Last Blast. A box is equal only to itself, so what follows from it is quickly remembered.

    components  what it was read from
    columns     number of columns of the field, and of rounds of the flight
    systems     what each is called on its cards, by colour
    """

    components: Game
    parts: Mapping[str, Part]
    tiles: Mapping[str, Tile]
    columns: int
    rows_beyond_players: int
    construction: ConstructionNumbers
    flight: FlightNumbers
    systems: Mapping[str, str]

    def rows(self, players: int) -> int:
        """Rows of the field for that many players (LB 2.1)."""
        return players + self.rows_beyond_players

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """Every part card, in the order of their codes."""
        return _in_order(self.parts)

    @cached_property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile, in the order of their codes."""
        return _in_order(self.tiles)


def load() -> Box:
    """The usual box. Raises `DataError` if its files are wrong."""
    return read(catalogue.load(SLUG))


def read(game: Game) -> Box:
    """The box of these components. Raises `DataError` for a box that cannot be played with."""
    table = game.tables["construction"]
    construction = table.record(ConstructionNumbers)
    if construction.blind < construction.picks:
        # A blind pick leaves the whole hand, and hands are discarded only after the last pick (LB 3.5).
        todo = f"A blind card can be taken only at the last pick, {construction.picks}."
        raise table.error("blind_from_pick", f"is {construction.blind}.", todo)
    parts, tiles = game.deck("parts").pieces, game.deck("tiles").pieces
    symbols = {tile["symbol"]: tile["name"] for tile in tiles}
    return Box(
        components=game,
        parts={piece.code: _part(piece, symbols) for piece in parts},
        tiles={piece.code: Tile(piece.code, piece["name"], piece["symbol"], piece.copies) for piece in tiles},
        columns=game.tables["field"].integer("columns"),
        rows_beyond_players=game.tables["field"].integer("rows_beyond_players"),
        construction=construction,
        flight=game.tables["flight"].record(FlightNumbers),
        systems={piece["system"]: piece["title"] for piece in parts},
    )


def _part(piece: Piece, symbols: Mapping[int, str]) -> Part:
    """symbols: what each is called, by value; one that no tile has goes by its name on the card"""
    number, symbol = piece["number"], piece["symbol"]
    name = f"{piece['title']} {number}, {symbols.get(symbol, piece['name'])} {symbol}"
    return Part(piece.code, name, piece["system"], number, symbol, piece.copies)


def _in_order(faces: Mapping[str, P]) -> tuple[P, ...]:
    return tuple(face for _, face in sorted(faces.items()) for _ in range(face.copies))
