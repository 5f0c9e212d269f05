"""Ships that a seat sees (PL 3.3)."""

from __future__ import annotations

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules.visibility import sees
from tests.referee.games.planetary.tables import (
    place,
    table,
    why_not,
)


@pytest.mark.parametrize(
    ("ships", "modules", "seen"),
    [
        ("4 10", "", True),
        ("4 11", "", False),
        ("15 5", "", True),  # the shorter way round: 6 of 16
        ("0 15", "", True),
        ("4 11", "E4@1=SCN*", True),
        ("4 11", "E4@1=SCN", False),
        ("4 12", "E4@1=SCN* E3@1=SCN*", True),
        ("0 4", "E4@2=CLK*", False),
        ("1 4", "E4@2=CLK*", True),
        ("0 4", "E4@2=CLK* E4@1=SCN*", False),
        ("0 4", "E4@2=CLK", True),
        ("12 3,1", "E4@2=CLK*", True),
    ],
)
def test_3_3_which_ships_are_seen(ships: str, modules: str, seen: bool) -> None:
    """PL 3.3: 6 spaces, 9 with a scanner, 3 with a cloak whatever the scanner; landed ships always."""
    state = table(ships=ships, modules=modules)
    assert sees(state, 0, 1) == seen
    known = game.known(state, 0)
    assert (known.sides[1].ship.space >= 0) == seen
    assert (known.sides[1].units[0].place.field >= 0) == seen
    assert known.sides[1].materials == ((9, 9, 9, 9) if seen else (0, 0, 0, 0))
    areas = {area.name for area in game.view(state, 0).areas}
    assert ("ship-2" in areas) == seen
    assert "bar" in areas
    assert sees(state, None, 1) == state.sides[1].ship.landed


def test_3_3_only_ships_that_are_seen_are_targets() -> None:
    """PL 3.3: a cloak hides a ship from guns; a unit aboard sees it."""
    state = table(ships="8 4", modules="E4@1=CAN* E4@2=CLK*")
    assert why_not(state, "b fire E4 D4@2") == "PL 3.3"
    assert why_not(place(state, "s1", "E4@2"), "b fire E4 D4@2") == ""


@pytest.mark.parametrize("spot", ["A1@2", "D4@2", "D3@2", "E4@2"])  # empty, taken, taken, free
def test_3_3_no_answer_tells_of_a_hidden_ship(spot: str) -> None:
    """PL 3.3: whatever is on its cells, a walk there is refused in the same words."""
    state = table(ships="0 8", modules="E4@2=PLT")
    ruling = game.check(state, 0, game.read(state, 0, f"b {spot}"))
    assert ruling == (False, "You do not see that ship.", "PL 3.3")


def test_3_3_the_first_seats_ship_is_hidden_as_well() -> None:
    """A walk of Bo's brute aboard Ann's ship, of which Bo sees nothing."""
    state = table(ships="0 8", active=1)
    for spot in ("A1@1", "D4@1", "D3@1"):
        ruling = game.check(state, 1, game.read(state, 1, f"b {spot}"))
        assert ruling == (False, "You do not see that ship.", "PL 3.3")
