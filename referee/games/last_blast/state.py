"""Where a game of The Last Blast stands: a `Draft`, and then a `Flight`. Immutable."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

from referee.engine import Commits, Seat
from referee.games.last_blast.box import Field, Part, Rocket, Tile, box
from referee.games.last_blast.moves import UNKNOWN, Blind, Pick

P = TypeVar("P", Part, Tile)
T = TypeVar("T")


class Draft(NamedTuple):
    """The construction phase (LB 3), from the laying of the field (LB 2.1) on.

    wrecks    whether the option is on (LB 6)
    field     empty until it is laid
    unseen    the cards nobody has placed: those in the deck and those that are `UNKNOWN` elsewhere,
              in the order of their codes
    deck      how many cards are in the deck
    discards  the pile, face down
    hand      from 0
    pick      of the hand, from 0
    dealt     cards of a deal that is not finished, in the order dealt; seat 0 has the first
    hands     seat by seat; none while they are dealt
    commits   what each seat has chosen at this pick
    rockets   seat by seat
    taker     the seat that is to take a blind card, once all have chosen
    drawn     the card it has drawn and looked at
    """

    names: tuple[str, ...]
    wrecks: bool
    field: Field
    unseen: tuple[Part, ...]
    deck: int
    discards: tuple[Part, ...]
    hand: int
    pick: int
    dealt: tuple[Part, ...]
    hands: tuple[tuple[Part, ...], ...]
    commits: Commits[Pick | Blind]
    rockets: tuple[Rocket, ...]
    taker: Seat | None
    drawn: Part | None


class Flight(NamedTuple):
    """The flight phase (LB 4).

    aside     cards that are in no rocket, in any order
    rockets   seat by seat; those that have exploded have no card
    rows      of the rocket tokens, from 1; None before round 1 and for who has exploded
    exploded  the round, from 1; None for survivors
    column    of this round, from 0
    starter   the Start Player; None until drawn (LB 4.1)
    order     the seats still to move this round, the first moves now; empty when the game is over
    choice    points the first of them is to place (LB 4.6)
    drifting  row, from 1, and column of each wreck (LB 6.1)
    """

    names: tuple[str, ...]
    wrecks: bool
    field: Field
    aside: tuple[Part, ...]
    rockets: tuple[Rocket, ...]
    rows: tuple[int | None, ...]
    exploded: tuple[int | None, ...]
    column: int
    starter: Seat | None
    order: tuple[Seat, ...]
    choice: int
    drifting: tuple[tuple[int, int], ...]


State: TypeAlias = Draft | Flight


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part card of the box, in the order of their codes."""
    return _pieces(box().parts.values())


@cache
def all_tiles() -> tuple[Tile, ...]:
    """Every tile of the box, in the order of their codes."""
    return _pieces(box().tiles.values())


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Those cards of which it is known what they are, in the order of their codes."""
    return tuple(sorted(part for part in parts if part is not UNKNOWN))


def without(parts: tuple[Part, ...], gone: Iterable[Part]) -> tuple[Part, ...]:
    """The cards without one copy of each that is gone; an `UNKNOWN` one takes nothing away."""
    left = list(parts)
    for part in gone:
        if part is not UNKNOWN:
            left.remove(part)
    return tuple(left)


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _pieces(faces: Iterable[P]) -> tuple[P, ...]:
    return tuple(face for face in sorted(faces, key=lambda face: face.code) for _ in range(face.copies))
