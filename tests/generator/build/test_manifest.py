"""Reading a manifest.json that somebody may have changed: all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.build import manifest

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
    assert manifest.files_in(tmp_path) == []
    assert manifest.unchanged(tmp_path, "abcd") is None


def test_a_build_removes_nothing_outside_its_folder(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    folder = tmp_path / "out" / "small"
    folder.mkdir(parents=True)
    victim = tmp_path / "out" / "victim.txt"
    victim.write_text("mine")
    (folder / "manifest.json").write_text(json.dumps({**WHOLE, "files": {"../victim.txt": "0123"}}))
    assert pnp("build", small_game, "--only", "tokens", "--out", tmp_path / "out").code == 0
    assert victim.read_text() == "mine"
