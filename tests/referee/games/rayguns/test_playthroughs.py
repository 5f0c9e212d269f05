"""Whole games of Rayguns and Rocketships, played again: a change of a ruling shows as a change of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.playthroughs import files, replayed

FILES = files("rayguns")


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_played_again(file: Path) -> None:
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "shown",
    [
        *(f": {verb}" for verb in "array spare swap dock zap orders pass claim".split()),
        *(f": use {effect}" for effect in "planet satellite glyph alien big-number".split()),
        "draw ??",
        "draw CH1",
        "draw CH2",
        "Spec: ",
        "without a second draw",
        "as the sixth tile with a UFO",
        "for new orders [RR 3.4]",
        "draw new orders [RR 4.4]",
        "[RR 4.3]",
        "[RR 4.5]",
        "Barred from the bonus",
        "Supernova: ",
        "best tile",
        "Port of Call, best array",
    ],
)
def test_what_they_show(shown: str) -> None:
    assert any(shown in file.read_text(encoding="utf-8") for file in FILES)


def test_every_number_of_players_is_shown() -> None:
    assert {file.name[0] for file in FILES} == {"2", "3", "4"}
