"""The moves of Per Aspera as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from components.errors import UsageError
from referee.contract import recorded
from referee.engine.chance.outcomes import Quick
from referee.engine.game import Seats
from referee.engine.play import follow, start_game
from referee.games.per_aspera import game, pad
from referee.games.per_aspera.moves import (
    GRAMMAR,
    Attack,
    Buy,
    Done,
    Drop,
    Fuel,
    Go,
    Recruit,
    Sell,
    Settle,
    Upgrade,
)
from tests.referee.games.per_aspera.tables import EAST, FAR, WEST, table

NAMES = ("Ann", "Bo B", "Cy")
START = start_game(game, NAMES, {"foray": ""})


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("SHIP  1 1 1  1 1", "ship 1 1 1 1 1"),
        ("buy", "buy 1"),
        ("fuel", "fuel 1"),
        ("Fuel 7", "fuel 7"),
        ("upgrade HOLD", "upgrade hold"),
        ("drop colonists", "drop C"),
        ("drop ore", "drop 3"),
        ("go 1,0 2,0", "go 2,0"),
        ("go 1,-1 1,0", "go 1,0 burn 2"),
        ("go 1,0 0,0", "go 0,0 burn 2"),
        ("go 1,0 burn 1", "go 1,0"),
        ("go −1,0", "go -1,0"),
        ("stay", "go 0,0"),
        ("attack bo b", "attack Bo B"),
        ("take crystal", "take 4"),
        ("remove c", "remove C"),
        ("sell 3", "sell 3 1"),
        ("sell Ore 2", "sell 3 2"),
        ("Done", "done"),
    ],
)
def test_looser_forms(typed: str, written: str) -> None:
    assert str(game.read(START, 0, typed)) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("go 2M.b", "go 1,0"),
        ("go 2mb", "go 1,0"),
        ("go 2m", "go 1,0"),
        ("go 1S.c", "go 3,0"),
        ("go h", "go 0,0"),
        ("go 2M.b burn 2", "go 1,0 burn 2"),
        ("go 2M.b h", "go 0,0 burn 2"),
        ("go 1,0", "go 1,0"),
    ],
)
def test_2_2_a_space_is_named_by_its_card(typed: str, written: str) -> None:
    """PA 1.7, PA 2.2: `2M.b`, or `2M` where only one lies on the map."""
    state = table({EAST: "2M.b", FAR: "1S.c", WEST: "1S.a"})
    assert str(game.read(state, 0, typed)) == written
    with pytest.raises(UsageError, match=r'2 spaces of the map have "1S"\. Write the q,r'):
        game.read(state, 0, "go 1s")


def test_moves_read_back() -> None:
    """Over random games, every legal move is typed as it is shown."""
    seen: set[type[Any]] = set()
    for number, options in enumerate(({"rounds": "30"}, {"foray": "", "rounds": "30"}, {"rounds": "30"})):
        state = start_game(game, NAMES, options)
        for event in recorded(game, state, Quick(number)):
            turn = game.turn(state)
            if isinstance(turn, Seats) and state.step != "ship":
                for move in game.moves(state, turn.seats[0]):
                    seen.add(type(move))
                    assert GRAMMAR.read(str(move), state, turn.seats[0], game.moves) == move
            state = follow(game, state, event)
    assert {Buy, Fuel, Recruit, Upgrade, Drop, Go, Attack, Sell, Settle, Done} <= seen


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "ship 1 1",
            "ship needs Warp, Cannons, Hold, Tank and Fuel. Write ship WARP CANNONS HOLD TANK FUEL.",
        ),
        ("ship a b c d e", '"a" is '),
        ("buy 1 2", "buy needs Units. Write buy UNITS or buy."),
        ("fuel 1 2", "fuel needs Units."),
        ("ask now", '"now" is not expected here. Write ask.'),
        ("colonist 2", '"2" is not expected here.'),
        ("upgrade", "upgrade needs Part."),
        ("upgrade x", 'There is no part "x".'),
        ("drop", "drop needs Unit."),
        ("drop 9", '"9" is not a resource. Resources are 1 (ice)'),
        ("go", "go needs Space."),
        ("go 9,9", '"9,9" is not a space of the map.'),
        ("go 2M.b", '"2M.b" is not a space of the map. Write its q,r, such as -1,3, or the code'),
        ("go 2,0 3,0", "0,0 and 2,0 are not neighbours."),
        ("attack", "attack needs Player."),
        ("attack Zed", '"Zed" does not play.'),
        ("take", "take needs Resource."),
        ("remove", "remove needs Unit."),
        ("sell", "sell needs Resource and Units."),
        ("sell 1 2 3", "sell needs Resource and Units."),
        ("settle 1", '"1" is not expected here.'),
        ("done it", '"it" is not expected here.'),
        ("setle", 'There is no move "setle". Did you mean "settle"?'),
    ],
)
def test_what_is_not_a_move(text: str, message: str) -> None:
    with pytest.raises(UsageError) as problem:
        game.read(START, 0, text)
    assert message in str(problem.value)


def test_help_cites_the_rules() -> None:
    """A sentence says what a move does, with its rule."""
    for form in (*GRAMMAR.forms, *pad.GRAMMAR.forms):
        assert form.about.endswith(".")
        assert form.rules
