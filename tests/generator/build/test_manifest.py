"""Reading a manifest.json that somebody may have changed: all of it or nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from components import catalogue
from generator import cache as shelf
from generator.build import inputs, manifest

FACE = {"deck": "cards", "code": "R1", "copy": 1, "side": "front", "hash": "0123"}
WHOLE: dict[str, Any] = {
    "game": "small", "title": "Small", "stamp": "abcd",
    "paper": {}, "boxes": [], "whole": True, "copies": 1,
    "files": {"small.pdf": "0123"},
    "totals": {"pieces": 6, "faces": 4, "pages": 2}, "faces": [FACE],
}  # fmt: skip


def test_a_complete_manifest_is_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(WHOLE))
    assert manifest.read(tmp_path) == WHOLE


@pytest.mark.parametrize(
    "damaged",
    [
        {}, [], "x", {**WHOLE, "files": []}, {**WHOLE, "totals": {}}, {**WHOLE, "faces": [{}]},
        {**WHOLE, "totals": {**WHOLE["totals"], "pages": "2"}},
        {**WHOLE, "totals": {**WHOLE["totals"], "folder": 1}}, {**WHOLE, "game": 5}, {**WHOLE, "copies": 0},
        {**WHOLE, "paper": None}, {**WHOLE, "boxes": 1}, {**WHOLE, "whole": None},
        {**WHOLE, "faces": [{**FACE, "copy": "1"}]}, {**WHOLE, "faces": [{**FACE, "hash": None}]},
        *({**WHOLE, "files": {name: "0123"}}
          for name in ("../victim.txt", "/etc/passwd", "a/b.pdf", "..", ".", "", "a\\b.pdf", "C:a.pdf")),
    ],
    ids=lambda damaged: json.dumps(damaged)[-40:],
)  # fmt: skip
def test_a_damaged_manifest_reads_as_none(tmp_path: Path, damaged: object) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(damaged))
    assert manifest.read(tmp_path) is None
    assert manifest.unchanged(tmp_path, "abcd") is None


def test_a_build_removes_nothing_outside_its_folder(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    folder = tmp_path / "out" / "small"
    folder.mkdir(parents=True)
    victim = tmp_path / "out" / "victim.txt"
    victim.write_text("mine")
    (folder / "manifest.json").write_text(json.dumps({**WHOLE, "files": {"../victim.txt": "0123"}}))
    assert pnp("build", small_game, "--only", "tokens", "--out", tmp_path / "out").code == 0
    assert victim.read_text() == "mine"


def test_the_program_is_looked_at_anew_when_a_file_of_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "templates" / "card.svg.j2"
    file.parent.mkdir()
    file.write_text("red")
    monkeypatch.setattr(inputs, "_HOME", tmp_path)
    look: Any = partial(inputs._program.__wrapped__, "")
    before = look()
    assert before == look() and [*before] == ["templates/card.svg.j2"]
    file.write_text("tan")
    assert [*look()] == [*before] and look() != before


@pytest.mark.parametrize(
    ("file", "counts"),
    [("languages/de.toml", True), ("mlem/cards.csv", True), ("rayguns/tiles.csv", False)],
)
def test_a_build_depends_on_what_all_games_share_and_on_no_other_game(
    file: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "components" / file
    shared.parent.mkdir(parents=True)
    shared.write_text("red")
    monkeypatch.setattr(inputs, "_HOME", tmp_path)
    monkeypatch.setattr(inputs, "_program", inputs._program.__wrapped__)
    game = catalogue.load("mlem")
    before = inputs.stamp(game, "", tmp_path / "out")
    shared.write_text("tan")
    assert (inputs.stamp(game, "", tmp_path / "out") != before) == counts


def test_a_harmed_note_of_the_program_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(inputs, "_HOME", tmp_path)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "theme.toml").write_text("")
    shelf.folder.cache_clear()
    look: Any = partial(inputs._program.__wrapped__, "")
    before = look()
    [note] = (tmp_path / "cache" / "stamps").iterdir()
    note.write_bytes(note.read_bytes()[:-1])
    assert look() == before
    shelf.folder.cache_clear()


@pytest.mark.outside
def test_one_deck_is_printed_without_what_sets_a_rulebook(tmp_path: Path) -> None:
    """It takes longer to load than 54 cards take to draw."""
    script = (
        "import sys; from pathlib import Path; from generator.build.press import Order, build\n"
        "from generator.sheets.paper import Paper\n"
        f"build(Order('mlem', Paper('a4', 210, 297), Path({str(tmp_path)!r}), only=('dice',)))\n"
        "assert 'generator.pdf.document' in sys.modules; print('reportlab.platypus' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
