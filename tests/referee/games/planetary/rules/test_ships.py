"""Facts worked out about a ship of Planetary stay true of ships made of it (PL 2.3, PL 4.6)."""

from __future__ import annotations

import pytest

from referee.games.planetary.rules.ships import Module, Ship
from tests.referee.games.planetary.tables import BOX, cell, table

FACTS = ("core_hp", "modules", "on", "fitting", "lands", "stored", "paying", "rim", "closed")


def facts(ship: Ship) -> dict[str, object]:
    return {name: getattr(ship, name) for name in FACTS}


@pytest.fixture
def ship() -> Ship:
    """A ship of which everything was asked."""
    found = table(modules="E4@1=LAS* C4@1=BAT C3@1=THR").side.ship
    facts(found)
    return found


def test_4_6_a_ship_that_moves_is_as_it_was(ship: Ship) -> None:
    moved = ship.at(9)
    assert moved == Ship(ship.cells, BOX, 9)
    assert facts(moved) == facts(Ship(ship.cells, BOX, 9)) == facts(ship)
    assert ship.at(4, 0, 17) == Ship(ship.cells, BOX, 4, 0, 17)


def test_2_3_a_ship_with_other_modules_does_what_they_do(ship: Ship) -> None:
    changed = ship.with_modules({cell("E4"): Module("LAS", 1), cell("C4"): Module("BAT", 2, True, 75)})
    assert facts(changed) == facts(Ship(changed.cells, BOX))
    assert (changed.stored, changed.fitting.operated) == (75, False)
    assert ship.with_modules({}) is ship


def test_2_3_a_ship_with_one_module_more_has_another_rim(ship: Ship) -> None:
    for made in (ship.with_cell(cell("F4"), Module("COR", 2)), ship.with_cell(cell("E4"), None)):
        assert facts(made) == facts(Ship(made.cells, BOX))
        assert made.rim != ship.rim
