"""The state of a game of Ring Tugs. Immutable."""

from collections import Counter
from typing import Literal, NamedTuple, TypeAlias

from referee.engine.commits import Commits
from referee.engine.game import Seat
from ring_tugs.box import Box, Contract, Salvage
from ring_tugs.moves import Send

Step: TypeAlias = Literal["beacon", "contract", "row", "send", "take", "over"]


class Drifting(NamedTuple):
    """A card in the row, with the crystals that have grown on it (RT 3.6)."""

    card: Salvage
    crystals: int = 0


class State(NamedTuple):
    """A game at the table.

    beacon     the seat that has the beacon
    round      number from 1 on; a game that is over stays at its last one
    contracts  those dealt so far, clockwise from the dealer
    row        the salvage that may be taken
    tugs       seat by seat, the numbers of the tugs in hand, from the lowest
    commits    seat by seat, the tug chosen in secret; all are known while salvage is taken
    order      the seats that still have to take a card in this round
    holds      seat by seat, the salvage taken, in the order in which it was
    crystals   seat by seat
    dealer     the seat that had the beacon first: contracts are dealt from there
    """

    names: tuple[str, ...]
    box: Box
    step: Step
    beacon: Seat
    round: int
    contracts: tuple[Contract, ...]
    row: tuple[Drifting, ...]
    tugs: tuple[tuple[int, ...], ...]
    commits: Commits[Send]
    order: tuple[Seat, ...]
    holds: tuple[tuple[Salvage, ...], ...]
    crystals: tuple[int, ...]
    dealer: Seat = 0


def first_state(names: tuple[str, ...], box: Box) -> State:
    players = len(names)
    return State(
        names=names,
        box=box,
        step="beacon",
        beacon=0,
        round=1,
        contracts=(),
        row=(),
        tugs=(box.tugs,) * players,
        commits=(None,) * players,
        order=(),
        holds=((),) * players,
        crystals=(0,) * players,
    )


def clockwise(state: State, first: Seat) -> tuple[Seat, ...]:
    """All seats, from that one on."""
    players = len(state.names)
    return tuple((first + place) % players for place in range(players))


def contract_of(state: State, seat: Seat) -> Contract | None:
    """The contract of that seat; None before it is dealt."""
    place = (seat - state.dealer) % len(state.names)
    return state.contracts[place] if place < len(state.contracts) else None


def unseen_salvage(state: State) -> tuple[Salvage, ...]:
    """The cards of the drift: all that are in no row and no hold."""
    seen = Counter(one.card for one in state.row)
    seen.update(card for hold in state.holds for card in hold)
    left = []
    for card in state.box.salvage:
        if seen[card]:
            seen[card] -= 1
        else:
            left.append(card)
    return tuple(left)
