"""The step Load (PA 5.1 to 5.3)."""

from __future__ import annotations

from fractions import Fraction

from referee.games.per_aspera import game
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.moves import Buy, Dice, Fuel
from tests.referee.games.per_aspera.tables import EAST, RECOMMENDED, do, table, why_not


def test_1_4_a_system_ends_at_level_5_and_a_tank_at_20() -> None:
    rich = RECOMMENDED._replace(warp=5, tank=19, money=99)
    state = table({}, ships=(rich, RECOMMENDED))
    assert why_not(state, "upgrade warp") == "PA 1.4"
    assert why_not(do(state, "upgrade tank"), "upgrade tank") == "PA 1.4"


def test_4_3_the_hold_has_room_for_its_level() -> None:
    state = table({}, ships=(RECOMMENDED._replace(cargo=(1, 1), money=50), RECOMMENDED))
    assert why_not(state, "colonist") == "PA 4.3"


def test_5_1_load_at_home() -> None:
    state = table({}, ships=(RECOMMENDED._replace(fuel=4, money=60, cargo=(1,)), RECOMMENDED))
    loaded = do(state, "fuel 6", "colonist", "upgrade hold")
    assert (loaded.ship.money, loaded.ship.cargo, loaded.ship.hold) == (60 - 6 - 10 - 30, (COLONISTS, 1), 3)
    assert why_not(loaded, "colonist") == "PA 5.1"
    assert why_not(loaded, "fuel 1") == "PA 4.1"
    assert do(loaded, "drop C", "drop 1").ship.cargo == ()


def test_5_1_and_5_2_a_unit_or_as_many_as_there_is_room_and_money_for() -> None:
    state = table({}, ships=(RECOMMENDED._replace(fuel=7, money=2), RECOMMENDED))
    assert [str(move) for move in game.moves(state, 0) if isinstance(move, Fuel)] == ["fuel 1", "fuel 2"]
    assert why_not(state, "fuel 0") == why_not(state, "fuel 3") == "PA 5.1"
    there = RECOMMENDED._replace(space=EAST, hold=5)
    mine = table({EAST: "1M.a"}, {EAST: 5}, [there, RECOMMENDED])
    assert [str(move) for move in game.moves(mine, 0) if isinstance(move, Buy)] == ["buy 1", "buy 2"]
    assert why_not(mine, "buy 0") == "PA 5.2"


def test_5_2_load_on_a_planet() -> None:
    state = table(
        {EAST: "3M.a"}, {EAST: 5}, [RECOMMENDED._replace(space=EAST, hold=5, money=20), RECOMMENDED]
    )
    assert why_not(state, "buy 3") == "PA 5.2"
    bought = do(state, "buy 1", "buy 1")
    assert (bought.ship.money, bought.ship.cargo) == (14, (3, 3))
    assert why_not(bought, "buy 1") == "PA 5.2"
    assert why_not(table({}), "buy 1") == "PA 5.2"


def test_5_3_fuel_of_pirates() -> None:
    raider = RECOMMENDED._replace(space=EAST, pirate=2, fuel=5)
    state = table({EAST: "3M.a"}, {EAST: 1}, [raider, RECOMMENDED])
    assert why_not(state, "fuel 1") == "PA 5.3"
    assert why_not(state, "fuel 0") == "PA 5.3"
    asked = do(state, "ask")
    assert dict(game.chance(asked)) == {Dice((face,)): Fraction(1, 6) for face in range(1, 7)}
    sold = do(state, "ask", "roll 2", "fuel 5")
    assert (sold.ship.fuel, sold.ship.money) == (10, 0)
    poor = table({EAST: "3M.a"}, {EAST: 1}, [raider._replace(money=3), RECOMMENDED])
    assert why_not(do(poor, "ask", "roll 2"), "fuel 2") == "PA 5.3"
    refused = do(state, "ask", "roll 3")
    assert why_not(refused, "fuel 1") == "PA 5.3"
    assert why_not(refused, "ask") == "PA 5.3"
