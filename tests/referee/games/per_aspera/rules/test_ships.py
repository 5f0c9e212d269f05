"""Ships and the start player (PA 4)."""

from __future__ import annotations

from fractions import Fraction

from referee.games.per_aspera import game
from referee.games.per_aspera.rules import ships
from tests.referee.games.per_aspera.tables import RECOMMENDED, do, why_not


def test_4_1_ships_are_paid_for() -> None:
    state = game.start(("Ann", "Bo"), {"foray": ""})
    assert why_not(state, "ship 3 2 1 10 10") == "PA 4.1"
    assert why_not(state, "ship 1 1 1 5 6") == "PA 4.1"
    assert why_not(state, "ship 0 1 1 5 5") == "PA 4.1"
    ship = do(state, "ship 2 1 1 20 20").ships[0]
    assert ship.money == 100 - 30 - 10 - 10 - (10 + 20) - 20
    assert len(ships.moves(state, 0)) == len(set(ships.moves(state, 0)))


def test_4_2_the_recommended_ship_leaves_10() -> None:
    assert do(game.start(("Ann", "Bo"), {"foray": ""}), "ship 2 1 2 10 10").ships[0] == RECOMMENDED


def test_4_4_ships_in_seat_order_and_a_start_player_rolled() -> None:
    state = game.start(("Ann", "Bo", "Cy"), {"foray": ""})
    assert why_not(state, "ship 1 1 1 1 1", seat=1) == "PA 4.4"
    ready = do(state, *["ship 2 1 2 10 10"] * 3)
    assert [chance for _, chance in game.chance(ready)] == [Fraction(1, 3)] * 3
    begun = do(ready, "roll Cy")
    assert begun.active == 2
    assert do(begun, "stay").active == 0
