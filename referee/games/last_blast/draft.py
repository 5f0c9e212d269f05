"""The construction phase: three hands, each card picked in secret and shown by all together (LB 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from referee.engine import (
    ALLOWED,
    CHANCE,
    Commits,
    Ruling,
    Seat,
    Seats,
    Turn,
    committed,
    concealed,
    outstanding,
    refused,
)
from referee.games.last_blast import flight
from referee.games.last_blast.box import End, Field, Part, Rocket, Tile, box
from referee.games.last_blast.moves import (
    BLIND,
    ENDS,
    UNKNOWN,
    Blind,
    Move,
    Outcome,
    Pick,
    Place,
    first_pick,
    picks,
)
from referee.games.last_blast.state import (
    Draft,
    State,
    all_parts,
    all_tiles,
    in_order,
    replaced,
    without,
)
from referee.outcomes import Draw, Drawn

_PLACES = tuple(Place(end) for end in ENDS)


def start(names: tuple[str, ...], wrecks: bool) -> Draft:
    """Before the field is laid and the first hand dealt (LB 2)."""
    return Draft(
        names=names,
        wrecks=wrecks,
        field=(),
        unseen=all_parts(),
        deck=len(all_parts()),
        discards=(),
        hand=0,
        pick=0,
        dealt=(),
        hands=(),
        commits=(None,) * len(names),
        rockets=((),) * len(names),
        taker=None,
        drawn=None,
    )


def turn(state: Draft) -> Turn:
    if not state.hands:
        return CHANCE
    if state.taker is None:
        return Seats(outstanding(state.commits), secret=True)
    return CHANCE if state.drawn is None else Seats((state.taker,))


def chance(state: Draft) -> Draw[Tile] | Draw[Part]:
    return card_draw(state) if state.field else field_draw(state)


def field_draw(state: Draft) -> Draw[Tile]:
    """The field, row by row (LB 2.1)."""
    return Draw("tiles", all_tiles(), box().rows(len(state.names)) * box().columns)


def card_draw(state: Draft) -> Draw[Part]:
    """A deal (LB 3.1), as far as the deck goes (LB 3.7), or a blind card (LB 3.4)."""
    if state.taker is not None:
        return Draw("blind", state.unseen, 1)
    wanted = len(state.names) * box().hand - len(state.dealt)
    return Draw("parts", state.unseen, min(wanted, state.deck), UNKNOWN)


def moves(state: Draft, seat: Seat) -> Sequence[Move]:
    if state.taker is not None:
        return _PLACES if seat == state.taker and state.drawn is not None else ()
    if not state.hands or state.commits[seat] is not None:
        return ()
    cards = dict.fromkeys(state.hands[seat])
    if UNKNOWN in cards:
        cards |= dict.fromkeys(state.unseen)
        del cards[UNKNOWN]
    found: list[Move] = []
    if state.rockets[seat]:
        for card in cards:
            found += picks(card)
    else:
        found += map(first_pick, cards)
    if state.pick + 1 >= box().construction.blind:
        found.append(BLIND)
    return found


def check(state: Draft, seat: Seat, move: Move) -> Ruling:
    if not state.hands:
        return refused("The cards are not dealt yet.", "LB 3.1")
    if state.taker is not None:
        if seat != state.taker:
            return refused(f"{state.names[state.taker]} is to take a blind card first.", "LB 3.5")
        if state.drawn is None:
            return refused("The blind card is not drawn yet.", "LB 3.5")
        if not isinstance(move, Place):
            return refused(f"{state.drawn.code} is to be placed: front or rear.", "LB 3.5")
        return ALLOWED
    if state.commits[seat] is not None:
        return refused(f"{state.names[seat]} has chosen, and waits for the others.", "LB 3.1")
    if isinstance(move, Pick):
        return _check_pick(state, seat, move)
    if isinstance(move, Blind):
        first = box().construction.blind
        if state.pick + 1 < first:
            return refused(
                f"This is pick {state.pick + 1} of the hand; a blind card is for pick {first}.", "LB 3.4"
            )
        return ALLOWED
    if isinstance(move, Place):
        return refused("Only a card drawn blind is placed; take one of the hand with pick.", "LB 3.5")
    return refused("The flight has not begun.", "LB 4.2")


def apply(state: Draft, seat: Seat, move: Move) -> State:
    if isinstance(move, Place):
        assert state.drawn is not None
        rockets = replaced(state.rockets, seat, _joined(state.rockets[seat], state.drawn, move.end))
        discards = state.discards + state.hands[seat]
        hands = replaced(state.hands, seat, ())
        placed = state._replace(rockets=rockets, discards=discards, hands=hands, taker=None, drawn=None)
        return _finish_hand(placed, seat + 1)
    assert isinstance(move, (Pick, Blind))
    commits = committed(state.commits, seat, move)
    if outstanding(commits):
        return state._replace(commits=commits)
    if rivals := clashing(state, commits):
        again = tuple(None if place in rivals else move for place, move in enumerate(commits))
        return state._replace(commits=again)
    return _reveal(state, commits)


def resolve(state: Draft, outcome: Outcome) -> Draft:
    if not state.field:
        return state._replace(field=_field(cast(Drawn[Tile], outcome).pieces))
    cards = cast(Drawn[Part], outcome).pieces
    unseen, deck = without(state.unseen, cards), state.deck - len(cards)
    if state.taker is not None:
        return state._replace(unseen=unseen, deck=deck, drawn=cards[0])
    dealt = state.dealt + cards
    players = len(state.names)
    if len(dealt) < players * box().hand:
        return _reshuffled(state._replace(unseen=unseen, deck=deck, dealt=dealt))
    hands = tuple(dealt[seat::players] for seat in range(players))
    return state._replace(unseen=unseen, deck=deck, dealt=(), hands=hands)


def known(state: Draft, seat: Seat | None) -> Draft:
    """Hidden are the other hands, the discards, other seats' choices and a blind card until it is placed."""
    others = [place for place in range(len(state.hands)) if place != seat]
    hidden = [card for place in others for card in state.hands[place]]
    hidden += (*state.discards, *state.dealt)
    hands = state.hands
    for place in others:
        hands = replaced(hands, place, (UNKNOWN,) * len(hands[place]))
    drawn = state.drawn
    if drawn is not None and state.taker != seat:
        hidden.append(drawn)
        drawn = UNKNOWN
    return state._replace(
        unseen=in_order((*state.unseen, *hidden)),
        discards=(UNKNOWN,) * len(state.discards),
        dealt=(UNKNOWN,) * len(state.dealt),
        hands=hands,
        # A blind taker's choice is shown with all others, so nothing is left to conceal by then.
        commits=state.commits if state.taker is not None else concealed(state.commits, seat),
        drawn=drawn,
    )


