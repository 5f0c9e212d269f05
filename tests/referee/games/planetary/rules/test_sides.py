"""Decks that players bring to the table (PL 2.1): `new --deck Ann=solar`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from components.errors import UsageError
from referee.commands.new import new
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.rules import decks, sides
from referee.table import shelf
from tests.referee.games.planetary.tables import (
    BOX,
    opened,
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(changes: dict[str, int], core: str = "fission") -> Path:
    """A file with the ready deck of that core and other numbers of copies."""
    file = Path("mine.toml")
    ready = decks.find_deck(BOX, core, "")
    blueprints = BOX.counts_in_order({**ready.blueprints, **changes})
    decks.write_deck(BOX, replace(ready, name="mine", blueprints=blueprints), file, overwrite=True)
    return file


def test_the_journal_holds_the_deck_itself() -> None:
    file = written({"SHD": 2, "PLT": 2})
    new("planetary", ["Ann", "Bo", "Cy"], deck=[f"Ann={file}", "Cy=turbine"])
    file.unlink()
    sitting = shelf.current()
    ann, bo, cy = sitting.state.sides
    assert (ann.core, bo.core, cy.core) == ("fission", "fission", "turbine")  # Bo has the ready one of seat 2
    assert Counter(ann.brought)["SHD"] == 2
    assert Counter(ann.bar + ann.deck) == Counter(ann.brought)
    assert Counter(bo.brought) == Counter(BOX.decks["fission"])


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (["Ann=solr"], 'Did you mean "solar"'),
        (["Dee=solar"], "does not play"),
        (["Ann=solar", "Ann=turbine"], "is given twice"),
        (["solar"], "names no player"),
        (["Ann=mine.toml"], "PL 2.1"),
    ],
)
def test_decks_that_cannot_be(deck: list[str], reason: str) -> None:
    written({"GEN-S": 1, "GEN-F": 0})
    with pytest.raises(UsageError) as raised:
        new("planetary", ["Ann", "Bo"], deck=deck)
    assert reason in str(raised.value)


def test_a_game_without_decks_takes_none() -> None:
    with pytest.raises(UsageError):
        new("mlem", ["Ann", "Bo"], deck=["Ann=solar"])


def test_2_1_an_option_that_holds_a_deck_names_its_player() -> None:
    keys = ["deck Ann", "deck Mary Ann", "deck", "rounds", "rounds Ann"]
    assert [sides.deck_owner(key) for key in keys] == ["Ann", "Mary Ann", "", "", ""]
    with pytest.raises(UsageError) as caught:
        start_game(game, ("Ann", "Bo"), {"deck Dee": "solar"})
    assert caught.value.todo == "Write --deck Ann=solar."


def test_2_1_decks() -> None:
    """PL 2.1: a deck for one core; a generator of another one is illegal; the first modules are free."""
    state = opened(options={"deck Ann": "fission", "deck Bo": "T"})
    assert [side.core for side in state.sides] == ["fission", "turbine"]
    assert all(len(side.brought) == 20 == len(side.deck) + len(side.bar) for side in state.sides)
    assert [module.code for _, module in state.sides[0].ship.modules] == ["COR", "LND"]
    for text in ("fission: 20 GEN-S", "solar: 4 COR", "plasma"):
        with pytest.raises(UsageError):
            start_game(game, ("Ann", "Bo"), {"deck Ann": text})


def test_2_2_units_and_2_4_materials() -> None:
    """PL 2.2, PL 2.4: one unit of each kind; iron, copper, fuel for the core, and a bar of 5."""
    state = opened(options={"deck Ann": "fission", "deck Bo": "turbine"})
    assert [unit.hp for unit in state.sides[0].units] == [4, 2, 3]
    assert [kind.move for kind in BOX.units] == [3, 5, 4]
    assert state.sides[0].materials == (12, 8, 2, 0)
    assert state.sides[1].materials == (12, 8, 0, 2)
    assert [len(side.bar) for side in state.sides] == [5, 5]
