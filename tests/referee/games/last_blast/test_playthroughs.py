"""Whole games of The Last Blast, played again: a change of a ruling shows as a change of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.playthroughs import files, replayed

FILES = files("last-blast")


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_played_again(file: Path) -> None:
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


def test_what_they_show() -> None:
    """Every number of players, the option, a blind card, explosions, and each way a game can end."""
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    assert {text.split("players: ")[1].split("\n")[0].count(",") + 1 for text in texts} == {2, 3, 4}
    for shown in (
        "options: wrecks",
        ": blind",
        "the rocket explodes",
        "[LB 4.9]",
        "[LB 4.10]",
        "[LB 4.11]",
        "[LB 3.7]",
        "The first Start Player is drawn",
        "of their choice",
    ):
        assert any(shown in text for text in texts), shown
