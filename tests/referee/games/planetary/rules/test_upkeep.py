"""Upkeep, and the modules that act right after it (PL 4.3, PL 6)."""

from __future__ import annotations

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules import power, sequence
from tests.referee.games.planetary.tables import (
    cell,
    changes,
    do,
    hex_,
    hp,
    listed,
    table,
    why_not,
)


def test_4_3_upkeep() -> None:
    """PL 4.3: what is paid for is on till the next upkeep; what is not is off."""
    state = sequence.begun(table(ships="1 9", modules="E4@1=LAS E3@1=SHD* C4@1=PLT"), 0)
    assert listed(state, "on", "keep") == {"on E4", "on E3", "on D5", "on all", "keep"}
    assert why_not(state, "on C4") == "PL 4.3"
    assert why_not(state, "build COR E5") == "PL 4.3"
    assert why_not(do(state, "on E4"), "on E4") == "PL 4.3"
    assert [module.code for _, module, _ in do(state, "on E4").side.ship.on] == ["SHD"]
    for typed, on in (("on E4", ["LAS"]), ("keep", ["SHD"]), ("on all", ["SHD", "LAS", "LND"])):
        after = do(state, typed, "ready")
        assert [module.code for _, module, _ in after.side.ship.on] == on
    dark = sequence.begun(table(ships="0 9", modules="E4@1=CLK"), 0)
    assert why_not(dark, "on E4") == "PL 4.3"
    assert do(dark, "on all").doings.paid == (cell("D5"),)
    assert why_not(after, "on E4") in ("PL 4.3", "PL 4.4")


@pytest.mark.parametrize(
    ("modules", "typed", "paid", "left"),
    [
        # 500 W in light.
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD* C3@1=CAN* E5@1=CAN* C5@1=CAN* G4@1=CLK*", "keep", 6, 0),
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD", "keep", 2, 350),
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD", "on all", 4, 275),
        (
            "E4@1=LAS* C4@1=CAN* E3@1=SHD* C3@1=CAN* E5@1=CAN* C5@1=CAN* G4@1=CLK* F1@1=GEN-S",
            "on all",
            9,
            100,
        ),
    ],
)
def test_4_3_keep_and_on_all_leave_out_what_cannot_be_paid(
    modules: str, typed: str, paid: int, left: int
) -> None:
    """PL 4.3: the owner chooses; generators go first, then cell by cell as far as the watts go."""
    after = do(table(ships="1 8", modules=modules, step="upkeep"), typed)
    assert (len(after.doings.paid), power.left(after)) == (paid, left)


def test_4_3_keep_is_refused_only_if_nothing_can_be_paid() -> None:
    """PL 4.3, PL 4.2: a generator without fuel does not keep a laser off."""
    modules = "E4@1=GEN-H* E3@1=LAS*"
    state = table(ships="1 8", modules=modules, cores="hydrocarbon solar", step="upkeep")
    state = do(state.with_side(0, state.side._replace(materials=(5, 5, 0, 1))), "fuel")
    assert [state.side.ship.cells[one].code for one in do(state, "keep").doings.paid] == ["LAS"]  # type: ignore[union-attr]
    dark = state.but(doings=state.doings._replace(spent=750))
    assert why_not(dark, "keep") == "PL 4.3"


def test_6_a_med_bay_heals_its_owners_units() -> None:
    """PL 6, MED: Bo's bay in Bo's turn; Ann's guest beside it is not healed."""
    state = table(ships="9 1", modules="E4@2=MED", units="b2=D4@2/1 s1=E4@2/1")
    state = do(sequence.begun(state, 1), "on all")
    healed = game.apply(state, 1, game.read(state, 1, "ready"))
    assert (hp(healed, "b2"), hp(healed, "s1")) == (2, 1)


