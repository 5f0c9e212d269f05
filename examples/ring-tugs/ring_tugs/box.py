"""The box of Ring Tugs, read from `components/`: cards, tugs and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from components import catalogue

SLUG: Final = "ring-tugs"


class Salvage(NamedTuple):
    """A card that drifts in the rings (RT 1.2).

    kind    ice, ore, lamp, relic or reactor
    points  what the card counts by itself
    """

    code: str
    name: str
    kind: str
    points: int


class Contract(NamedTuple):
    """A secret card that pays `points` for each of `of` (RT 1.4): a kind of salvage, "crystal" or "set"."""

    code: str
    name: str
    of: str
    points: int


UNKNOWN: Final = Contract("??", "", "", 0)  # a contract that the viewer has not seen


class Numbers(NamedTuple):
    """The numbers of the rules.

    rounds   number of rounds in a game (RT 2.1)
    spare    cards in the row beyond the number of players (RT 3.1)
    crystal  points for a crystal (RT 4.6)
    ore      points for no ore, one, two …; more count as the last (RT 4.2)
    pair     points for a red and a green lamp (RT 4.3)
    relics   points for the most relics (RT 4.4)
    """

    rounds: int
    spare: int
    crystal: int
    ore: tuple[int, ...]
    pair: int
    relics: int


class Box(NamedTuple):
    """Ring Tugs.

    salvage    every card, once for each copy, in the order of the codes
    contracts  likewise
    tugs       the numbers of each player's tugs, from the lowest, which is the tender
    """

    salvage: tuple[Salvage, ...]
    contracts: tuple[Contract, ...]
    tugs: tuple[int, ...]
    numbers: Numbers

    @property
    def cards(self) -> Mapping[str, Salvage]:
        return {card.code: card for card in self.salvage}


@cache
def box() -> Box:
    """The box. Raises `DataError` if its files are wrong."""
    game = catalogue.load(SLUG)
    salvage = sorted(game.deck("cards").pieces, key=lambda piece: piece.code)
    contracts = sorted(game.deck("contracts").pieces, key=lambda piece: piece.code)
    return Box(
        salvage=tuple(
            Salvage(card.code, card["name"], card["type"].lower(), card["points"] or 0)
            for card in salvage
            for _ in range(card.copies)
        ),
        contracts=tuple(
            Contract(card.code, card["name"], card["of"], card["points"])
            for card in contracts
            for _ in range(card.copies)
        ),
        tugs=tuple(sorted({piece["number"] for piece in game.deck("tugs").pieces})),
        numbers=game.tables["numbers"].record(Numbers),
    )
