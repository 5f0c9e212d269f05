"""The moves and outcomes of The Last Blast, as they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Annotated, TypeAlias

from components.wording import counted
from referee.engine.asking.fields import Typed, choice, code, number
from referee.engine.asking.picks import Pieces
from referee.engine.asking.picks import Place as PlacePick
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.starters import Starts
from referee.engine.game import HIDDEN
from referee.engine.moves import Grammar, move
from referee.games.last_blast.box import Box, End, Part, Tile
from referee.games.last_blast.codes import read_part

UNKNOWN = Part(HIDDEN, "", "", 0, 0, 0)  # a card that is there, but nobody here knows which
ENDS: tuple[End, ...] = ("front", "rear")

_END = choice("End", lambda: ENDS, {"front": "At the front", "rear": "At the rear"})
_HELD = Pieces("hand-{seat}")


@move(
    "pick {card}[ {end}]",
    ask="Choose a card and an end for it",
    does="Add {card}[ at the {end}]",
)
class Pick:
    """Add that card from your hand to that end of your rocket (LB 3.1).

    end  None for the first card of a rocket (LB 3.2)
    """

    card: Annotated[Part, code("Card", read_part, lambda part: part.code, pick=_HELD)]
    end: Annotated[End | None, _END] = None

    def meant(self, typed: Typed) -> Pick:
        """An end that is typed for the first card of a rocket is ignored (LB 3.2)."""
        return self if typed.state.rockets[typed.seat] else Pick(self.card)


@move("blind", ask="Take a blind card", does="Take a blind card")
class Blind:
    """Take the top card of the deck instead of a card from your hand (LB 3.4)."""


@move("place {end}", ask="Place your blind card", does="Place it at the {end}")
class Place:
    """Add your blind card to that end of your rocket (LB 3.5)."""

    end: Annotated[End, _END]


@move("row {row}", ask="Fly to a tile of the next column", does="Fly to row {row}")
class Row:
    """Fly to the next column's tile in that row (LB 4.2)."""

    row: Annotated[int, number("Row", pick=PlacePick("field"))]


@move(
    "lose {front}",
    ask=lambda state, seat: f"Lose {counted(state.choice, 'card')}, front or rear",
    does="Lose {front} at the front",
)
class Lose:
    """Lose that many cards at the front and the rest at the rear (LB 4.6)."""

    front: Annotated[
        int,
        replace(
            number("Front", "cards", "Write how many cards to lose at the front."),
            said=lambda front: str(front or "none"),
        ),
    ]


Move: TypeAlias = Pick | Blind | Place | Row | Lose
Outcome: TypeAlias = Drawn[Tile] | Drawn[Part] | Starts

GRAMMAR = Grammar(Pick, Blind, Place, Row, Lose)
BLIND = Blind()
PLACES = tuple(map(Place, ENDS))


@lru_cache(maxsize=8)
def picks(box: Box) -> Mapping[Part, tuple[Pick, ...]]:
    """Each card of the box at either end of a rocket."""
    return {card: tuple(Pick(card, end) for end in ENDS) for card in box.parts.values()}


@lru_cache(maxsize=8)
def first_picks(box: Box) -> Mapping[Part, tuple[Pick]]:
    """Each card of the box as the first of a rocket."""
    return {card: (Pick(card),) for card in box.parts.values()}


@cache
def row(number: int) -> Row:
    return Row(number)


@cache
def losses(choice: int) -> tuple[Lose, ...]:
    """Every way to choose the ends for that many points of damage."""
    return tuple(Lose(front) for front in range(choice + 1))
