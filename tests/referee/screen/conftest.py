"""Fixtures of the tests of the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.table import beginning
from referee.table.session import Session

Begin = Callable[..., Session]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begins a game with these players, in a journal of its own."""

    def one(game: str, *names: str, **how: Any) -> Session:
        given = {"seed": "kiwi", **how}
        return beginning.begin(tmp_path / f"{game}.jsonl", game, names, **given)

    return one