def test_6_what_acts_after_upkeep() -> None:
    """PL 6: med bay, hydroponics in every second turn, drills with and without a choice."""
    state = table(ships="1 9", modules="E4@1=MED E3@1=HYP", units="b1=D4@1/1 s1=E3@1/1 h1=D5@1/1")
    state = state.with_side(0, state.side._replace(bar=("COR",) * 5))
    once = do(sequence.begun(state, 0), "on all", "ready")
    assert [hp(once, unit) for unit in ("b1", "s1", "h1")] == [2, 2, 1]
    assert changes(state, once) == (0, 0, 0, 0)
    assert changes(state, do(sequence.begun(once, 0), "on all", "ready")) == (0, 0, 0, 1)
    ores = {"3,1": "I", "1,1": "U", "2,0": "C"}
    landed = table(ships="2,1 9", modules="E4@1=DRL E3@1=DRL", marks=ores, structures="2,0=mine2")
    landed = landed.with_side(0, landed.side._replace(bar=("COR",) * 5))
    asked = do(sequence.begun(landed, 0), "on E4", "ready")
    assert listed(asked, "drill") == {"drill 3,1", "drill 1,1"}
    assert why_not(asked, "drill 2,0") == "PL 6"
    assert changes(landed, do(asked, "drill 1,1")) == (0, 0, 1, 0)
    one = landed.with_world(0, landed.worlds[0].with_terrain(hex_("1,1"), "R"))
    assert changes(one, do(sequence.begun(one, 0), "on E4", "ready")) == (1, 0, 0, 0)


def test_6_new_modules_act_in_the_next_turn_and_hydroponics_count_this_one() -> None:
    """PL 4.3, PL 6: a med bay built after upkeep heals nobody yet; the turn counts for hydroponics."""
    state = table(ships="1 9", units="b1=D4@1/1", watts=500)
    state = state.with_side(0, state.side._replace(bar=("MED", "HYP", "COR", "COR", "COR")))
    built = do(state, "build MED E4 on", "build HYP C4 on")
    assert hp(built, "b1") == 1
    built = built.with_side(0, built.side._replace(bar=("COR",) * 5))
    after = do(sequence.begun(built, 0), "on all", "ready")
    assert hp(after, "b1") == 2
    assert changes(built, after) == (0, 0, 0, 1)
    off = do(state, "build HYP C4")
    off = off.with_side(0, off.side._replace(bar=("COR",) * 5))
    assert changes(off, do(sequence.begun(off, 0), "on all", "ready")) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("on A1", "PL 4.3", "There is no module on that cell."),
        ("on D4", "PL 4.3", "There is no module on that cell."),  # the core
        ("on D3", "PL 4.3", "COR has no upkeep."),
        ("on D5", "PL 4.3", "That module is paid for already."),
        ("on E4", "PL 4.3", "CLK takes 100 W, and you have 75."),
        ("keep", "PL 4.3", "All of those modules are paid for."),
        ("repair", "PL 4.2", "No repair is due."),
        ("fuel", "PL 4.2", "A solar core needs no fuel."),
        ("build COR E5", "PL 4.3", "First pay upkeep: on E4, on all or keep, then ready."),
    ],
)
def test_4_3_what_is_said_of_a_payment_that_is_refused(typed: str, rule: str, reason: str) -> None:
    state = do(table(ships="1 9", modules="E4@1=CLK", step="upkeep", watts=-400), "on D5")
    assert game.check(state, 0, game.read(state, 0, typed)) == (False, reason, rule)


def test_4_2_what_is_said_of_fuel_that_is_there_or_too_dear() -> None:
    state = table(ships="1 9", cores="hydrocarbon solar", step="upkeep", materials={0: (9, 9, 9, 0)})
    fuel = game.read(state, 0, "fuel")
    assert game.check(state, 0, fuel).reason == "It costs 1 hydrocarbon."
    fuelled = state.with_side(0, state.side._replace(fuelled=1))
    assert game.check(fuelled, 0, fuel).reason == "The core already has fuel for this turn."
    due = state.with_side(0, table(cores="fission solar").side._replace(due=True, materials=(1, 9, 9, 9)))
    assert game.check(due, 0, game.read(due, 0, "repair")).reason == "It costs 2 iron and 1 radium."
