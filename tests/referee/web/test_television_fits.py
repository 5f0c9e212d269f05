"""All of every picture is in sight, beside the rest, and large enough to be read across a room."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from components import catalogue
from referee.games import find_game, slugs
from referee.web.pages import television
from tests.generator.browser import IN_A_BROWSER
from tests.referee.playthroughs import files
from tests.referee.web.screens import RANDOM_GAMES, Screen, played, recorded, screened, seen
from tests.searching import SEARCHING

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with screened() as screen:
        yield screen


RECORDED = [file for slug in slugs() for file in files(slug)[: None if SEARCHING else 1]]


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_recorded_games_fit(screen: Screen, file: Path) -> None:
    game, moments = recorded(file)
    chance = random.Random(file.stem)
    for moment in seen(moments, chance):
        assert screen.faults(game, moment) == []


@pytest.mark.skipif(not SEARCHING, reason="make search: recorded games show as much")
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


@pytest.mark.parametrize("slug", slugs())
def test_a_game_without_a_layout_fits(screen: Screen, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its boards are on the left, its players on the right."""
    monkeypatch.setattr(television, "package", lambda slug: "referee.games")
    television.television_of.cache_clear()
    game, players = find_game(slug), catalogue.load(slug).players[1]
    for moment in islice(seen(played(game, players, slug), random.Random(slug)), 1):
        assert screen.faults(game, moment) == []
    television.television_of.cache_clear()


LONG = (
    "A name of forty letters, which is the mo",
    "👩‍👩‍👧 Ω",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "x",
)


@pytest.mark.parametrize("slug", slugs())
def test_long_names_lose_letters_and_cover_nothing(screen: Screen, slug: str) -> None:
    game = find_game(slug)
    for moment in islice(seen(played(game, 2, slug, LONG), random.Random(slug)), 1):
        found = screen.faults(game, moment)
        assert [one for one in found if "cut off" not in one and "out of" not in one] == []
