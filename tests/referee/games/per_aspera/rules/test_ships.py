"""Ships and the start player (PA 4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from referee.engine.play import start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.moves import Configure
from referee.games.per_aspera.rules import ships
from tests.referee.games.per_aspera.tables import RECOMMENDED, do, why_not


def test_4_1_ships_are_paid_for() -> None:
    state = start_game(game, ("Ann", "Bo"), {"foray": ""})
    assert why_not(state, "ship 3 2 1 10 10") == "PA 4.1"
    assert why_not(state, "ship 1 1 1 5 6") == "PA 4.1"
    assert why_not(state, "ship 0 1 1 5 5") == "PA 4.1"
    ship = do(state, "ship 2 1 1 20 20").ships[0]
    assert ship.money == 100 - 30 - 10 - 10 - (10 + 20) - 20
    assert why_not(state, "ship 1 1 1 21 5") == why_not(state, "stay") == "PA 4.1"


def test_4_1_every_ship_that_100_mcr_are_enough_for() -> None:
    """PA 4.1: level L of a system costs 10 × L; squares 1, from the 11th on 2; fuel 1."""
    wanted = {
        Configure(*levels, tank, fuel)
        for levels in product(range(1, 6), repeat=3)
        for tank in range(1, 21)
        for fuel in range(1, tank + 1)
        if sum(5 * level * (level + 1) for level in levels) + tank + max(0, tank - 10) + fuel <= 100
    }
    found = ships.moves(start_game(game, ("Ann", "Bo"), {"foray": ""}), 0)
    assert len(found) == len(wanted)
    assert set(found) == wanted


def test_4_2_the_recommended_ship_leaves_10() -> None:
    assert do(start_game(game, ("Ann", "Bo"), {"foray": ""}), "ship 2 1 2 10 10").ships[0] == RECOMMENDED


def test_4_4_ships_in_seat_order_and_a_start_player_rolled() -> None:
    state = start_game(game, ("Ann", "Bo", "Cy"), {"foray": ""})
    assert why_not(state, "ship 1 1 1 1 1", seat=1) == "PA 4.4"
    ready = do(state, *["ship 2 1 2 10 10"] * 3)
    assert [chance for _, chance in game.chance(ready)] == [Fraction(1, 3)] * 3
    begun = do(ready, "roll Cy")
    assert begun.active == 2
    assert do(begun, "stay").active == 0
