"""A round: the row, a tug from everybody in secret, then a card for each (RT 3)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from referee.engine.chance.outcomes import Draw, Drawn, Wanted
from referee.engine.commits import committed, outstanding
from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.engine.phases import alone
from referee.engine.tuples import replaced
from ring_tugs.box import Box, Salvage
from ring_tugs.moves import Move, Send, Take
from ring_tugs.state import Drifting, State, clockwise, unseen_salvage


def drift(state: State) -> Draw[Salvage]:
    """The cards that fill the row: one for each player, and the spare one (RT 3.1)."""
    count = len(state.names) + state.box.numbers.spare - len(state.row)
    wanted = Wanted(f"the {count} cards that fill the row", lambda place: f"card {place + 1}")
    return Draw("salvage", unseen_salvage(state), count, wanted=wanted)


def fill_row(state: State, outcome: Drawn[Salvage]) -> State:
    return state._replace(step="send", row=(*state.row, *map(Drifting, outcome.pieces)))


def senders(state: State) -> Seats:
    """Everybody who has not chosen a tug yet, in secret (RT 3.2)."""
    return Seats(outstanding(state.commits), secret=True)


def sends(state: State, seat: Seat) -> Sequence[Send]:
    return [Send(tug) for tug in state.tugs[seat]]


def check_send(state: State, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Send):
        return refused("First everybody sends a tug.", "RT 3.2")
    if move.tug in state.tugs[seat]:
        return ALLOWED
    if move.tug in state.box.tugs:
        return refused(f"Tug {move.tug} is out; the tender brings it home.", "RT 3.5")
    lowest, *_, highest = state.box.tugs
    return refused(f"There is no tug {move.tug}; tugs are {lowest} to {highest}.", "RT 1.1")


def send(state: State, seat: Seat, move: Send) -> State:
    """The choice stays secret until the last one is made; then the order is known (RT 3.3)."""
    commits = committed(state.commits, seat, move)
    if outstanding(commits):
        return state._replace(commits=commits)
    sent = tuple(choice.tug for choice in commits if isinstance(choice, Send))
    return state._replace(step="take", commits=commits, order=order(sent, clockwise(state, state.beacon)))


def order(sent: Sequence[int], seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Order the seats by when they take: first tugs that nobody else sent, the highest first (RT 3.3).

    sent   the numbers of the tugs, seat by seat
    seats  all seats from the beacon on, clockwise
    """
    times = Counter(sent)
    free = sorted((seat for seat in seats if times[sent[seat]] == 1), key=lambda seat: -sent[seat])
    return (*free, *(seat for seat in seats if times[sent[seat]] > 1))


@lru_cache(maxsize=20_000)
def ways_to_take(tug: int, place: int, hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Count in how many ways a tug takes the first card, the second one …: one for each choice of the others.

    hands  of all seats from the beacon on; `place` is the one that sends the tug
    """
    ways = [0] * len(hands)
    choices = [hand if one != place else (tug,) for one, hand in enumerate(hands)]
    for sent in product(*choices):
        ways[order(sent, range(len(hands))).index(place)] += 1
    return tuple(ways)


def taker(state: State) -> Seats:
    return alone(state.order[0])


def takes(state: State, seat: Seat) -> Sequence[Take]:
    return [Take(code) for code in dict.fromkeys(one.card.code for one in state.row)]


def check_take(state: State, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Take):
        return refused("The tugs are on their way: take a card.", "RT 3.4")
    if move.card not in [one.card.code for one in state.row]:
        return refused(f"{move.card} is not in the row.", "RT 3.4")
    return ALLOWED


def take(state: State, seat: Seat, move: Take) -> State:
    """The card and its crystals go to the hold; of two alike, the one with more crystals (RT 3.4)."""
    place = best_place(state, move.card)
    taken = state.row[place]
    after = state._replace(
        row=state.row[:place] + state.row[place + 1 :],
        holds=replaced(state.holds, seat, (*state.holds[seat], taken.card)),
        crystals=replaced(state.crystals, seat, state.crystals[seat] + taken.crystals),
        order=state.order[1:],
    )
    return after if after.order else _finish(after, seat)


def best_place(state: State, code: str) -> int:
    """Return the place in the row of the card of that code; of two, the one with more crystals."""
    places = [place for place, one in enumerate(state.row) if one.card.code == code]
    return max(places, key=lambda place: state.row[place].crystals)


def _finish(state: State, last: Seat) -> State:
    """Tugs go out or come home (RT 3.5), crystals grow (RT 3.6), whoever was last has the beacon (RT 3.7)."""
    tugs = tuple(
        tugs_after(state.box, hand, choice.tug) if isinstance(choice, Send) else hand
        for hand, choice in zip(state.tugs, state.commits, strict=True)
    )
    if state.round == state.box.numbers.rounds:
        return state._replace(step="over", tugs=tugs)
    return state._replace(
        step="row",
        round=state.round + 1,
        beacon=last,
        row=tuple(one._replace(crystals=one.crystals + 1) for one in state.row),
        tugs=tugs,
        commits=(None,) * len(state.names),
    )


def tugs_after(box: Box, hand: tuple[int, ...], sent: int) -> tuple[int, ...]:
    """The tugs in hand after that one was sent: the tender brings all home (RT 3.5)."""
    return box.tugs if sent == box.tender else tuple(tug for tug in hand if tug != sent)
