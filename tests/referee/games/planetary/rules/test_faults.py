"""Faults that a position of Planetary can have (PL 1 to PL 7)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules.planets import Structure
from referee.games.planetary.state import ABOARD, DEAD, UNPLACED, Fall, Place, State, Unit
from tests.referee.games.planetary.tables import BOX, cell, hex_, place, table

BRUTE, SCOUT, HEALER = range(3)


def told(state: State) -> list[str]:
    return [f"{fault.rule} {fault.reason}" for fault in game.faults(state)]


def ann(state: State, **changes: Any) -> State:
    return state.with_side(0, state.sides[0]._replace(**changes))


def bolted(state: State, spot: int, **changes: Any) -> State:
    """With other numbers on a module of Ann's that is there."""
    module = state.sides[0].ship.cells[spot]
    assert module is not None
    return ann(state, ship=state.sides[0].ship.with_cell(spot, module._replace(**changes)))


def standing(number: int, hp: int, there: Place) -> State:
    """With a unit of Ann's like that."""
    return table().with_side(0, table().sides[0].with_unit(number, Unit(hp, there)))


def worked(marks: dict[str, str], times: int) -> State:
    state = table(marks=marks)
    world = state.worlds[0]
    return state.with_world(0, world._replace(worked=bytes([*[0] * hex_("3,1"), times]).ljust(64, b"\0")))


def built(*structures: str, marks: dict[str, str] | None = None) -> State:
    """With structures of Ann's in that order, each `mine 3,1`."""
    state = table(marks=marks)
    there = tuple(Structure(hex_(where), kind, 0) for kind, where in map(str.split, structures))
    return state.with_world(0, state.worlds[0]._replace(structures=there))


def dead(count: int, out: int | None = None) -> State:
    """Ann's first units are dead."""
    state = table()
    for unit in ("b1", "s1", "h1")[:count]:
        state = place(state, unit, "dead")
    return ann(state, out=out)


POSSIBLE = [
    pytest.param(table(), id="at the start of a turn"),
    pytest.param(table("4 3,1", units="b1=2,1"), id="PL 4.6 landed"),
    pytest.param(bolted(table(), BOX.core_cell, hp=0), id="PL 4.11 a core without HP"),
    pytest.param(standing(BRUTE, 1, Place(ABOARD, BOX.core_cell)), id="PL 2.2 hurt"),
    pytest.param(worked({"3,1": "I"}, 4), id="PL 4.1 the fifth yield is to come"),
    pytest.param(worked({"3,1": "T"}, 1), id="PL 4.9 cut once"),
    pytest.param(built("mine 2,1", "rig 3,1", marks={"2,1": "I", "3,1": "O"}), id="PL 4.9 structures"),
    pytest.param(
        table(marks={f"{column},1": letter for column, letter in enumerate(BOX.terrain)}),
        id="PL 1.6 every terrain there is",
    ),
    pytest.param(
        ann(table(), deck=table().sides[0].deck[1:]).but(doings=table().doings._replace(swapped="COR")),
        id="PL 4.7 given for a card",
    ),
    pytest.param(dead(2), id="PL 7.1 one unit left"),
    pytest.param(dead(3, out=1), id="PL 7.1 out"),
    pytest.param(ann(table(), materials=(0, 0, 0, 0)), id="PL 4.7 no materials"),
    pytest.param(
        standing(BRUTE, 4, DEAD).but(step="fall", fall=Fall(0, BRUTE, 0, hex_("3,1"))), id="PL 4.11 falling"
    ),
    pytest.param(
        standing(BRUTE, 4, UNPLACED).but(order=(), ready=(False, False), step="build"), id="PL 3.1 round 0"
    ),
]


