"""The beginning of a session: what is refused, and what is on the disk at each moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from components.errors import OutputError, TakenError, UsageError
from referee.table.beginning import begin
from referee.table.journal import Journal
from referee.table.journal.lines import Header

GAME = "last-blast"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"game": "lastblast"}, 'Did you mean "last-blast"', id="game"),
        pytest.param({"names": ["Ann"]}, "2 to 4 players", id="too few"),
        pytest.param({"names": ["Ann", "Ann"]}, "is given twice", id="twice"),
        pytest.param({"names": ["Ann", " "]}, "not a proper name", id="no name"),
        pytest.param({"options": {"wreck": ""}}, 'Did you mean "wrecks"', id="option"),
        pytest.param({"options": {"wrecks": "2"}}, "has no value", id="value of an option"),
        pytest.param({"bots": {"Bo": "greety"}}, 'Did you mean "greedy"', id="bot"),
        pytest.param({"bots": {"Boo": "greedy"}}, 'Did you mean "Bo"', id="seat of a bot"),
        pytest.param(
            {"bots": {"Bo": "greedy"}, "dice": "table"},
            "cannot roll dice",
            id="bot with real cards",
        ),
        pytest.param({"seed": " "}, "seed is empty", id="seed"),
        pytest.param({"game": "tiddlywinks"}, "does not know", id="a game that is not there"),
    ],
)
def test_impossible_games(change: dict[str, Any], says: str, file: Path) -> None:
    """Nothing is left on the disk."""
    how = {"game": GAME, "names": ["Ann", "Bo"], **change}
    with pytest.raises(UsageError) as caught:
        begin(file, **how)
    assert says in str(caught.value)
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("kept", ["both", "journal", "seed"])
def test_an_old_game_is_not_overwritten(file: Path, kept: str) -> None:
    """Neither its journal nor its seed; another process may have written only one of them yet."""
    begin(file, GAME, ["Ann", "Bo"])
    seed = file.with_name("game.jsonl.seed")
    for name, path in (("seed", file), ("journal", seed)):
        if kept == name:
            path.unlink()
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    with pytest.raises(TakenError, match="exists already"):
        begin(file, GAME, ["Ann", "Bo"])
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


def test_the_seed_is_kept_before_the_journal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed as it begins leaves no journal without its seed; one that fails leaves nothing."""
    made: list[list[str]] = []

    def killed(journal: Path, header: Header) -> Journal:
        made.append([path.name for path in file.parent.iterdir()])
        raise OutputError("It cannot be written.")

    monkeypatch.setattr(Journal, "create", killed)
    with pytest.raises(OutputError):
        begin(file, GAME, ["Ann", "Bo"])
    assert made == [["game.jsonl.seed"]]
    assert list(file.parent.iterdir()) == []
