"""The Last Blast keeps the promises of every game."""

from __future__ import annotations

from typing import Any

from referee.engine.chance.outcomes import Source
from referee.engine.commits import CONCEALED
from referee.games.last_blast import game
from referee.games.last_blast.moves import UNKNOWN, Pick
from referee.games.last_blast.state import Draft, in_order
from tests.referee.engine_contract import Contract
from tests.referee.games.last_blast.table import TWO, checked, dealt, flying


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
        Pick(hands[place][0], "rear" if known.rockets[place] else None) if choice == CONCEALED else choice
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


class TestContract(Contract, game=game, seats=(2, 3, 4), options=({}, {"wrecks": ""}), imagine=imagine): ...


def test_3_6_a_move_of_the_other_phase() -> None:
    assert checked(dealt(*TWO), "1: row 1").rule == "LB 4.2"
    assert checked(dealt(*TWO), "1: place front").rule == "LB 3.5"
    assert checked(flying("A4-1", "A5-1"), "1: pick A4-1 front").rule == "LB 3.6"
