"""Swaps, docking and UFOs (RR 3.3, 5.3)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from referee.games.rayguns import game
from referee.games.rayguns.moves import Swap
from referee.games.rayguns.rules.tiles import written
from referee.games.rayguns.state import State, belt
from tests.referee.games.rayguns.table import (
    EARTH,
    PAIR,
    alone,
    bays,
    begun,
    do,
    listed,
    lying,
    powers,
    ruling,
    tiles,
    to_act,
    why_not,
)


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
    state = begun("docking", lying(f"G3w B3p R4w/{spares}", PAIR))._replace(step="dock", drawn=tiles(drawn))
    reached, seen, waiting = set(), {state}, [state]
    while waiting:
        here = waiting.pop()
        reached.add((written(here.bays[0].array), written(here.bays[0].spares)))
        swapped = [game.apply(here, 0, move) for move in game.moves(here, 0) if isinstance(move, Swap)]
        waiting += [after for after in dict.fromkeys(swapped) if after not in seen]
        seen |= set(swapped)
    held = (*state.bays[0].array, *state.bays[0].spares, *state.drawn)
    wanted = set()
    for array in itertools.combinations(held, 3):
        rest = list((Counter(held) - Counter(array)).elements())
        wanted |= {
            (written(array), written(kept)) for kept in itertools.combinations(rest, len(spares.split()))
        }
    assert reached == wanted


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("swap A4w R5w", "R5w is not in your array."),
        ("swap A4w R5w spare", "R5w is not one of your spare parts."),
        ("swap A1w A1w spare", "That would change nothing."),
        ("swap N2 G3w", "N2 is not among the tiles Ann drew."),
        ("dock A5w", "Swap what you want, then write dock; a UFO asks afterwards."),
    ],
)
def test_3_3_what_is_said_of_a_swap_that_is_refused(typed: str, reason: str) -> None:
    state = do(begun("docking", lying(f"{EARTH}/A1w", PAIR)), "draw A4w A5w N1 B1r")
    assert ruling(state, typed).reason == reason


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
        ("U2 G5p A5r R3p B4w", {"dock U5", "dock R2w"}),  # The fours make a Gemini without the UFO.
        ("G5p A5r R4p B3w G2w", {"dock U5"}),  # The UFO may be the sixth tile itself.
    ],
)
def test_5_3_the_array_is_judged_with_all_six(array: str, sixths: set[str]) -> None:
    assert set(listed(docking(array, "", "U5 R2w G4r P4"))) == {"pass"} | sixths


@pytest.mark.parametrize(
    ("array", "typed"), [("U5 G5p A2r R2p B3w", ""), ("U5 A5w A2r R2p B3w", "swap G3p A5w")]
)
def test_5_3_of_two_equal_tiles_the_loose_one_docks_before_the_spare_part(array: str, typed: str) -> None:
    """It does not matter whether it was drawn or swapped out."""
    drawn = "B4r R4w G3p N1" if typed else "A5w B4r R4w G3p"
    state = do(begun("docking", lying(f"{array}/A5w", PAIR)), f"draw {drawn}", *filter(None, [typed]))
    docked = do(state, "dock", "dock A5w")
    assert (len(docked.bays[0].array), docked.bays[0].spares) == (6, tiles("A5w"))


def test_5_3_a_tile_that_the_table_did_not_name_may_dock_with_a_ufo() -> None:
    """RR 5.3, 9.1: the owner is asked, unless specials have no effect or another one was named."""
    state = do(begun("docking", lying("U5 G5p A2r R2p B3w", PAIR)), "draw ??", "dock")
    assert (to_act(state), listed(state)) == ("Ann sixth", ["pass"])
    silent = begun("docking", lying("U5 G5p A2r R2p B3w", PAIR, cards_="SO02"))
    assert to_act(do(silent, "draw ??", "dock")) == "Bo draw-again"
    state = begun("docking", lying("U5 S5 A2r R2p B3w", PAIR))
    used = state._replace(bays=(state.bays[0]._replace(effect="satellite"), state.bays[1]))
    assert to_act(do(used, "draw ??", "dock")) == "Bo draw-again"
    plain = begun("docking", lying(EARTH, PAIR))
    assert to_act(do(plain, "draw ??", "dock")) == "Bo draw-again"


def test_5_3_no_ufo_after_another_effect_or_in_silence() -> None:
    """RR 9.1: radio-silence voids a UFO that is not docked yet."""
    assert docking("U5 G5p A2r R2p B3w", "N3", "A5w B4r R4w G3p", cards_="SO02").step != "sixth"
    state = begun("docking", lying("U5 S5 A2r R2p B3w", PAIR))
    used = state._replace(bays=(state.bays[0]._replace(effect="satellite"), state.bays[1]))
    assert do(state, "draw A5w B4r R3w G3p", "dock").step == "sixth"
    assert do(used, "draw A5w B4r R3w G3p", "dock").step != "sixth"


def docking(array: str, spares: str, drawn: str, **fields: str) -> State:
    state = begun("docking", lying(f"{array}/{spares}", PAIR, **fields))
    return do(state, f"draw {drawn}", "dock")


def test_3_3_an_unknown_tile_may_be_the_equal_of_a_spare_part() -> None:
    """The table swaps the A1w it has drawn for one spare part, and the other spare part is an A1w, too."""
    state = do(begun("docking", lying(f"{EARTH}/A1w B1r", PAIR)), "draw ??")
    assert set(listed(state)) == {
        "dock",
        *(f"swap {part} {code}" for part in ("A1w", "B1r") for code in EARTH.split()),
    }
    swapped = game.apply(state, 0, game.read(state, 0, "swap A1w B1r spare"))
    assert (swapped.bays[0].spares, len(swapped.drawn), swapped.out) == (tiles("A1w A1w"), 3, tiles("B1r"))


def test_3_3_a_tile_swapped_out_comes_back_before_its_equal_among_the_spare_parts() -> None:
    state = do(begun("docking", lying(f"{EARTH}/R4w", PAIR)), "draw A5w A4w N1 B1r", "swap A5w R4w")
    back = do(state, "swap R4w G2r")
    assert (bays(back)[0], back.out) == ("A5w A3r B3p G3w R4w/R4w", tiles("G2r"))
