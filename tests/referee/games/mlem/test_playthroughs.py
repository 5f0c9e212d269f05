"""Whole games of MLEM, played again: a change of a ruling shows as a change of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.playthroughs import files, replayed

FILES = files("mlem")


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_played_again(file: Path) -> None:
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


def test_what_they_show() -> None:
    """Every number of players, crashes, engineers, parachutes, goals and deep space."""
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    assert {text.split("players: ")[1].split("\n")[0].count(",") + 1 for text in texts} == {2, 3, 4, 5}
    for shown in ("[ML 3.4]", "[ML 4.1]", "[ML 5.4]", "[ML 5.5]", "[ML 6.1]", "[ML 7.1]", "stays aboard"):
        assert any(shown in text for text in texts), shown
