"""The faults that a position of Rayguns and Rocketships can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.game import Ruling, refused
from referee.games.rayguns.rules.specials import largest_array
from referee.games.rayguns.state import State, in_play


def faults(state: State) -> Iterator[Ruling]:
    """Missing and surplus pieces, arrays that are too large, and totals below 0."""
    box, numbers = state.box, state.box.numbers
    if Counter(in_play(state)) - Counter(box.every_tile):
        yield refused("There are more tiles of a kind than the box has.", "RR 1.1")
    cards = Counter(card.code for card in (*state.deck, *state.discards, *state.cards))
    if cards != Counter(list(box.cards)):
        yield refused("The rules cards are not those of the box.", "RR 1.4")
    for name, bay in zip(state.names, state.bays, strict=True):
        if len(bay.array) > largest_array(box, bay.effect):
            yield refused(f"{name}'s array has {len(bay.array)} tiles.", "RR 3.3")
        if len(bay.spares) > numbers.spares:
            yield refused(f"{name} has {len(bay.spares)} spare parts.", "RR 3.2")
    if any(account.total < numbers.lowest_total for account in state.accounts):
        yield refused("A total is below 0.", "RR 3.4")
