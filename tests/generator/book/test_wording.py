"""Words of the printed books: they speak to people at a table, and their two halves say the same numbers."""

from __future__ import annotations

import itertools
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pypdfium2
import pytest

from components.catalogue import Game
from components.languages.translated import load
from components.teaching import Lesson, read_teaching
from generator.book.layout.look import MARGIN, PAGE
from generator.book.rulebook import rulebook
from generator.faces.renderer import Renderer
from referee.engine.rulebook import look_up
from tests.generator.book.test_rulebook import book as printed_book
from tests.generator.presswork import GAMES
from tests.searching import SEARCHING

BOOKS: Final = [(slug, language) for slug in GAMES for language in ("", "de", "fr")]
# To set a book takes more than a second: in a test run, each in English and two in another language.
OTHERS: Final = (("last-blast", "de"), ("mlem", "fr"))
SET: Final = [one for one in BOOKS if SEARCHING or not one[1] or one in OTHERS]
COMPUTING: Final = {
    "": r"°|\{program|q,r|1 to 999|referee|(?<!Bubble )screen|profile|coordinate|\bprint(?:s|ing)?\b"
    r"|(?:have|be|is|are) printed (?:twice|four)|on a computer\b(?! that)|for the computer",
    "de": r"°|\{program|q,r|1 bis 999|Schiedsrichter|Bildschirm|Profil|Koordinate|\b[Dd]ruckt\b|mal gedruckt"
    r"|am Computer|für den Computer",
    "fr": r"°|\{program|q,r|1 à 999|arbitre|écran|profil\b|coordonnée|\bimprim(?:er|ez|e)\b|sur ordinateur"
    r"|l'ordinateur",
}
MAKER: Final = {
    "": "This edition comes from Starbox, free software that makes board games to print",
    "de": "Diese Ausgabe kommt von Starbox, freier Software, die Brettspiele zum Drucken macht",
    "fr": "Cette édition vient de Starbox, un logiciel libre qui fait des jeux de société à imprimer",
}
DIGITS: Final = dict(
    zip("one two three four five six seven eight nine ten".split(), range(1, 11), strict=True)
)
NUMBER: Final = rf"(\d+|{'|'.join(DIGITS)})"


@cache
def game(slug: str, language: str) -> Game:
    return load(slug, language)


@cache
def document(slug: str, language: str) -> pypdfium2.PdfDocument:
    book = game(slug, language)
    made = rulebook(book, Renderer(book)) if language else printed_book(slug)
    return pypdfium2.PdfDocument(made)


@cache
def words(slug: str, language: str) -> str:
    """All words of the printed book after its cover, with single spaces."""
    said = " ".join(page.get_textpage().get_text_range() for page in [*document(slug, language)][1:])
    return " ".join(re.sub("[\x02￾-]", "", said.replace("’", "'")).split())


@pytest.mark.parametrize(("slug", "language"), SET)
def test_a_printed_book_never_speaks_of_a_computer(slug: str, language: str) -> None:
    """The credits alone say, once, what made it; a module of Planetary is a computer."""
    said = words(slug, language)
    assert said.count(MAKER[language]) == 1 and said.count("Starbox") == 1
    assert not re.findall(rf".{{30}}(?:{COMPUTING[language]}).{{20}}", said.replace(MAKER[language], ""))
    if slug != "planetary":
        assert not re.search("computer|ordinateur", said, re.IGNORECASE)


@pytest.mark.parametrize(("slug", "language"), BOOKS)
def test_no_rule_and_no_lesson_for_paper_speaks_of_a_computer(slug: str, language: str) -> None:
    """In every language, as they are written."""
    rules = game(slug, language).rules.book
    assert rules
    said = [told(lesson) for lesson in read_teaching(game(slug, language)).learn]
    said += [text for part in rules.sections for text in (part.prose, *(rule.text for rule in part.rules))]
    words = " ".join(" ".join(said).split()).replace(MAKER[language], "")
    computing = COMPUTING[language].removeprefix("°|")  # the mark of a rule, which the book slants
    assert not re.findall(rf".{{0,30}}(?:{computing}).{{0,20}}", words)


@pytest.mark.parametrize(("slug", "language"), SET)
def test_no_page_is_less_than_two_thirds_full(slug: str, language: str) -> None:
    """As it is seen: a picture at the end of a part fills a page as well as words do."""
    for number, page in enumerate(document(slug, language), 1):
        shown = page.render(scale=0.6, grayscale=True).to_pil().convert("L")
        of_mm = shown.height / PAGE[1]
        (beside, above), right = MARGIN, PAGE[0] - MARGIN[0]
        text = [round(edge * of_mm) for edge in (beside, above, right, PAGE[1] - above)]
        dark = shown.crop((text[0], text[1], text[2], text[3])).point([255] * 235 + [0] * 21)
        _, _, _, low = dark.getbbox() or (0, 0, 0, 0)
        assert low / (text[3] - text[1]) > 0.65, f"page {number}"


@pytest.mark.parametrize(("slug", "language"), SET)
def test_the_book_says_once_which_half_decides(slug: str, language: str) -> None:
    about = game(slug, language).words
    for sentence in (
        "The same rules, numbered for reference; in doubt these decide.",
        "A slanted number marks our answer where the published game leaves a question open.",
    ):
        assert words(slug, language).count(" ".join(about(sentence).split())) == 1


