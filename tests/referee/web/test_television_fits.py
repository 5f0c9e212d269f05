"""All of every picture is in sight, beside the rest, and large enough to be read across a room."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from components import catalogue
from referee.games import find_game, slugs
from tests.generator.browser import IN_A_BROWSER
from tests.referee.playthroughs import files
from tests.referee.web.screens import RANDOM_GAMES, Screen, played, recorded, screened, seen

pytestmark = IN_A_BROWSER


@pytest.fixture
def screen() -> Iterator[Screen]:
    with screened() as screen:
        yield screen


RECORDED = [file for slug in slugs() for file in files(slug)]


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_recorded_games_fit(screen: Screen, file: Path) -> None:
    game, moments = recorded(file)
    chance = random.Random(file.stem)
    for moment in seen(moments, chance):
        assert screen.faults(game, moment) == []


@pytest.mark.parametrize("slug", slugs())
def test_random_games_fit(screen: Screen, slug: str) -> None:
    """Every second one has as many players as there can be."""
    game = find_game(slug)
    least, most = catalogue.load(slug).players
    for number in range(RANDOM_GAMES):
        chance = random.Random(number)
        players = most if number % 2 == 0 else chance.randint(least, most)
        for moment in seen(played(game, players, f"{slug}-{number}"), chance):
            assert screen.faults(game, moment) == [], f"{players} players, game {number}"
