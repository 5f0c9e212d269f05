"""Rules cards: the card of a round, new orders, and the chaos card that draws two (RR 3.1, 3.4, 9.2, 9.3)."""

from bisect import insort
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from referee.engine.chance.outcomes import Drawn, Source
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.rayguns.box import Box, Card
from referee.games.rayguns.codes import read_card
from referee.games.rayguns.moves import ORDERS, PASS, Move, NewOrders, Pass
from referee.games.rayguns.rules.draws import Decided, Until
from referee.games.rayguns.state import Account, Paid, State, rules_of


def moves(state: State, seat: Seat) -> Sequence[Move]:
    return PASS, ORDERS


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, (Pass, NewOrders)):
        return ALLOWED
    return refused(f"Pay {state.box.numbers.orders_cost} for new orders, or pass.", "RR 3.4")


def apply(state: State, seat: Seat, move: Pass | NewOrders) -> State:
    """New orders are paid for, and then drawn."""
    after = state.copy()
    if isinstance(move, Pass):
        after.step = "done"
    else:
        paid = paid_for(state.box, state.accounts[seat], state.round)
        after.step, after.accounts = "new-card", replaced(state.accounts, seat, paid)
    return after


def paid_for(box: Box, account: Account, number: int) -> Account:
    """The account after new orders in the round of that number."""
    cost = box.numbers.orders_cost
    entries = (*account.entries, Paid(number, cost))
    return Account(account.total - cost, account.bonus, entries, account.paid + cost)


class TurnedUp(NamedTuple):
    """Rules cards turned up.

    up        cards in force: one card, or the chaos card of two with the two it draws (RR 9.2)
    discards  chaos cards that were drawn again
    drawn     all of them, in the order drawn
    """

    up: tuple[Card, ...]
    discards: tuple[Card, ...]
    drawn: tuple[Card, ...]


def turned_up(box: Box, deck: Iterator[Card]) -> TurnedUp:
    """The next card of the deck, and those it draws."""
    first = next(deck)
    if first.chaos != "two-cards":
        return TurnedUp((first,), (), (first,))
    drawn, up = [first], [first]
    discards: list[Card] = []
    while len(up) <= box.numbers.chaos_cards:
        drawn.append(next(deck))
        (discards if drawn[-1].chaos else up).append(drawn[-1])
    return TurnedUp(tuple(up), tuple(discards), tuple(drawn))


def first_cards(box: Box, source: Source) -> TurnedUp:
    """The cards of the first round from a shuffled deck (RR 3.1, 9.2)."""
    return turned_up(box, iter(source.shuffled(box.deck)))


def next_card(state: State) -> Until[Card]:
    """A rules card, with those that a chaos card of two draws (RR 9.2); the discards come last (RR 9.3)."""
    box = state.box
    return Until(
        "rules-cards",
        _PROMPT,
        state.deck,
        state.discards,
        partial(_decide, box),
        partial(_deal, state),
        lambda code, at: read_card(code, box, at),
        _part,
    )


_PROMPT = "draw and the code of the rules card; after CH2 add two more that are not chaos cards"


def _deal(state: State, source: Source) -> Sequence[Card]:
    return turned_up(state.box, _shuffled(state, source)).drawn


def _shuffled(state: State, source: Source) -> Iterator[Card]:
    yield from source.first(state.deck, state.box.most_cards_drawn)
    yield from source.shuffled(state.discards)


def _decide(box: Box, drawn: Sequence[Card]) -> Decided:
    if not drawn:
        return Decided(1, False)
    if drawn[0].chaos != "two-cards":
        return Decided(1, True)
    missing = box.numbers.chaos_cards - sum(not card.chaos for card in drawn)
    return Decided(len(drawn) + max(0, missing), missing <= 0)


def _part(drawn: Sequence[Card], place: int) -> str:
    return f"card {place} that {drawn[0].code} draws" if place else "the rules card"


def turn_up(state: State, outcome: Drawn[Card]) -> State:
    """Those cards are in force; the cards in force before are discarded (RR 3.4)."""
    pieces = outcome.pieces
    up, again = (pieces, ()) if len(pieces) == 1 else turned_up(state.box, iter(pieces))[:2]
    deck, discards = list(state.deck), list(state.discards)
    for card in pieces:
        if not deck:
            deck, discards = discards, []
        deck.remove(card)
    for card in (*state.cards, *again):
        insort(discards, card, key=_CODE)
    after = state.copy()
    after.step, after.rules = "done", rules_of(state.box, up)
    after.deck, after.discards = tuple(deck), tuple(discards)
    return after


_CODE = attrgetter("code")
