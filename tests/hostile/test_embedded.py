"""Files that a player brought to a game are in its journal: the name of a file there is only a text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hostile.test_journals import HEADER, everything, write
from tests.referee.games.mlem.table import SHORT


@pytest.mark.parametrize("absolute", [True, False])
@pytest.mark.parametrize(
    ("slug", "option", "content"),
    [("mlem", "board", SHORT.read_text(encoding="utf-8")), ("planetary", "deck Ann", "solar")],
)
def test_a_journal_reads_no_other_file(
    slug: str, option: str, content: str, absolute: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board or a deck is good as a text, and not as the name of a file that holds it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text(content)
    header = {**HEADER, "game": slug, "options": {option: content}}
    assert everything(write(tmp_path / "game.jsonl", header)) == ["", ""]
    name = f"{tmp_path}{os.sep}good.toml" if absolute else "good.toml"
    said = everything(write(tmp_path / "game.jsonl", {**header, "options": {option: name}}))
    assert "game.jsonl, line 1" in said[0]
