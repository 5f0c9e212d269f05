"""The step Move (PA 5.4, PA 5.5)."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.contract import count_lines
from referee.games.per_aspera import game
from referee.games.per_aspera.moves import Go
from referee.games.per_aspera.rules import combat
from referee.games.per_aspera.rules.map_spaces import Space
from referee.games.per_aspera.state import Ship
from tests.referee.games.per_aspera.tables import EAST, RECOMMENDED, do, table, why_not


def test_5_4_moving_burns_fuel_for_every_space() -> None:
    state = table({})
    assert do(state, "go 1,0").ships[0].fuel == 9
    assert do(state, "go 1,-1 1,0") == do(state, "go 1,0 burn 2")
    assert game.check(state, 0, Go(EAST, burn=1)).rule == "PA 5.4", "burn is for a longer way"
    fast = table({}, ships=(RECOMMENDED._replace(warp=5), RECOMMENDED))
    assert do(fast, "go 1,0 burn 5").ships[0].fuel == 5
    assert do(state, "go 1,0 0,0").ships[0].left
    assert why_not(state, "go 3,0") == "PA 5.4"
    assert why_not(table({}, ships=(RECOMMENDED._replace(fuel=1), RECOMMENDED)), "go 2,0") == "PA 5.4"
    with pytest.raises(UsageError):
        game.read(state, 0, "go 2,0 3,0")


def test_5_5_a_ship_without_fuel_drifts_and_skips_unload() -> None:
    dry = RECOMMENDED._replace(fuel=0, space=Space(2, 0), cargo=(2,))
    state = table({EAST: "1S.a"}, {EAST: 5}, [dry, RECOMMENDED])
    assert why_not(state, "go 3,0") == "PA 5.5"
    drifted = do(state, "go 1,0")
    assert (drifted.active, drifted.ships[0].space, drifted.ships[0].cargo) == (1, EAST, (2,))
    assert do(drifted, "stay", "stay").step == "unload"
    meeting = table({}, ships=(dry, RECOMMENDED._replace(space=EAST)))
    there = do(meeting, "go 1,0")
    assert there.active == 1
    drifted = there._replace(active=0, doings=there.doings._replace(drifted=True))
    assert list(combat.targets(drifted)) == []


@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (1, 7),  # six neighbours, or stay; there is no money for anything else
        (2, 7 * 7),
        # Away from home without fuel one stays or drifts. Where Bo has come to Ann he attacks or does not.
        (3, (6 * 2 + 7) * 7),
    ],
)
def test_5_4_lines_of_two_poor_ships(depth: int, lines: int) -> None:
    """PA 5.4, PA 5.5, PA 5.6: on empty space around the homeworld; counted by hand."""
    poor = Ship(1, 1, 1, 1, 1, 0)
    assert count_lines(game, table({}, ships=(poor, poor)), depth) == lines
