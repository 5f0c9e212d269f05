"""Turns, and the end of the game (PA 5.1, PA 6)."""

from __future__ import annotations

from referee.engine.game import OVER
from referee.engine.play import start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.rules.map_spaces import HOME
from tests.referee.games.per_aspera.tables import EAST, RECOMMENDED, do, table


def test_5_1_money_is_made_up_at_home() -> None:
    state = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=0, money=3)))
    assert do(state, "stay").ship.money == 10
    rich = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=0, money=11)))
    assert do(rich, "stay").ship.money == 11
    fuelled = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=1, money=3)))
    assert do(fuelled, "stay").ship.money == 3
    away = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=0, money=3, space=EAST)))
    assert do(away, "stay").ship.money == 3


def test_6_1_who_comes_home_with_the_goal_wins() -> None:
    rich = RECOMMENDED._replace(space=EAST, money=120, left=True)
    state = table({}, ships=(rich, RECOMMENDED), levies=2)
    won = do(state, "go 0,0")
    assert game.turn(won) is OVER
    assert game.score(won).winners == ("Ann",)
    assert do(state._replace(chart=state.chart._replace(levies=3)), "go 0,0").step == "load"
    never_left = table({}, ships=(rich._replace(space=HOME, left=False), RECOMMENDED))
    assert do(never_left, "stay").step == "load"
    assert do(never_left, "go 1,0 0,0").step == "won"


def test_6_2_the_richest_wins_when_the_rounds_are_over() -> None:
    state = table({}, options={"rounds": "2", "goal": "500"})
    over = do(state, "stay", "stay", "stay", "stay")
    assert game.turn(over) is OVER
    assert game.score(over).winners == ("Ann", "Bo")
    assert game.check(over, 0, game.read(over, 0, "stay")).rule == "PA 6.2"  # type: ignore[arg-type]


def test_6_1_where_a_ship_is_in_the_score() -> None:
    """PA 6.1: home counts for ships that have left it; the score says which have not."""
    ships = (
        RECOMMENDED,
        RECOMMENDED._replace(left=True, money=99),
        RECOMMENDED._replace(space=EAST, left=True),
    )
    lines = [player.lines[0].what for player in game.score(table({}, ships=ships)).players]
    assert lines == [
        "has not left home yet, 90 short of the goal",
        "home, 1 short of the goal",
        "not home, 90 short of the goal",
    ]
    beginning = game.score(start_game(game, ("Ann", "Bo"), {"foray": ""}))
    assert beginning.players[0].lines[0].what == "has not left home yet, with the goal"
