"""The Last Blast: the construction phase, rule by rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.contract import count_lines
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Event, Ruling, Seats
from referee.engine.play import start_game
from referee.games.last_blast import game
from referee.games.last_blast.moves import BLIND, UNKNOWN, Pick, Place
from referee.games.last_blast.rules import construction
from referee.games.last_blast.state import Draft, in_order, without
from referee.players.bots import at_random
from tests.referee.games.last_blast.table import (
    BOX,
    LAST_PICK,
    NAMES,
    TWO,
    cards,
    checked,
    codes,
    dealt,
    laid,
    played,
)


@pytest.mark.parametrize(
    ("players", "tiles", "wrecks"),
    [(2, 21, False), (3, 28, True), (4, 35, True)],
    ids=["LB 2.1 two", "LB 2.1 three, LB 6.1", "LB 2.1 four, LB 6.1"],
)
def test_2_1_the_field_and_the_deck(players: int, tiles: int, wrecks: bool) -> None:
    """LB 2.1, LB 2.2: the field from the 36 tiles of LB 1.1, and a deck of the 54 cards of LB 1.3."""
    state = start_game(game, NAMES[:players], {"wrecks": ""} if wrecks else {})
    assert isinstance(state, Draft)
    assert (state.wrecks, state.deck, len(state.unseen)) == (wrecks, 54, 54)
    draw = construction.field(state)
    assert (len(draw.pool), draw.count) == (36, tiles)
    laid = game.resolve(state, draw.pick(Quick(1)))
    assert [len(row) for row in laid.field] == [7] * (players + 1)
    assert (game.chance(laid).count, len(game.chance(laid).pool)) == (5 * players, 54)


def test_3_1_a_deal_goes_round_one_card_at_a_time() -> None:
    """LB 3.1: five cards each."""
    assert [codes(hand) for hand in dealt(*TWO).hands] == list(TWO)


def test_3_1_choices_are_secret_until_the_last() -> None:
    """LB 3.1"""
    state = dealt(*TWO)
    turn = game.turn(state)
    assert turn == Seats((0, 1), secret=True)
    one = played(state, "2: pick A4-1")
    assert game.turn(one) == Seats((0,), secret=True)
    assert one.rockets == ((), ())
    assert game.view(one, 0) == game.view(played(state, "2: pick A4-2"), 0)
    assert checked(one, "2: pick A4-2") == Ruling(False, "Ann is still to choose.", "LB 3.1")
    shown = played(one, "1: pick R1-1")
    assert [codes(rocket) for rocket in shown.rockets] == ["R1-1", "A4-1"]


def test_3_1_only_cards_of_the_hand() -> None:
    """LB 3.1"""
    assert checked(dealt(*TWO), "1: pick A4-1") == Ruling(False, "A4-1 is not in Ann's hand.", "LB 3.1")


def test_3_2_front_and_rear() -> None:
    """LB 3.2: a card joins at an end; the first has no end to choose."""
    state = dealt(*TWO)
    assert str(game.moves(state, 0)[0]) == "pick R1-1"
    assert not game.check(state, 0, Pick(BOX.parts["R1-1"], "front")).allowed
    assert game.read(state, 0, "pick R1-1 front") == game.read(state, 0, "pick R1-1")
    state = played(state, *LAST_PICK)
    assert [codes(rocket) for rocket in state.rockets] == ["R1-3 A4-2 R1-1", "A4-1 R1-2 A4-3"]
    ruling = checked(state, "1: pick A4-4")
    assert (ruling.allowed, ruling.rule) == (False, "LB 3.2")


@pytest.mark.parametrize(
    ("depth", "lines"),
    [(1, 5), (2, 5 * 5), (3, 5 * 5 * 8), (4, 5 * 5 * 8 * 8), (5, 5 * 5 * 8 * 8 * 6)],
)
def test_3_2_lines_of_a_draft(depth: int, lines: int) -> None:
    """LB 3.2, LB 3.4: five first cards each, then four at two ends, then three."""
    assert count_lines(game, dealt(*TWO), depth) == lines


@pytest.mark.parametrize(
    ("hand", "after"),
    [(0, (3, 0, 1, 2)), (1, (1, 2, 3, 0)), (2, (3, 0, 1, 2))],
    ids=["LB 3.3 left", "LB 3.3 right", "LB 3.3 left again"],
)
def test_3_3_passing(hand: int, after: tuple[int, ...]) -> None:
    """LB 3.3: whose cards each seat holds after the pick."""
    hands = ("R1-1 R1-2 R1-3 R1-4 R1-5", "R2-1 R2-2 R2-3 R2-4 R2-5",
             "R3-1 R3-2 R3-3 R3-4 R3-5", "A4-1 A4-2 A4-3 A4-4 A4-5")  # fmt: skip
    state = replace(dealt(*hands), hand=hand)
    state = played(state, *(f"{seat + 1}: pick {cards[:4]}" for seat, cards in enumerate(hands)))
    assert [codes(held) for held in state.hands] == [hands[seat][5:] for seat in after]


def test_3_3_two_players_swap() -> None:
    """LB 3.3"""
    state = played(dealt(*TWO), "1: pick R1-1", "2: pick A4-1")
    assert [codes(hand) for hand in state.hands] == ["A4-2 A4-3 A4-4 A4-5", "R1-2 R1-3 R1-4 R1-5"]


def test_3_4_a_blind_card_only_at_the_fourth_pick() -> None:
    """LB 3.4"""
    state = dealt(*TWO)
    for number, moves in enumerate(zip(LAST_PICK[::2], LAST_PICK[1::2], strict=True), 1):
        ruling = checked(state, "1: blind")
        assert (ruling.allowed, ruling.rule) == (False, "LB 3.4")
        assert f"pick {number}" in ruling.reason
        state = played(state, *moves)
    assert checked(state, "1: blind").allowed
    assert BLIND in game.moves(state, 1)


def test_3_4_lines_of_a_fourth_pick() -> None:
    """LB 3.4, LB 3.5: two cards at two ends or a blind one, for both; then each taker's card, then its end.

    Both pick in 4 × 4 ways, and the game goes on with a deal. One picks and one takes blind in 2 × 4,
    both take blind in 1. A blind card has 35 faces here: 36 of the unseen have 6 alike pairs less.
    """
    state = played(dealt(*TWO), *LAST_PICK)
    faces = len(set(state.unseen))
    assert count_lines(game, state, 2) == 25
    blind = [played(state, "1: blind", "2: pick R1-4 front"), played(state, "1: pick A4-4 rear", "2: blind")]
    for taking in blind:
        assert count_lines(game, taking, 1) == faces
        assert count_lines(game, taking, 2) == faces * 2


def test_3_5_finishing_a_hand() -> None:
    """LB 3.5: seat by seat; a blind taker draws, places, and only then discards."""
    state = played(dealt(*TWO), *LAST_PICK, "1: blind", "2: blind")
    assert (state.taker, state.drawn, state.discards) == (0, None, ())
    assert game.turn(state) is CHANCE
    for seat, move in ((0, "pick R1-4"), (1, "place front")):
        assert not checked(state, f"{seat + 1}: {move}").allowed
    state = played(state, "draw G2-6")
    assert game.turn(state) == Seats((0,))
    assert list(game.moves(state, 0)) == [Place("front"), Place("rear")]
    assert checked(state, "2: place rear") == Ruling(False, "It is Ann's turn.", "LB 3.5")
    assert checked(state, "1: pick R1-4").rule == "LB 3.5"
    hidden = game.known(state, 1)
    assert isinstance(hidden, Draft)
    assert hidden.drawn == UNKNOWN
    state = played(state, "1: place front")
    assert codes(state.rockets[0]) == "G2-6 R1-3 A4-2 R1-1"
    assert (state.taker, Counter(state.discards)) == (1, Counter(cards("A4-4 A4-5")))
    # One's own rejects are not in the deck one draws from.
    assert not set(state.discards) & set(game.chance(state).pool)
    state = played(state, "draw G2-5", "2: place rear")
    assert (state.hand, state.pick, len(state.discards), state.hands) == (1, 0, 4, ())


def test_3_5_what_is_not_chosen_is_discarded() -> None:
    """LB 3.5: one card after a pick."""
    state = played(dealt(*TWO), *LAST_PICK, "1: pick A4-4 front", "2: pick R1-4 front")
    assert codes(state.discards) == "A4-5 R1-5"
    assert checked(state, "1: pick R1-1").rule == "LB 3.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_6_rockets_of_twelve(players: int) -> None:
    """LB 3.6"""
    state: Any = start_game(game, NAMES[:players], {})
    source = Quick(players)
    while isinstance(state, Draft):
        turn = game.turn(state)
        if isinstance(turn, Seats):
            state = game.apply(state, turn.seats[0], at_random(game, state, turn.seats[0], source))
        else:
            state = game.resolve(state, game.chance(state).pick(source))
    assert [len(rocket) for rocket in state.rockets] == [12] * players


def test_3_7_the_deck_runs_out_in_a_deal() -> None:
    """LB 3.7: what is there is dealt, the discards are the new deck, and the deal goes on."""
    state = construction.start(NAMES, BOX, wrecks=False)
    parts = BOX.all_parts
    discards, deck, rest = parts[:12], parts[12:20], parts[20:]
    rockets = tuple(rest[seat::4][:8] for seat in range(4))
    unseen = in_order((*deck, *rest[32:]))
    state = replace(
        state,
        step="deal",
        field=laid("1234561/2345612/3456123/4561234/5612345"),
        hand=2,
        rockets=rockets,
        discards=discards,
        unseen=unseen,
        deck=len(unseen),
    )
    assert list(game.faults(state)) == []
    first = game.chance(state)
    assert first.count == 10
    state = game.resolve(state, first.pick(Quick(1)))
    assert (state.hands, state.discards, state.unseen) == ((), (), discards)
    second = game.chance(state)
    assert second.count == 10
    state = game.resolve(state, second.pick(Quick(1)))
    assert [len(hand) for hand in state.hands] == [5] * 4
    assert state.deck == 2
    assert list(game.faults(state)) == []


def test_3_7_the_deck_runs_out_at_a_blind_card() -> None:
    """LB 3.7: seat 1 takes the last card and discards; seat 2 draws from those discards."""
    state = played(dealt(*TWO), *LAST_PICK)
    last = state.unseen[0]
    spent = replace(state, unseen=(last,), deck=1, discards=state.unseen[1:3])
    state = played(spent, "1: blind", "2: blind", f"draw {last.code}", "1: place rear")
    assert state.discards == ()
    assert Counter(state.unseen) == Counter((*spent.discards, *cards("A4-4 A4-5")))


def test_3_4_it_is_said_whose_blind_card_is_wanted() -> None:
    state = played(dealt(*TWO), *LAST_PICK, "1: blind", "2: blind")
    assert game.chance(state).prompt == "draw and Ann's blind card"
    assert game.chance(played(state, "draw A4-6", "1: place rear")).prompt == "draw and Bo's blind card"


def test_1_3_two_players_cannot_hold_the_same_card() -> None:
    """LB 1.3, LB 3.1: with unseen cards it shows only when all reveal, and they choose again."""
    state: Any = construction.start(NAMES[:3], BOX, wrecks=False)
    state = game.resolve(state, game.chance(state).pick(Quick(1)))
    state = played(state, "draw ??")
    before = played(state, "1: pick R1-1", "2: pick G1-1")
    gone = replace(before, unseen=without(before.unseen, cards("A6-6")), discards=cards("A6-6"))
    assert checked(gone, "3: pick A6-6").rule == "LB 1.3", "it is nobody's any more"
    choice = game.read(before, 2, "pick R1-1")
    after = game.apply(before, 2, choice)
    assert game.turn(after) == Seats((0, 2), secret=True)
    told = game.tell(before, Event(2, choice), after, None).lines
    assert told[0].startswith("Ann and Cy named the same card")
    kept = played(after, "1: pick A4-4", "3: pick A4-5")
    assert [codes(rocket) for rocket in kept.rockets] == ["A4-4", "G1-1", "A4-5"], "Bo's choice stands"
    assert [codes(rocket) for rocket in played(before, "3: pick G1-1").rockets] == ["R1-1", "G1-1", "G1-1"]


def test_1_3_a_clash_needs_more_players_than_copies() -> None:
    """LB 1.3: G1-1 is there twice, so two players may name it, and three may not; A6-6 is there once."""
    state: Any = construction.start(NAMES[:4], BOX, wrecks=False)
    state = played(game.resolve(state, game.chance(state).pick(Quick(1))), "draw ??")

    def rivals(*cards: str) -> tuple[int, ...]:
        choices = [game.read(state, seat, f"pick {card}") for seat, card in enumerate(cards)]
        return construction.clashing(state, tuple(choices))

    assert rivals("G1-1", "A6-6", "G1-1", "R1-1") == ()
    assert rivals("G1-1", "A6-6", "G1-1", "G1-1") == (0, 2, 3)
    assert rivals("G1-1", "A6-6", "A6-6", "G1-1") == (1, 2)
    held = replace(state, hands=(cards("A6-6"), *state.hands[1:]))
    seen = replace(held, unseen=without(held.unseen, cards("A6-6")))
    choice = game.read(held, 0, "pick A6-6")
    assert construction.clashing(seen, (choice, None, None, None)) == (), "it is in a hand that is known"
