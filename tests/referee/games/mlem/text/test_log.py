"""What happens at the table, in words."""

from __future__ import annotations

import pytest

from referee.engine.game import Event
from referee.engine.play import follow
from referee.games.mlem import game
from referee.games.mlem.moves import CRASH, HELP, Land, Move, Use
from referee.games.mlem.state import State
from tests.referee.games.mlem.table import aboard, rolled

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
            rolled(aboard("ace", "ace", at=24), "4"),
            Use(("4",)),
            [
                "The rocket moves from 24 to 25; 1 die in the pool [ML 3.3].",
                "The rocket reaches deep space: Ann's ace goes to the comet [ML 5.4].",
            ],
        ),
    ],
)
def test_lines(before: State, move: Move, lines: list[str]) -> None:
    event = Event(0, move)
    assert list(game.tell(before, event, follow(game, before, event), None).lines)[: len(lines)] == lines
