"""Bots: found by name, and those of a game beside the random one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.engine.play import start_game
from referee.games import OURS, bots_version, find_game, slugs
from referee.players import clever
from referee.players.bots import at_random, bots, find_bot, takes_its_time, version
from referee.players.clever import Clever
from referee.table.beginning import begin


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_a_random_bot_and_its_own(slug: str) -> None:
    assert set(bots(slug)) >= {"random", "greedy"}
    assert find_bot(slug, "random") is at_random


def test_only_the_search_takes_its_time() -> None:
    assert [takes_its_time(name) for name in ("random", "greedy", "clever", "clever:5")] == [False] * 2 + [
        True
    ] * 2


def test_a_version_rises_with_the_game_s_bots_and_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version("mlem")
    monkeypatch.setattr(clever, "VERSION", clever.VERSION + 1)
    assert version("mlem") == before + 1
    monkeypatch.setattr("referee.games.mlem.bots.VERSION", bots_version("mlem") + 1)
    assert version("mlem") == before + 2


@pytest.mark.parametrize(("name", "level"), [("clever", 3), ("clever:1", 1), ("clever:9", 9)])
def test_a_bot_with_a_level(name: str, level: int) -> None:
    assert find_bot("mlem", name) == Clever("mlem", level)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever:0", 'There is no level "0" of the bot clever. Levels are 1 to 9: write clever:3.'),
        ("clever:10", 'There is no level "10" of the bot clever. Levels are 1 to 9: write clever:3.'),
        ("clever:", 'There is no level "" of the bot clever. Levels are 1 to 9: write clever:3.'),
        ("clever:²", 'There is no level "²" of the bot clever. Levels are 1 to 9: write clever:3.'),
        ("greedy:3", "The bot greedy has no levels. Leave out :3."),
        ("clver:3", 'There is no bot "clver". Did you mean "clever"?'),
    ],
)
def test_a_level_that_does_not_exist(name: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_bot("mlem", name)
    assert str(caught.value) == f"--bots: {message}"


def test_an_unknown_bot() -> None:
    with pytest.raises(UsageError) as caught:
        find_bot("mlem", "greety")
    assert str(caught.value) == '--bots: There is no bot "greety". Did you mean "greedy"?'


def test_the_random_bot_makes_any_of_its_moves() -> None:
    """Over many picks every move comes up, and no other."""
    game = find_game("per-aspera")
    state = start_game(game, ["Ann", "Bo"], {})
    source = Quick(5)
    while not game.moves(state, 0):
        state = game.resolve(state, game.chance(state).pick(source))
    moves = game.moves(state, 0)
    few = {at_random(game, state, 0, source) for _ in range(50)}
    assert few <= set(moves) and len(few) > 1


# Moves of the bots of each version with one seed. They verify journals, so a bot that moves otherwise
# needs a higher `VERSION` in its game's bots.py, and its new line here.
MOVES = {
    ("last-blast", 1): "ae98394b3436668f",
    ("last-blast", 2): "ae98394b3436668f",
    ("mlem", 1): "a8a49ac33ef7178b",
    ("mlem", 2): "515104ae3100c53b",
    ("mlem", 3): "515104ae3100c53b",
    ("mlem", 4): "515104ae3100c53b",
    ("per-aspera", 1): "7f4a2f18262274be",
    ("per-aspera", 2): "7f4a2f18262274be",
    ("planetary", 1): "cd780dc199611508",
    ("planetary", 2): "cd780dc199611508",
    ("planetary", 3): "cd780dc199611508",
    ("planetary", 4): "cd780dc199611508",
    ("planetary", 5): "a3c6bd5b5f1a0656",
    ("rayguns", 1): "ebdbdedcc541b3a6",
    ("rayguns", 2): "ebdbdedcc541b3a6",
    ("rayguns", 3): "ebdbdedcc541b3a6",
    ("rayguns", 4): "ebdbdedcc541b3a6",
}


@pytest.mark.parametrize("slug", OURS)
def test_a_bot_of_one_version_makes_the_same_moves(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)
    session = begin(
        tmp_path / "game.jsonl", slug, ["Ann", "Bo"], seed="kiwi", bots={"Ann": "greedy", "Bo": "random"}
    )
    moves = "\n".join(str(event.what) for event in session.events)
    assert MOVES.get((slug, version(slug))) == hashlib.sha256(moves.encode()).hexdigest()[:16]
