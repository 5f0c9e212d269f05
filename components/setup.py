"""A game set up at random: what is where before the first turn.

The referee makes a `Setup` from a seed, shows it and plays on from it; the generator prints it. So
it names pieces by deck and code, as both read them from the box, and knows no rule and no paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

Layout: TypeAlias = Literal["grid", "hexes", "track", "list", "dice"]

# The colours in which a screen may paint a piece. A colour never carries a meaning alone.
Tone: TypeAlias = Literal[
    "", "red", "orange", "amber", "green", "teal", "blue", "violet", "pink", "brown", "sand", "grey", "white"
]


@dataclass(frozen=True)
class Resting:
    """A piece that lies in a slot of another piece, such as a demand chit on a planet.

    slot  the name of the slot in the drawing of the piece or the board under it; the first free one of that
          name; empty on a place that is not a piece
    deck  name of the deck in the catalogue
    code  the code printed on the piece
    side  the side that is up: "b" for the back
    """

    slot: str
    deck: str
    code: str
    side: str = ""


@dataclass(frozen=True)
class Placed:
    """A piece, or several that are alike, where they lie.

    deck   name of the deck in the catalogue; empty for what is not a piece of the box, such as a player
    code   the code printed on the piece; for what is not a piece, its name; empty if nobody may know it
    at     column and row (`grid`, from the left and the top, from 0), the axial coordinates q and
           r (`hexes`, point up: q grows to the right, r down and to the right), or the space and 0
           (`track`, from the start, from 0); None in a `list`, and for a place that is printed on a board
           beside those of the area
    count  how many of them
    up     whether the face shows
    side   which face or half counts, or which way the piece is turned, where that matters: "b"
    note   a few words for the table: a demand, the owner
    name   what people call it: "Water", "Moon 1"; empty where the code says it all
    tone   the colour in which a screen may paint it
    holds  the pieces in its slots or, for a place that is not a piece, those that lie there, the lowest
           first, or in slots beside it on the board; a picture draws them, where words would say it in
           `code` and `note`
    """

    deck: str
    code: str
    at: tuple[int, int] | None = None
    count: int = 1
    up: bool = True
    side: str = ""
    note: str = ""
    name: str = ""
    tone: Tone = ""
    holds: tuple[Resting, ...] = ()


@dataclass(frozen=True)
class Sign:
    """The meaning of a printed piece, or of a mark in moves, for people who see no codes.

    piece  the piece that shows it; None for a mark
    mark   the mark, as it is printed or written; empty for a piece
    """

    text: str
    piece: Resting | None = None
    mark: str = ""


@dataclass(frozen=True)
class Area:
    """A part of the table, such as the map or a player's hand.

    name    a short name that no other area of the set-up has, for scripts: "field", "hand-Ann"
    layout  how `at` of its pieces is read; the pieces of a `list` lie in the order given. On a `track`
            the first piece of each space is the space itself, and the others stand on it. `dice` are a
            list of dice as they fell, each with the face that it shows as its code
    note    a sentence for the table
    legend  what the codes, letters and marks on it mean: ("W", "water")
    signs   the legend of a picture of it; None if `legend` is for pictures too
    ordered whether the order of a list means something, so that nobody may sort it
    under   the pieces that a map of hexes is made of, each at the place of its first hex, which may lie
            beyond the edge; with side "b" up the first row is the lowest. Or the boards on which a grid or a
            track is printed, one below the other: the first slot "space" of each is the place where it
            lies, and the next ones are those to the right; a piece without a place lies in the slots that
            have its code as their name. A picture draws them, where words would say it in the codes of the
            places
    """

    name: str
    title: str
    layout: Layout
    pieces: tuple[Placed, ...]
    note: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    under: tuple[Placed, ...] = ()
    signs: tuple[Sign, ...] | None = None
    ordered: bool = False

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash of an area, which is looked up far more often than it is made."""
        return hash((self.name, self.pieces))


@dataclass(frozen=True)
class Fact:
    """Something that is not a piece: the first player, the round's weather.

    rule  the rule it follows: "RR 2.1"
    """

    name: str
    text: str
    rule: str = ""


@dataclass(frozen=True)
class Setup:
    """One game ready to begin. The same seed, players and options always give the same set-up.

    game     its slug
    seed     the seed, as typed to the referee
    options  the options agreed on and their values; an option without a value has the empty text
    colours  what is painted in another colour than on the pieces, by the name of the area, then of what is
             painted: {"planet-P1": {"rock": "slate"}}
    """

    game: str
    players: int
    seed: str
    options: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[Area, ...] = ()
    facts: tuple[Fact, ...] = ()
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def area(self, name: str) -> Area:
        """The area of that name. Raises `KeyError` if there is none."""
        for area in self.areas:
            if area.name == name:
                return area
        raise KeyError(name)
