"""The log tells in words what happens at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.game import Event
from referee.engine.play import follow
from referee.games.mlem import game
from referee.games.mlem.moves import CRASH, HELP, Land, Move, Use
from referee.games.mlem.state import State
from tests.referee.games.mlem.table import aboard, landed, rolled

SAVED = rolled(aboard("engineer", "ace", at=5), "2", "3")
LANDING = game.apply(rolled(aboard("ace", "ace", at=4), "4"), 0, Use(("4",)))


@pytest.mark.parametrize(
    ("before", "move", "lines"),
    [
        (SAVED, HELP, ["Ann's engineer adds a 1 [ML 3.4]."]),
        (
            SAVED,
            CRASH,
            ["Ann does not ask the engineer for help.", "The rocket crashes: failure 1 [ML 4.1]."],
        ),
        (LANDING, Land("A"), ["Ann's ace lands on A."]),
        (
            rolled(aboard("ace", "scout", at=9), "1"),
            Use(("1",)),
            ["The rocket moves from 9 to 10; 1 die in the pool [ML 3.3]."],
        ),
    ],
)
def test_lines(before: State, move: Move, lines: list[str]) -> None:
    event = Event(0, move)
    assert list(game.tell(before, event, follow(game, before, event), None).lines)[: len(lines)] == lines


DEEP = rolled(aboard("ace", "scout", at=24), "4")


def told(before: State, seat: int, move: Move) -> tuple[str, ...]:
    event = Event(seat, move)
    return game.tell(before, event, follow(game, before, event), None).lines


def test_5_4_everybody_who_reaches_deep_space_is_named() -> None:
    """ML 5.4: a commander alone goes to the comet alone."""
    alone = replace(DEEP, aboard=("ace", ""), crew=(0,))
    assert told(alone, 0, Use(("4",)))[1] == (
        "The rocket reaches deep space: Ann's ace goes to the comet [ML 5.4]."
    )
    assert "Bo's scout to the galaxy" in told(DEEP, 0, Use(("4",)))[1]


def test_7_1_the_log_ends_with_the_reason_and_the_winner() -> None:
    """ML 7.1, ML 7.4: either reason, one winner or a shared victory."""
    bare = replace(DEEP, mats=((), DEEP.mats[1]))
    assert told(bare, 0, Use(("4",)))[-2:] == (
        "The game ends: Ann has no astronaut left to board [ML 7.1].",
        "Ann wins with 7 points [ML 7.4].",
    )
    crashed = aboard("ace", "ace", at=7, failures=10)
    rolling = replace(crashed, pool=1)
    event = Event(None, game.read(rolling, None, "roll 4"))
    lines = game.tell(rolling, event, follow(game, rolling, event), None).lines
    assert lines[-3:] == (
        "The rocket crashes: failure 11 [ML 4.1].",
        "The game ends: failure 11 of 11 [ML 7.1].",
        "Ann and Bo share the victory with 0 points each [ML 7.4].",
    )


def test_6_1_a_goal_is_told_by_its_name() -> None:
    """ML 6.1: with its points."""
    there = landed(A=((0, "scout"), (0, "collector")))
    state = aboard("ace", "ace", at=8, landed=there, step="land", order=(0, 1))
    assert told(state, 0, Land("A"))[1] == "Ann claims the goal Full house: 4 points [ML 6.1]."