def faults(state: Draft) -> Iterator[Ruling]:
    """Pieces that are not those of the box (LB 1.1, LB 1.3), and rockets of unequal length (LB 3.4)."""
    placed = [card for cards in (*state.hands, *state.rockets) for card in cards]
    placed += (*state.discards, *state.dealt)
    if state.drawn is not None:
        placed.append(state.drawn)
    if in_order((*state.unseen, *placed)) != all_parts():
        yield refused("The cards are not those of the box.", "LB 1.3")
    if state.deck + placed.count(UNKNOWN) != len(state.unseen):
        yield refused("The cards nobody has seen are not as many as are hidden.", "LB 2.2")
    if Counter(tile for row in state.field for tile in row) - Counter(all_tiles()):
        yield refused("There are more tiles of a symbol than the box has.", "LB 1.1")
    shortest, *_, longest = sorted(map(len, state.rockets))
    if longest > box().rocket or longest - shortest > (state.taker is not None):
        yield refused("The rockets are not of equal length.", "LB 3.4")


def clashing(state: Draft, commits: Commits[Pick | Blind]) -> tuple[Seat, ...]:
    """The seats that have named one and the same card nobody had seen. It is found out when all show.

    Nobody may be told before: that a card cannot be chosen would say who has chosen it (LB 3.1).
    """
    claims: dict[Part, list[Seat]] = {}
    for seat, (choice, hand) in enumerate(zip(commits, state.hands, strict=True)):
        if isinstance(choice, Pick) and choice.card not in hand:
            claims.setdefault(choice.card, []).append(seat)
    return tuple(
        seat for card, seats in claims.items() if len(seats) > state.unseen.count(card) for seat in seats
    )


