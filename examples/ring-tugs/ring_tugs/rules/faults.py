"""Faults that a position of Ring Tugs can have."""

from collections import Counter
from collections.abc import Iterator

from referee.engine.game import Ruling, refused
from ring_tugs.box import UNKNOWN
from ring_tugs.state import State


def faults(state: State) -> Iterator[Ruling]:
    """Cards that the box does not have, tugs that a player does not have, holds of unequal size."""
    there = Counter(one.card for one in state.row)
    there.update(card for hold in state.holds for card in hold)
    if there - Counter(state.box.salvage):
        yield refused("There are more cards than the box has.", "RT 1.2")
    if Counter(one for one in state.contracts if one != UNKNOWN) - Counter(state.box.contracts):
        yield refused("A contract is there twice.", "RT 1.4")
    if any(set(hand) - set(state.box.tugs) or state.box.tender not in hand for hand in state.tugs):
        yield refused("A player has tugs that cannot be in hand.", "RT 3.5")
    taken = [
        state.round - 1 + (state.step == "over" or (state.step == "take" and seat not in state.order))
        for seat in range(len(state.names))
    ]
    if [len(hold) for hold in state.holds] != taken:
        yield refused("A hold does not have a card for each round.", "RT 3.4")
