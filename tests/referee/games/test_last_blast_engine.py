"""The Last Blast at the table, rule by rule."""

from __future__ import annotations

from typing import Any

from referee.games.last_blast import game
from referee.games.last_blast.moves import UNKNOWN, Pick
from referee.games.last_blast.state import Draft, in_order
from referee.outcomes import Source
from tests.referee.engine_contract import Contract


def imagine(state: Any, seat: int | None, source: Source) -> Any:
    """A state in which every card that the seat does not know is another, if it can be."""
    known = game.known(state, seat)
    if not isinstance(known, Draft):
        return known
    pool = source.shuffled(known.unseen)

    def filled(cards: Any) -> Any:
        return tuple(pool.pop() if card == UNKNOWN else card for card in cards)

    hands = tuple(filled(hand) for hand in known.hands)
    commits = tuple(
        choice
        if place == seat or choice is None or known.taker is not None
        else _any_pick(known, hands, place)
        for place, choice in enumerate(known.commits)
    )
    return known._replace(
        hands=hands,
        commits=commits,
        discards=filled(known.discards),
        dealt=filled(known.dealt),
        drawn=filled((known.drawn,))[0] if known.drawn else None,
        unseen=in_order(pool),
    )


def _any_pick(state: Draft, hands: Any, seat: int) -> Pick:
    return Pick(hands[seat][0], "rear" if state.rockets[seat] else None)


class TestContract(Contract, game=game, seats=(2, 3, 4), options=({}, {"wrecks": ""}), imagine=imagine): ...
