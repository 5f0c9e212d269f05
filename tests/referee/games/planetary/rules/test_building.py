"""Drawing, building and sacrificing (PL 2.3, PL 4.4, PL 4.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules import power, sequence
from tests.referee.games.planetary.tables import (
    BOX,
    changes,
    do,
    hp,
    table,
    why_not,
)


def test_2_3_modules_go_next_to_others() -> None:
    """PL 2.3: a module shares an edge with the core or a module; a step between cells costs 1."""
    state = table(watts=500)
    state = state.with_side(0, state.side._replace(bar=("COR", "LAS")))
    assert why_not(state, "build COR E4") == ""
    assert why_not(state, "build COR E2") == "PL 2.3"
    assert why_not(state, "build COR D3") == "PL 2.3"
    after = do(state, "build COR E4", "build LAS F4")
    assert hp(after, "F4@1") == 2
    assert do(after, "b E4", "b F4").doings.walked == 2


def test_4_3_built_and_paid_for_at_once() -> None:
    """PL 4.3: a module built this turn is on if its upkeep is paid."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("COR", "LAS")))
    assert power.left(do(state, "build LAS E4 on")) == 500 - 75 - 50
    just = state.but(doings=state.doings._replace(spent=375))
    assert power.left(do(just, "build LAS E4 on")) == 0
    assert [module.on for _, module in do(state, "build LAS E4").side.ship.modules] == [False] * 3
    assert why_not(state, "build COR E4 on") == "PL 4.3"


def test_4_2_a_generator_that_is_on_at_once_buys_fuel() -> None:
    """PL 4.2, PL 4.3: already in the owner's first turn."""
    state = table(ships="1 9", cores="hydrocarbon solar", watts=500)
    state = state.with_side(0, state.side._replace(bar=("GEN-H",)))
    assert changes(state, do(state, "build GEN-H E4 on")) == (-2, -2, 0, -1)
    dry = state.with_side(0, state.side._replace(materials=(9, 9, 0, 0)))
    assert why_not(dry, "build GEN-H E4 on") == "PL 4.2"
    assert changes(dry, do(dry, "build GEN-H E4")) == (-2, -2, 0, 0)


def test_4_4_draw() -> None:
    """PL 4.4: one while the bar has fewer than 5; the pile becomes the deck; no card, no draw."""
    state = sequence.begun(table(ships="1 9"), 0)
    cards = [
        (("COR",) * 5, ("LAS",), (), "act"),
        (("COR",) * 4, ("LAS",), (), "draw"),
        (("COR",) * 4, (), ("SHD",), "draw"),
        (("COR",) * 4, (), (), "act"),
    ]
    for bar, deck, pile, step in cards:
        here = state.with_side(0, state.side._replace(bar=bar, deck=deck, pile=pile))
        assert game.apply(here, 0, game.read(here, 0, "ready")).step == step
    after = do(state.with_side(0, state.side._replace(bar=(), deck=(), pile=("SHD",))), "ready", "draw SHD")
    assert (after.side.bar, after.side.deck, after.side.pile) == (("SHD",), (), ())


@pytest.mark.parametrize(("step", "drawn"), [("draw", 2), ("swap", 3)])
def test_4_4_the_data_decides_how_many_are_drawn(step: str, drawn: int) -> None:
    """PL 4.4, PL 4.7: no more than the bar has room for and the deck holds."""
    state = table(ships="1 9").but(step=step)
    state = state.but(doings=state.doings._replace(swapped="COR" if step == "swap" else ""))
    assert game.chance(state).count == 1  # type: ignore[attr-defined]
    turn = BOX.turn
    changed = (
        replace(turn, draw=drawn)
        if step == "draw"
        else replace(turn, sacrifice=replace(turn.sacrifice, draw=drawn))
    )
    state = state.but(box=replace(BOX, turn=changed))
    assert game.chance(state).count == drawn  # type: ignore[attr-defined]
    narrow = state.with_side(0, state.side._replace(bar=("COR",) * 4))
    assert game.chance(narrow).count == (1 if step == "draw" else drawn)  # type: ignore[attr-defined]
    few = state.with_side(0, state.side._replace(deck=("COR",), bar=("COR",) * 4))
    assert do(few, "draw COR").side.bar == ("COR",) * 5


def test_4_7_building_and_sacrificing() -> None:
    """PL 4.7: iron, copper and watts; a sacrifice for 1 iron and 1 copper, or for a card."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("CAN", "COR"), deck=("LAS",), pile=()))
    after = do(state, "build CAN E4")
    assert changes(state, after) == (-3, -2, 0, 0)
    assert power.left(after) == 400
    assert why_not(state, "build LAS E4") == "PL 4.7"
    assert why_not(table(ships="1 9", watts=-460, sides=state.sides), "build COR E4") == "PL 4.7"
    poor = state.with_side(0, state.side._replace(materials=(2, 9, 0, 0)))
    assert why_not(poor, "build CAN E4") == "PL 4.7"
    given = do(state, "sacrifice COR")
    assert changes(state, given) == (1, 1, 0, 0)
    assert given.side.pile == ("COR",)
    swapped = do(state, "sacrifice COR card", "draw LAS")
    assert (swapped.side.bar, swapped.side.pile, swapped.side.deck) == (("LAS", "CAN"), ("COR",), ())
    none = state.with_side(0, state.side._replace(deck=()))
    assert why_not(none, "sacrifice COR card") == "PL 4.4"
    assert why_not(none, "sacrifice COR") == ""


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("build SHD E4", "PL 4.7", "SHD is not in your bar."),
        ("build LAS D3", "PL 2.3", "There is a module on that cell."),
        ("build LAS F4", "PL 2.3", "A module goes next to the core or another module."),
        ("build CAN E4", "PL 4.7", "CAN costs 3 iron and 2 copper."),
        ("build COR E4 on", "PL 4.3", "COR has no upkeep: it is neither on nor off."),
        ("build LAS E4 on", "PL 4.3", "With its upkeep it takes 125 W; you have 80."),
        ("build CLK E4", "PL 4.7", "It takes 100 W, and you have 80."),
        ("build GEN-F E4 on", "PL 4.2", "There is no fuel for that generator."),
        ("sacrifice SHD", "PL 4.7", "SHD is not in your bar."),
    ],
)
def test_4_7_what_is_said_of_a_build_that_is_refused(typed: str, rule: str, reason: str) -> None:
    """Ann has 2 iron and 3 copper, no radium, and 80 W; a generator needs 100."""
    state = table(ships="1 9", cores="fission solar", materials={0: (2, 3, 0, 0)})
    watts = 100 if "GEN" in typed else 80
    state = state.but(doings=state.doings._replace(spent=power.left(state) - watts))
    bar = ("COR", "LAS", "CAN", "CLK", "GEN-F")
    state = state.with_side(0, state.side._replace(bar=bar))
    assert game.check(state, 0, game.read(state, 0, typed)) == (False, reason, rule)
