"""The power of a turn (PL 4.2): cases by core, what a call may not say, and what always holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.planetary import commands
from referee.games.planetary.rules import power, sequence
from referee.games.planetary.rules.power import Power, power_of
from tests.referee.games.planetary.tables import (
    BOX,
    cell,
    changes,
    do,
    table,
    why_not,
)

CORES = st.sampled_from(sorted(BOX.cores))


@pytest.mark.parametrize(
    ("how", "state"), [({"fuel": 0}, "without fuel"), ({"repaired": False}, "without repair")]
)
def test_4_2_a_core_that_stops_leaves_only_its_emergency_cells(how: dict[str, Any], state: Any) -> None:
    """PL 4.2: its generators stop with it, and nothing is burnt."""
    stopped = power_of(BOX, BOX.cores["fission"], generators=2, **how)
    assert stopped == Power(state, 50, 0, 0, 0)
    assert stopped.total == 50


@pytest.mark.parametrize(
    ("core", "watts"), [("solar", 500), ("fission", 1000), ("hydrocarbon", 750), ("turbine", 50)]
)
def test_4_2_a_core_alone(core: str, watts: int) -> None:
    """In light, at rest, with as much fuel as it needs."""
    assert power_of(BOX, BOX.cores[core]).total == watts


@pytest.mark.parametrize(
    ("core", "circumstances", "watts", "generators"),
    [
        pytest.param("solar", {}, 500, 0, id="solar in light"),
        pytest.param("solar", {"generators": 2}, 500, 500, id="solar, generators"),
        pytest.param("solar", {"dark": True}, 50, 0, id="solar in dust"),
        pytest.param("solar", {"landed_night": True}, 50, 0, id="worked example, solar on the night half"),
        pytest.param("solar", {"dark": True, "generators": 1}, 50, 25, id="solar in dust, generator"),
        pytest.param("fission", {}, 1000, 0, id="worked example, fission paid"),
        pytest.param("fission", {"generators": 1}, 1000, 500, id="worked example, fission and generator"),
        pytest.param("fission", {"fuel": 0}, 50, 0, id="fission without fuel"),
        pytest.param("fission", {"fuel": 1, "generators": 1}, 1000, 0, id="the core's fuel first"),
        pytest.param("fission", {"fuel": 2, "generators": 3}, 1000, 500, id="fuel for one generator"),
        pytest.param("fission", {"turn": 5}, 1000, 0, id="fission, repair paid"),
        pytest.param(
            "fission", {"turn": 5, "unrepaired": True}, 50, 0, id="worked example, no iron in turn 5"
        ),
        pytest.param("fission", {"turn": 6}, 1000, 0, id="worked example, repaired in turn 6"),
        pytest.param("fission", {"turn": 7, "unrepaired": True, "generators": 2}, 50, 0, id="still due"),
        pytest.param("hydrocarbon", {}, 750, 0, id="hydrocarbon"),
        pytest.param("hydrocarbon", {"generators": 1, "fuel": 2}, 750, 375, id="hydrocarbon, generator"),
        pytest.param("hydrocarbon", {"generators": 1, "fuel": 0}, 50, 0, id="hydrocarbon without fuel"),
        pytest.param("turbine", {}, 50, 0, id="turbine at rest"),
        pytest.param("turbine", {"travelled": 4}, 450, 0, id="worked example, turbine"),
        pytest.param("turbine", {"travelled": 6, "generators": 1}, 650, 325, id="turbine, generator"),
    ],
)
def test_watts(core: str, circumstances: dict[str, Any], watts: int, generators: int) -> None:
    answer = commands.power(core, **circumstances)
    value = answer.value
    assert (value.core, value.generators, value.total) == (watts, generators, watts + generators)
    assert answer.lines[0].startswith(f"{watts + generators} W")
    assert {step.rule for step in answer.why} == {"PL 4.2"}
    assert answer.ok


@pytest.mark.parametrize(
    ("core", "circumstances", "fuel", "repair"),
    [
        ("solar", {}, {}, {}),
        ("turbine", {"generators": 3}, {}, {}),
        ("fission", {"generators": 2}, {"radium": 3}, {}),
        ("fission", {"generators": 2, "fuel": 2}, {"radium": 2}, {}),
        ("fission", {"turn": 4}, {"radium": 1}, {}),
        ("fission", {"turn": 10}, {"radium": 1}, {"radium": 1, "iron": 2}),
        ("fission", {"unrepaired": True}, {}, {"radium": 1, "iron": 2}),
        ("hydrocarbon", {"generators": 1}, {"hydrocarbon": 2}, {}),
        ("hydrocarbon", {"fuel": 0}, {}, {}),
    ],
)
def test_what_it_costs(
    core: str, circumstances: dict[str, Any], fuel: dict[str, int], repair: dict[str, int]
) -> None:
    """PL 4.2: fuel for the core and each generator that runs; a repair in turns 5, 10, 15."""
    value = commands.power(core, **circumstances).value
    assert (value.fuel, value.repair) == (fuel, repair)


@pytest.mark.parametrize(
    ("core", "circumstances", "lines"),
    [
        ("turbine", {"travelled": 4}, ("450 W from the turbine core.",)),
        (
            "fission",
            {"generators": 2, "fuel": 2, "turn": 5},
            (
                "1500 W: 1000 W from the fission core, 500 W from its 2 generators.",
                "There is fuel for 1 of 2 generators.",
                "Fuel: 2 radium for 2 turns.",
                "Repair: 1 radium and 2 iron, paid this turn.",
            ),
        ),
        (
            "hydrocarbon",
            {"generators": 1, "fuel": 1},
            (
                "750 W: 750 W from the hydrocarbon core, 0 W from its generator.",
                "The generator has no fuel.",
                "Fuel: 1 hydrocarbon.",
            ),
        ),
        (
            "fission",
            {"unrepaired": True},
            ("50 W from the fission core without repair.", "Repair: 1 radium and 2 iron, not paid."),
        ),
    ],
)
def test_words(core: str, circumstances: dict[str, Any], lines: tuple[str, ...]) -> None:
    assert commands.power(core, **circumstances).lines == lines


def test_why() -> None:
    """The formula has its numbers filled in."""
    formulas = [step.formula for step in commands.power("turbine", travelled=4, generators=2).why]
    assert formulas == ["50 + 4 × 100 = 450 W", "2 × 450 / 2 = 450 W", "450 + 450 = 900 W"]
    assert [step.formula for step in commands.power("solar", dark=True).why] == ["in the dark: 50 W"]
    assert [step.formula for step in commands.power("fission", unrepaired=True, generators=1).why] == [
        "without repair, the emergency cells: 50 W",
        "the core is without repair: 0 W",
        "50 + 0 = 50 W",
    ]


@pytest.mark.parametrize("core", ["Fission", " fission ", "F", "f", "CORE-F", "core f", "coref"])
def test_a_core_goes_by_name_letter_or_tile(core: str) -> None:
    assert commands.power(core).value.total == 1000


@pytest.mark.parametrize(
    ("core", "circumstances", "where", "todo"),
    [
        ("fusion", {}, "CORE", 'mean "fission"'),
        ("", {}, "CORE", "Known: fission"),
        ("hydrocarbon", {"dark": True}, "--dark", "Leave it out"),
        ("turbine", {"landed_night": True}, "--landed-night", "Leave it out"),
        ("solar", {"travelled": 0}, "--travelled", "Leave it out"),
        ("turbine", {"fuel": 2}, "--fuel", "Leave it out"),
        ("solar", {"turn": 5}, "--turn", "Leave it out"),
        ("hydrocarbon", {"unrepaired": True}, "--unrepaired", "Leave it out"),
        ("solar", {"dark": True, "landed_night": True}, "--dark", "--landed-night"),
        ("turbine", {"travelled": 7}, "--travelled", "0 to 6 (PL 4.6)"),
        ("turbine", {"travelled": -1}, "--travelled", "0 to 6"),
        ("solar", {"generators": -1}, "--generators", "0 to 20 (PL 2.1)"),
        ("solar", {"generators": 21}, "--generators", "0 to 20"),
        ("fission", {"fuel": -1}, "--fuel", "0 or more"),
        ("fission", {"turn": 0}, "--turn", "1 or more"),
        ("fission", {"turn": 4, "unrepaired": True}, "--unrepaired", "in turn 5 (PL 4.2)"),
    ],
)
def test_wrong_calls(core: str, circumstances: dict[str, Any], where: str, todo: str) -> None:
    with pytest.raises(UsageError) as caught:
        commands.power(core, **circumstances)
    assert caught.value.where == where
    assert todo in f"{caught.value.what} {caught.value.todo}"


@given(
    CORES,
    st.booleans(),
    st.integers(0, 6),
    st.integers(0, 20),
    st.none() | st.integers(0, 30),
    st.booleans(),
)
def test_power_is_never_less_than_the_emergency_cells(
    core: str, light: bool, travelled: int, generators: int, fuel: int | None, repaired: bool
) -> None:
    """Nor are more generators run than are on, or more fuel burnt than there is."""
    result = power_of(
        BOX,
        BOX.cores[core],
        light=light,
        travelled=travelled,
        generators=generators,
        fuel=fuel,
        repaired=repaired,
    )
    assert result.core >= 50
    assert 0 <= result.running <= generators
    assert fuel is None or result.fuel <= fuel
    assert result.generators * 2 <= generators * result.core


@given(CORES, st.integers(0, 6), st.integers(0, 19), st.integers(0, 30))
def test_more_of_anything_never_gives_less(core: str, travelled: int, generators: int, fuel: int) -> None:
    kind = BOX.cores[core]
    least = power_of(BOX, kind, travelled=travelled, generators=generators, fuel=fuel).total
    assert power_of(BOX, kind, travelled=travelled, generators=generators + 1, fuel=fuel).total >= least
    assert power_of(BOX, kind, travelled=travelled, generators=generators, fuel=fuel + 1).total >= least
    assert power_of(BOX, kind, travelled=travelled + 1, generators=generators, fuel=fuel).total >= least
    assert power_of(BOX, kind, travelled=travelled, generators=generators).total >= least


POWER = [
    ("solar", "1", {}, "", 500),
    ("solar", "0", {}, "", 50),  # dust
    ("solar", "3,1", {}, "", 50),  # the night half
    ("solar", "9,1", {}, "", 500),
    ("turbine", "1", {"travelled": 4}, "", 450),
    ("turbine", "1", {}, "", 50),
    ("hydrocarbon", "1", {}, "", 50),
    ("hydrocarbon", "1", {}, "fuel", 750),
    ("fission", "1", {}, "fuel", 1000),
    ("fission", "1", {"fuelled": 2}, "", 1000),
    ("fission", "1", {"turns": 4, "fuelled": 5}, "", 50),  # a repair is due
    ("fission", "1", {"turns": 4, "fuelled": 5}, "repair", 1000),
    ("fission", "1", {"turns": 4}, "repair fuel", 1000),
]


@pytest.mark.parametrize(("core", "where", "side", "typed", "watts"), POWER)
def test_4_2_power(core: str, where: str, side: dict[str, int], typed: str, watts: int) -> None:
    """PL 4.2, and the worked examples: a turbine after 4 spaces, solar on the night half."""
    state = table(ships=f"{where} 9", cores=f"{core} solar")
    state = sequence.begun(state.with_side(0, state.side._replace(**side)), 0)  # type: ignore[arg-type]
    assert power.left(do(state, *typed.split())) == watts


def test_4_2_a_turbine_counts_no_spaces_of_a_ship_that_stays() -> None:
    state = do(table(ships="1 9", cores="turbine solar"), "done")
    assert state.sides[0].travelled == 0


def test_4_2_fuel_and_repair() -> None:
    """PL 4.2: radium lasts two turns; one payment clears a repair; an outage costs the turn bought."""
    state = sequence.begun(table(cores="fission solar"), 0)
    bought = do(state, "fuel")
    assert changes(state, bought) == (0, 0, -1, 0)
    assert why_not(bought, "fuel") == "PL 4.2"
    second = sequence.begun(bought, 0)
    assert why_not(second, "fuel") == "PL 4.2"
    assert power.left(sequence.begun(second, 0)) == 50
    due = sequence.begun(bought.with_side(0, bought.side._replace(turns=4, fuelled=5)), 0)
    assert why_not(due, "fuel") == "PL 4.2"
    dry = due.with_side(0, due.side._replace(fuelled=4))
    assert power.left(do(dry, "fuel")) == 50
    assert power.left(do(dry, "fuel", "repair")) == 1000
    assert changes(due, do(due, "repair")) == (-2, 0, -1, 0)
    assert power.left(sequence.begun(due, 0)) == 50
    paid = do(sequence.begun(due, 0), "repair")
    assert power.left(paid) == 50
    assert power.left(do(paid, "fuel")) == 1000
    poor = due.with_side(0, due.side._replace(materials=(1, 0, 1, 0)))
    assert why_not(poor, "repair") == "PL 4.2"
    assert why_not(table(step="upkeep"), "fuel") == "PL 4.2"


@pytest.mark.parametrize(
    ("core", "generator", "typed", "watts", "fuel"),
    [
        ("solar", "GEN-S", "on E4", 500 + 250 - 25, 0),
        ("hydrocarbon", "GEN-H", "fuel|on E4", 750 + 375 - 25, 2),
        ("hydrocarbon", "GEN-H", "on E4", 50 - 25, 1),  # it stops with the core
        ("turbine", "GEN-T", "on E4", 50 + 25 - 25, 0),
    ],
)
def test_4_2_generators(core: str, generator: str, typed: str, watts: int, fuel: int) -> None:
    """PL 4.2: half the core's yield again, its own fuel, and nothing while the core is out."""
    state = sequence.begun(table(ships="1 9", cores=f"{core} solar", modules=f"E4@1={generator}"), 0)
    after = do(state, *typed.split("|"))
    assert power.left(after) == watts
    assert changes(state, after)[3] == -fuel
    dry = state.with_side(0, state.side._replace(materials=(9, 9, 0, 0)))
    assert why_not(dry, "on E4") == ("" if core in ("solar", "turbine") else "PL 4.2")


