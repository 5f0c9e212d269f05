"""The modules that units operate (PL 4.9, PL 6)."""

from __future__ import annotations

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules.operating import is_control
from referee.games.planetary.state import ABOARD, Place, Unit
from tests.referee.games.planetary.tables import (
    cell,
    changes,
    do,
    hp,
    listed,
    place,
    table,
    why_not,
)


def test_4_9_operating() -> None:
    """PL 4.9: from the core or a computer that is on, each module once a turn, and only one that is on."""
    guns = "E4@1=LAS* C4@1=CPU* C3@1=CAN"
    state = table(ships="4 5", modules=guns, units="s1=C4@1 h1=D3@1")
    assert why_not(state, "h fire E4 D4@2") == "PL 4.9"
    assert why_not(state, "b fire C3 D4@2") == "PL 4.3"
    assert why_not(state, "b fire E3 D4@2") == "PL 4.3", "an empty cell"
    assert why_not(state, "s fire E4 D4@2") == ""
    assert (
        why_not(table(ships="4 5", modules="E4@1=LAS* C4@1=CPU", units="s1=C4@1"), "s fire E4 D4@2")
        == "PL 4.9"
    )
    assert why_not(do(state, "b fire E4 D4@2"), "s fire E4 D4@2") == "PL 4.9"


EFFECTS = [
    # modules, units, what is typed, what has so many HP after it
    ("E4@1=LAS*", "s2=D3@2", "b fire E4 D4@2", {"D4@2": 5}),
    ("E4@1=CAN*", "", "b fire E4 D3@2", {"D3@2": 0}),
    ("E4@1=LAS*", "h2=3,1", "b fire E4 H2", {"h2": 2}),
    ("E4@1=CAN* E4@2=SHD*", "", "b fire E4 D3@2", {"D3@2": 2}),
    ("E4@1=CAN* E4@2=SHD", "", "b fire E4 D3@2", {"D3@2": 0}),
    ("E4@1=REP*", "", "b mend E4 D4", {"D4@1": 6}),
]


@pytest.mark.parametrize(("modules", "units", "typed", "left"), EFFECTS)
def test_6_operated_modules(modules: str, units: str, typed: str, left: dict[str, int]) -> None:
    """PL 6: laser, cannon, shield, repair bay."""
    state = table(ships="4 4", modules=modules, units=units)
    core = state.side.ship.cells[cell("D4")]
    assert core is not None
    hurt = state.side.ship.with_cell(cell("D4"), core._replace(hp=5))
    after = do(state.with_side(0, state.side._replace(ship=hurt)), typed)
    assert {what: hp(after, what) for what in left} == left


