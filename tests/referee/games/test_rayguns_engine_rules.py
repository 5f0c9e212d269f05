"""Rayguns and Rocketships at the table, rule by rule."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from components.errors import UsageError
from referee.engine import CHANCE, OVER, Event, Ruling, Seats
from referee.games.rayguns import game
from referee.games.rayguns.box import box
from referee.games.rayguns.moves import Swap, all_tiles, written
from referee.games.rayguns.state import Account, State, belt
from referee.outcomes import Drawn, Quick
from tests.referee.engine_contract import count_lines
from tests.referee.games.rayguns_table import (
    NAMES,
    alone,
    bays,
    begun,
    cards,
    do,
    effects,
    listed,
    lying,
    powers,
    ruling,
    tiles,
    to_act,
    totals,
    why_not,
)

# No leading suit, no special, and no 1, which is wild under RC01: an Earth of 9, and a Venus of 10 points.
EARTH, PAIR = "G3w B3p A3r R4w G2r", "G5w B5p A2r R4w G3w"

# --- components and launch ---


def test_1_1_every_tile_is_in_the_belt_as_often_as_in_the_box() -> None:
    state = game.start(("Ann", "Bo"), {})
    assert belt(state) == all_tiles()
    assert (len(all_tiles()), set(Counter(all_tiles()).values())) == (150, {1, 2})
    thrice = lying("G3w G3w A3r R4w G2r", PAIR)._replace(out=tiles("G3w"))
    assert [fault.rule for fault in game.faults(thrice)] == ["RR 1.1"]


@pytest.mark.parametrize("text", ["array g3w, u2, A3R r4w G2r", "ARRAY U2r G3w A3r R4w G2r"])
def test_1_3_codes_as_they_are_typed(text: str) -> None:
    state = lying("", "")._replace(step="array", hand=tiles("G3w U2 A3r R4w G2r B1w B2w B5r"))
    assert str(game.read(state, 0, text)) == "array R4w A3r G3w U2 G2r"


def test_1_3_a_wrong_colour_is_a_mistake() -> None:
    state = lying("", "")._replace(step="array")
    with pytest.raises(UsageError, match="U2 is red"):
        game.read(state, 0, "array U2w G3w A3r R4w G2r")


def test_1_4_the_rules_cards_are_those_of_the_box() -> None:
    state = game.start(("Ann", "Bo"), {})
    assert len(state.deck) == 30
    assert list(game.faults(state)) == []
    assert [fault.rule for fault in game.faults(state._replace(deck=state.deck[1:]))] == ["RR 1.4"]


@pytest.mark.parametrize(
    ("drawn", "first"),
    [
        ("A3r B2w R4w R2w", "Bo"),
        ("A3r B2w R4w R1w G3p B2p X5 R2w", "Bo"),
        ("A3r B2w R4w R1w X5 R2w G3p B2p", "Ann"),
    ],
)
def test_2_1_the_highest_total_of_two_tiles_commands(drawn: str, first: str) -> None:
    """RR 2.1, RR 3.1: ties draw again, the tiles go back, and the commander turns up a card."""
    state = do(game.start(("Ann", "Bo"), {}), f"draw {drawn}")
    assert (state.names[state.commander], len(belt(state)), state.step) == (first, 150, "card")


@pytest.mark.parametrize(
    "drawn", ["A3r B2w R4w", "A3r B2w R4w R1w", "A3r B2w R4w R2w G3p", "A3r A3r A3r A1w"]
)
def test_2_1_a_launch_that_cannot_be(drawn: str) -> None:
    state = game.start(("Ann", "Bo"), {})
    launch = game.chance(state)
    outcome = Drawn(tuple(box().tiles[code] for code in drawn.split()))
    assert launch.refusal(outcome) and launch.probability(outcome) == 0


def test_2_1_only_those_who_tie_draw_again() -> None:
    state = do(game.start(NAMES[:3], {}), "draw A3r B2w G1w G1p R4w R1w G5p B2p X5 U4")
    assert state.names[state.commander] == "Cy"


def test_2_1_chances_of_the_launch() -> None:
    drawn = game.chance(game.start(("Ann", "Bo"), {}))
    outcome = Drawn(tiles("A3r A3r U1 R2w"))
    assert drawn.probability(outcome) == Fraction(2 * 1 * 1 * 2, 150 * 149 * 148 * 147)


# --- exploration ---


def test_3_1_a_card_is_turned_up_for_every_round() -> None:
    state = do(game.start(("Ann", "Bo"), {}), "draw A3r B2w R4w R2w")
    assert game.chance(state).probability(Drawn(cards("RC07"))) == Fraction(1, 30)
    turned = do(state, "draw RC07")
    assert ([card.code for card in turned.cards], len(turned.deck)) == (["RC07"], 29)
    assert turned.rules.orders.order[1] == "eclipse"


def test_3_2_eight_tiles_five_and_up_to_two() -> None:
    """RR 3.2: counter-clockwise; what is not kept goes back, and nobody has seen it."""
    state = begun("opening", lying("", "", ""))
    assert (to_act(state), game.chance(state).prompt.split(",")[0]) == ("Ann draw", "draw and 8 codes")
    drawn = do(state, "draw G3w B3p A3r R4w G2r N5 G1w A1p")
    assert len(game.moves(drawn, 0)) == 56
    assert len(belt(drawn)) == 142
    for text, rule in (
        ("array G3w B3p A3r R4w", "RR 3.2"),
        ("array G3w B3p A3r R4w G2r N5", "RR 3.2"),
        ("array G3w B3p A3r R4w B5r", "RR 3.2"),
        ("spare G3w", "RR 3.2"),
        ("pass", "RR 3.2"),
    ):
        assert why_not(drawn, text) == rule, text
    laid = do(drawn, "array G3w B3p A3r R4w G2r")
    assert len(game.moves(laid, 0)) == 1 + 3 + 3
    assert why_not(laid, "spare N5 G1w A1p") == why_not(laid, "spare G3w") == "RR 3.2"
    kept = do(laid, "spare N5 A1p")
    assert (bays(kept)[0], len(belt(kept)), to_act(kept)) == ("R4w A3r B3p G3w G2r/N5 A1p", 143, "Cy draw")
    assert do(laid, "spare") == do(laid, "pass")


def test_3_2_equal_tiles_are_one_choice() -> None:
    drawn = begun("opening", lying("", ""))
    pairs = do(drawn, "draw G3w G3w A3r A3r B1w B1w R5w R5w")
    assert len(set(listed(pairs))) == len(listed(pairs)) == 16


def test_3_3_swap_and_dock() -> None:
    """RR 3.3: a drawn tile for one of the array or a spare part; what was swapped in stays."""
    state = begun("docking", lying(f"{EARTH}/A1w", f"{PAIR}/R1r"))
    state = do(state, "draw A4w A5w N1 B1r")
    assert why_not(state, "swap N2 G3w") == why_not(state, "swap A4w R5w") == "RR 3.3"
    assert why_not(state, "array G3w B3p A3r R4w G2r") == "RR 3.3"
    once = do(state, "swap A4w G2r")
    assert bays(once)[0] == "R4w A3r B3p G3w A4w/A1w"
    assert why_not(once, "swap N1 A4w") == "RR 3.3"
    assert ruling(once, "swap N1 A4w").reason == "A4w was swapped in just now, and stays."
    twice = do(once, "swap G2r A1w")
    assert bays(twice)[0] == "R4w A3r B3p G3w A4w/G2r"
    docked = do(twice, "dock")
    assert (bays(docked)[0], len(belt(docked)), to_act(docked)) == (
        "A4w R4w A3r B3p G3w/G2r",
        150 - 12,
        "Bo draw-again",
    )
    assert do(state, "swap A1w G2r").bays[0].spares == tiles("G2r"), "a spare part for a tile of the array"
    assert game.read(state, 0, "swap G2r A4w") == game.read(state, 0, "swap A4w G2r")
    assert game.read(state, 0, "dock G3w B3p A3r R4w G2r") == game.read(state, 0, "dock")


@pytest.mark.parametrize("drawn", ["A5w B5r", "G3w N1", "R4w R4w"])
@pytest.mark.parametrize("spares", ["A1w B1r", "A1w G3w", "R4w"])
def test_3_3_every_choice_of_array_and_spare_parts_can_be_reached(spares: str, drawn: str) -> None:
    """And no other: swaps keep the number of tiles, also where the same tile lies in two places."""
    state = begun("docking", lying(f"G3w B3p R4w/{spares}", PAIR))._replace(step="dock", hand=tiles(drawn))
    reached, seen, waiting = set(), {state}, [state]
    while waiting:
        here = waiting.pop()
        reached.add((written(here.bays[0].array), written(here.bays[0].spares)))
        swapped = [game.apply(here, 0, move) for move in game.moves(here, 0) if isinstance(move, Swap)]
        waiting += [after for after in dict.fromkeys(swapped) if after not in seen]
        seen |= set(swapped)
    held = (*state.bays[0].array, *state.bays[0].spares, *state.hand)
    wanted = set()
    for array in itertools.combinations(held, 3):
        rest = list((Counter(held) - Counter(array)).elements())
        wanted |= {
            (written(array), written(kept)) for kept in itertools.combinations(rest, len(spares.split()))
        }
    assert reached == wanted


SUPERNOVA = "U5 P4 S1 Y2 X3"


def test_3_3_a_supernova_may_dock_at_once() -> None:
    state = do(begun("opening", lying("", "")), f"draw {SUPERNOVA} G1w A5w B2r", f"array {SUPERNOVA}")
    opened = do(state, "spare G1w")
    assert listed(opened) == ["pass", "dock"]
    docked = do(opened, "dock")
    assert (docked.bays[0].docked, to_act(docked)) == (True, "Ann sixth"), "the UFO is the highest"
    played = do(docked, "pass", "draw G3w B3p A3r R4w G2r N5 G1p A1p", "array G3w B3p A3r R4w G2r", "pass")
    assert to_act(played) == "Bo draw-again", "Ann skips the second draw"
    waits = do(opened, "pass", "draw G3w B3p A3r R4w G2r N5 G1p A1p", "array G3w B3p A3r R4w G2r", "pass")
    assert to_act(waits) == "Ann draw-again"
    plain = do(begun("opening", lying("", "")), f"draw {EARTH} N5 G1w A1p", f"array {EARTH}", "pass")
    assert to_act(plain) == "Bo draw"


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
    assert after.phase != phase
    assert totals(do(paid, "orders", "draw RC08"))[2] == 0


def test_3_5_powers_before_effects_and_each_on_the_array_as_it_stands() -> None:
    """RR 3.5: Ann's ray takes Bo's glyph, so Bo has no effect; then Ann may use her alien."""
    ann, bo = "G3w G3p G2r X3 A5w", "Y5 R5w B3p B2p R4p"
    state = powers(ann, bo)
    assert to_act(state) == "Ann power"
    zapped = do(state, "zap Y5@Bo")
    assert (to_act(zapped), listed(zapped)) == ("Ann effect", ["pass", "use alien"])
    passed = do(state, "pass", "pass")
    assert (to_act(passed), listed(passed)) == ("Bo effect", ["pass", "use glyph"])


def test_3_6_tiles_go_back_and_the_commander_passes_to_the_right() -> None:
    state = effects(EARTH, "B2p G2p R3p A3p B5w/G4w", "R4r R4w A2w B3r G5r")
    assert (to_act(state), state.round, len(belt(state))) == ("Cy card", 2, 150)
    assert totals(state) == [9 + 5, 10, 8]
    assert [card.code for card in state.cards] == ["RC01"], "in force until the next is turned"


# --- suit powers ---


def test_4_1_three_of_a_suit_lead() -> None:
    assert powers("G3w G3p A2r X3 A5w", PAIR).step != "power"
    six = powers("G3w G3p G2r A4w A2w A5r", PAIR)
    assert "orders" in listed(six) and "zap G3w@Ann" in listed(six)
    assert why_not(six, "use glyph") == "RR 4.1"


def test_4_2_raygun_returns_any_tile() -> None:
    state = powers("G3w G3p G2r R4w A5w/B2w", f"{PAIR}/R4w R5r")
    assert len(listed(state)) == 1 + 5 + 1 + 5 + 2
    assert why_not(state, "zap R5r@Ann") == "RR 4.2"
    assert alone(state, "zap R4w@Bo").bays[1].array == tiles("B5p G5w G3w A2r")
    assert alone(state, "zap R4w@Bo spare").bays[1].spares == tiles("R5r")
    assert alone(state, "zap R5r@bo").bays[1].spares == tiles("R4w"), "there it can only be a spare part"
    assert len(alone(state, "zap A5w@Ann").bays[0].array) == 4


def test_4_3_rocket_swaps_with_a_spare_part_of_ones_own() -> None:
    state = powers("R3w R3p R2r G4w A5w/B2w", f"{PAIR}/R3r")
    assert listed(state) == ["pass", *(f"swap {code} B2w" for code in "A5w G4w R3p R3w R2r".split())]
    assert bays(alone(state, "swap A5w B2w"))[0] == "G4w R3p R3w B2w R2r/A5w"
    assert game.read(state, 0, "swap B2w A5w") == game.read(state, 0, "swap A5w B2w")
    assert why_not(state, "swap A5w R3r@Bo") == why_not(state, "swap A4w B2w") == "RR 4.3"
    assert why_not(state, "zap A5w@Ann") == "RR 4.2"
    assert powers("R3w R3p R2r G4w A5w", f"{PAIR}/R3r").step != "power", "nothing to swap with"


def test_4_4_astronaut_draws_a_card_for_nothing() -> None:
    state = powers("A3w A3p A2r G4w B5w", "A5w A5p A2p R3r G2w", totals=(0, 12))
    drawn = do(state, "orders", "draw SO03")
    assert (totals(drawn), [card.code for card in drawn.cards]) == ([0, 12], ["SO03"])
    assert drawn.step != "power", "under Mutiny Bo's astronauts have no power (RR 9.1)"
    assert to_act(do(state, "orders", "draw RC05")) == "Bo power"


def test_4_5_robot_swaps_with_any_spare_part_in_play() -> None:
    state = powers("B3w B3p B2r G4w A5w/R2w", f"{PAIR}/R3r")
    assert listed(state) == [
        "pass", "swap A5w R2w", "swap G4w R2w", "swap A5w R3r@Bo", "swap G4w R3r@Bo"
    ]  # fmt: skip
    assert why_not(state, "swap B3w R3r@Bo") == why_not(state, "swap A5w R5r@Bo") == "RR 4.5"
    swapped = bays(alone(state, "swap A5w R3r@Bo"))
    assert swapped == ["G4w B3p B3w R3r B2r/R2w", "B5p G5w R4w G3w A2r/A5w"]
    assert do(state, "swap A5w R3r@Bo").step != "power", "once"


# --- specials ---


def test_5_1_a_special_acts_if_it_is_in_the_scoring_array() -> None:
    """RR 5.1: the referee writes specials first, so of three fives it is the special that is in a Venus."""
    assert effects("G3w B3p A3r R4w Y2", PAIR).round == 2, "nobody is asked"
    inside = effects("G5w R5r Y5 B4p A2w", "G2w B2p R4r A4w A5w", cards_="RC13")
    assert listed(inside) == ["pass", "use glyph"]
    for effect, rule in (("planet", "RR 5.1"), ("ufo", "RR 5.3"), ("alien", "RR 5.1")):
        assert why_not(inside, f"use {effect}") == rule


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
    assert listed(after._replace(phase="effects", step="effect", active=0)) == ["pass"]


def test_5_2_one_effect_for_each_array() -> None:
    state = effects("Y5 X5 A3p R2r B3w", "G2w B2p R2r A4w A3w", totals=(3, 9))
    assert listed(state) == ["pass", "use alien", "use glyph"]
    assert do(state, "use alien").round == 2, "nothing else is asked"
    again = state._replace(bays=(state.bays[0]._replace(effect="alien"), state.bays[1]))
    assert why_not(again, "use glyph") == "RR 5.2"


def docking(array: str, spares: str, drawn: str, **fields: str) -> State:
    state = begun("docking", lying(f"{array}/{spares}", PAIR, **fields))
    return do(state, f"draw {drawn}", "dock")


def test_5_3_a_ufo_docks_a_sixth_tile() -> None:
    state = docking("U5 G5p A2r R2p B3w", "N3", "A5w B4r R4w G3p")
    assert to_act(state) == "Ann sixth"
    assert set(listed(state)) == {"pass", *(f"dock {code}" for code in "A5w B4r R4w G3p N3".split())}
    assert why_not(state, "dock A5w B4r") == why_not(state, "dock G2r") == "RR 5.3"
    docked = do(state, "dock A5w")
    assert (docked.bays[0].array, docked.bays[0].effect) == (tiles("U5 A5w G5p B3w A2r R2p"), "ufo")
    assert game.read(state, 0, "dock U5 G5p A2r R2p B3w A5w") == game.read(state, 0, "dock A5w")
    assert bays(do(state, "dock N3"))[0] == "U5 G5p N3 B3w A2r R2p", "the spare part itself"
    assert do(state, "pass").bays[0].effect == ""
    gone = alone(powers("G2w G2p G3w A4w B4p", "U5 A5w G5p B3w R2p A2r"), "zap U5@Bo")
    assert len(gone.bays[1].array) == 5, "the sixth stays"


@pytest.mark.parametrize(
    ("array", "sixths"),
    [
        ("U2 G5p A5r R3p B4w", {"dock U5", "dock R2w"}),  # the fours make a Gemini without the UFO
        ("G5p A5r R4p B3w G2w", {"dock U5"}),  # the UFO may be the sixth tile itself
    ],
)
def test_5_3_the_array_is_judged_with_all_six(array: str, sixths: set[str]) -> None:
    assert set(listed(docking(array, "", "U5 R2w G4r P4"))) == {"pass"} | sixths


def test_5_3_no_ufo_after_another_effect_or_in_silence() -> None:
    """RR 9.1: radio-silence voids a UFO that is not docked yet."""
    assert docking("U5 G5p A2r R2p B3w", "N3", "A5w B4r R4w G3p", cards_="SO02").step != "sixth"
    state = begun("docking", lying("U5 S5 A2r R2p B3w", PAIR))
    used = state._replace(bays=(state.bays[0]._replace(effect="satellite"), state.bays[1]))
    assert do(state, "draw A5w B4r R3w G3p", "dock").step == "sixth"
    assert do(used, "draw A5w B4r R3w G3p", "dock").step != "sixth"


def test_5_4_a_planet_draws_five_and_adds_two() -> None:
    state = effects("P5 G5p A2r R4p B3w", PAIR)
    drawn = do(state, "use planet", "draw A5w R5r B5w G4p Y2")
    assert len(listed(drawn)) == 1 + 5 + 10
    assert (
        why_not(drawn, "dock A5w R5r B5w") == why_not(drawn, "dock G4w") == why_not(drawn, "dock") == "RR 5.4"
    )
    assert game.known(drawn, 1).hand != drawn.hand
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


# --- arrays and claims ---


def test_6_1_an_array_is_every_array_its_tiles_allow() -> None:
    """RR 6.1, 6.4: a claim is asked for where another array scores more."""
    state = effects("B5w A5r R2w G2p A2r", "R5w B4p A4w R2r B1r", cards_="RC13")  # Venus is best
    assert to_act(state) == "Ann claim"
    assert listed(state) == ["pass", "claim high-tile", "claim full-house", "claim earth", "claim gemini"]
    for text in ("claim mars", "claim venus", "use glyph"):
        assert why_not(state, text) == "RR 6.4", text
    assert totals(do(state, "claim full-house")) == [16, 8 + 5]
    assert totals(do(state, "pass")) == [10 + 5, 8]


def test_6_1_fewer_than_five_tiles() -> None:
    """A suit flush that a ray has hit is none any more."""
    state = powers("G2w G2p G5p B4r A4w", "R2w R2p R4w R5r R1r", cards_="RC08")
    assert totals(do(state, "pass")) == [12, 14 + 5]
    assert totals(do(state, "zap R2w@Bo")) == [12 + 5, 5]


def test_6_4_what_acts_has_to_stay_in_the_array_that_is_claimed() -> None:
    """RR 5.1"""
    state = begun("claims", lying("Y5 G5w A2r B2p R2w", EARTH, cards_="RC13"))
    assert "claim earth" in listed(state)
    glyph = state._replace(bays=(state.bays[0]._replace(effect="glyph"), state.bays[1]))
    assert listed(glyph) == ["pass", "claim high-tile", "claim full-house", "claim gemini"]
    assert why_not(glyph, "claim earth") == "RR 5.1"


def test_7_4_of_a_supernova_the_highest_special_acts() -> None:
    state = effects("P5 U4 S1 Y2 X3", EARTH)
    assert listed(state) == ["pass", "use planet"]
    assert why_not(state, "use glyph") == "RR 7.4"


# --- rules cards ---


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("RC01", 8, 4),
        ("SO06", 7, 4),
        ("SO07", 8, 6),
        ("SO08", 8, 0),
        ("CH2 SO07 SO08", 8, 0),
        ("CH2 SO06 SO07", 7, 6),
    ],
)
def test_9_1_draws(card: str, first: int, second: int) -> None:
    """RR 9.1, 9.2: short-crew, long-haul, flare; flare beats long-haul, and both Specs act."""
    state = begun("opening", lying("", "", cards_=card))
    assert len(game.chance(state).pick(Quick(1)).pieces) == first
    docking = begun("docking", lying(f"{EARTH}/A5w", PAIR, cards_=card))
    if second:
        assert len(game.chance(docking).pick(Quick(1)).pieces) == second
    else:
        assert (to_act(docking), len(listed(docking))) == ("Ann dock", 1 + 5)
        assert bays(do(docking, "swap A5w G2r", "dock"))[0] == "A5w R4w A3r B3p G3w/G2r"


def test_9_1_draws_made_stand() -> None:
    """RR 3.4, 9.1: new orders in the second window touch the second draw only."""
    state = begun("orders-2", lying(EARTH, PAIR, totals=(10, 0)))
    assert to_act(do(state, "orders", "draw SO08")) == "Ann dock"
    assert [len(bay.array) for bay in do(state, "orders", "draw SO06").bays] == [5, 5]


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("SO04", (0, 0), [9 + 5 + 1, 18 + 2]),  # salvage
        ("SO09", (1, 3), [0 + 9 + 5, 1 + 18]),  # dock-fee
        ("SO10", (9, 0), [9 + 9, 18 + 5]),  # handicap
    ],
)
def test_9_1_specs_at_the_end_of_a_round(card: str, before: tuple[int, int], after: list[int]) -> None:
    """Ann's Earth stands above Bo's Gemini under each of these cards."""
    state = powers("G3w G3p G3r B4w R5r/A5w", "G5w B5p A3r R4w A4p/R4r R4p", cards_=card, totals=before)
    assert totals(do(state, "pass")) == after


def test_9_1_silence_and_mutiny() -> None:
    assert effects("Y5 G5p A2r R2p B3w", PAIR, cards_="SO02").step != "effect"
    mutiny = powers("G3w G3p G2r R4w A5w/B2w", PAIR, cards_="SO03")
    assert mutiny.step != "power"
    asked = powers("G3w G3p G2r R4w A5w/B2w", PAIR)._replace(cards=cards("SO03"))
    assert ruling(asked, "zap R4w@Ann") == Ruling(False, "Under Mutiny suit powers have no effect.", "RR 9.1")


def test_9_2_chaos() -> None:
    """Two more cards, with another chaos card drawn again; or the order reversed."""
    state = do(game.start(("Ann", "Bo"), {}), "draw A3r B2w R4w R2w")
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
    assert any("RR 9.3" in line for line in _told(empty, "orders", "draw RC07"))


def _told(state: State, move: str, drawn: str) -> tuple[str, ...]:
    paid = do(state, move)
    outcome = game.read(paid, None, drawn)
    return game.tell(paid, Event(None, outcome), game.resolve(paid, outcome), None).lines


# --- the Port of Call ---


def port(accounts: tuple[int, int], *drawn: str) -> State:
    state = effects(EARTH, PAIR, round=4)._replace(accounts=tuple(map(Account, accounts)))
    assert (to_act(state), state.cards) == ("Bo port", ())
    for text in drawn:
        state = do(state, f"draw {text}", "dock")
    return state


def test_10_1_seven_tiles_and_any_five() -> None:
    """No effects, no powers, no card; 10 for the best array, and its five are found if nothing is said."""
    state = do(port((0, 0)), "draw G3w B3p A3r N3 G2r Y5 U1")
    assert (len(listed(state)), why_not(state, "dock G3w B3p A3r N3")) == (21, "RR 10.1")
    assert why_not(state, "pass") == why_not(state, "dock G3w B3p A3r N3 R5w") == "RR 10.1"
    assert str(game.read(state, 1, "dock")) == "dock Y5 N3 A3r B3p G3w"
    first = do(state, "dock U1 N3 A3r B3p G3w")
    assert first.bays[1].spares == tiles("Y5 G2r")
    end = do(first, "draw G5w B5p A4r N2 G1r Y4 U2", "dock")
    assert (game.turn(end), totals(end)) == (OVER, [18, 12 + 10])
    assert game.score(end).winners == ("Bo",)


@pytest.mark.parametrize(
    ("before", "winners"),
    [((30, 20), ("Ann",)), ((8, 0), ("Bo",)), ((9, 0), ("Ann",))],
    ids=["RR 10.2 highest", "tied: who won the bonus", "one point more"],
)
def test_10_2_the_highest_total_wins(before: tuple[int, int], winners: tuple[str, ...]) -> None:
    """Bo's Full House brings 16 and the bonus, Ann's Gemini 18."""
    end = port(before, "G2w B2p A2r R3w G3r Y5 U5", "G2r B2r A3r R4w G5r R5w N4")
    assert totals(end) == [before[0] + 18, before[1] + 26]
    assert game.score(end).winners == winners
    assert game.check(end, 0, game.read(end, 0, "pass")).rule == "RR 10.2"


def test_10_2_a_tie_without_a_single_winner_of_the_bonus_is_shared() -> None:
    end = port((5, 5), "G2w B2p A3r R4w G5r A4p R5p", "G2p B2w A3p R4p G5p A4r R5w")
    assert (totals(end), game.score(end).winners) == ([5 + 18 + 3, 5 + 18 + 3], ("Ann", "Bo"))


# --- what is typed, and positions counted ---


@pytest.mark.parametrize(
    ("text", "says"),
    [("swap R5r", "two tiles"), ("orders now", "too much"), ("zap A5w", "Whose"), ("jump", "no move")],
)
def test_text_that_is_no_move(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        game.read(powers("G3w G3p G2r R4w A5w", PAIR), 0, text)


def test_nobody_moves_out_of_turn() -> None:
    state = powers("G3w G3p G2r R4w A5w", PAIR)
    assert game.turn(state) == Seats((0,))
    assert game.moves(state, 1) == ()
    assert game.check(state, 1, game.read(state, 1, "pass")).rule == "RR 3.2"
    waiting = begun("opening", lying("", ""))
    assert game.check(waiting, 0, game.read(waiting, 0, "pass")).reason == "Tiles or cards are drawn first."


def test_positions_counted() -> None:
    """Ways the next steps can go: a change of what is legal shows as a change of a number."""
    array = do(begun("opening", lying("", "")), "draw G3w B3p A3r R4w G2r N5 G1w A1p")
    assert [count_lines(game, array, depth) for depth in (1, 2)] == [56, 56 * 7]
    flare = begun("docking", lying("G3w B3p/A1w", "G5w B5p/R1r R2r", cards_="SO08"))
    assert [count_lines(game, flare, depth) for depth in (1, 2)] == [3, 5 + 1 + 1]
    rays = powers("G3w G3p G2r R4w A5w/B2w", f"{PAIR}/R4w R5r")
    assert count_lines(game, rays, 1) == 14
