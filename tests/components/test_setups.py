"""Set-ups in other languages: what the referee put together of phrases is looked up phrase by phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from components import catalogue
from components.languages import Catalogue, Words
from components.languages.missing import warning
from components.languages.setups import in_language
from components.languages.translated import languages_of, load
from components.setup import Area, Fact, Placed, Setup
from referee.commands.setup import set_up
from tests.searching import SEARCHING

OPTIONS = {
    "per-aspera": ([], ["foray"], ["unknown-demands"], ["goal=80"]),
    "planetary": ([], ["start=random"]),
}
SEEDS = 200 if SEARCHING else 12
PHRASES = {
    "Deck": "Stapel",
    "seat #": "Platz #",
    "red": "Rot",
    "white": "Weiß",
    "{} or {}": "{} oder {}",
    "{}: to the right of space #": "rechts von Feld #: {}",
    "; ": " / ",
}


def said(text: str, phrases: dict[str, str] = PHRASES) -> tuple[str, dict[str, str]]:
    """A fact in German, and what is missing."""
    words = Words("de", None, Catalogue(phrases, setup=phrases))
    made = in_language(Setup("small", 2, "kiwi", facts=(Fact("Deck", text, "SM 1"),)), words)
    assert made.facts[0].name == "Stapel" and made.facts[0].rule == "SM 1"
    return made.facts[0].text, words.holes


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("seat 3", "Platz 3"),
        ("seat 2, seat 1", "Platz 2, Platz 1"),
        ("red or white or red", "Rot oder Weiß oder Rot"),
        ("seat 2, seat 1: to the right of space 9", "rechts von Feld 9: Platz 2, Platz 1"),
        ("seat 2; red, white", "Platz 2 / Rot, Weiß"),
        ("M21, 5166554/4431325, A", "M21, 5166554/4431325, A"),
        ("", ""),
    ],
)
def test_a_text_is_looked_up_whole_by_its_frame_and_as_a_list(text: str, german: str) -> None:
    assert said(text) == (german, {})


@pytest.mark.parametrize("text", ["seat 2, chair #", "red or mauve", "space #: to the right of space #"])
def test_a_text_of_which_a_word_is_missing_stays_and_is_noted(text: str) -> None:
    text = text.replace("#", "4")
    found, holes = said(text)
    assert found == text
    assert list(holes) == [re.sub(r"\d+", "#", text)]


def test_all_that_is_printed_is_looked_up_but_no_codes_of_pieces() -> None:
    words = Words("de", None, Catalogue(PHRASES, setup=PHRASES))
    pieces = (Placed("tiles", "red", note="seat 1"), Placed("", "seat 2", note="white"))
    setup = Setup("small", 2, "red", {"red": "red"}, (Area("red", "red", "list", pieces, "white"),))
    made = in_language(setup, words)
    (area,) = made.areas
    assert (area.name, area.title, area.note) == ("red", "Rot", "Weiß")
    assert [(placed.code, placed.note) for placed in area.pieces] == [("red", "Platz 1"), ("Platz 2", "Weiß")]
    assert (made.seed, made.options) == ("red", {"red": "red"})
    assert in_language(setup, Words()) is setup


def test_a_warning_names_what_a_set_up_lacks(tmp_path: Path) -> None:
    game = load("last-blast", "de")
    game.words.holes.clear()
    in_language(Setup("last-blast", 2, "kiwi", facts=(Fact("Stapel", "5 unheard of"),)), game.words)
    (text,) = warning(game)
    assert '"# unheard of"' in text


@pytest.mark.parametrize(
    ("slug", "code"),
    [(slug, code) for slug in catalogue.slugs() for code in languages_of(catalogue.load(slug))],
)
def test_no_english_is_left_on_the_set_ups_of_the_five_games(slug: str, code: str) -> None:
    """Every word of them is one of the right-hand sides of the catalogues."""
    game = load(slug, code)
    written = {*game.words.phrases.values(), *game.words.own.entries.values()}
    known = {word for text in written for word in _words(text)}
    known |= {word for deck in game.decks for piece in deck.pieces for word in _words(piece.code)}
    least, most = game.players
    for number in range(SEEDS):
        for options in OPTIONS.get(slug, ([],)):
            players = least + number % (most - least + 1)
            setup = in_language(set_up(slug, players, f"seed {number}", options), game.words)
            for text in _texts(setup):
                assert set(_words(text)) <= known, text
    assert game.words.holes == {}


def _texts(setup: Setup) -> Iterator[str]:
    yield from (text for fact in setup.facts for text in (fact.name, fact.text))
    for area in setup.areas:
        yield from (area.title, area.note)
        for placed in area.pieces:
            yield from (placed.note, "" if placed.deck else placed.code)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text)
