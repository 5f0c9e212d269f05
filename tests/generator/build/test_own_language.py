"""A game that says in which language it is written is printed in it, and needs no translation."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

from components import catalogue
from components.errors import DataError
from components.languages.translated import languages_of
from tests.generator.build.test_languages import a_game

Pnp = Callable[..., Any]


def german(folder: Path) -> Path:
    """A game that is written in German, with a card that says what Starbox calls its index in English."""
    a_game(folder, "", "{{ text(piece.title, 8, 20) }}{{ paragraph('Lichterkette ' * 3, 8, 30, 12, 60) }}")
    game = folder / "game.toml"
    game.write_text(f'language = "de"\n{game.read_text()}'.replace("MIT", "All rights reserved"))
    (folder / "cards.csv").write_text("code,title\nÜ1,Index\n", encoding="utf-8")
    (folder / "index.toml").write_text('"Ziehen" = ["1.1"]\n')
    return folder


def test_a_game_that_says_its_language_is_printed_in_it(pnp: Pnp, tmp_path: Path) -> None:
    """Labels, rulebook, braille, hyphens and the language of the PDF; its own words stay as they are."""
    folder = german(tmp_path / "game")
    run = pnp("build", folder, "--braille", "--out", tmp_path)
    assert (run.code, run.err) == (0, "")
    pdf = pypdf.PdfReader(tmp_path / "small" / "cards.pdf")
    card = pdf.pages[0].extract_text()
    assert pdf.trailer["/Root"]["/Lang"] == "de"  # type: ignore[index]
    assert "Bogen 1 von 1" in card and "Index" in card and "Lichter-\nkette" in card
    book = pypdf.PdfReader(tmp_path / "small" / "rulebook.pdf")
    assert "Stichwörter" in "".join(page.extract_text() for page in book.pages)
    assert (tmp_path / "small" / "braille.brf").read_bytes().split()[-1] == b"^\\#A"


def test_asking_for_the_language_that_a_game_is_written_in_changes_nothing(pnp: Pnp, tmp_path: Path) -> None:
    folder = german(tmp_path / "game")
    assert languages_of(catalogue.load(str(folder))) == ()
    assert (
        pnp("build", folder, "--only", "cards", "--out", tmp_path, "--strict", "--language", "de").code == 0
    )
    assert (tmp_path / "small-part").is_dir() and not [*tmp_path.glob("small-de*")]
    asked = pnp("check", folder, "--language", "de")
    assert asked.code == 2 and "Small is written in de, so it lacks no words." in asked.err


def test_no_label_is_missing_in_the_english_of_a_german_game(pnp: Pnp, tmp_path: Path) -> None:
    folder = german(tmp_path / "game")
    assert pnp("check", folder, "--language", "en", "--write").code == 0
    lacking = (folder / "en" / "words.toml").read_text(encoding="utf-8")
    assert re.findall(r'^"(.*)" = ""$', lacking, re.MULTILINE) == ["Cards", "Lichterkette " * 3, "Ziehen"]


@pytest.mark.parametrize(
    ("code", "said"), [("Deutsch", "is .Deutsch.* Write the code"), ("de", "translated into")]
)
def test_a_language_that_cannot_be_that_of_the_game_is_refused(tmp_path: Path, code: str, said: str) -> None:
    folder = a_game(tmp_path / "game", "Licht", "")
    game = tmp_path / "game" / "game.toml"
    game.write_text(f'language = "{code}"\n{game.read_text()}')
    catalogue.forget()
    with pytest.raises(DataError, match=said) as refused:
        catalogue.load(folder)
    assert refused.value.where == f"{game}, line 1"


def test_braille_of_an_unknown_language_is_refused_before_anything_is_drawn(pnp: Pnp, tmp_path: Path) -> None:
    folder = german(tmp_path / "game")
    game = folder / "game.toml"
    game.write_text(game.read_text().replace('"de"', '"fi"'))
    run = pnp("build", folder, "--braille", "--out", tmp_path / "out")
    assert run.code == 2 and 'There is no braille for "fi".' in run.err and not (tmp_path / "out").exists()
    game.write_text(game.read_text().replace('"fi"', '"de-AT"'))
    assert pnp("build", folder, "--braille", "--out", tmp_path / "out").code == 0
