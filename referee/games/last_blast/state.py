"""The state of a game of The Last Blast: a `Draft`, and then a `Flight`.

A move changes a copy of it, never the state itself.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import Literal, TypeAlias

from referee.engine.commits import Commits
from referee.engine.game import Seat
from referee.engine.tuples import Copied, copied
from referee.games.last_blast.box import Box, Field, Part, Rocket
from referee.games.last_blast.moves import UNKNOWN, Blind, Pick

Step: TypeAlias = Literal["field", "deal", "pick", "blind", "place", "starter", "fly", "lose", "over"]


@copied
class Draft(Copied):
    """The construction phase (LB 3), from the moment before the field is laid (LB 2.1).

    wrecks    whether the option is on (LB 6)
    step      "field" to "place"
    field     empty until it is laid
    unseen    the cards whose place nobody knows: those in the deck and those that are `UNKNOWN` elsewhere,
              in the order of their codes
    deck      the number of cards in the deck
    discards  the pile, face down
    holders   the seats that have held each of its cards
    hand      number from 0
    pick      within the hand, from 0
    dealt     the cards of an unfinished deal, in the order dealt; seat 0 has the first
    hands     seat by seat; empty until the deal is finished
    commits   what each seat has chosen at this pick
    choosers  the seats that have not chosen yet
    rockets   seat by seat
    taker     the seat that takes a blind card now, once everybody has chosen
    drawn     the card that it has drawn and looked at
    """

    names: tuple[str, ...]
    box: Box
    wrecks: bool
    step: Step
    field: Field
    unseen: tuple[Part, ...]
    deck: int
    discards: tuple[Part, ...]
    holders: tuple[tuple[Seat, ...], ...]
    hand: int
    pick: int
    dealt: tuple[Part, ...]
    hands: tuple[tuple[Part, ...], ...]
    commits: Commits[Pick | Blind]
    choosers: tuple[Seat, ...]
    rockets: tuple[Rocket, ...]
    taker: Seat | None
    drawn: Part | None


@copied
class Flight(Copied):
    """The flight phase (LB 4).

    step      "starter" to "over"
    aside     the cards that are not in a rocket, in any order
    rockets   seat by seat; empty for a rocket that has exploded
    rows      rows of the rocket tokens, from 1; None before round 1 and after an explosion
    exploded  the round of the explosion, from 1; None for survivors
    column    the column of this round, from 0
    starter   the Start Player; None until one is drawn (LB 4.1)
    order     the seats that still have to move this round, in order; empty when the game is over
    choice    points of damage for which the first of them still has to choose the end (LB 4.6)
    drifting  row, from 1, and column, from 0, of each wreck (LB 6.1)
    """

    names: tuple[str, ...]
    box: Box
    wrecks: bool
    step: Step
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

    @property
    def survivors(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, exploded in enumerate(self.exploded) if exploded is None])


State: TypeAlias = Draft | Flight


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The cards that are known, in the order of their codes."""
    return tuple(sorted([part for part in parts if part is not UNKNOWN], key=_CODE))


def without(parts: tuple[Part, ...], gone: Iterable[Part]) -> tuple[Part, ...]:
    """The cards without one copy of each of those that are gone; an `UNKNOWN` one takes nothing away."""
    left = list(parts)
    for part in gone:
        if part is not UNKNOWN:
            left.remove(part)
    return tuple(left)


_CODE = attrgetter("code")
