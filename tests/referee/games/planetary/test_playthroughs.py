"""Recorded games of Planetary, played again line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.planetary import game
from tests.referee.playthroughs import files, replayed

FILES = files(game.slug)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replayed(file: Path) -> None:
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


def test_games_for_few_and_many_are_recorded_with_nearly_every_kind_of_move() -> None:
    assert {file.stem[0] for file in FILES} >= {"2", "4", "8"}
    lines = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    words = [line.partition(": ")[2].split() for line in lines if ": " in line and line[0] != " "]
    verbs = {word[1] if word[0] in "bsh" else word[0] for word in words}
    moves = "start build fuel repair on keep ready drill ship land sacrifice fall done"
    actions = "attack shoot mine platform rig cut pick claim fire"
    assert {*moves.split(), *actions.split()} <= verbs
