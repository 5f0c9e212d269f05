"""The decks of a game: pieces of one size that share a template, and whose they are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from components.errors import UsageError, did_you_mean
from components.pieces import Column, Piece, declared, read_pieces
from components.sizes import LARGEST, SMALLEST, size_named
from components.toml import Table, read_toml

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_FACE = re.compile(r"[\w-]{1,80}")
GRID = 100  # hexes across or down a stepped piece
SHAPES = ("card", "square", "hex", "circle", "stepped", "lapped", "net")
STRIPS = ("stepped", "lapped")  # shapes that are rows of hexes


@dataclass(frozen=True)
class Seat:
    """A player's colour, with the letter and the shape that tell it apart without colour."""

    name: str
    letter: str
    shape: str


@dataclass(frozen=True)
class Deck:
    """Pieces of one size that share a template.

    size    width and height of the trimmed piece, mm; for a hex the width is flat to flat
    shape   card (rounded corners), square (sharp corners), hex (point up), circle,
            stepped (a strip of hexes), lapped (the same with straight sides and a straight left end, on which
            the stepped right end of the next piece lies), net (cut and folded along lines of its own)
    face    name of the front's template; `back` likewise, or empty for a piece printed on one side
    sprue   decks of the same sprue share their sheets; by default a deck has its own
    grid    columns and rows of a strip of hexes
    instead_of  the deck that this one replaces at the table, if players prefer it; empty for none
    columns  what its pieces have, by name
    each    "seat" or "player" if the number of its pieces follows from the number of players; or empty
    serves  players that one set of it is enough for; 0 if its number does not follow from theirs like that
    sets    such sets in the box at hand
    packed  width, depth and height of a piece in the box, folded or glued, mm; empty if it lies flat
    unused  rows with 0 copies, which are not in the box
    block   pieces across and down that lie together on a sheet, with room round them; (0, 0) for no blocks
    """

    name: str
    title: str
    size: tuple[float, float]
    shape: str
    face: str
    back: str
    sprue: str
    pieces: tuple[Piece, ...]
    grid: tuple[int, int] = (0, 0)
    instead_of: str = ""
    columns: Mapping[str, Column] = field(default_factory=dict)
    each: str = ""
    serves: int = 0
    sets: int = 1
    packed: tuple[float, ...] = ()
    unused: int = 0
    block: tuple[int, int] = (0, 0)

    @property
    def count(self) -> int:
        """Number of pieces that are cut from the sheets of this deck."""
        return sum(piece.copies for piece in self.pieces)


