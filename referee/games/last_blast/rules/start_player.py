"""The Start Player of round 1 (LB 4.1) and of every later round (LB 4.8)."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.engine.chance.outcomes import Listed
from referee.engine.chance.starters import Starts, starters
from referee.engine.game import Seat
from referee.games.last_blast.state import Flight


def first(state: Flight) -> Sequence[Seat]:
    """The seats that tie for the first Start Player (LB 4.1)."""
    return _least(state, range(len(state.names)), state.box.flight.first_start_player)


def lots(state: Flight) -> Listed[Starts]:
    """One of the tied seats (LB 4.1)."""
    return starters("start player", "draw", first(state), state.names, "the first Start Player")


def following(state: Flight, survivors: Sequence[Seat]) -> Seat:
    """The Start Player of the next round (LB 4.8)."""
    return _least(state, survivors, state.box.flight.next_start_player)[0]


def _least(state: Flight, seats: Sequence[Seat], orders: Iterable[str]) -> Sequence[Seat]:
    """The seats with the least in each of the orders, each of which decides among those that still tie."""
    tied = seats
    for order in orders:
        if len(tied) == 1 or order == "random":
            break
        rank = _ORDERS[order]
        ranks = [rank(state, seat) for seat in tied]
        least = min(ranks)
        tied = [seat for seat, own in zip(tied, ranks, strict=True) if own == least]
    return tied


def _clockwise(state: Flight, seat: Seat) -> int:
    """Places after the present Start Player, who comes last."""
    assert state.starter is not None
    return (seat - state.starter - 1) % len(state.names)


_ORDERS: Mapping[str, Callable[[Flight, Seat], int]] = {
    "lowest-front-number": lambda state, seat: state.rockets[seat][0].number,
    "fewest-cards": lambda state, seat: len(state.rockets[seat]),
    "next-clockwise": _clockwise,
}
