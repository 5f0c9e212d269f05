"""What the table of Planetary shows a seat, beside what is hidden from it."""

from __future__ import annotations

import pytest

from components.setup import Placed
from referee.engine import Seat
from referee.games.planetary import game
from referee.games.planetary.state import State
from tests.referee.games.planetary_tables import cell, do, table


def facts(state: State) -> dict[str, str]:
    return {fact.name: fact.text for fact in game.view(state, 0).facts}


def pieces(state: State, seat: Seat, name: str) -> tuple[Placed, ...]:
    return next(area.pieces for area in game.view(state, seat).areas if area.name == name)


def notes(state: State) -> dict[str, str]:
    """What is said of the modules of Ann's ship, by their codes."""
    listed = pieces(state, 0, "aboard-1")
    return {piece.code: piece.note for piece in listed if not piece.code[-1].isdigit()}


def with_tally(state: State, spot: str, tally: int) -> State:
    ship = state.side.ship
    module = ship.cells[cell(spot)]
    assert module is not None
    ship = ship.with_cell(cell(spot), module._replace(tally=tally))
    return state.with_side(0, state.side._replace(ship=ship))


def test_1_3_every_space_of_the_ring_has_its_number() -> None:
    """PL 1.1 to PL 1.3: dust and anchors too."""
    codes = [piece.code for piece in pieces(table(ships="0 4"), 0, "ring")]
    assert codes[:6] == ["0*@1", "1", "2", "3", "4:P1@2", "5"]


@pytest.mark.parametrize(
    ("module", "tally", "note"),
    [
        ("SHD*", 0, ""),
        ("SHD*", 1, "E4: spent in this round"),
        ("VAT*", 0, ""),
        ("VAT", 1, "E4: used up"),
        ("HYP*", 2, ""),
        ("HYP", 3, "E4: 1 of 2 turns on"),
        ("GEN-F*", 2, "E4: fuel till round 2"),
        ("GEN-F*", 0, ""),
        ("BAT", 300, "E4: 300 W"),
    ],
)
def test_6_what_a_module_has_done_is_shown(module: str, tally: int, note: str) -> None:
    """PL 6: so that nobody has to remember it."""
    state = with_tally(table(ships="1 9", modules=f"E4@1={module}", cores="fission solar"), "E4", tally)
    assert notes(state).get(module.rstrip("*"), "") == note


def test_4_2_fuel_that_lasts_is_shown_to_its_owner() -> None:
    state = do(table(ships="1 4", cores="fission solar", step="upkeep"), "fuel")
    assert notes(state)["CORE"] == "D4: 6 of 6 HP, fuel till round 2"
    [core] = [one for one in pieces(state, 1, "aboard-1") if one.code == "CORE"]
    assert core.note == "D4: 6 of 6 HP"


def test_4_2_watts_and_4_3_upkeep() -> None:
    """PL 4.2, PL 4.3: where the watts come from, and what each module takes of them."""
    state = table(ships="1 9", modules="E4@1=GEN-S C4@1=BAT E3@1=PLT", step="upkeep")
    assert facts(state)["Watts"] == "500 W left of 500"
    state = do(with_tally(state, "C4", 300), "on E4", "on C4")
    assert facts(state)["Watts"] == "1000 W left of 1050 (core 500, generators 250, batteries 300)"
    assert facts(state)["Upkeep"] == "BAT C4 25 W paid, GEN-S E4 25 W paid, LND D5 25 W"
    assert "Upkeep" not in facts(do(state, "ready"))
