"""The Last Blast keeps the promises of every game."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from referee.contract import Contract
from referee.engine.chance.outcomes import Source
from referee.games.last_blast import game
from referee.games.last_blast.moves import UNKNOWN, Pick
from referee.games.last_blast.state import Draft, in_order
from tests.referee.games.last_blast.table import TWO, checked, dealt, flying, played
from tests.searching import crowds


def imagine(state: Any, seat: int | None, source: Source) -> Any:
    """A state in which every card that the seat has not held is another, if it can be."""
    if not isinstance(state, Draft):
        return state
    others = [place for place in range(len(state.hands)) if place != seat]
    to, players = (1 if state.box.construction.passes[state.hand] == "left" else -1), len(state.names)
    held = [(seat + to * times) % players for times in range(state.pick + 1)] if seat is not None else []
    unheld = [place for place in others if place not in held]
    drawn = (state.drawn,) if state.drawn and state.taker != seat else ()
    discards = state.discards if seat is None else ()  # All hands have been round the table.
    hidden = [card for place in unheld for card in state.hands[place]]
    pool = source.shuffled((*state.unseen, *hidden, *discards, *state.dealt, *drawn))

    def others_cards(cards: Any) -> Any:
        return tuple(pool.pop() for _ in cards)

    hands = tuple(others_cards(hand) if place in unheld else hand for place, hand in enumerate(state.hands))
    # All choices have been revealed before a blind card is taken.
    secret = others if state.taker is None else ()
    commits = tuple(
        Pick(hands[place][0], "rear" if state.rockets[place] else None)
        if place in secret and choice
        else choice
        for place, choice in enumerate(state.commits)
    )
    return replace(
        state,
        hands=hands,
        commits=commits,
        discards=others_cards(discards) if discards else state.discards,
        dealt=others_cards(state.dealt),
        drawn=others_cards(drawn)[0] if drawn else state.drawn,
        unseen=in_order(pool),
    )


class TestContract(
    Contract,
    game=game,
    seats=crowds(2, 3, 4),
    options=({}, {"wrecks": ""}),
    imagine=imagine,
    many=150,
    samples=1,
    forgets={
        "unseen": "which cards were shuffled again (LB 3.7), so that the deck has no others (docs/bots.md)"
    },
): ...


@pytest.mark.parametrize("forgets", ["hands", "discards"])
def test_the_contract_fails_a_game_that_forgets(forgets: str) -> None:
    """Known is made of what lies there now, without what the seat has held before."""

    def known(state: Any, seat: int | None) -> Any:
        found: Any = game.known(state, seat)
        if not isinstance(found, Draft):
            return found
        hands, discards = found.hands, found.discards
        if forgets == "hands":
            hands = tuple(
                hand if place == seat else (UNKNOWN,) * len(hand) for place, hand in enumerate(hands)
            )
        else:
            discards = (UNKNOWN,) * len(discards)
        lost = [
            card
            for before, after in zip((*found.hands, found.discards), (*hands, discards), strict=True)
            for card, left in zip(before, after, strict=True)
            if left is UNKNOWN
        ]
        return replace(found, hands=hands, discards=discards, unseen=in_order((*found.unseen, *lost)))

    forgetful = ModuleType("forgetful")
    vars(forgetful).update({**vars(game), "__name__": "forgetful", "known": known})

    class Promises(TestContract, game=forgetful, seats=(2, 3), forgets=TestContract.forgets): ...  # type: ignore[arg-type]

    with pytest.raises(AssertionError, match=f"has forgotten {forgets}"):
        Promises().test_no_guess_forgets_what_the_seat_was_shown()


def test_3_6_a_move_of_the_other_phase() -> None:
    assert checked(dealt(*TWO), "1: row 1").rule == "LB 4.2"
    assert checked(dealt(*TWO), "1: place front").rule == "LB 3.5"
    assert checked(flying("A4-1", "A5-1"), "1: pick A4-1 front").rule == "LB 3.6"


def test_3_3_4_2_rounds_have_names() -> None:
    """LB 3.3, LB 4.2: hands 1 to 3 of the construction phase, then rounds 1 to 7 of the flight."""
    draft, flight = dealt(*TWO), flying("A4-1", "A5-1")
    assert [game.round_name(replace(draft, hand=hand)) for hand in range(3)] == ["hand 1", "hand 2", "hand 3"]
    assert [game.round_name(replace(flight, column=column)) for column in (0, 6)] == ["round 1", "round 7"]


def test_4_7_a_rocket_that_is_not_begun_has_not_exploded() -> None:
    """LB 4.7: in the construction phase nobody has, and afterwards those who have say when."""
    begun = played(dealt(*TWO), "1: pick R1-1", "2: pick A4-1", "1: pick A4-2 front", "2: pick R1-2 rear")
    for state in (dealt(*TWO), begun):
        players = game.score(state).players
        assert not any("exploded" in line.what for player in players for line in player.lines)
    assert [line.what for line in game.score(begun).players[0].lines] == ["A4-2", "R1-1"]
    assert [player.total for player in game.score(begun).players] == [5, 5]
    gone = replace(flying("A4-1", ""), exploded=(None, 2), order=(0,))
    assert [line.what for line in game.score(gone).players[1].lines] == ["exploded in round 2"]
