"""The eight ways to pick a part of a move, which a game declares and every front end draws.

    card: Annotated[Part, code("Card", read_part, pick=Pieces("hand-{seat}"))]

A pick says what is to be seen and touched, and knows no page and no terminal. What may be chosen now is for
`referee.engine.asking.choosing` to say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from referee.engine.game import Seat

Number: TypeAlias = int | Callable[[Any], int]  # a number, or what it is in a state
Says: TypeAlias = str | Callable[[Any, Any], str]  # words, or what they are in a state for a seat or None

LONGEST_ASK = 40  # letters of what is asked: it stands in one line of a phone
NONE = "∅"  # the text of a part that is left out, which is not the same as one that is still to be chosen


@dataclass(frozen=True)
class Pieces:
    """Pieces of some areas of the view.

    areas    the names of the areas; `{seat}` in one is the number of the seat that chooses, from 1, `{name}`
             its player, and `*` anything
    least, most  how many pieces; where `most` is more than 1 the value of the part is a sequence of them
    code     the code of the piece that a value stands for, where that is not its text
    """

    areas: str | tuple[str, ...]
    least: Number = 1
    most: Number = 1
    code: Callable[[Any, Seat, str], str] | None = None


@dataclass(frozen=True)
class Place:
    """A place of some areas, such as a tile of a map; areas are named as those of `Pieces`."""

    areas: str | tuple[str, ...]


@dataclass(frozen=True)
class Amount:
    """A number, with a step down and a step up.

    price   what so many cost in all, for a seat in a state: `price(state, seat, count)`
    symbol  the name of the symbol that is counted, or of the coin
    about   what so many of them are good for, in a few words
    least   the number to begin with where the game offers none
    full    whether to begin with the most that is allowed
    """

    price: Callable[[Any, Seat, int], int] | None = None
    symbol: str = ""
    about: Says = ""
    least: Number = 0
    full: bool = False


@dataclass(frozen=True)
class Who:
    """A player, or several."""


@dataclass(frozen=True)
class Word:
    """One of a few words.

    says   what some of them mean, for people: {"front": "At the front"}; `NONE` is the key of leaving it out
    words  all of them in a state, where moves are too many to be listed and `says` has not all of them
    """

    says: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[Any], Iterable[str]] | None = None


@dataclass(frozen=True)
class Rolled:
    """Groups of dice that show the same face, as they fell; a touch takes the whole group.

    area  the area of the view in which they lie, of the kind "dice"
    """

    area: str = "roll"


@dataclass(frozen=True)
class Faces:
    """Pieces that a table enters one by one from a keyboard of their printed faces.

    decks        the decks whose faces are the keys; `*` in a name is anything
    least, most  how many pieces
    """

    decks: tuple[str, ...]
    least: Number = 1
    most: Number = 1


@dataclass(frozen=True)
class Mixed:
    """A combination: every `Amount` of the form at once, each with a value from the beginning.

    total  what they are paid with: "MCR"; empty if they are not paid for
    """

    total: str = ""


Pick: TypeAlias = Pieces | Place | Amount | Who | Word | Rolled | Faces | Mixed


@runtime_checkable
class Asks(Protocol):
    """A game that says what is to be done in each of its steps, as a table of phases does."""

    def ask(self, state: Any, seat: Seat | None) -> str:
        """Say what that seat is to choose or, with None, what the table is to roll or draw: a verb first."""
        ...


class Offer(NamedTuple):
    """A move that the game proposes, in a word or two: "Trader"."""

    label: str
    move: Any


@runtime_checkable
class Picks(Protocol):
    """A game that helps with a choice that is too wide to be listed."""

    def offers(self, state: Any, seat: Seat) -> Sequence[Offer]:
        """Propose moves to a seat whose turn it is, the default first. `state` is as that seat knows it."""
        ...


@runtime_checkable
class Opens(Protocol):
    """A game, or a pad, with moves that are too many to list: they are made part by part."""

    def opens(self, state: Any, seat: Seat) -> Sequence[type[Any]]:
        """The classes of such moves that the seat may make now."""
        ...


def number_of(given: Number, state: Any) -> int:
    """The number in that state."""
    return given if isinstance(given, int) else given(state)


def words_of(given: Says, state: Any, seat: Seat | None) -> str:
    """The words in that state, for that seat, or for the table."""
    return given if isinstance(given, str) else given(state, seat)