@pytest.mark.parametrize(("slug", "language"), BOOKS)
def test_the_program_shows_what_the_book_leaves_out(slug: str, language: str) -> None:
    rules = game(slug, language).rules
    assert rules.book and "°" in rules.introduction and "°" not in rules.book.introduction
    assert rules.book.numbers() == rules.numbers()
    shorter = [
        rule for rule, paper in zip(rules, rules.book, strict=True) if len(paper.text) < len(rule.text)
    ]
    for rule in shorter:
        [found] = look_up(game(slug, language), rule.number).value.rules
        assert found.text == rule.text and "{program}" not in found.text
    assert {rule.number for rule in shorter} == {
        "per-aspera": {"1.1", "1.4", "1.6", "1.7", "2.2"}, "planetary": {"1.2", "3.1", "3.3", "7.4"},
        "rayguns": {"1.4", "6.4"}, "mlem": {"5.2"},
    }.get(slug, set())  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
def test_the_learn_to_play_and_the_rules_say_the_same_numbers(slug: str) -> None:
    """In the phrases of both halves that tell the same thing, `#` stands for the number."""
    file = Path(__file__).parents[2] / "rulebooks" / f"{slug}.toml"
    pairs = tomllib.loads(file.read_text(encoding="utf-8"))["number"]
    assert len(pairs) >= 6
    taught = "\n".join(map(told, read_teaching(game(slug, "")).learn))
    rules = "\n".join(
        text for s in game(slug, "").rules.sections for text in (s.prose, *(rule.text for rule in s.rules))
    )
    for pair in pairs:
        assert number(pair["learn"], taught) == number(pair["rules"], rules), pair


def number(phrase: str, text: str) -> list[int]:
    """Return the numbers where the phrase has `#`, in the only place where the text has the phrase."""
    pattern = re.escape(phrase).replace(r"\#", NUMBER)
    [found] = re.finditer(pattern, " ".join(text.replace("*", "").split()), re.IGNORECASE)
    return [DIGITS[said.lower()] if said.isalpha() else int(said) for said in found.groups()]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_translated_learn_to_play_has_the_same_numbers(slug: str, language: str) -> None:
    own, other = (read_teaching(game(slug, code)).learn for code in ("", language))
    for lesson, translated in zip(own, other, strict=True):
        both = [re.findall(r"\d+", told(one)) for one in (lesson, translated)]
        assert {*both[0]} == {*both[1]}, translated.title


@pytest.mark.parametrize(("language", "word"), [("", "cards?"), ("de", "Karten?"), ("fr", "cartes?")])
def test_pieces_and_book_call_a_space_a_space(language: str, word: str) -> None:
    """A ship of Per Aspera moves over spaces, whether they are cards or hexes."""
    book = game("per-aspera", language)
    renderer = Renderer(book)
    for name in ("reference", "boards", "ship-cards"):
        deck = book.deck(name)
        said = " ".join(re.findall(r">([^<>]+)</text>", renderer.faces(deck, deck.pieces[0]).front.svg))
        assert len(said) > 20 and not re.search(rf"\b{word}\b", said), name


SPEAKING: Final = {
    "last-blast": ("mats", "reference", "start-player"),
    "mlem": ("board", "boarding", "failure-track", "mats", "astronauts", "goals", "reference"),
    "per-aspera": ("boards", "levies", "reference"),
    "planetary": ("reference",),
    "rayguns": ("station", "boards", "rules-cards", "commander", "reference"),
}  # decks of pieces with sentences and names of rules
ORDINARY: Final = {
    "": """allowed between come else facing falls included leaders leads leaving open shots sole steps turning
        walks wanted winning within""",
    "de": """absetzen beliebige betritt bilden einfacher erlaubt fällt gefragtes geraubte gratis handel
        heimwärts hierher hinzu können legen rangfolge reihum schlechtesten schüsse sieg siegt springer
        verbindet verluste waren zuletzt zwischen ablegen gewonnen raumfahrtagentur""",
    "fr": """agir amène ancien compris demeure endroit franchir leur majorité part payez permis prise rond
        spatiale subir tirs victoire""",
}  # words that name no thing of a game
STEM: Final = 5  # letters that forms of a word share


@pytest.mark.parametrize(("slug", "language"), BOOKS)
def test_pieces_say_the_words_of_the_book(slug: str, language: str) -> None:
    """A thing has one word: but for ordinary words and names, all words on pieces stand in the book."""
    book = game(slug, language)
    teaching = read_teaching(book)
    rules = (
        text for s in book.rules.sections for text in (s.title, s.prose, *(rule.text for rule in s.rules))
    )
    marks = (mark.text for scene in teaching.scenes.values() for mark in scene.marks)
    lessons = map(told, (*teaching.learn, *teaching.solo))
    taught = [*lessons, *rules, *marks, book.title, ORDINARY[language]]
    known = {word[:STEM] for word in re.findall(r"[^\W\d_]{3,}", " ".join(taught).casefold())}
    renderer = Renderer(book)
    unknown = set()
    for name in SPEAKING[slug]:
        deck = book.deck(name)
        for piece in deck.pieces:
            said = " ".join(re.findall(r">([^<>]+)</text>", renderer.faces(deck, piece).front.svg))
            names = re.findall(r"\b[A-ZÀ-Ü' ]{4,}\b", said) if name == "rules-cards" else []
            for word in re.findall(r"[^\W\d_]{4,}", said.replace("- ", "")):
                if word.casefold()[:STEM] not in known and not any(word in name for name in names):
                    unknown.add(f"{name}: {word}")
    assert not unknown


def told(lesson: Lesson) -> str:
    """Return its words, those under pictures too."""
    parts = ([part] if isinstance(part, str) else [shown.caption for shown in part] for part in lesson.parts)
    return "\n".join(itertools.chain(*parts))