def test_4_2_a_generator_of_a_fission_core_is_fuelled_for_two_turns() -> None:
    state = sequence.begun(table(ships="1 9", cores="fission solar", modules="E4@1=GEN-F"), 0)
    state = do(state, "fuel", "on E4")
    assert power.left(state) == 1500 - 25
    later = sequence.begun(do(state, "ready").but(step="act"), 0)
    assert changes(later, do(later, "on E4")) == (0, 0, 0, 0)
    assert power.left(do(later, "keep")) == 1500 - 25
    third = sequence.begun(do(later, "keep", "ready").but(step="act"), 0)
    assert changes(third, do(third, "fuel", "on E4")) == (0, 0, -2, 0)


def test_4_3_unspent_watts_are_lost_except_in_batteries() -> None:
    """PL 4.3, PL 6 (BAT): up to 500 W are kept, and drawn later in any amount."""
    state = sequence.begun(table(ships="1 9", modules="E4@1=BAT"), 0)
    state = do(state, "on E4", "ready").but(step="act")
    kept = power.stored(state)
    assert kept.ship.cells[cell("E4")].tally == 475  # type: ignore[union-attr]
    later = sequence.begun(state.with_side(0, kept), 0)
    assert power.left(later) == 500
    assert power.left(do(later, "on E4")) == 500 + 475 - 25
    two = do(sequence.begun(table(ships="1 9", modules="E4@1=BAT* E3@1=BAT*", watts=200), 0), "keep", "ready")
    tallies = [module.tally for _, module in power.stored(two.but(step="act")).ship.modules]
    assert sum(tallies) == 500 - 50
    full = power.stored(table(ships="1 9", modules="E4@1=BAT* E3@1=BAT*", watts=200))
    assert sorted(module.tally for _, module in full.ship.modules) == [0, 0, 200, 500]
    off = power.stored(do(later, "ready").but(step="act"))
    assert off.ship.cells[cell("E4")].tally == 475  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("side", "core_hp", "works"),
    [
        ({}, 6, False),
        ({"fuelled": 1}, 6, True),
        ({"fuelled": 1}, 1, True),
        ({"fuelled": 1}, 0, False),
        ({"fuelled": 1, "due": True}, 6, False),
    ],
    ids=["without fuel", "works", "hurt", "destroyed", "without repair"],
)
def test_4_2_whether_a_core_works(side: dict[str, Any], core_hp: int, works: bool) -> None:
    """PL 4.2, PL 4.11"""
    state = table(cores="fission solar")
    core = state.side.ship.cells[cell("D4")]
    assert core is not None
    ship = state.side.ship.with_cell(cell("D4"), core._replace(hp=core_hp))
    side_now = state.side._replace(ship=ship, **side)
    assert power.works(side_now) == works
    if not core_hp:
        assert power.sources(state.with_side(0, side_now)) == {}
