"""The moves and outcomes of The Last Blast, and how people type them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from components.errors import UsageError, did_you_mean
from referee.engine import HIDDEN, Seat
from referee.games.last_blast.box import End, Part, Tile, box
from referee.games.last_blast.notation import read_part
from referee.outcomes import Drawn

UNKNOWN = Part(HIDDEN, "", 0, 0, 0)  # a card that is there, but nobody here knows which


@dataclass(frozen=True, slots=True)
class Pick:
    """Take that card of the hand (LB 3.1) to an end of the rocket (LB 3.2); the first card has no end."""

    card: Part
    end: End | None

    def __str__(self) -> str:
        return f"pick {self.card.code} {self.end}" if self.end else f"pick {self.card.code}"


@dataclass(frozen=True, slots=True)
class Blind:
    """Take the top card of the deck instead of one of the hand (LB 3.4)."""

    def __str__(self) -> str:
        return "blind"


@dataclass(frozen=True, slots=True)
class Place:
    """Join the card drawn blind to that end (LB 3.5)."""

    end: End

    def __str__(self) -> str:
        return f"place {self.end}"


@dataclass(frozen=True, slots=True)
class Row:
    """Fly to the next column's tile in that row, from 1 (LB 4.2)."""

    row: int

    def __str__(self) -> str:
        return f"row {self.row}"


@dataclass(frozen=True, slots=True)
class Lose:
    """Of the points the owner may place, take so many off the front and the others off the rear (LB 4.6)."""

    front: int

    def __str__(self) -> str:
        return f"lose {self.front}"


@dataclass(frozen=True, slots=True)
class Starts:
    """The seat that is drawn to be the first Start Player (LB 4.1); `name` is its player."""

    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"draw {self.name}"


Move: TypeAlias = Pick | Blind | Place | Row | Lose
Outcome: TypeAlias = Drawn[Tile] | Drawn[Part] | Starts

ENDS: tuple[End, ...] = ("front", "rear")
BLIND = Blind()


@cache
def picks(card: Part) -> tuple[Pick, ...]:
    """That card to either end."""
    return tuple(Pick(card, end) for end in ENDS)


@cache
def first_pick(card: Part) -> Pick:
    return Pick(card, None)


@cache
def row(number: int) -> Row:
    return Row(number)


@cache
def loses(choice: int) -> tuple[Lose, ...]:
    """Every way to place that many points."""
    return tuple(Lose(front) for front in range(choice + 1))


def read_move(text: str, *, first: bool) -> Move:
    """The move of `pick R2-5 front`, `blind`, `place rear`, `row 3` or `lose 2`.

    first  whether the rocket has no card yet: then a card has no end to choose, and one that is
           written is passed over

    Raises `UsageError` for anything else.
    """
    verb, _, rest = text.strip().partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise UsageError(f'There is no move "{verb}".', where=f'"{text}"', todo=did_you_mean(verb, _READERS))
    move = reader(rest.strip(), text)
    if isinstance(move, Pick):
        return first_pick(move.card) if first else move
    return move


def _read_pick(rest: str, text: str) -> Pick:
    words = rest.split()
    if not 1 <= len(words) <= 2:
        raise UsageError("A pick is a card and an end.", where=f'"{text}"', todo="Write pick R2-5 front.")
    return Pick(read_part(words[0], f'"{text}"'), _read_end(words[1], text) if words[1:] else None)


def _read_blind(rest: str, text: str) -> Blind:
    if rest:
        raise UsageError(f'"{rest}" is too much.', where=f'"{text}"', todo="Write blind alone.")
    return BLIND


def _read_place(rest: str, text: str) -> Place:
    return Place(_read_end(rest, text))


def _read_row(rest: str, text: str) -> Row:
    return Row(_read_number(rest, text, f"Rows are 1 to {box().rows(box().players[1])}."))


def _read_lose(rest: str, text: str) -> Lose:
    return Lose(_read_number(rest, text, "Write how many of them come off the front."))


def _read_end(word: str, text: str) -> End:
    for end in ENDS:
        if word and end.startswith(word.lower()):
            return end
    raise UsageError(f'"{word}" is no end of a rocket.', where=f'"{text}"', todo="Write front or rear.")


def _read_number(word: str, text: str, todo: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise UsageError(f'"{word}" is no number.', where=f'"{text}"', todo=todo)
    return int(word)


_READERS: Mapping[str, Callable[[str, str], Move]] = {
    "pick": _read_pick,
    "blind": _read_blind,
    "place": _read_place,
    "row": _read_row,
    "lose": _read_lose,
}
