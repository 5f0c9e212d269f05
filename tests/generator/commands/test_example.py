"""Comet Post, the example of a game in a folder of its own, can be printed and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from components import catalogue
from components.catalogue import Game


@pytest.fixture(scope="module")
def folder(project: Path) -> Path:
    return project / "examples" / "comet-post"


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return catalogue.load(str(folder))


def test_it_is_in_order(folder: Path, pnp: Callable) -> None:
    """Every text fits, everything is there, and it would print well in every ink. One ring fills no sheet."""
    ran = pnp("check", folder)
    note = "Note: Ring of worlds, sheet 1: it is only 7% full."
    assert (ran.code, ran.out.splitlines()) == (0, [note, f"{folder}: in order"])


def test_it_is_built_from_its_folder_wherever_that_is(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable
) -> None:
    monkeypatch.chdir(folder.parent)
    assert pnp("build", "comet-post", "--out", tmp_path).code == 0
    monkeypatch.chdir(tmp_path)
    assert "unchanged" in pnp("build", folder, "--out", tmp_path).out
    names = {file.name for file in (tmp_path / "comet-post").iterdir()}
    assert {"comet-post.pdf", "letters.pdf", "ring.pdf", "rulebook.pdf", "manifest.json"} <= names


def test_postage_is_the_way_along_the_ring(game: Game) -> None:
    """CP 1.2; and CP 1.3: the code says the sender and the postage."""
    worlds = game.tables["ring"].data["worlds"]
    for letter in game.deck("letters").pieces:
        steps = (worlds.index(letter["to"]) - worlds.index(letter["from"])) % len(worlds)
        assert letter["postage"] == steps
        assert letter.code == f"{letter['from'][0]}{steps}"


def test_three_letters_leave_and_reach_every_world(game: Game) -> None:
    """CP 1.1: so every round can come home."""
    letters = game.deck("letters").pieces
    assert set(Counter(letter["from"] for letter in letters).values()) == {3}
    assert set(Counter(letter["to"] for letter in letters).values()) == {3}
    assert len({(letter["from"], letter["to"]) for letter in letters}) == 18


def test_bundles_score_as_the_table_says(game: Game) -> None:
    """CP 4.2: 1 for the first letter, 2 for the second …"""
    rows = [
        line.strip("| ").split(" | ") for line in game.rules["4.2"].text.splitlines() if line.startswith("|")
    ]
    letters, points = rows[0][1:], rows[2][1:]
    assert [int(p) for p in points] == [int(n) * (int(n) + 1) // 2 for n in letters]
