"""The moves and outcomes of The Last Blast, and how people type them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from components.errors import UsageError
from referee.engine import HIDDEN
from referee.games.last_blast.box import End, Part, Tile, box
from referee.games.last_blast.notation import read_part
from referee.outcomes import Drawn
from referee.starters import Starts
from referee.typed import alone, read_number, read_verb

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
    reader, rest = read_verb(text, _READERS)
    move = reader(rest, f'"{text}"')
    if isinstance(move, Pick):
        return first_pick(move.card) if first else move
    return move


def _read_pick(rest: str, where: str) -> Pick:
    words = rest.split()
    if not 1 <= len(words) <= 2:
        raise UsageError("A pick is a card and an end.", where=where, todo="Write pick R2-5 front.")
    return Pick(read_part(words[0], where), _read_end(words[1], where) if words[1:] else None)


def _read_place(rest: str, where: str) -> Place:
    return Place(_read_end(rest, where))


def _read_row(rest: str, where: str) -> Row:
    return Row(read_number(rest, where, f"Rows are 1 to {box().rows(box().players[1])}."))


def _read_lose(rest: str, where: str) -> Lose:
    return Lose(read_number(rest, where, "Write how many of them come off the front."))


def _read_end(word: str, where: str) -> End:
    for end in ENDS:
        if word and end.startswith(word.lower()):
            return end
    raise UsageError(f'"{word}" is no end of a rocket.', where=where, todo="Write front or rear.")


_READERS: Mapping[str, Callable[[str, str], Move]] = {
    "pick": _read_pick,
    "blind": alone(BLIND),
    "place": _read_place,
    "row": _read_row,
    "lose": _read_lose,
}
