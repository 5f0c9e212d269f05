"""Words in other languages: numbers stay where they are, and what is missing is noted by file and text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue
from components.errors import DataError, UsageError
from components.languages import FILE, Catalogue, Words, read_catalogue, shared
from components.languages.missing import holes, refuse
from components.languages.translated import languages_of, load
from components.teaching import read_teaching

HERE = Path(catalogue.__file__).parent
GAME = {
    "game.toml": """\
slug = "small"
title = "Small"
tagline = "A small game"
prefix = "SM"
players = [2, 4]
[credits]
authors = ["Somebody"]
licence = "MIT"
[[deck]]
name = "cards"
title = "Cards"
pieces = "cards.csv"
size = "poker"
face = "card"
columns = { title = "text", power = "int" }
""",
    "cards.csv": "code,title,title.de,power\nC1,Light,Licht,3\nC2,Storm,,4\n",
    "rules.md": "## 1 Play\n\n1.1 Draw 3 cards.\n",
    "learn.md": "## The story\n\nOnce.\n",
    "index.toml": '"story" = ["The story"]\n',
}


def made(folder: Path) -> Path:
    for name, text in GAME.items():
        (folder / name).write_text(text, encoding="utf-8")
    catalogue.forget()
    return folder


def read(folder: Path, text: str) -> Catalogue:
    (folder / FILE).write_text(text, encoding="utf-8")
    return read_catalogue(folder / FILE, folder, ["cards"])


def words(entries: dict[str, str]) -> Words:
    return Words("de", None, Catalogue(entries))


def test_a_number_is_taken_from_the_text() -> None:
    said = words({"Draw # cards": "Ziehe # Karten", "Keep # of #": "Von #2 behalte #1"})
    assert said("Draw 3 cards") == "Ziehe 3 Karten"
    assert said("Keep 2 of 5") == "Von 5 behalte 2"
    assert said.holes == {}


def test_words_take_the_places_of_braces() -> None:
    assert words({"{} beats {}": "{2} verliert gegen {1}"})("{} beats {}", "A", "B") == "B verliert gegen A"
    assert Words()("{} beats {}", "A", "B") == "A beats B"
    assert words({"part {}": "Teil {}"})("part {}", "{0.__class__}") == "Teil {0.__class__}"


def test_what_is_missing_is_noted_once_without_its_numbers() -> None:
    said = words({"Star": "Stern"})
    assert [said(text, where="here") for text in ("Draw 1", "Draw 2", "R2-5", "3", "Star")][-1] == "Stern"
    assert said.holes == {"Draw #": "here"}


def test_what_was_put_together_of_translated_words_is_not_missing() -> None:
    said = words({"Star": "Stern"})
    assert said(f"4 · {said('Star')}") == "4 · Stern"
    assert said.holes == {}


def test_a_sentence_that_only_has_a_translated_word_in_it_is_missing() -> None:
    """ "Scanner" is alike in German, and hid that a sentence about scanners was still in English."""
    said = words({"Scanner": "Scanner", "Star": "Stern"})
    assert said("Scanner") == "Scanner"
    assert said("Scanners do not add up.", where="a card") == "Scanners do not add up."
    assert said.holes == {"Scanners do not add up.": "a card"}


def test_lines_are_looked_up_one_by_one() -> None:
    assert words({"One": "Eins", "Two": "Zwei"}).lines("One\n\nTwo") == "Eins\n\nZwei"


def test_the_pieces_of_a_deck_may_have_their_own_words() -> None:
    said = Words("de", None, Catalogue({"Light": "Licht"}, {"cards": {"Light": "Leicht"}}))
    assert said("Light", deck="cards") == "Leicht"
    assert said("Light", deck="others") == "Licht"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[a]\n"Draw # cards" = "Ziehe Karten"\n', "the places of numbers"),
        ('[a]\n"Draw 3 cards" = "Ziehe 4 Karten"\n', "their numbers"),
        ('[a]\n"Pay [ore]" = "Zahle Erz"\n', "their symbols"),
        ('[a]\n"{} wins" = "Sieg"\n', "the places of words"),
        ('[a]\n"Star" = "Stern"\n[b]\n"Star" = "Star"\n', "differs"),
        ('[deck.tiles]\n"Star" = "Stern"\n', "not a deck"),
        ('[a]\n"Star" = 3\n', "a text in quotes"),
    ],
)
def test_a_catalogue_that_changes_the_game_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as refused:
        read(tmp_path, text)
    assert FILE in refused.value.where


def test_columns_and_titles_are_translated_and_the_rest_is_named(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "de").mkdir()
    (folder / "de" / FILE).write_text('[game]\n"A small game" = "Ein kleines Spiel"\n', encoding="utf-8")
    (folder / "de" / "rules.md").write_text("## 1 Spiel\n\n1.1 Ziehe 3 Karten.\n", encoding="utf-8")
    assert languages_of(catalogue.load(str(folder))) == ("de",)
    game = load(str(folder), "de")
    assert game.tagline == "Ein kleines Spiel"
    assert [piece["title"] for piece in game.decks[0].pieces] == ["Licht", "Storm"]
    assert [piece["power"] for piece in game.decks[0].pieces] == [3, 4]
    assert game.rules["1.1"].text == "Ziehe 3 Karten."
    read_teaching(game)
    assert list(game.words.holes) == ["Cards", "learn.md", "story"]
    assert any("learn.md" in line for line in holes(game))
    with pytest.raises(DataError, match="3 texts not in de"):
        refuse(game)
    assert catalogue.load(str(folder)).decks[0].pieces[0]["title"] == "Light"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("rules.md", "## 1 Spiel\n\n1.1 Ziehe 4 Karten.\n", "Rule 1.1 has other numbers"),
        ("rules.md", "## 2 Spiel\n\n2.1 Ziehe 3 Karten.\n", "lacks 1"),
        ("rules.md", "## 1 Spiel\n\n1.1 Ziehe 3.\n\n1.2 Und 1.\n", "1.2 too many"),
    ],
)
def test_rules_that_differ_are_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    folder = made(tmp_path)
    (folder / "de").mkdir()
    (folder / "de" / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        load(str(folder), "de")


def test_a_learn_to_play_shows_the_same_scenes(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "de").mkdir()
    (folder / "de" / FILE).write_text("", encoding="utf-8")
    (folder / "de" / "learn.md").write_text("## Die Geschichte\n\n![](box)\n", encoding="utf-8")
    with pytest.raises(DataError, match="other scenes"):
        read_teaching(load(str(folder), "de"))
    (folder / "de" / "learn.md").write_text("## Die Geschichte\n\nEinmal.\n", encoding="utf-8")
    taught = read_teaching(load(str(folder), "de"))
    assert taught.learn[0].title == "Die Geschichte"
    assert taught.index == {"story": ("Die Geschichte",)}


def test_a_language_that_is_not_there_is_refused() -> None:
    for code in ("xx", "../de", "De"):
        with pytest.raises(UsageError) as refused:
            load("last-blast", code)
        assert refused.value.where == "--language"


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_the_five_games_are_in_german_and_french(slug: str) -> None:
    assert languages_of(catalogue.load(slug)) == ("de", "fr")


def test_the_shared_words_exist_in_both_languages() -> None:
    assert shared("de").entries.keys() == shared("fr").entries.keys()


@pytest.mark.parametrize("file", [*sorted(HERE.glob("*/fr/*.*")), HERE / "languages" / "fr.toml"], ids=str)
def test_french_marks_are_not_parted_from_their_words(file: Path) -> None:
    """A space before a mark, or inside guillemets, is one that no line breaks at."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        text = "\n".join(re.findall(r'^".*?" = "(.*)"$', text, re.MULTILINE))
    assert re.findall(r".{12} [;:!?»]|« .{12}", text) == []
