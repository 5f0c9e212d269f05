"""The television shows a game of another package by the layout in its folder, and fits it as ours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import find_game
from referee.web.pages.television import television_of
from tests.generator.browser import IN_A_BROWSER
from tests.referee.playthroughs import files
from tests.referee.web.screens import Screen, played, recorded, screened, seen

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with screened() as screen:
        yield screen


def test_its_layout_is_its_own() -> None:
    assert television_of("ring-tugs").head == ("Round", "Beacon", "Drift")


@pytest.mark.parametrize("file", files("ring-tugs"), ids=lambda file: file.stem)
def test_recorded_games_fit(screen: Screen, file: Path) -> None:
    game, moments = recorded(file)
    for moment in seen(moments, random.Random(1)):
        assert screen.faults(game, moment) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_fit(screen: Screen, players: int) -> None:
    game = find_game("ring-tugs")
    for moment in seen(played(game, players, "tug"), random.Random(players)):
        assert screen.faults(game, moment) == []
