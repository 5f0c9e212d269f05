"""The construction phase: three hands, each card picked in secret and revealed by all together (LB 3).

What is called `after` is the copy of a state that becomes the next one: it is changed step by step.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from components.wording import counted
from referee.engine.chance.outcomes import Draw, Drawn, Source, Wanted
from referee.engine.commits import CONCEALED, Commits, committed, concealed
from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.engine.phases import alone
from referee.engine.tuples import removed, replaced
from referee.games.last_blast.box import Box, End, Part, Rocket, Tile
from referee.games.last_blast.codes import read_part, read_tile
from referee.games.last_blast.moves import (
    BLIND,
    PLACES,
    UNKNOWN,
    Blind,
    Move,
    Pick,
    Place,
    first_picks,
    picks,
)
from referee.games.last_blast.rules import flight
from referee.games.last_blast.state import Draft, State, in_order, without


def start(names: tuple[str, ...], box: Box, wrecks: bool) -> Draft:
    """Before the field is laid and the first hand is dealt (LB 2).

    Raises `DataError` for a box without enough cards for the last hands, which would be dealt for ever.
    """
    numbers, cards = box.construction, len(box.all_parts)
    needed = len(names) * (numbers.hand + numbers.rocket - numbers.picks)
    if needed > cards:
        what = f"is {numbers.hand}, so {len(names)} players need {needed} cards; the box has {cards}."
        raise box.components.tables["construction"].error("hand", what, "Deal fewer cards.")
    return Draft(
        names=names,
        box=box,
        wrecks=wrecks,
        step="field",
        field=(),
        unseen=box.all_parts,
        deck=len(box.all_parts),
        discards=(),
        holders=(),
        hand=0,
        pick=0,
        dealt=(),
        hands=(),
        commits=(None,) * len(names),
        choosers=tuple(range(len(names))),
        rockets=((),) * len(names),
        taker=None,
        drawn=None,
    )


def field(state: Draft) -> Draw[Tile]:
    """The tiles of the field, row by row (LB 2.1)."""
    return _tiles(state.box, len(state.names))


@lru_cache(maxsize=8)
def _tiles(box: Box, players: int) -> Draw[Tile]:
    columns, count = box.columns, box.rows(players) * box.columns
    wanted = Wanted(
        f"the {count} tiles of the field, row by row, each of {columns} from the left",
        lambda place: f"row {place // columns + 1}, column {place % columns + 1}",
    )
    return Draw("tiles", box.all_tiles, count, None, lambda text, where: read_tile(text, box, where), wanted)


def lay_field(state: Draft, outcome: Drawn[Tile]) -> Draft:
    tiles, columns = outcome.pieces, state.box.columns
    after = state.copy()
    after.step = "deal"
    after.field = tuple([tiles[first : first + columns] for first in range(0, len(tiles), columns)])
    return after


def deal(state: Draft) -> Draw[Part]:
    """The cards of a deal (LB 3.1), as far as the deck goes (LB 3.7)."""
    dealt = len(state.dealt)
    count = min(len(state.names) * state.box.construction.hand - dealt, state.deck)
    wanted = _as_dealt(state.names, dealt, count)
    return Draw("parts", state.unseen, count, UNKNOWN, _card_reader(state.box), wanted)


@lru_cache(maxsize=64)
def _as_dealt(names: tuple[str, ...], dealt: int, count: int) -> Wanted:
    players = len(names)

    def part(place: int) -> str:
        number, seat = divmod(dealt + place, players)
        return f"{names[seat]}'s card {number + 1}"

    turns = ", ".join(names[(dealt + seat) % players] for seat in range(players))
    return Wanted(f"{counted(count, 'card')} as dealt, one each in turn: {turns}, and so on", part)


def take_deal(state: Draft, outcome: Drawn[Part]) -> Draft:
    """The hands, or the rest of the deal from a new deck (LB 3.7)."""
    dealt, players = state.dealt + outcome.pieces, len(state.names)
    after = state.copy()
    _draw(after, outcome)
    if len(dealt) < players * state.box.construction.hand:
        after.dealt = dealt
        _reshuffle(after)
    else:
        after.step = "pick"
        after.dealt, after.hands = (), tuple([dealt[seat::players] for seat in range(players)])
    return after


def choosers(state: Draft) -> Seats:
    """Everybody who has not chosen yet, in secret (LB 3.1)."""
    return _in_secret(state.choosers)


def choices(state: Draft, seat: Seat) -> Sequence[Pick | Blind]:
    """Each card of the hand at each end, and a blind card."""
    hand = state.hands[seat]
    if UNKNOWN in hand:
        hand = (*filter(UNKNOWN.__ne__, hand), *state.unseen)
    known = (picks if state.rockets[seat] else first_picks)(state.box)
    found: list[Pick | Blind] = []
    for card in dict.fromkeys(hand):
        found += known[card]
    if _may_take_blind(state):
        found.append(BLIND)
    return found


def check_choice(state: Draft, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Pick):
        return _check_pick(state, seat, move)
    if isinstance(move, Place):
        return refused("Only a blind card is placed; to take a card of your hand, use pick.", "LB 3.5")
    if not isinstance(move, Blind):
        return refused("The flight has not begun.", "LB 4.2")
    if _may_take_blind(state):
        return ALLOWED
    first = state.box.construction.blind
    reason = f"This is pick {state.pick + 1} of the hand; a blind card is for pick {first}."
    return refused(reason, "LB 3.4")


def choose(state: Draft, seat: Seat, move: Pick | Blind) -> State:
    """The choice is kept secret; the last one reveals them all (LB 3.1)."""
    after = state.copy()
    after.commits = commits = committed(state.commits, seat, move)
    after.choosers = removed(state.choosers, seat)
    if after.choosers:
        return after
    if rivals := clashing(state, commits):
        after.commits = tuple(None if one in rivals else choice for one, choice in enumerate(commits))
        after.choosers = rivals
        return after
    return _reveal(after)


def blind_card(state: Draft) -> Draw[Part]:
    """The top card of the deck (LB 3.4)."""
    assert state.taker is not None
    wanted = _blind_card(state.names[state.taker])
    return Draw("blind", state.unseen, 1, None, _card_reader(state.box), wanted)


@lru_cache(maxsize=64)
def _blind_card(name: str) -> Wanted:
    card = f"{name}'s blind card"
    return Wanted(card, lambda place: card)


def take_blind(state: Draft, outcome: Drawn[Part]) -> Draft:
    after = state.copy()
    _draw(after, outcome)
    after.step, after.drawn = "place", outcome.pieces[0]
    return after


def taker(state: Draft) -> Seats:
    """The seat that has drawn a blind card (LB 3.5)."""
    assert state.taker is not None
    return alone(state.taker)


def ends(state: Draft, seat: Seat) -> Sequence[Move]:
    return PLACES


def check_end(state: Draft, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Place):
        return ALLOWED
    assert state.drawn is not None
    return refused(f"First place {state.drawn.code}: front or rear.", "LB 3.5")


def place(state: Draft, seat: Seat, move: Place) -> State:
    """The blind card joins the rocket; only then the player discards (LB 3.5)."""
    assert state.drawn is not None
    after = state.copy()
    after.rockets = replaced(state.rockets, seat, _joined(state.rockets[seat], state.drawn, move.end))
    after.taker = after.drawn = None
    _discard(after, seat)
    return _finish_hand(after, seat + 1)


def known(state: Draft, seat: Seat | None) -> Draft:
    """Without hands and discards that the seat has not held, others' choices, and a blind card to be placed.

    A seat remembers what it has passed on: the cards that were taken out of it since were open.
    """
    hidden = list(state.dealt)

    def seen(card: Part, holders: Sequence[Seat]) -> Part:
        if seat in holders:
            return card
        hidden.append(card)
        return UNKNOWN

    held = [(hand, _holders(state, place)) for place, hand in enumerate(state.hands)]
    hands = tuple([tuple([seen(card, holders) for card in hand]) for hand, holders in held])
    discards = tuple(map(seen, state.discards, state.holders))
    drawn, taker = state.drawn, state.taker
    if drawn is not None and taker is not None:
        drawn = seen(drawn, (taker,))
    return replace(
        state,
        unseen=in_order((*state.unseen, *hidden)),
        discards=discards,
        dealt=(UNKNOWN,) * len(state.dealt),
        hands=hands,
        # All choices have been revealed before a blind card is taken.
        commits=state.commits if taker is not None else concealed(state.commits, seat),
        drawn=drawn,
    )


def guess(known: Draft, source: Source) -> Draft:
    """A whole draft of which that is known.

    The unseen cards are dealt to wherever a card is not known, every deal with the same chance. Then each
    choice that is not known is one of those its seat may make, all with the same chance.
    """
    places = (*known.hands, known.discards, known.dealt, (known.drawn,))
    dealt = source.first(known.unseen, sum(place.count(UNKNOWN) for place in places))
    cards = iter(dealt)

    def filled(place: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple([next(cards) if card == UNKNOWN else card for card in place])

    whole = replace(
        known,
        unseen=without(known.unseen, dealt),
        hands=tuple(map(filled, known.hands)),
        discards=filled(known.discards),
        dealt=filled(known.dealt),
        drawn=next(cards) if known.drawn == UNKNOWN else known.drawn,
    )
    for seat, choice in enumerate(known.commits):
        if choice == CONCEALED:
            options = choices(whole, seat)
            whole.commits = committed(whole.commits, seat, options[source.below(len(options))])
    return whole


def clashing(state: Draft, commits: Commits[Pick | Blind]) -> tuple[Seat, ...]:
    """The seats that have named the same unseen card, of which there are not enough copies.

    It is found out only when all choices are revealed: to refuse a card earlier would tell a player what
    another has chosen (LB 3.1).
    """
    if len(state.unseen) == state.deck:  # nothing is unknown elsewhere
        return ()
    hands = state.hands
    claims = [
        (seat, choice.card)
        for seat, choice in enumerate(commits)
        if isinstance(choice, Pick) and choice.card not in hands[seat]
    ]
    claimed = [card for _, card in claims]
    return tuple([seat for seat, card in claims if claimed.count(card) > state.unseen.count(card)])


@lru_cache(maxsize=8)
def _card_reader(box: Box) -> Callable[[str, str], Part]:
    return lambda text, where: read_part(text, box, where)


@cache
def _in_secret(seats: tuple[Seat, ...]) -> Seats:
    return Seats(seats, secret=True)


def _may_take_blind(state: Draft) -> bool:
    """LB 3.4"""
    return state.pick + 1 >= state.box.construction.blind


def _check_pick(state: Draft, seat: Seat, move: Pick) -> Ruling:
    hand, code = state.hands[seat], move.card.code
    if move.card not in hand:
        if UNKNOWN not in hand:
            return refused(f"{code} is not in {state.names[seat]}'s hand.", "LB 3.1")
        if move.card not in state.unseen:
            return refused(f"{code} cannot be in {state.names[seat]}'s hand.", "LB 1.3")
    if state.rockets[seat] and move.end is None:
        return refused(f"Say which end {code} joins: front or rear.", "LB 3.2")
    if not state.rockets[seat] and move.end:
        return refused("The first card of a rocket has no end to choose.", "LB 3.2")
    return ALLOWED


def _reveal(after: Draft) -> State:
    """All have chosen. After the last pick the hand is finished, before it the cards are passed (LB 3.3)."""
    rockets, hands = list(after.rockets), list(after.hands)
    for seat, choice in enumerate(after.commits):
        if isinstance(choice, Pick):
            card, hand = choice.card, hands[seat]
            rockets[seat] = _joined(rockets[seat], card, choice.end)
            if card not in hand:
                after.unseen = without(after.unseen, (card,))
                card = UNKNOWN
            hands[seat] = removed(hand, card)
    after.rockets, after.hands = tuple(rockets), tuple(hands)
    construction = after.box.construction
    if after.pick + 1 == construction.picks:
        return _finish_hand(after, 0)
    to = _passed_by(after)
    after.hands = after.hands[-to:] + after.hands[:-to]
    after.pick += 1
    _choose_anew(after)
    return after


def _finish_hand(after: Draft, first: Seat) -> State:
    """From that seat on, players discard what they hold, until one has to take a blind card (LB 3.5)."""
    for seat in range(first, len(after.names)):
        if isinstance(after.commits[seat], Blind):
            after.step, after.taker = "blind", seat
            if not after.deck:
                _reshuffle(after)
            return after
        _discard(after, seat)
    after.step, after.hand, after.pick, after.hands = "deal", after.hand + 1, 0, ()
    _choose_anew(after)
    if after.hand == len(after.box.construction.passes):
        return flight.start(after)
    if not after.deck:
        _reshuffle(after)
    return after


def _passed_by(state: Draft) -> int:
    """The number of seats by which this hand is passed on: 1 to the left, -1 to the right (LB 3.3)."""
    return 1 if state.box.construction.passes[state.hand] == "left" else -1


def _holders(state: Draft, place: Seat) -> tuple[Seat, ...]:
    """The seats that have held the cards which that seat holds now."""
    return _held_at(place, _passed_by(state), state.pick, len(state.names))


@cache
def _held_at(place: Seat, passed_by: int, picks: int, players: int) -> tuple[Seat, ...]:
    return tuple([(place - passed_by * pick) % players for pick in range(min(picks + 1, players))])


def _choose_anew(after: Draft) -> None:
    players = len(after.names)
    after.commits, after.choosers = (None,) * players, tuple(range(players))


def _discard(after: Draft, seat: Seat) -> None:
    after.discards += after.hands[seat]
    after.holders += (_holders(after, seat),) * len(after.hands[seat])
    after.hands = replaced(after.hands, seat, ())


def _draw(after: Draft, outcome: Drawn[Part]) -> None:
    """The drawn cards leave the deck."""
    after.unseen = without(after.unseen, outcome.pieces)
    after.deck -= len(outcome.pieces)


def _reshuffle(after: Draft) -> None:
    """The discards are the new deck (LB 3.7)."""
    after.unseen = in_order((*after.unseen, *after.discards))
    after.deck += len(after.discards)
    after.discards = after.holders = ()


def _joined(rocket: Rocket, card: Part, end: End | None) -> Rocket:
    """LB 3.2; the first card of a rocket has no end."""
    return (card, *rocket) if end == "front" else (*rocket, card)
