"""Packages that are missing: at the command line they can be installed, in a browser they cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image

from components import extras
from components.errors import DataError, UsageError
from generator.faces.pictures.source import open_picture
from generator.faces.type.hyphens import hyphens_of


def test_at_the_command_line_they_are_installed() -> None:
    assert extras.todo("exports", "Or use --cut svg.") == (
        'Install it: pip install "starbox[exports]". Or use --cut svg.'
    )


def test_in_a_browser_the_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "IN_A_BROWSER", True)
    monkeypatch.setitem(sys.modules, "pyphen", None)
    hyphens_of.cache_clear()
    with pytest.raises(UsageError) as refused:
        hyphens_of("de")
    assert refused.value.todo == extras.ELSEWHERE


def test_a_browser_prints_no_pictures_of_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "star.png"
    Image.new("RGB", (4, 4)).save(file)
    assert open_picture(file, tmp_path).size == (4, 4)
    monkeypatch.setattr(extras, "IN_A_BROWSER", True)
    file.write_bytes(file.read_bytes() + b"\0")  # another file: the first is remembered
    with pytest.raises(DataError) as refused:
        open_picture(file, tmp_path)
    assert refused.value.where == str(file)
    assert "pnp build" in refused.value.todo
