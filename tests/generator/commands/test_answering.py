"""`--json` of `pnp`: what a command says and makes, for programs."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from generator.commands.start import _GOES_ON, COMMANDS
from tests.generator.presswork import pnp


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("calibrate", ["calibration.pdf"]),
        ("show T4 --svg", ["last-blast-tiles-T4-front.svg", "last-blast-tiles-T4-back.svg"]),
    ],
)
def test_a_command_tells_what_it_has_made(words: str, made: list[str], tmp_path: Path) -> None:
    answer = json.loads(pnp(*words.split(), "--out", tmp_path, "--json").out)
    assert sorted(answer["files"]) == sorted(str(tmp_path / name) for name in made)
    assert answer["said"] and all(Path(name).is_file() for name in answer["files"])


def test_a_build_names_its_files_though_nothing_is_made(small_game: Path, tmp_path: Path) -> None:
    words = ("build", small_game, "--out", tmp_path / "out", "--json")
    first, again = (json.loads(pnp(*words).out) for _ in range(2))
    assert "made" in first["said"][0] and "unchanged" in again["said"][0]
    assert set(again["files"]) <= set(first["files"]) and any(".pdf" in name for name in again["files"])


@pytest.mark.outside
def test_a_build_of_several_games_names_the_files_of_all(small_game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    copytree(small_game, other)
    toml = other / "game.toml"
    toml.write_text(toml.read_text("utf-8").replace('slug = "small"', 'slug = "other"'), "utf-8")
    words = ("build", small_game, other, "--out", tmp_path / "out", "--sheets", "--json")
    files = json.loads(pnp(*words).out)["files"]
    assert len({Path(name).parent for name in files if name.endswith(".pdf")}) == 2


def test_saved_printers_are_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_CONFIG", str(tmp_path))
    assert json.loads(pnp("printer", "list", "--json").out) == {}
    assert json.loads(pnp("printer", "add", "Office", "--shift", "0.1,0.2", "--json").out)["said"]
    assert json.loads(pnp("printer", "list", "--json").out)["Office"]["down"] == 0.2


@pytest.mark.parametrize("word", [word for word in COMMANDS if word not in (*_GOES_ON, "printer")])
def test_every_command_that_ends_has_it(word: str) -> None:
    assert "--json" in pnp(word, "--help").out
