"""Photographs of the table: the pieces that they show, and the texts that a game makes of them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

UNSURE = "?"  # stands in a text for a piece that is not certain


@dataclass(frozen=True)
class Lying:
    """A piece in a photograph, in values that JSON has.

    deck     of the likeliest face
    code     of the piece; None if it is a question, empty for a back that all pieces of the deck share
    up       whether its face shows
    maybe    the likeliest codes, the first one first
    outline  its corners clockwise from its upper left one, in shares of the photograph's width and height
    alike    the likeness to the first of them, up to 1
    ahead    its lead over the others, up to 0.5
    group    number of the pieces that lie together, from 1, clockwise from the lower edge of the photograph
    row      number of its row in the group, from the top; pieces of a row go from left to right
    at       its column and row among pieces that lie edge to edge, or q and r of a hex; None if it lies apart
    under    the number of the piece that it lies on, in the order of all; None on the table
    slot     the name of the place there, as the drawing of that piece has it: "cell"; or empty
    place    the number of that place among those of its name, from 0
    """

    deck: str
    code: str | None
    up: bool
    maybe: tuple[str, ...]
    outline: tuple[tuple[float, float], ...]
    alike: float
    ahead: float
    group: int
    row: int
    at: tuple[int, int] | None = None
    under: int | None = None
    slot: str = ""
    place: int = 0

    @property
    def text(self) -> str:
        """The code, or a question mark."""
        return self.code or UNSURE


@dataclass(frozen=True)
class Tabletop:
    """The pieces of a photograph: group by group, row by row and each row from its left."""

    game: str
    width: int
    height: int
    pieces: tuple[Lying, ...]

    def on(self, piece: Lying, slot: str = "") -> list[Lying]:
        """Return what lies on that piece, by its places; with a name only what lies in such places."""
        number = self.pieces.index(piece)
        held = [one for one in self.pieces if one.under == number and slot in ("", one.slot)]
        return sorted(held, key=lambda one: (one.slot, one.place))


class Shown(NamedTuple):
    """All that the text of a photograph is made of.

    pieces  those that count
    names   the players in seat order; the colours of their pieces where they are not known
    who     the player whose text it is; empty if it is nobody's
    """

    table: Tabletop
    pieces: Sequence[Lying]
    box: Any
    names: Sequence[str]
    who: str = ""


@dataclass(frozen=True)
class Photographed:
    """Text that a photograph stands for.

    decks       whose pieces are looked for; `*` in a name is anything
    of          those of them that are the text; by default all. The others only say where these lie
    from_right  whether codes are written from right to left as the pieces lie
    whole       whether the whole photograph is the text; else one group of pieces that lie together
    bare        whether it stands in a position without quotation marks: a number, or a table
    write       makes the text, for a game that does not write codes with spaces between them; `UNSURE` stands
                for each piece that is a question
    """

    decks: tuple[str, ...]
    of: tuple[str, ...] = ()
    from_right: bool = False
    whole: bool = False
    bare: bool = False
    write: Callable[[Shown], str] | None = None

    def groups(self, table: Tabletop) -> dict[int, list[Lying]]:
        """The pieces that count, without what lies face down, by their groups."""
        found: dict[int, list[Lying]] = {}
        for one in table.pieces:
            counts = any(fnmatchcase(one.deck, name) for name in self.of or self.decks)
            if counts and (one.code is None or (one.up and one.code)):
                found.setdefault(0 if self.whole else one.group, []).append(one)
        return found

    def text(self, shown: Shown) -> str:
        """The text of such pieces."""
        if self.write:
            return self.write(shown)
        return " ".join(one.text for one in (shown.pieces[::-1] if self.from_right else shown.pieces))


def named(code: str, box: Any, names: Sequence[str]) -> tuple[str, str]:
    """The code without the letter of its owner at its end, and the owner: "ace-B" is Bo's ace."""
    plain, _, letter = code.rpartition("-")
    return plain, names[[seat.letter for seat in box.components.seats].index(letter)]


def table_of(texts: Mapping[str, str]) -> str:
    """The table of TOML with these texts, in one line."""
    return f"{{ {', '.join(f'{json.dumps(key)} = {json.dumps(text)}' for key, text in texts.items())} }}"
