"""Printing a part, recording what was printed, and printing again only what changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.generator.conftest import Ran

Press = Callable[..., Ran]


@pytest.fixture
def press(small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Press) -> Press:
    """`pnp build` and `pnp printed` of the small game, with records and printers of its own."""
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"STARBOX_{name}", str(tmp_path / name.lower()))

    def run(command: str, *options: object) -> Ran:
        return pnp(command, small_game, *options, "--out", tmp_path / "out")

    return run


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("words", [("--only", "tokens"), ("--pieces", "R1")], ids=" ".join)
def test_a_part_leaves_the_whole_game_as_it_was_printed(
    tmp_path: Path, press: Press, words: tuple[str, ...]
) -> None:
    press("build")
    whole = files(tmp_path / "out" / "small")
    ran = press("build", *words)
    assert ran.code == 0 and "small-part" in ran.out
    assert files(tmp_path / "out" / "small") == whole
    assert "rulebook.pdf" in whole and "rulebook.pdf" not in files(tmp_path / "out" / "small-part")
