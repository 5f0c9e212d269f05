"""Facts of a font file that are kept between runs are those that reportlab reads in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator import cache
from generator.faces import fonts
from generator.pdf.fonts import _Face, register

Read: Any = _Face.__base__  # reportlab's own
FONTS = [("Barlow", 400, False), ("Barlow", 700, True), ("Chakra Petch", 700, False)]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path))
    cache.folder.cache_clear()
    yield tmp_path / "measures"
    cache.folder.cache_clear()


def told(face: Any) -> dict[str, Any]:
    """Return what the face says of itself, without the function that scales."""
    return {name: value for name, value in vars(face).items() if not callable(value)}


@pytest.mark.parametrize(("family", "weight", "italic"), FONTS)
def test_a_face_is_the_same_whether_it_was_read_or_kept(
    family: str, weight: int, italic: bool, shelf: Path
) -> None:
    file = str(fonts.font(family, weight, italic).file)
    for _ in range(2):
        as_read, face = Read(file), _Face(file)
        assert told(face) == told(as_read)
        assert face.makeSubset([0x41, 0xE4]) == as_read.makeSubset([0x41, 0xE4])
    assert len([*shelf.iterdir()]) == 1


def test_tables_that_were_harmed_are_read_again(shelf: Path) -> None:
    file = str(fonts.font("Barlow", 400).file)
    before = told(_Face(file))
    [kept] = shelf.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")
    assert told(_Face(file)) == before


def test_what_is_kept_is_used(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(fonts.font("Barlow", 400).file)
    before = told(_Face(file))
    monkeypatch.setattr(Read, "extractInfo", None)
    assert told(_Face(file)) == before


def test_fonts_that_are_registered_are_kept(shelf: Path) -> None:
    face = register("kept", fonts.font("Barlow", 400).file)
    assert isinstance(face, _Face)
    assert len([*shelf.iterdir()]) == 1
