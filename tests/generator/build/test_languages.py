"""The five games on paper in German and French: every word is there, and every text fits its box."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue
from components.errors import DataError
from components.languages import Words
from components.languages.translated import languages_of, load
from components.teaching import read_teaching
from generator.build.checking import gaps
from generator.build.press import Order, build
from generator.sheets.paper import Paper
from tests.generator.presswork import pnp
from tests.searching import SEARCHING
from tests.smallgame import write_game

CODE = re.compile(r"`([^`]+)`")
ALL = [(slug, code) for slug in catalogue.slugs() for code in languages_of(catalogue.load(slug))]


@pytest.mark.parametrize(("slug", "code"), ALL if SEARCHING else [("last-blast", "de")])
def test_every_word_is_translated_and_fits(slug: str, code: str) -> None:
    found = gaps(load(slug, code))
    assert found.misfits == ()
    assert found.holes == ()
    assert found.unused == ()


@pytest.mark.parametrize(("slug", "code"), ALL)
def test_the_files_of_a_language_agree_with_the_game(slug: str, code: str) -> None:
    game = load(slug, code)
    read_teaching(game)
    assert game.words.holes == {}
    assert not game.words.lacks("rules.md")


@pytest.mark.parametrize(("slug", "code"), ALL)
def test_a_translated_rule_names_no_code_that_the_rule_itself_does_not_name(slug: str, code: str) -> None:
    """Names for typing that the game's own rules no longer print are words that readers cannot understand."""
    own, other = catalogue.load(slug).rules, load(slug, code).rules
    texts = [(one.prose, two.prose) for one, two in zip(own.sections, other.sections, strict=True)]
    texts += [(one.text, two.text) for one, two in zip(own, other, strict=True)]
    for before, after in texts:
        assert set(CODE.findall(after)) <= set(CODE.findall(before))


def test_a_word_of_the_index_is_a_word_even_if_a_symbol_has_its_name() -> None:
    words = Words("de")
    words.know(["laser"])
    assert (words("laser"), words.holes) == ("laser", {})
    assert (words("laser", where="index.toml", codes=False), words.holes) == (
        "laser",
        {"laser": "index.toml"},
    )


def test_a_check_of_a_language_that_is_not_there_prints_only_that() -> None:
    run = pnp("check", "mlem", "--language", "it")
    assert (run.code, run.out) == (2, "")
    assert 'is not in the language "it". Known: de, fr.' in run.err


def test_writing_what_is_missing_begins_a_language(small_game: Path) -> None:
    build_it = pnp("build", small_game, "--language", "it")
    assert build_it.code == 2 and f"pnp check {small_game} --language it --write." in build_it.err
    run = pnp("check", small_game, "--language", "it", "--write")
    assert run.code == 0, run.err
    file = small_game / "it" / "words.toml"
    text = file.read_text()
    assert '"Cards" = ""' in text and '"Small" = ""' not in text
    file.write_text(text.replace('"Cards" = ""', '"Cards" = "Carte"'))
    assert load(str(small_game), "it").decks[0].title == "Carte"
    assert not (small_game / "de").exists()


def a_game(folder: Path, title: str, template: str) -> str:
    """A game of one card, whose title is in German too."""
    cards = f"code,title,title.de\nC1,Light,{title}\n"
    return str(write_game(folder, slug="small", cards=cards, columns='title = "text"', face=template))


def test_words_that_only_a_translation_prints_over_others_or_the_cut_are_reported(tmp_path: Path) -> None:
    folder = a_game(
        tmp_path / "game", "Lichterkettenvorrichtung", "{{ text(piece.title, 35, 9) }}{{ text('12', 55, 9) }}"
    )
    found = gaps(load(folder, "de")).misfits
    where = f"{tmp_path}/game/cards.csv, line 2, deck cards, piece C1, front: "
    assert f'{where}"Lichterkettenvorrichtung" and "12" are printed over each other.' in found
    assert any(said.startswith(f'{where}"Lichterkettenvorrichtung" is -') for said in found)
    short = a_game(tmp_path / "short", "Licht", "{{ text(piece.title, 35, 9) }}{{ text('12', 55, 9) }}")
    assert gaps(load(short, "de")).misfits == ()


def test_a_language_has_its_own_folder_and_strictness(tmp_path: Path) -> None:
    folder = a_game(tmp_path / "game", "Licht", "{{ text(say('{} of {}', say(piece.title), 4), 5, 9) }}")
    order = Order(folder, Paper("a4", 210, 297), tmp_path / "out", language="de", only=("cards",))
    made = build(order)
    assert made.folder == tmp_path / "out" / "small-de-part"
    assert any("texts do not exist in de" in warning for warning in made.warnings)
    with pytest.raises(DataError, match=r"rules\.md"):
        build(Order(folder, Paper("a4", 210, 297), tmp_path / "strict", language="de", strict=True))
    assert not (tmp_path / "strict").exists()
