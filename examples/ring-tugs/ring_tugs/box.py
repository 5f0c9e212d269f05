"""The box of Ring Tugs, read from `components/`: cards, tugs and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from components import catalogue
from components.catalogue import Game

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


@dataclass(frozen=True, eq=False)
class Box:
    """Ring Tugs. A box is equal only to itself, so what follows from it is quickly remembered.

    components  what it was read from
    salvage     every card, once for each copy, in the order of the codes
    contracts   likewise
    tugs        the numbers of each player's tugs, from the lowest, which is the tender
    """

    components: Game
    salvage: tuple[Salvage, ...]
    contracts: tuple[Contract, ...]
    tugs: tuple[int, ...]
    numbers: Numbers

    @property
    def tender(self) -> int:
        return self.tugs[0]

    @cached_property
    def cards(self) -> Mapping[str, Salvage]:
        """The cards by their codes."""
        return {card.code: card for card in self.salvage}

    @cached_property
    def lamps(self) -> frozenset[str]:
        """The codes of the lamps, one for each colour."""
        return frozenset(card.code for card in self.salvage if card.kind == "lamp")


def load() -> Box:
    """The usual box. Raises `DataError` if its files are wrong."""
    return read(catalogue.load(SLUG))


def read(game: Game) -> Box:
    """The box of these components. Raises `DataError` for a box that cannot be played with."""
    salvage = sorted(game.deck("cards").pieces, key=lambda piece: piece.code)
    contracts = sorted(game.deck("contracts").pieces, key=lambda piece: piece.code)
    return Box(
        components=game,
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
