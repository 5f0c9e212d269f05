"""The rulebook of each game: it has all the rules, and its contents and index are right."""

from __future__ import annotations

import ctypes
import io
import itertools
import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest

from components.catalogue import Game, load
from components.errors import DataError
from components.prose import blocks
from components.teaching import read_teaching
from generator.book import rulebook
from generator.book.keep_together import EMPTY
from generator.book.layout.look import MARGIN, PAGE
from generator.book.pages import Book
from generator.faces.renderer import Renderer
from generator.faces.theme import MM_PER_POINT
from generator.pdf import raster
from tests.generator.presswork import GAMES, PRINTED, drawn, faces, once, printed
from tests.searching import SEARCHING

TABS = ("Learn to play", "Play alone", "The rules in full")
QUESTIONS = Path(__file__).parents[2] / "rulebooks"


@cache
def book(slug: str, ink: str = "full") -> bytes:
    if ink == "full":
        return (once(f"book-{slug}", lambda out: _set(slug, out)) / "rulebook.pdf").read_bytes()
    return rulebook.rulebook(load(slug), drawn(slug, ink))


def _set(slug: str, out: Path) -> None:
    """Set the book, unless it was printed with the rest of the game."""
    made = (
        (printed(slug) / "rulebook.pdf").read_bytes()
        if slug in PRINTED
        else rulebook.rulebook(boxed(slug), drawn(slug))
    )
    (out / "rulebook.pdf").write_bytes(made)


@cache
def boxed(slug: str) -> Game:
    """The game as it is usually printed."""
    return load(slug).for_players(load(slug).boxed)


@cache
def texts(slug: str) -> tuple[str, ...]:
    """The words of each page, with single spaces."""
    document = pypdfium2.PdfDocument(book(slug))
    return tuple(plain(page.get_textpage().get_text_range()) for page in document)


def plain(text: str) -> str:
    """Words only: no mark-up, no tables, no breaks; pdfium writes a hyphen at a line's end as U+0002."""
    rows = [line for line in text.replace("’", "'").splitlines() if not line.strip().startswith("|")]
    return " ".join(re.sub(r"[*`\x02￾-]", "", " ".join(rows)).replace(" °", "°").split())


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_is_in_the_book_with_its_number_in_order(slug: str) -> None:
    whole = " ".join(texts(slug))
    at = 0
    for rule in load(slug).rules.book or load(slug).rules:
        begins = " ".join(plain(rule.text).split()[:5])
        found = whole.find(f"{rule.number} {begins}", at)
        assert found >= 0, f"{rule.number} {begins}"
        at = found


@pytest.mark.parametrize("slug", GAMES)
def test_contents_and_outline_name_the_page_a_section_begins_on(slug: str) -> None:
    game = load(slug)
    sections = [f"{s.number} {s.title}".strip() for s in game.rules.sections]
    teaching = read_teaching(game)
    taught = ["Learn to play", *(lesson.title for lesson in teaching.learn)]
    alone = ["Play alone", *(lesson.title for lesson in teaching.solo)]
    *rules, last = sections
    titles = [*taught, *alone, "The rules in full", *rules, "Symbols", "Index", last, "At a glance"]
    document = pypdfium2.PdfDocument(book(slug))
    outline = {" ".join(i.get_title().split()): i.get_dest().get_index() + 1 for i in document.get_toc()}
    assert list(outline) == titles
    contents = texts(slug)[1]
    pages = [int(n) for n in re.findall(r"(?:\. ){5,}\.? ?(\d+)", contents)]
    assert pages == [outline[title] for title in titles]
    for title, number in outline.items():
        assert plain(title) in texts(slug)[number - 1]


