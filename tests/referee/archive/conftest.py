"""Games that were played, by bots and so in a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.table import beginning
from referee.table.session import Session

Played = Callable[..., Session]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """A game of bots to its end."""

    def play(game: str, *names: str, seed: str = "kiwi", **more: object) -> Session:
        file = tmp_path / f"{game}-{len(list(tmp_path.iterdir()))}.jsonl"
        return beginning.begin(file, game, names, seed=seed, bots=dict.fromkeys(names, "greedy"), **more)

    return play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for a journal."""
    return tmp_path / "game.jsonl"
