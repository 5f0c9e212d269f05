"""Every PDF that Starbox writes embeds its fonts; no page relies on the viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest
from reportlab import rl_config

from components.setup import Area, Placed, Setup
from generator.build.press import Order, build
from tests.generator.presswork import A4

Pnp = Callable[..., Any]


def fonts(file: Path) -> Iterator[Any]:
    reader = pypdf.PdfReader(file)
    objects = (reader.get_object(number) for number in range(1, int(reader.trailer["/Size"])))
    return (thing for thing in objects if isinstance(thing, dict) and thing.get("/Type") == "/Font")


def not_embedded(file: Path) -> list[str]:
    """The fonts that are only named, or are there whole."""
    return [
        str(font["/BaseFont"])
        for font in fonts(file)
        if "/FontFile2" not in font.get("/FontDescriptor", {}) or font["/BaseFont"][7:8] != "+"
    ]


@pytest.fixture(autouse=True)
def as_reportlab_comes() -> None:
    """With the font that no PDF of ours may name."""
    assert rl_config.canvas_basefontname == "Helvetica"


def test_what_is_built(small_game: Path, tmp_path: Path) -> None:
    """Sheets, rulebook and booklet, cut tests and a set-up."""
    setup = Setup("small", 2, "kiwi", {}, (Area("cards", "Cards", "list", (Placed("cards", "R1"),)),))
    result = build(Order(str(small_game), A4, tmp_path, cut_test=True, setup=setup))
    files = list(result.folder.glob("*.pdf"))
    assert {file.stem for file in files} == {
        "small", "cards", "cards-cut-test", "tokens", "tokens-cut-test", "rulebook", "rulebook-booklet",
        "setup",
    }  # fmt: skip
    for file in files:
        assert list(fonts(file)), file.name
        assert not_embedded(file) == [], file.name


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("calibrate", "calibration.pdf"),
        ("export small --to labels --only tokens", "small/labels-L7160.pdf"),
        (
            "export small --to print-service --service drivethrucards --only cards",
            "small/drivethrucards/*.pdf",
        ),
    ],
)
def test_other_files_are_written(command: str, file: str, pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    words = [small_game if word == "small" else word for word in command.split()]
    ran = pnp(*words, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    (written,) = (tmp_path / "out").glob(file)
    assert not_embedded(written) == []