def _check_pick(state: Draft, seat: Seat, move: Pick) -> Ruling:
    hand = state.hands[seat]
    if move.card not in hand:
        if UNKNOWN not in hand:
            return refused(f"{move.card.code} is not in {state.names[seat]}'s hand.", "LB 3.1")
        if move.card not in state.unseen:
            return refused(f"{move.card.code} cannot be in {state.names[seat]}'s hand.", "LB 1.3")
    if state.rockets[seat] and move.end is None:
        return refused(f"Say which end {move.card.code} joins: front or rear.", "LB 3.2")
    if not state.rockets[seat] and move.end:
        return refused("The first card of a rocket has no end to choose.", "LB 3.2")
    return ALLOWED


def _reveal(state: Draft, commits: Commits[Pick | Blind]) -> State:
    """All have chosen. At the last pick the hand is finished, else it is passed on (LB 3.3, LB 3.4)."""
    unseen = state.unseen
    rockets, hands = [], []
    for rocket, hand, choice in zip(state.rockets, state.hands, commits, strict=True):
        if isinstance(choice, Pick):
            card = choice.card
            rocket = _joined(rocket, card, choice.end)
            if card not in hand:
                unseen = without(unseen, (card,))
                card = UNKNOWN
            place = hand.index(card)
            hand = hand[:place] + hand[place + 1 :]
        rockets.append(rocket)
        hands.append(hand)
    construction = box().construction
    if state.pick + 1 < construction.picks:
        passed = (
            hands[-1:] + hands[:-1] if construction.passes[state.hand] == "left" else hands[1:] + hands[:1]
        )
        return state._replace(
            unseen=unseen,
            pick=state.pick + 1,
            hands=tuple(passed),
            commits=(None,) * len(commits),
            rockets=tuple(rockets),
        )
    revealed = state._replace(
        unseen=unseen,
        hands=tuple(hands),
        commits=commits,
        rockets=tuple(rockets),
    )
    return _finish_hand(revealed, 0)


def _finish_hand(state: Draft, first: Seat) -> State:
    """From that seat on each discards what it holds, until one is to take a blind card (LB 3.5)."""
    discards, hands = state.discards, list(state.hands)
    for seat in range(first, len(state.names)):
        if isinstance(state.commits[seat], Blind):
            waiting = state._replace(discards=discards, hands=tuple(hands), taker=seat)
            return waiting if state.deck else _reshuffled(waiting)
        discards += hands[seat]
        hands[seat] = ()
    done = state._replace(
        discards=discards,
        hand=state.hand + 1,
        pick=0,
        hands=(),
        commits=(None,) * len(state.names),
    )
    if done.hand < len(box().construction.passes):
        return done if done.deck else _reshuffled(done)
    return flight.start(done)


def _reshuffled(state: Draft) -> Draft:
    """The discards are the new deck (LB 3.7)."""
    return state._replace(
        unseen=in_order((*state.unseen, *state.discards)),
        deck=state.deck + len(state.discards),
        discards=(),
    )


def _field(tiles: tuple[Tile, ...]) -> Field:
    """Row by row (LB 2.1)."""
    columns = box().columns
    return tuple(tiles[first : first + columns] for first in range(0, len(tiles), columns))


def _joined(rocket: Rocket, card: Part, end: End | None) -> Rocket:
    """LB 3.2; the first card of a rocket has no end."""
    return (card, *rocket) if end == "front" else (*rocket, card)
