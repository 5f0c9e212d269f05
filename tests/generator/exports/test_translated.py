"""`pnp export --language`: the same exports with the words of another language, in a folder of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from components.languages.translated import load
from generator.exports import gallery
from generator.exports.order import Order
from tests.generator.presswork import pnp


def test_a_gallery_shows_and_finds_the_words_of_the_language(tmp_path: Path) -> None:
    page = gallery.page([Order(load("last-blast", "de"), tmp_path, only=("parts",))])
    assert "Raketenteile" in page and "sprungschub" in page
    assert "Rocket parts" not in page


def test_pictures_differ_and_lie_beside_those_of_the_game(tmp_path: Path) -> None:
    for language in ((), ("--language", "de")):
        asked = ("--to", "png", "--only", "reference", "--dpi", 36, "--jobs", 1, "--out", tmp_path)
        assert pnp("export", "last-blast", *asked, *language).code == 0
    own, german = (tmp_path / name / "png" for name in ("last-blast", "last-blast-de"))
    names = sorted(file.name for file in own.glob("*.png"))
    assert names and names == sorted(file.name for file in german.glob("*.png"))
    assert all((own / name).read_bytes() != (german / name).read_bytes() for name in names)


def test_a_virtual_table_names_its_decks_in_the_language(tmp_path: Path) -> None:
    asked = (
        "--to",
        "tts",
        "--only",
        "tiles",
        "--dpi",
        36,
        "--jobs",
        1,
        "--out",
        tmp_path,
        "--language",
        "fr",
    )
    assert pnp("export", "last-blast", *asked).code == 0
    saved = json.loads((tmp_path / "last-blast-fr" / "tts" / "last-blast.json").read_text("utf-8"))
    assert {bag["Nickname"] for bag in saved["ObjectStates"]} == {
        load("last-blast", "fr").deck("tiles").title
    }


def test_what_a_language_lacks_is_told(small_game: Path, tmp_path: Path) -> None:
    (small_game / "de").mkdir()
    (small_game / "de" / "words.toml").write_text("[game]\n", "utf-8")
    asked = ("--to", "png", "--dpi", 36, "--jobs", 1, "--out", tmp_path / "out", "--language", "de")
    run = pnp("export", small_game, *asked)
    assert run.code == 0 and "do not exist in de" in run.err


@pytest.mark.parametrize(
    "words", [("last-blast", "--to", "png", "--language", "it"), ("--to", "site", "--language", "de")]
)
def test_a_language_that_there_is_not_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    run = pnp("export", *words, "--out", tmp_path / "out")
    assert run.code == 2 and not (tmp_path / "out").exists()
    assert "it" in run.err or "in English" in run.err