@pytest.mark.parametrize("slug", GAMES)
def test_the_way_to_play_alone_is_on_one_page(slug: str) -> None:
    """It begins a page, unless there are too few words on the page before for its end to be a picture."""
    document = pypdfium2.PdfDocument(book(slug))
    pages = {" ".join(item.get_title().split()): item.get_dest().get_index() for item in document.get_toc()}
    said = texts(slug)[pages["Play alone"]]
    *_, last = [part for part in read_teaching(load(slug)).solo[-1].parts if isinstance(part, str)]
    text = document[pages["Play alone"]].get_textpage()
    title, _ = text.search("Play alone", match_case=True).get_next()
    words_before = PAGE[1] - text.get_charbox(title)[3] * MM_PER_POINT - MARGIN[1]
    enough = (1 - EMPTY) * (PAGE[1] - 2 * MARGIN[1])
    assert plain(last.strip().splitlines()[-1])[-40:] in said or 8 < words_before < enough


@pytest.mark.parametrize("slug", GAMES)
def test_pages_are_a5_and_numbered_at_the_foot(slug: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(book(slug)))
    for number, page in enumerate(reader.pages, 1):
        size = [float(edge) * MM_PER_POINT for edge in (page.mediabox.width, page.mediabox.height)]
        assert size == pytest.approx(PAGE, abs=0.01)
        if 1 < number < len(reader.pages):  # not the covers
            assert re.search(rf"\b{number}\b", texts(slug)[number - 1][:80])
    assert reader.root_object["/Lang"] == "en"


@pytest.mark.parametrize("slug", GAMES)
def test_the_file_says_whose_book_it_is(slug: str) -> None:
    game = load(slug)
    said = pypdfium2.PdfDocument(book(slug)).get_metadata_dict()
    assert said["Title"] == f"{game.title}: rules" and said["Subject"] == game.tagline
    assert said["Author"] == ", ".join(game.credits.authors) and said["Creator"] == "Starbox"


@pytest.mark.parametrize("slug", GAMES)
def test_only_embedded_fonts_are_used(slug: str) -> None:
    document = pypdfium2.PdfDocument(book(slug))
    for page in document:
        for thing in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=3):
            font = pypdfium2.raw.FPDFTextObj_GetFont(thing.raw)
            name = ctypes.create_string_buffer(80)
            pypdfium2.raw.FPDFFont_GetBaseFontName(font, name, 80)
            assert pypdfium2.raw.FPDFFont_GetIsEmbedded(font) == 1, name.value


@pytest.mark.parametrize("slug", GAMES)
def test_the_index_explains_symbols_and_leaves_out_decoration(slug: str) -> None:
    used = {
        name for _, _, face in faces(drawn(slug)) for name in re.findall(r'href="#s-([a-z0-9-]+)"', face.svg)
    }
    number = next(
        item.get_dest().get_index()
        for item in pypdfium2.PdfDocument(book(slug)).get_toc()
        if item.get_title() == "Symbols"
    )
    index = " ".join(" ".join(texts(slug)[number:]).split())
    index = index[index.index("Symbols") + len("Symbols") :].partition("Index")[0]
    game = boxed(slug)
    players = [seat for seat in game.seats if f"seat-{seat.shape}" in used]
    assert set(game.symbols) <= used and players
    assert not [name for name in game.symbols if name.startswith(("seat-", "hex-", "burst", "pow", "rays"))]
    for words in (
        *game.symbols.values(),
        *(f"{seat.name.capitalize()} player, {seat.letter}" for seat in players),
    ):
        assert words in index
        index = index.replace(words, "", 1)
    for words in (game.title, "The rules in full"):  # words at the foot, and words on the tab
        index = index.replace(words, "")
    assert not re.search("[A-Z]", index), "nothing else is listed"


def test_a_symbol_that_no_piece_has_is_reported(small_game: Path, pnp: Callable[..., Any]) -> None:
    (small_game / "symbols.toml").write_text('dott = "A dot"\n')
    ran = pnp("check", small_game)
    assert ran.code == 1
    assert 'symbols.toml: No piece has the symbol "dott". Did you mean "dot"?' in ran.out