@pytest.mark.parametrize("state", POSSIBLE)
def test_a_possible_position_has_no_fault(state: State) -> None:
    assert told(state) == []


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (ann(table(), pile=("LAS",)), "PL 2.1 The blueprints are not the ones that were brought."),
        (
            table().but(doings=table().doings._replace(swapped="LAS")),
            "PL 2.1 The blueprints are not the ones that were brought.",
        ),
        (ann(table(), materials=(0, -1, 0, 0)), "PL 4.7 Ann has less than none of a material."),
        (
            ann(table(), bar=table().sides[0].deck[:6], deck=table().sides[0].deck[6:]),
            "PL 2.4 Ann's bar holds 6.",
        ),
        (
            ann(table(units="b1=3,1"), ship=table().sides[0].ship.with_cell(BOX.core_cell, None)),
            "PL 2.3 Ann's ship has no core.",
        ),
        (
            bolted(ann(table(), deck=table().sides[0].deck[1:]), BOX.core_cell, code="COR", hp=2),
            "PL 2.3 Ann's ship has no core.",
        ),
        (bolted(table(), BOX.core_cell, hp=7), "PL 6 Ann's CORE has 7 HP."),
        (bolted(table(), BOX.core_cell, hp=-1), "PL 6 Ann's CORE has -1 HP."),
        (bolted(table(), cell("D5"), hp=0), "PL 6 Ann's LND has 0 HP."),
        (bolted(table(), cell("D5"), hp=4), "PL 6 Ann's LND has 4 HP."),
        (
            bolted(bolted(table(), BOX.core_cell, hp=0), cell("D5"), on=True),
            "PL 4.11 Ann has modules on without a core.",
        ),
        (
            ann(table("3,1 8"), ship=table("3,1 8").sides[0].ship._replace(space=5)),
            "PL 3.3 Ann's ship is landed and not at its anchor.",
        ),
        (standing(SCOUT, 3, Place(ABOARD, cell("D3"))), "PL 2.2 Ann's scout has 3 HP."),
        (standing(SCOUT, 2, DEAD), "PL 2.2 Ann's scout is both dead and alive."),
        (standing(SCOUT, 0, Place(ABOARD, cell("D3"))), "PL 2.2 Ann's scout is both dead and alive."),
        (standing(HEALER, 3, UNPLACED), "PL 3.1 Ann's healer is nowhere."),
        (standing(HEALER, 3, Place(ABOARD, cell("A1"))), "PL 2.3 Ann's healer does not stand on a module."),
        (standing(HEALER, 3, Place(ABOARD, cell("D4"))), "PL 4.8 Two units are in one place."),
        (
            table(marks={"3,1": "W"}, units="h1=3,1"),
            "PL 4.8 Ann's healer is where no unit can be.",
        ),
        (table("9 3,1", units="h1=3,1"), "PL 4.8 Ann's healer is where no unit can be."),
        (table("3,1 3,1"), "PL 4.6 Two ships are on one hex."),
        (dead(3), "PL 7.1 Ann has 0 units and is in."),
        (dead(2, out=1), "PL 7.1 Ann has 1 unit and is out."),
        (table(marks={"3,1": "x"}), "PL 1.6 Anvil has terrain that does not exist."),
        (
            built("mine 3,1", "mine 3,1", marks={"3,1": "I"}),
            "PL 4.9 Anvil has two structures on a hex.",
        ),
        (built("mine 3,1"), "PL 4.9 A mine of Anvil is on the wrong ground."),
        (worked({"3,1": "I"}, 5), "PL 4.1 Hex 3,1 of Anvil has been worked too often."),
        (worked({"3,1": "T"}, 2), "PL 4.1 Hex 3,1 of Anvil has been worked too often."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong(state: State, fault: str) -> None:
    assert told(state) == [fault]


def test_4_11_without_a_core_no_module_is_on() -> None:
    state = bolted(table(units="b1=3,1"), cell("D5"), on=True)
    state = ann(state, ship=state.sides[0].ship.with_cell(BOX.core_cell, None))
    assert told(state) == ["PL 2.3 Ann's ship has no core.", "PL 4.11 Ann has modules on without a core."]
