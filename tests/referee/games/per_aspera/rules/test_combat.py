"""The step Combat (PA 5.6 to 5.9)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.engine.game import Seats
from referee.games.per_aspera import game
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.moves import Dice
from referee.games.per_aspera.rules.combat_dice import win_odds
from tests.referee.games.per_aspera.tables import BOX, EAST, FAR, RECOMMENDED, do, table, why_not


def test_5_6_combat_between_ships() -> None:
    victim = RECOMMENDED._replace(space=EAST, cargo=(COLONISTS, 4))
    state = table({}, ships=(RECOMMENDED, victim))
    arrived = do(state, "go 1,0")
    assert why_not(arrived, "attack Ann") == "PA 5.6"
    won = do(arrived, "attack Bo", "roll 5,4")
    assert why_not(won, "take 3") == why_not(won, "stay") == "PA 5.6"
    taken = do(won, "take 4")
    assert (taken.ships[0].cargo, taken.ships[0].pirate, taken.ships[1].cargo) == ((4,), 1, (COLONISTS,))
    drawn = do(arrived, "attack Bo", "roll 4,4")
    assert drawn.active == 1, "the defender wins the draw, and there is nothing to take"
    assert do(arrived, "done").active == 1
    rich = table({}, ships=(RECOMMENDED._replace(cargo=(3,)), RECOMMENDED._replace(space=EAST, pirate=5)))
    lost = do(rich, "go 1,0", "attack Bo", "roll 1,1")
    assert game.turn(lost) == Seats((1,))
    assert do(lost, "take 3").ships[1].pirate == 5


def test_5_6_only_a_ship_on_the_same_space_is_attacked() -> None:
    here = RECOMMENDED._replace(space=EAST)
    state = table({}, ships=(RECOMMENDED, here, RECOMMENDED._replace(space=FAR)))
    arrived = do(state, "go 1,0")
    assert list(map(str, game.moves(arrived, 0))) == ["attack Bo", "done"]
    assert why_not(arrived, "attack Cy") == "PA 5.6"


@pytest.mark.parametrize(
    ("active", "foe", "dice"),
    [(0, "Bo", ("Ann's die", "Bo's die")), (1, "Ann", ("Bo's die", "Ann's die"))],
)
def test_5_6_both_players_roll(active: int, foe: str, dice: tuple[str, str]) -> None:
    there = RECOMMENDED._replace(space=EAST)
    state = do(table({}, ships=(there, there), active=active), "stay", f"attack {foe}")
    assert game.chance(state).dice == dice


@pytest.mark.parametrize(
    ("card", "demand", "die"),
    [
        ("1L.a", 1, "the pirates' die"),
        ("1L.a", 5, "the interceptor's die"),
        ("H", 0, "the interceptors' die"),
    ],
)
def test_5_7_to_5_9_who_rolls_against_the_ship(card: str, demand: int, die: str) -> None:
    raider = RECOMMENDED._replace(space=FAR, warp=3, pirate=1)
    state = table({EAST: "1L.a"}, {EAST: demand}, [raider, RECOMMENDED])
    met = do(state, "go 0,0" if card == "H" else "go 1,0")
    assert game.chance(met).dice == ("Ann's die", die)


def test_5_7_pirates_attack_and_the_next_player_removes_a_unit() -> None:
    trader = RECOMMENDED._replace(cargo=(2, 4))
    state = table({EAST: "1L.a"}, {EAST: 1}, [trader, RECOMMENDED])
    beaten = do(state, "go 1,0", "roll 2,1")
    assert game.turn(beaten) == Seats((1,))
    assert why_not(beaten, "remove 1", seat=1) == why_not(beaten, "done", seat=1) == "PA 5.7"
    left = do(beaten, "remove 4")
    assert (left.step, left.ship.cargo) == ("unload", (2,))
    assert do(state, "go 1,0", "roll 4,2").step == "unload", "the ship wins draws"
    known = table({EAST: "1L.a"}, {EAST: 1}, [trader._replace(pirate=3), RECOMMENDED])
    assert do(known, "go 1,0", "roll 3").step == "unload"
    assert game.chance(do(known, "go 1,0")).probability(Dice((4, 1, 1))) == Fraction(1, 216)


def test_5_8_interceptors_stop_a_pirate() -> None:
    raider = RECOMMENDED._replace(cargo=(2,), pirate=2)
    state = table({EAST: "1M.a"}, {EAST: 5}, [raider, RECOMMENDED])
    assert do(state, "go 1,0", "roll 3").step == "unload"
    assert do(state, "go 1,0", "roll 2,3,2").active == 1, "the interceptor wins draws"
    assert do(state, "go 1,0", "roll 2,4,2").step == "unload"
    honest = table({EAST: "1M.a"}, {EAST: 5}, [raider._replace(pirate=0), RECOMMENDED])
    assert do(honest, "go 1,0").step == "unload"


def test_5_9_an_interceptor_at_home_keeps_a_pirate_from_winning() -> None:
    raider = RECOMMENDED._replace(space=EAST, pirate=1, money=100, left=True)
    state = table({}, ships=(raider, RECOMMENDED))
    home = do(state, "go 0,0")
    odds = 1 - win_odds(BOX, 1, BOX.combat.home.strength, "opponent")
    assert sum(chance for dice, chance in game.chance(home) if dice.faces[0] <= dice.faces[1] + 3) == odds
    beaten = do(home, "roll 6,3")
    assert (beaten.step, beaten.active) == ("load", 1)
    assert game.score(beaten).winners == ()
    assert game.score(do(home, "roll 6,2")).winners == ("Ann",)
