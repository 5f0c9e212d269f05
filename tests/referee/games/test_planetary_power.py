"""The power of a turn (PL 4.2): cases by core, what a call may not say, and what always holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.planetary import rules
from referee.games.planetary.box import box
from referee.games.planetary.commands import power

CORES = st.sampled_from(sorted(box().cores))


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
    answer = power(core, **circumstances)
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
    value = power(core, **circumstances).value
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
    assert power(core, **circumstances).lines == lines


def test_why() -> None:
    """The formula has its numbers filled in."""
    formulas = [step.formula for step in power("turbine", travelled=4, generators=2).why]
    assert formulas == ["50 + 4 × 100 = 450 W", "2 × 450 / 2 = 450 W", "450 + 450 = 900 W"]
    assert [step.formula for step in power("solar", dark=True).why] == ["in the dark: 50 W"]
    assert [step.formula for step in power("fission", unrepaired=True, generators=1).why] == [
        "without repair, the emergency cells: 50 W",
        "the core is without repair: 0 W",
        "50 + 0 = 50 W",
    ]


@pytest.mark.parametrize("core", ["Fission", " fission ", "F", "f", "CORE-F", "core f", "coref"])
def test_a_core_goes_by_name_letter_or_tile(core: str) -> None:
    assert power(core).value.total == 1000


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
        power(core, **circumstances)
    assert caught.value.where == where
    assert todo in caught.value.todo


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
    result = rules.power(
        box().cores[core],
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
    kind = box().cores[core]
    least = rules.power(kind, travelled=travelled, generators=generators, fuel=fuel).total
    assert rules.power(kind, travelled=travelled, generators=generators + 1, fuel=fuel).total >= least
    assert rules.power(kind, travelled=travelled, generators=generators, fuel=fuel + 1).total >= least
    assert rules.power(kind, travelled=travelled + 1, generators=generators, fuel=fuel).total >= least
    assert rules.power(kind, travelled=travelled, generators=generators).total >= least
