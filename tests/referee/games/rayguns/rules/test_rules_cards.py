"""Rules cards and new orders (RR 3.1, 3.4, 9.2, 9.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.engine.chance.outcomes import Drawn
from referee.engine.game import Event
from referee.engine.play import start_game
from referee.games.rayguns import game
from referee.games.rayguns.state import State
from tests.referee.games.rayguns.table import (
    EARTH,
    PAIR,
    begun,
    cards,
    do,
    listed,
    lying,
    to_act,
    totals,
    why_not,
)


def test_3_1_a_card_is_turned_up_for_every_round() -> None:
    state = do(start_game(game, ("Ann", "Bo"), {}), "draw A3r B2w R4w R2w")
    assert game.chance(state).probability(Drawn(cards("RC07"))) == Fraction(1, 30)
    turned = do(state, "draw RC07")
    assert ([card.code for card in turned.cards], len(turned.deck)) == (["RC07"], 29)
    assert turned.rules.orders.order[1] == "eclipse"


@pytest.mark.parametrize(
    "phase", ["orders-1", "orders-2", "orders-3"], ids=["RR 3.4 card", "opening", "docked"]
)
def test_3_4_new_orders(phase: str) -> None:
    """RR 3.4: 10 points, once in each window, from the commander round; the old card is discarded."""
    state = begun(phase, lying(EARTH, PAIR, "R2r R2w A4w B3r G5r", totals=(12, 9, 10)))  # type: ignore[arg-type]
    assert (to_act(state), listed(state)) == ("Ann orders", ["pass", "orders"])
    paid = do(state, "orders", "draw RC07")
    assert (totals(paid), [card.code for card in paid.cards]) == ([2, 9, 10], ["RC07"])
    assert [card.code for card in paid.discards] == ["RC01"]
    assert to_act(paid) == "Cy orders", "Bo has 9"
    assert why_not(paid, "use glyph") == "RR 3.4"
    after = do(paid, "pass")
    assert after.part != phase
    assert totals(do(paid, "orders", "draw RC08"))[2] == 0


def test_9_1_draws_made_stand() -> None:
    """RR 3.4, 9.1: new orders in the second window touch the second draw only."""
    state = begun("orders-2", lying(EARTH, PAIR, totals=(10, 0)))
    assert to_act(do(state, "orders", "draw SO08")) == "Ann dock"
    assert [len(bay.array) for bay in do(state, "orders", "draw SO06").bays] == [5, 5]


def test_9_2_chaos() -> None:
    """Two more cards, with another chaos card drawn again; or the order reversed."""
    state = do(start_game(game, ("Ann", "Bo"), {}), "draw A3r B2w R4w R2w")
    chance = game.chance(state)
    assert chance.refusal(Drawn(cards("CH2"))) and chance.refusal(Drawn(cards("CH2 RC01")))
    assert chance.refusal(Drawn(cards("RC01 RC02"))) and chance.refusal(Drawn(cards("CH2 RC01 RC01")))
    assert chance.probability(Drawn(cards("CH2 CH1 RC01 SO05"))) == Fraction(1, 30 * 29 * 28 * 27)
    both = do(state, "draw CH2 CH1 RC01 SO05")
    assert [card.code for card in both.cards] == ["CH2", "RC01", "SO05"]
    assert [card.code for card in both.discards] == ["CH1"]
    assert both.rules.orders.order[1] == "mars"
    reversed_ = do(state, "draw CH1").rules.orders
    assert (reversed_.order[1], reversed_.flags) == ("high-tile", frozenset())


def test_9_2_every_way_to_draw_from_four_cards() -> None:
    """One card, or CH2 with two more; CH1 among those is drawn again."""
    state = begun("orders-1", lying(EARTH, PAIR, totals=(10, 10)))
    few = do(state._replace(deck=cards("CH1 CH2 RC01 RC02")), "orders")
    drawn = {" ".join(card.code for card in one.pieces): chance for one, chance in game.chance(few)}
    two = ["RC01 RC02", "RC02 RC01"]
    chaos = ["CH1 RC01 RC02", "CH1 RC02 RC01", "RC01 CH1 RC02", "RC02 CH1 RC01"]
    assert drawn == {
        **dict.fromkeys(["CH1", "RC01", "RC02"], Fraction(1, 4)),
        **{f"CH2 {codes}": Fraction(1, 24) for codes in (*two, *chaos)},
    }


def test_9_3_the_discards_are_the_new_deck() -> None:
    state = begun("orders-1", lying(EARTH, PAIR, totals=(10, 10)))
    empty = state._replace(deck=(), discards=state.deck)
    assert list(game.faults(empty)) == []
    turned = do(empty, "orders", "draw RC07")
    assert (len(turned.deck), [card.code for card in turned.discards]) == (28, ["RC01"])
    last = state._replace(
        deck=cards("CH2"), discards=tuple(card for card in state.deck if card.code != "CH2")
    )
    spread = do(last, "orders", "draw CH2 RC07 RC08")
    assert (len(spread.deck), [card.code for card in spread.discards]) == (26, ["RC01"])
    assert any("RR 9.3" in line for line in told(empty, "orders", "draw RC07"))


def told(state: State, move: str, drawn: str) -> tuple[str, ...]:
    paid = do(state, move)
    outcome = game.read(paid, None, drawn)
    return game.tell(paid, Event(None, outcome), game.resolve(paid, outcome), None).lines
