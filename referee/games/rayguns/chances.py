"""What chance brings in Rayguns and Rocketships: the launch, rules cards, and tiles from the belt.

The launch and a turned card are each one outcome, with all that is drawn until it is decided, so that
the same stream gives the same first player and card as a set-up does.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from referee.games.rayguns.box import Card, Tile, box
from referee.games.rayguns.moves import UNKNOWN
from referee.games.rayguns.setup import launch, turned_up, winners
from referee.games.rayguns.state import State, belt
from referee.outcomes import Coded, Draw, Drawn, Source

P = TypeVar("P", bound=Coded)

_TIMES = {"draw": "tiles", "draw-again": "tiles", "port": "tiles", "look": "satellite", "planet": "planet"}


def tiles(state: State) -> Draw[Tile]:
    """The draw of the step; nobody need say what was drawn, but in the Port of Call, where all is shown."""
    hidden = None if state.step == "port" else UNKNOWN
    return Draw(_TIMES[state.step], belt(state), tiles_drawn(state), hidden)


def tiles_drawn(state: State) -> int:
    """How many tiles the step draws (RR 3.2, 3.3, 5.4, 5.5, 10.1)."""
    match state.step:
        case "draw":
            return state.rules.orders.first_draw
        case "draw-again":
            return state.rules.orders.second_draw
        case "planet":
            return box().specials["planet"].draw
        case "port":
            return box().numbers.port_draw
        case _:
            return 1


class Decided(NamedTuple):
    """Where a list of pieces drawn leads to. due: how many are to be drawn in all, as far as one can see."""

    due: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Until(Generic[P]):
    """Pieces drawn one after the other until something is decided.

    pool    in the order of the codes
    more    the pool that follows if this one runs out
    decide  how far the pieces drawn go
    deal    draws from a source as a set-up does
    """

    label: str
    prompt: str
    pool: Sequence[P]
    more: Sequence[P]
    decide: Callable[[Sequence[P]], Decided]
    deal: Callable[[Source], Iterable[P]]

    def __iter__(self) -> Iterator[tuple[Drawn[P], Fraction]]:
        return self._after((), Fraction(1))

    def probability(self, outcome: Drawn[P]) -> Fraction:
        if self.refusal(outcome):
            return Fraction(0)
        chance = Fraction(1)
        for place, piece in enumerate(outcome.pieces):
            left = self._left(outcome.pieces[:place])
            chance *= Fraction(left.count(piece), len(left))
        return chance

    def refusal(self, outcome: Drawn[P]) -> str:
        for place, piece in enumerate(outcome.pieces):
            if piece not in self._left(outcome.pieces[:place]):
                return f"{piece.code} cannot be drawn: none is left."
        decided = self.decide(outcome.pieces)
        if not decided.whole or len(outcome.pieces) != decided.due:
            return f"{len(outcome.pieces)} are drawn, and {decided.due} are due: {self.prompt}."
        return ""

    def pick(self, source: Source) -> Drawn[P]:
        return Drawn(tuple(self.deal(source)))

    def _left(self, drawn: Sequence[P]) -> list[P]:
        """What the next piece is drawn from."""
        left = list(self.pool)
        for piece in drawn:
            if not left:
                left = list(self.more)
            if piece in left:
                left.remove(piece)
        return left or list(self.more)

    def _after(self, drawn: tuple[P, ...], chance: Fraction) -> Iterator[tuple[Drawn[P], Fraction]]:
        if self.decide(drawn).whole:
            yield Drawn(drawn), chance
            return
        left = self._left(drawn)
        for piece in dict.fromkeys(left):
            yield from self._after((*drawn, piece), chance * Fraction(left.count(piece), len(left)))


def first_player(state: State) -> Until[Tile]:
    """Two tiles for every seat, and again for those who tie (RR 2.1)."""
    players = len(state.names)
    each = box().numbers.launch_draw

    def deal(source: Source) -> Iterator[Tile]:
        for draw in launch(players, source):
            yield from itertools.chain.from_iterable(draw.values())

    def decide(drawn: Sequence[Tile]) -> Decided:
        draws = launched(players, drawn)
        seats = winners(draws[-1]) if draws else range(players)
        dealt = each * sum(map(len, draws))
        return Decided(dealt + (each * len(seats) if len(seats) > 1 else 0), len(seats) == 1)

    pool = belt(state)
    prompt = f"draw and {each} codes for each seat in turn, and again for those who tie"
    return Until("launch", prompt, pool, pool, decide, deal)


def launched(players: int, drawn: Sequence[Tile]) -> list[Mapping[int, tuple[Tile, ...]]]:
    """The draws of the launch, as far as they are whole, by seat, from 0."""
    pieces, each = iter(drawn), box().numbers.launch_draw
    seats: Sequence[int] = range(players)
    draws: list[Mapping[int, tuple[Tile, ...]]] = []
    while len(seats) > 1:
        dealt = {seat: tuple(itertools.islice(pieces, each)) for seat in seats}
        if len(dealt[seats[-1]]) < each:
            break
        draws.append(dealt)
        seats = winners(dealt)
    return draws


def next_card(state: State) -> Until[Card]:
    """A rules card, with those that a chaos card of two draws (RR 9.2); discards come last (RR 9.3)."""

    def deal(source: Source) -> Iterator[Card]:
        return iter(turned_up(cards(source)).drawn)

    def cards(source: Source) -> Iterator[Card]:
        # No more than all chaos cards and those that one of them draws.
        yield from source.first(state.deck, most)
        yield from source.shuffled(state.discards)

    def decide(drawn: Sequence[Card]) -> Decided:
        if not drawn:
            return Decided(1, False)
        if drawn[0].chaos != "two-cards":
            return Decided(1, True)
        missing = box().numbers.chaos_cards - sum(not card.chaos for card in drawn)
        return Decided(len(drawn) + max(0, missing), missing <= 0)

    most = box().numbers.chaos_cards + sum(bool(card.chaos) for card in box().cards.values())
    prompt = "draw and the code of the rules card, after CH2 with two more that are no chaos"
    return Until("rules-cards", prompt, state.deck, state.discards, decide, deal)


def with_cards(state: State, drawn: Sequence[Card]) -> State:
    """With those cards in force; what was in force is discarded (RR 3.4)."""
    up, again, _ = turned_up(iter(drawn))
    deck, discards = list(state.deck), list(state.discards)
    for card in drawn:
        if not deck:
            deck, discards = discards, []
        deck.remove(card)
    return state._replace(
        cards=up,
        deck=tuple(deck),
        discards=tuple(sorted((*discards, *state.cards, *again), key=lambda card: card.code)),
    )
