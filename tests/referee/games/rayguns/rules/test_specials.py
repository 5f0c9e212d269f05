"""The effects of specials (RR 5)."""

from __future__ import annotations

from fractions import Fraction

from referee.engine.chance.outcomes import Drawn
from referee.engine.game import CHANCE, Event
from referee.games.rayguns import game
from referee.games.rayguns.rules.arrays import evaluator
from referee.games.rayguns.rules.orders import typical
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import refused_effect
from tests.referee.games.rayguns.table import (
    BOX,
    EARTH,
    PAIR,
    begun,
    do,
    effects,
    listed,
    lying,
    ruling,
    tiles,
    to_act,
    totals,
    why_not,
)


def test_5_1_a_special_acts_if_it_is_in_the_scoring_array() -> None:
    """RR 5.1: the referee writes specials first, so of three fives it is the special that is in a Venus."""
    assert effects("G3w B3p A3r R4w Y2", PAIR).round == 2, "nobody is asked"
    inside = effects("G5w R5r Y5 B4p A2w", "G2w B2p R4r A4w A5w", cards_="RC13")
    assert listed(inside) == ["pass", "use glyph"]
    for effect, rule in (("planet", "RR 5.1"), ("ufo", "RR 5.3"), ("alien", "RR 5.1")):
        assert why_not(inside, f"use {effect}") == rule
    assert ruling(inside, "use planet").reason == "There is no planet in the scoring array Y5 G5w."
    judged = refused_effect("", "ufo", tiles("R5r G5w"), typical_hand("R5r G5w"), typical(BOX))
    assert judged is not None and judged.what == "There is no UFO in the scoring array R5r G5w."


def test_5_1_a_satellite_may_act_on_the_opening_array() -> None:
    """RR 5.5: its owner alone sees the tile, and it is the one effect of the round (RR 5.2)."""
    state = do(
        begun("opening", lying("", "")), "draw S5 G5w A2p R2r B3w N5 G4w P5", "array S5 G5w A2p R2r N5"
    )
    opened = do(state, "spare P5")
    assert listed(opened) == ["pass", "use satellite"]
    assert why_not(opened, "use planet") == "RR 5.1"
    assert why_not(opened, "dock") == "RR 3.3"
    looking = do(opened, "use satellite")
    seen = Drawn(tiles("B2r"))
    event, after = Event(None, seen), game.resolve(looking, seen)
    assert "B2r" in game.tell(looking, event, after, 0).lines[0]
    assert "B2r" not in game.tell(looking, event, after, 1).lines[0]
    assert (to_act(after), after.bays[0].effect) == ("Bo draw", "satellite")
    assert listed(after._replace(part="effects", step="effect", active=0)) == ["pass"]


def test_5_2_one_effect_for_each_array() -> None:
    state = effects("Y5 X5 A3p R2r B3w", "G2w B2p R2r A4w A3w", totals=(3, 9))
    assert listed(state) == ["pass", "use alien", "use glyph"]
    assert do(state, "use alien").round == 2, "nothing else is asked"
    again = state._replace(bays=(state.bays[0]._replace(effect="alien"), state.bays[1]))
    assert why_not(again, "use glyph") == "RR 5.2"


def test_5_5_a_satellite_of_a_supernova_acts_before_it_docks() -> None:
    """RR 3.3, 7.4: after the look its owner may still dock it, or wait for the second draw."""
    drawn = do(begun("opening", lying("", "")), "draw S5 P4 U1 Y2 X3 G1w A5w B2r", "array S5 P4 U1 Y2 X3")
    looked = do(drawn, "spare G1w", "use satellite", "draw B3w")
    assert (to_act(looked), listed(looked)) == ("Ann opened", ["pass", "dock"])
    assert do(looked, "dock").bays[0].docked
    late = do(effects("S5 P4 U1 Y2 X3", EARTH), "use satellite", "draw B4w")
    assert late.round == 2, "once docked it is not docked again"


def test_5_4_a_planet_draws_five_and_adds_two() -> None:
    state = effects("P5 G5p A2r R4p B3w", PAIR)
    drawn = do(state, "use planet", "draw A5w R5r B5w G4p Y2")
    assert len(listed(drawn)) == 1 + 5 + 10
    assert (
        why_not(drawn, "dock A5w R5r B5w") == why_not(drawn, "dock G4w") == why_not(drawn, "dock") == "RR 5.4"
    )
    assert game.known(drawn, 1).drawn != drawn.drawn
    assert totals(do(drawn, "dock A5w R5r")) == [20 + 5, 10], "a Mars of fives"
    assert totals(do(drawn, "pass")) == [10 + 3, 10 + 3], "tied to the end"


def test_5_5_a_satellite_looks_at_a_tile() -> None:
    state = do(effects("S5 G5p A2r R2p B3w", EARTH), "use satellite")
    assert game.turn(state) is CHANCE
    assert game.chance(state).probability(Drawn(tiles("B4w"))) == Fraction(2, 140)
    assert do(state, "draw B4w") == do(state, "draw ??"), "and puts it back"


def test_5_6_a_glyph_gives_the_bonus_to_the_best_tile() -> None:
    """RR 6.4: under a glyph Bo is asked for a claim, as a High Tile would be the better tile."""
    state = effects("Y5 G5p A3r R2p B4w", "G2w B2p R2r A4w A3w")
    assert totals(do(state, "pass")) == [10, 6 + 5]
    named = do(state, "use glyph")
    assert to_act(named) == "Bo claim"
    assert totals(do(named, "pass")) == [10 + 5, 6]


def test_5_7_an_alien_bars_the_leaders() -> None:
    state = effects("X5 G5p A3r R2p B4w", "G2w B2p R2r A4w A3w", totals=(3, 9))
    assert totals(do(state, "pass")) == [3 + 10, 9 + 6 + 5]
    assert totals(do(state, "use alien")) == [3 + 10 + 5, 9 + 6]


def test_5_7_who_led_before_the_round_led_though_orders_were_paid_since() -> None:
    """RR 3.4: Bo paid for new orders, and Ann is ahead of him since; it is Bo whom her alien bars."""
    state = lying("X5 G5p A3r R2p B4w", "G2w B2p R2r A4w A3w", totals=(3, 11))
    paid = do(begun("orders-3", state), "orders", "draw RC06")
    assert [account.total for account in paid.accounts] == [3, 1]
    assert totals(do(paid, "use alien")) == [3 + 10 + 5, 1 + 6]


def test_5_8_a_big_number_counts_without_being_named() -> None:
    """RR 5.8, 7.2: and not if its owner named another effect."""
    state = effects("N5 Y5 R5p A2r B3w", EARTH)
    assert listed(state) == ["pass", "use big-number", "use glyph"]
    assert totals(do(state, "pass"))[0] == totals(do(state, "use big-number"))[0] == 15 + 5 + 5
    assert totals(do(state, "use glyph", "pass"))[0] == 15 + 5
    assert totals(effects("N5 G5w R5p A2r B3w", EARTH))[0] == 15 + 5 + 5, "nobody is asked"


def test_7_4_of_a_supernova_the_highest_special_acts() -> None:
    state = effects("P5 U4 S1 Y2 X3", EARTH)
    assert listed(state) == ["pass", "use planet"]
    assert why_not(state, "use glyph") == "RR 7.4"


def typical_hand(codes: str) -> Hand:
    return evaluator(typical(BOX)).best(tiles(codes))
