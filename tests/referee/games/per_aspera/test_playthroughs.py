"""Recorded games of Per Aspera, played again line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.per_aspera import game
from tests.referee.playthroughs import files, replayed

FILES = files(game.slug)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replayed(file: Path) -> None:
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


def test_every_kind_of_move_is_recorded() -> None:
    lines = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    verbs = {line.partition(": ")[2].split()[0] for line in lines if ": " in line and line[0] != " "}
    moves = "ship buy fuel ask colonist upgrade drop go attack take remove sell settle done".split()
    assert set(moves) <= verbs