def shared_among(deck: Deck, seats: tuple[Seat, ...], players: int, most: int) -> Deck:
    """A deck with the shares of the first players of `most`."""
    if deck.each == "seat":
        pieces = tuple(piece for piece in deck.pieces if piece.fields["seat"] in seats[:players])
    elif deck.each == "player" and all(piece.copies % most == 0 for piece in deck.pieces):
        pieces = tuple(replace(piece, copies=piece.copies * players // most) for piece in deck.pieces)
    elif deck.each == "player":  # different pieces, as many for each player
        pieces = deck.pieces[: len(deck.pieces) * players // most]
    elif deck.serves:
        sets = -(-players // deck.serves)
        pieces = tuple(replace(piece, copies=piece.copies // deck.sets * sets) for piece in deck.pieces)
        return replace(deck, pieces=pieces, sets=sets)
    else:
        pieces = deck.pieces
    return replace(deck, pieces=pieces)


def read_seats(table: Table) -> tuple[Seat, ...]:
    """Read the colours of the players. Raises `DataError`."""
    wanted = table.texts("seats", ())
    known = all_seats()
    for name in wanted:
        if name not in known:
            raise table.error("seats", f'has "{name}".', did_you_mean(name, known))
        if wanted.count(name) > 1:
            raise table.error("seats", f'has "{name}" twice.', "Every player has a colour of their own.")
    return tuple(known[name] for name in wanted)


@cache
def all_seats() -> Mapping[str, Seat]:
    """Every player colour of the box, by name."""
    rows = read_toml(Path(__file__).parent / "seats.toml").tables("seat")
    seats = (Seat(row.text("name"), row.text("letter"), row.text("shape")) for row in rows)
    return {seat.name: seat for seat in seats}


def read_deck(table: Table, folder: Path, seats: tuple[Seat, ...]) -> Deck:
    """Read a `[[deck]]` of game.toml. Raises `DataError`."""
    source, columns = declared(table, folder)
    rows = read_pieces(source, columns)
    pieces = tuple(piece for piece in rows if piece.copies)
    each = table.choice("each", ("seat", "player"), "")
    if each == "seat":
        if not seats:
            raise table.error("each", 'is "seat", but the game has no seats.', 'Write seats = ["orange", …].')
        pieces = tuple(_for_seat(piece, seat) for seat in seats for piece in pieces)
    name = read_name(table, "name")
    shape = table.choice("shape", SHAPES, "card")
    deck = Deck(
        name=name,
        title=table.text("title"),
        size=_size(table),
        shape=shape,
        face=_face(table, "face"),
        back=_face(table, "back", ""),
        sprue=read_name(table, "sprue", name),
        pieces=pieces,
        grid=_pair(table, "grid", "hexes") if shape in STRIPS else (0, 0),
        block=_pair(table, "block", "pieces") if "block" in table.data else (0, 0),
        instead_of=table.text("instead_of", ""),
        columns=columns,
        each=each,
        serves=table.integer("serves", 0),
        packed=_packed(table),
        unused=len(rows) - sum(piece.copies > 0 for piece in rows),
    )
    cell = deck.size[0] / (deck.grid[0] + 0.5), deck.size[1] / (deck.grid[1] + 0.5)
    if shape in STRIPS and min(cell) < SMALLEST:
        raise table.error("grid", f"is {list(deck.grid)}, so the hexes are too small.", "Write less.")
    total = table.integer("count", 0)
    if "count" in table.data and deck.count != total:
        raise table.error(
            "count", f"is {total}, but the pieces add up to {deck.count}.", "Correct one of them."
        )
    table.done()
    return deck


def _pair(table: Table, key: str, things: str) -> tuple[int, int]:
    pair = table.integers(key)
    if len(pair) != 2 or not 1 <= min(pair) <= max(pair) <= GRID:
        todo = f"Write how many {things} across and down, {GRID} at most: [4, 1]."
        raise table.error(key, f"is {list(pair[:3])}.", todo)
    return pair[0], pair[1]


def _packed(table: Table) -> tuple[float, ...]:
    packed = table.numbers("packed", ())
    if packed and (len(packed) != 3 or min(packed) <= 0 or max(packed) > LARGEST):
        todo = "Write width, depth and height in mm: [20, 20, 20]."
        raise table.error("packed", f"is {list(packed[:4])}.", todo)
    return packed


def read_name(table: Table, key: str, *default: str) -> str:
    """A name that becomes the name of a file or a folder."""
    name = table.text(key, *default)
    if not _NAME.fullmatch(name):
        raise table.error(key, f'is "{name}".', "Write small letters, digits and hyphens: my-game.")
    return name


def _face(table: Table, key: str, *default: str) -> str:
    """A name that becomes the name of a template's file."""
    name = table.text(key, *default)
    if (name or not default) and not _FACE.fullmatch(name):
        raise table.error(key, f'is "{name}".', "Write letters, digits, hyphens and underscores: hero-back.")
    return name


def _for_seat(piece: Piece, seat: Seat) -> Piece:
    """The piece as that seat has it: `ace` of the seat with the letter B becomes `ace-B`."""
    return replace(piece, code=f"{piece.code}-{seat.letter}", fields={**piece.fields, "seat": seat})


def _size(table: Table) -> tuple[float, float]:
    value: Any = table.anything("size")
    if isinstance(value, str):
        try:
            return size_named(value)
        except UsageError as problem:
            raise table.error("size", f'is "{value}".', problem.todo) from None
    size = table.numbers("size")
    if len(size) != 2 or not SMALLEST <= min(size) <= max(size) <= LARGEST:
        todo = f"Write a name, or the width and height in mm, {SMALLEST} to {LARGEST}."
        commas = len(size) == 4 and all(isinstance(length, int) for length in size)
        raise table.error(
            "size", f"is {list(size[:4])}.", f"{todo} Decimals have a point: 63.5." if commas else todo
        )
    if table.text("shape", "") == "circle" and size[0] != size[1]:
        raise table.error("size", f"is {list(size)}; a circle is as wide as it is high.", "Write it twice.")
    return (float(size[0]), float(size[1]))