@pytest.mark.parametrize("slug", GAMES if SEARCHING else ("mlem",))
def test_the_draft_pass_leaves_nothing_out_of_the_book(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in it is drawn, for speed; drawn after all, it changes nothing."""
    monkeypatch.setattr(Book, "draft", property(lambda self: False))
    assert rulebook.rulebook(boxed(slug), Renderer(boxed(slug))) == book(slug)


@pytest.mark.parametrize("slug", ["last-blast"])
def test_the_book_does_not_depend_on_earlier_drawings(slug: str) -> None:
    """Neither the index of symbols nor a byte, twice."""
    assert rulebook.rulebook(load(slug), Renderer(load(slug))) == book(slug)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if load(slug).figures])
def test_figures_show_the_pieces_themselves(slug: str) -> None:
    """The words on a figure's pieces stand on the page of its caption, inside the page's forms."""
    game = load(slug)
    whole = " ".join(texts(slug))
    for figure in game.figures:
        assert plain(figure.caption) in whole
        page = next(page for page in texts(slug) if plain(figure.caption) in page)
        for placed in figure.area.pieces:
            deck = game.deck(placed.deck)
            piece = next(piece for piece in deck.pieces if piece.code == placed.code)
            words = re.findall(r">([^<>]+)</text>", drawn(slug).faces(deck, piece).front.svg)
            for word in words:
                assert plain(word.replace("&amp;", "&")) in page, f"{placed.code}: {word}"


@pytest.mark.parametrize("slug", ["mlem", "per-aspera"] if SEARCHING else ["mlem"])
def test_a_grey_book_has_no_colour(slug: str) -> None:
    data = book(slug, "grey")
    for number in range(len(texts(slug))):
        red, green, blue = raster.image(data, number, 24).split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()


LONG = "word " * 2500
WRONG = {
    "table without rows": ("|---|---|", ["rule 1.1", "no rows"]),
    "table of uneven rows": ("| a | b |\n|---|---|\n| 1 |", ["rule 1.1", "more or fewer cells"]),
    "table of long words": (
        f"| {'long' * 20} | {'word' * 20} |\n|---|---|\n| 1 | 2 |",
        ["rule 1.1", "larger"],
    ),
    "cell longer than a page": (f"| a |\n|---|\n| {LONG} |", ["rule 1.1", "more than 4,000 characters"]),
    "too many looks": ("*a* b " * 201, ["rule 1.1", "400 changes"]),
}


@pytest.mark.parametrize(("text", "told"), WRONG.values(), ids=WRONG)
def test_text_that_cannot_be_set_is_named_with_its_rule(small_game: Path, text: str, told: list[str]) -> None:
    with pytest.raises(DataError) as problem:
        small_book(small_game, f"1.1 Play.\n\n{text}\n\n1.2 Stop.\n")
    for words in ("rules.md", *told):
        assert words in str(problem.value)


def test_a_table_header_may_have_italic_or_bold_words(small_game: Path) -> None:
    text = "1.1 Play.\n\n| *a* | **b** |\n|---|---|\n| 1 | 2 |\n\n1.2 Stop.\n"
    assert small_book(small_game, text).startswith(b"%PDF")


def test_bold_and_italic_may_overlap(small_game: Path) -> None:
    (found,) = blocks("**a *b** c*")
    assert [run[:3] for run in found.words] == [("a ", True, False), ("b", True, True), (" c", False, True)]
    assert small_book(small_game, "1.1 **a *b** c*\n").startswith(b"%PDF")


def test_a_heading_is_checked_with_the_font_it_is_set_in(small_game: Path) -> None:
    with pytest.raises(DataError, match='section "₣": The font Chakra Petch has no "₣"'):
        small_book(small_game, "1.1 ₣.\n", "₣")


def test_a_caption_is_checked(small_game: Path) -> None:
    row = '[[figure]]\nafter = "1.1"\nlayout = "list"\ncaption = "☃"\n'
    pieces = 'pieces = [{ deck = "cards", code = "R1" }]\n'
    (small_game / "figures.toml").write_text(row + pieces, encoding="utf-8")
    with pytest.raises(DataError, match=r"figures.toml, after 1.1: The font Barlow has no"):
        small_book(small_game, "1.1 Play.\n")


def test_more_pieces_in_a_figure_than_a_page_holds(small_game: Path) -> None:
    row = '[[figure]]\nafter = "1.1"\nlayout = "list"\ncaption = "All"\n'
    many = ", ".join('{ deck = "cards", code = "R1" }' for _ in range(400))
    (small_game / "figures.toml").write_text(f"{row}pieces = [{many}]\n")
    with pytest.raises(DataError, match=r"rule 1\.1: A table or figure is larger"):
        small_book(small_game, "1.1 Play.\n")


def small_book(folder: Path, rules: str, title: str = "Play") -> bytes:
    (folder / "rules.md").write_text(f"# Small\n\nA game.\n\n## 1 {title}\n{rules}", encoding="utf-8")
    game = load(str(folder))
    return rulebook.rulebook(game, Renderer(game))


@pytest.mark.parametrize("slug", GAMES)
def test_the_book_answers_what_a_new_player_asks(slug: str) -> None:
    """The words stand in the section that is named, between its title and the next one's page."""
    questions = tomllib.loads((QUESTIONS / f"{slug}.toml").read_text(encoding="utf-8"))["question"]
    assert len(questions) >= 10
    assert {question["about"] for question in questions} == {"set-up", "turn", "odd", "end", "score"}
    pages = [
        (plain(item.get_title()), item.get_dest().get_index())
        for item in pypdfium2.PdfDocument(book(slug)).get_toc()
    ]
    last = {title: after for (title, _), (_, after) in itertools.pairwise(pages)}
    # A sentence may go on over the page, past the foot, which pdfium tells first, and the tab, told last.
    foot = rf"(?:\d+ {load(slug).title}|{load(slug).title} \d+)"
    aside = rf"^{foot} | (?:{'|'.join(TABS)})$"
    for question in questions:
        title, first = next(entry for entry in pages if entry[0] == question["section"])
        begun, *after = texts(slug)[first : last.get(title, first) + 1]
        told = " ".join(re.sub(aside, "", page) for page in (begun[begun.index(title) :], *after))
        assert plain(question["words"]) in told, question["asks"]


def test_a_scene_with_a_mistake_is_named(small_game: Path) -> None:
    """Wrong piece, wrong scene, misspelt key: the file and the key are told."""
    cases = {
        'pieces = [{ deck = "cards", code = "R9", at = [0, 0] }]': "cards has no such piece",
        'pieces = [{ deck = "cads", code = "R1", at = [0, 0] }]': 'Did you mean "cards"',
        'pieces = [{ deck = "cards", code = "R1", at = [0] }]': "Write 2 numbers of mm",
        'marks = [{ at = [1, 2], text = "x", tetx = "y" }]': "tetx",
        'arrows = [{ start = [1, 2], end = [3, 4], seat = "mauve" }]': 'seat is "mauve"',
        "": "Show 1 to",
    }
    (small_game / "learn.md").write_text("## Begin\n\n![Look.](one)\n", encoding="utf-8")
    for row, told in cases.items():
        (small_game / "scenes.toml").write_text(f'[[scene]]\nname = "one"\nsize = [90, 60]\n{row}\n')
        with pytest.raises(DataError, match=re.escape(told)) as problem:
            read_teaching(load(str(small_game)))
        assert "scenes.toml, scene 1" in str(problem.value)
    (small_game / "scenes.toml").unlink()
    with pytest.raises(DataError, match=r'learn.md, line 1: There is no scene "one"'):
        read_teaching(load(str(small_game)))


def test_an_index_names_only_what_is_there(small_game: Path) -> None:
    (small_game / "index.toml").write_text('"cards" = ["9.9"]\n')
    with pytest.raises(DataError, match=r'index.toml, line 1: cards names "9.9"'):
        read_teaching(load(str(small_game)))


@pytest.mark.parametrize("slug", GAMES)
def test_the_index_gives_the_pages_of_its_rules(slug: str) -> None:
    """Also of rules that go on over the page: none is left without its page."""
    game, whole = load(slug), texts(slug)
    index = " ".join(whole[-3:]).rpartition("Index")[2]
    rules = game.rules.book or game.rules
    begins = {rule.number: f"{rule.number} {' '.join(plain(rule.text).split()[:5])}" for rule in rules}
    for word, places in read_teaching(game).index.items():
        # A word stands behind another one's pages, or behind the words at the head of a page.
        entry = re.search(rf"(?:^|\d|full) ?{re.escape(plain(word))} ((?:\d+(?:, )?)+)", index)
        assert entry, word
        pages = entry[1].split(", ")
        assert "0" not in pages, word
        for place in places:
            if place in begins:
                found = {str(n) for n in _stands_on(begins, place, whole)}
                assert found & {*pages}, f"{word}: {place} stands on {found}"


def _stands_on(begins: dict[str, str], place: str, whole: tuple[str, ...]) -> range:
    """The pages from that on which a rule begins to that on which the next one does."""
    later = [*begins][[*begins].index(place) + 1 :]
    [first] = [n for n, page in enumerate(whole, 1) if begins[place] in page]
    last = next((n for n, page in enumerate(whole, 1) if later and begins[later[0]] in page), len(whole))
    return range(first, last + 1)


FACTS = {
    "planetary": {
        "woodland": ["nothing at the first cut", "the second cut gives 3 hydrocarbon"],
        "shield": ["How does a shield work?", "cancels 1 hit on its ship each round"],
        "generator": ["half of what your core gives"],
        "cannon": ["2 damage to a module or core of a ship within 4 spaces"],
        "bar": ["lay out its top five blueprints"],
    },
    "rayguns": {
        "UFO": ["dock with a sixth tile"],
        "planet": ["draw 5 tiles, add up to 2"],
        "claim": ["each player in turn may claim, aloud, a different array"],
        "double": ["FLAG doubles a Color Flush, an Eclipse"],
    },
    "per-aspera": {
        "levy": ["put a levy chit on the homeworld", "Can a levy be lost again?"],
        "fuel": ["May I fly with my last fuel"],
        "goal": ["Three levies are set, so the goal is"],
    },
    "last-blast": {
        "pass": ["Pass the cards you still hold"],
        "damage": ["the first point takes the front card, the second the rear card; each further"],
        "deck is empty": ["With four players this always happens"],
        "coin": ["a coin to count lost cards on the mat", "Move your coin along the numbers on your mat"],
    },
    "mlem": {
        "get off": ["Whoever gets off on a yellow space takes the best free moon"],
        "crash": ["If no group is valid, the rocket crashes: move"],
        "navigator": ["Can a navigator reach deep space"],
    },
}


@pytest.mark.parametrize("slug", GAMES)
def test_the_index_points_at_the_page_where_a_fact_stands(slug: str) -> None:
    """Also in a table, in a list or in an answer, and on the page where a section goes on."""
    whole = texts(slug)
    index = " ".join(whole[-3:]).rpartition("Index")[2]
    for word, facts in FACTS[slug].items():
        entry = re.search(rf"(?:^|\d) ?{re.escape(word)}(?:, [a-z ]+)? ((?:\d+(?:, )?)+)", index)
        assert entry, word
        for fact in facts:
            [page] = [n for n, said in enumerate(whole, 1) if fact in said]
            assert str(page) in entry[1].split(", "), f"{word}: page {page}"


@pytest.mark.parametrize("slug", GAMES)
def test_no_title_is_left_at_the_foot_of_a_page(slug: str) -> None:
    document = pypdfium2.PdfDocument(book(slug))
    titles = {plain(item.get_title()) for item in document.get_toc()}
    for number, page in enumerate(document, 1):
        if number > 2:  # the contents are over
            lines = [line.strip() for line in page.get_textpage().get_text_range().splitlines()]
            words = [line for line in lines if line and line not in (str(number), load(slug).title, *TABS)]
            assert plain(words[-1]) not in titles, f"page {number}"
