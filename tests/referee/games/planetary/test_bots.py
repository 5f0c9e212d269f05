"""The greedy bot keeps each core going; `clever` plays on with more care for its crew."""

from __future__ import annotations

import pytest

from referee.engine.chance.outcomes import Quick
from referee.games.planetary import game
from referee.games.planetary.bots import greedy
from referee.games.planetary.bots.insight import careful
from referee.games.planetary.rules.planets import cylinder, ring_distance
from referee.games.planetary.state import State
from tests.referee.games.planetary.tables import ANCHOR, COLUMNS, cell, hex_, table


def chosen(state: State) -> str:
    known = game.known(state, state.active)
    return str(greedy(game, known, state.active, Quick(1)))


@pytest.mark.parametrize(("iron", "builds"), [(3, False), (4, True)])
def test_iron_for_the_next_repair_is_kept(iron: int, builds: bool) -> None:
    """PL 4.2: fission's repair takes 2 iron; plating takes 2."""
    state = table(cores="fission solar", materials={0: (iron, 9, 9, 9)}, watts=500)
    state = state.with_side(0, state.side._replace(bar=("PLT",)))
    assert chosen(state).startswith("build PLT") == builds


@pytest.mark.parametrize(
    ("travelled", "move"),
    [
        pytest.param(0, "on E4", id="50 W, and a space is free"),
        pytest.param(1, "ready", id="150 W fly 3 spaces, 125 W but 2"),
        pytest.param(3, "on E4", id="350 W, and 6 spaces take 300"),
    ],
)
def test_a_turbine_pays_for_no_module_that_costs_it_a_space(travelled: int, move: str) -> None:
    """PL 4.2: every space travelled is worth 100 W in the next turn."""
    state = table(cores="turbine solar", modules="E4@1=SCN", step="upkeep")
    state = state.with_side(0, state.side._replace(travelled=travelled))
    assert chosen(state) == move


def test_who_is_out_on_a_planet_comes_back() -> None:
    state = table("2,1 8", units="b1=8,1", cores="hydrocarbon solar", materials={0: (0, 0, 0, 99)})
    near = cylinder(COLUMNS, 4).distance
    unit, _, there = chosen(state).partition(" ")
    assert unit == "b"
    assert near(hex_(there), hex_("2,1")) < near(hex_("8,1"), hex_("2,1"))


def test_a_ship_waits_for_who_is_out() -> None:
    state = table("2,1 8", units="b1=8,1", materials={0: (0, 0, 0, 0)}, watts=300)
    assert chosen(state.but(doings=state.doings._replace(finished=(0, 1, 2)))) == "done"


def test_a_ship_without_fuel_makes_for_a_planet() -> None:
    state = table(
        "10 8", modules="D5@1=LND*", cores="hydrocarbon solar", materials={0: (0, 0, 0, 0)}, watts=300
    )
    verb, _, space = chosen(state).partition(" ")
    assert verb == "ship"
    assert ring_distance(int(space), ANCHOR, state.spaces) < ring_distance(10, ANCHOR, state.spaces)


@pytest.mark.parametrize(
    ("hp", "move"),
    [
        pytest.param(4, "s D6", id="plating of 4 HP is safer than a corridor of 2"),
        pytest.param(2, "done", id="shot at, it is as weak"),
    ],
)
def test_4_11_a_careful_crew_ends_its_turn_where_the_floor_holds(hp: int, move: str) -> None:
    """PL 4.11: a unit on a module that is destroyed in orbit is lost. The brute has the core."""
    state = table(modules="D5@1=COR D6@1=PLT", units="b1=D4@1 s1=D5@1 h1=E4@1", materials={0: (0, 0, 0, 0)})
    plating = state.side.ship.cells[cell("D6")]
    assert plating is not None
    ship = state.side.ship.with_cell(cell("D6"), plating._replace(hp=hp))
    state = state.with_side(0, state.side._replace(ship=ship))
    state = state.but(doings=state.doings._replace(flown=0, finished=(0, 2)))
    assert str(careful(game, game.known(state, 0), 0, Quick(1))) == move
    assert chosen(state) == "done"