@pytest.mark.parametrize(
    ("gun", "ships", "units", "marks", "typed", "rule"),
    [
        ("LAS", "4 6", "", {}, "b fire E4 D4@2", ""),
        ("LAS", "4 7", "", {}, "b fire E4 D4@2", "PL 6"),
        ("CAN", "4 8", "", {}, "b fire E4 D4@2", ""),
        ("CAN", "4 9", "", {}, "b fire E4 D4@2", "PL 6"),
        ("CAN", "4 9", "h2=3,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "5 9", "h2=3,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "4 9", "h2=9,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "4 9", "h2=3,1", {"3,1": "I"}, "b fire E4 H2", "PL 6"),
        ("LAS", "3,2 9", "h2=3,1", {}, "b fire E4 H2", "PL 4.9"),
        ("LAS", "3,2 6", "", {}, "b fire E4 D4@2", ""),  # a landed ship may fire at ships
        ("LAS", "4 9", "", {}, "b mend E4 D4", "PL 6"),
    ],
)
def test_6_what_guns_reach(
    gun: str, ships: str, units: str, marks: dict[str, str], typed: str, rule: str
) -> None:
    """PL 6, PL 4.9: ranges, and units only on plains of the half that faces the ring, from the anchor."""
    assert why_not(table(ships=ships, units=units, marks=marks, modules=f"E4@1={gun}*"), typed) == rule


@pytest.mark.parametrize("seat", [0, 1])
def test_6_the_vat(seat: int) -> None:
    """PL 6, VAT: a dead unit at full HP on a free cell, for 2 iron and 2 copper, once."""
    scout = f"s{seat + 1}"
    state = table(ships="4 9", modules=f"E4@{seat + 1}=VAT*", units=f"{scout}=dead", active=seat)
    assert listed(state, "b clone") == {"b clone E4 s D3", "b clone E4 s E4"}
    after = do(state, "b clone E4 s D3")
    assert after.sides[seat].units[1] == Unit(2, Place(ABOARD + seat, cell("D3")))
    assert changes(state, after, seat) == (-2, -2, 0, 0)
    again = place(after, scout, "dead").but(doings=state.doings)
    assert why_not(again, "b clone E4 s D3", seat) == "PL 6"


def test_6_a_repair_bay_mends_the_last_hp_of_a_module() -> None:
    state = table(modules="E4@1=REP*")
    module = state.side.ship.cells[cell("D5")]
    assert module is not None
    ship = state.side.ship.with_cell(cell("D5"), module._replace(hp=1))
    hurt = state.with_side(0, state.side._replace(ship=ship))
    assert listed(hurt, "b mend") == {"b mend E4 D5"}
    assert hp(do(hurt, "b mend E4 D5"), "D5@1") == 2


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        (
            "s fire E4 D4@2",
            "PL 4.9",
            "Operate from the core of your own ship, or from a computer that is on.",
        ),
        ("b fire E3 D4@2", "PL 4.3", "There is no module on that cell that is on."),
        ("b fire C4 D4@2", "PL 6", "REP is not a gun."),
        ("b fire E5 H2", "PL 6", "CAN does not hit units."),
        ("b fire E4 S2", "PL 6", "It hits units on plains of the half that faces the ring, from the anchor."),
        ("b fire E4 D4@3", "PL 4.11", "A wreck is not a target."),
        ("b fire E4 D4@4", "PL 3.3", "You do not see that ship."),
        ("b fire E4 D4@2", "PL 6", "LAS hits modules of other ships within 2 spaces."),
        ("b mend C4 D3", "PL 6", "A repair bay repairs a damaged module or core of your ship."),
        ("b clone E4 h E3", "PL 6", "LAS is not a clone vat."),
        ("b clone C3 s E4", "PL 6", "That unit is alive."),
        ("b clone C3 h D3", "PL 6", "The unit comes back on a free cell of your ship."),
    ],
)
def test_6_what_is_said_of_an_operation_that_is_refused(typed: str, rule: str, reason: str) -> None:
    """A row on Bo's ship, 3 spaces away; Cy's is a wreck, and Di's out of sight."""
    modules = "E4@1=LAS* E5@1=CAN* C4@1=REP* C3@1=VAT* E3@1=SCN"
    state = table(ships="4 7 4 20", modules=modules, units="h1=dead h2=3,1")
    state = state.with_side(2, state.sides[2]._replace(out=1))
    ruling = game.check(state, 0, game.read(state, 0, typed))
    assert (ruling.rule, ruling.reason) == (rule, reason)


def test_6_a_gun_hits_no_unit_of_its_owner() -> None:
    state = table(ships="4 12", modules="E4@1=LAS*", units="h1=3,1 h2=2,1")
    assert listed(state, "b fire") == {"b fire E4 H2"}


def test_6_a_vat_takes_2_iron_and_2_copper() -> None:
    poor = table(modules="E4@1=VAT*", units="s1=dead", materials={0: (1, 9, 9, 9)})
    assert (
        game.check(poor, 0, game.read(poor, 0, "b clone E4 s D3")).reason == "It costs 2 iron and 2 copper."
    )


def test_4_9_a_landed_ship_cannot_fire_at_units() -> None:
    state = table(ships="3,2 9", modules="E4@1=LAS*", units="h2=3,1")
    ruling = game.check(state, 0, game.read(state, 0, "b fire E4 H2"))
    assert ruling.reason == "A landed ship cannot fire at units."


@pytest.mark.parametrize(
    ("spot", "operates"), [("D4", True), ("E4", True), ("C4", False), ("D5", False), ("A1", False)]
)
def test_4_9_where_modules_are_operated_from(spot: str, operates: bool) -> None:
    """The core, a computer that is on, one that is off, another module, an empty cell."""
    state = table(modules="E4@1=CPU* C4@1=CPU")
    assert is_control(state, cell(spot)) == operates
