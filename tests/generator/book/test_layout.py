"""The look of the pages: openings of parts, tabs at the edge, contents and entries in columns."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.colors import Color, HexColor

from components.catalogue import load
from components.errors import DataError, TemplateError
from components.prose import runs
from components.teaching import Lesson, read_teaching
from generator.book.layout.entries import Entries, asks, balanced, entries_of
from generator.book.layout.look import LEGIBLE, MARGIN, PAGE, Look
from generator.book.pages import Book
from generator.book.rulebook import rulebook
from generator.book.typeset import Setter
from generator.faces.colours import contrast
from generator.faces.renderer import Renderer
from generator.faces.theme import MM_PER_POINT
from generator.pdf import raster
from tests.generator.book.test_rulebook import book
from tests.generator.presswork import GAMES, drawn

INKS = ("full", "saver", "grey")
PARTS = ("Learn to play", "Play alone", "The rules in full")
DPI = 51  # some 2 pixels to a mm
NEAR = 24  # a printed colour may differ by this, of 256


@cache
def begins(slug: str) -> dict[str, int]:
    """The page on which each part begins, from 0."""
    toc = pypdfium2.PdfDocument(book(slug)).get_toc()
    return {item.get_title(): item.get_dest().get_index() for item in toc if item.get_title() in PARTS}


def has(page: Image.Image, colour: Color, x: float) -> bool:
    """Tell whether the page has the colour somewhere on the line x mm from its left edge."""
    wanted = [round(256 * channel) for channel in colour.rgb()]
    across = min(page.width - 1, round(x / 25.4 * DPI))
    column = [page.getpixel((across, y)) for y in range(page.height)]
    return any(all(abs(a - b) <= NEAR for a, b in zip(one, wanted, strict=True)) for one in column)


@pytest.mark.parametrize("slug", GAMES)
def test_every_part_begins_with_a_band_from_edge_to_edge(slug: str) -> None:
    look = Look(Renderer(load(slug)))
    assert [*begins(slug)] == [*PARTS]
    for part, page in enumerate(begins(slug).values()):
        ground, _ = look.opening(part)
        assert has(raster.image(book(slug), page, DPI), ground, 0.5), PARTS[part]


@pytest.mark.parametrize("slug", GAMES)
def test_the_other_pages_have_the_tab_of_their_part_at_the_outer_edge(slug: str) -> None:
    """Its letters are at least 3 mm from the edge, inside what every printer prints."""
    look = Look(Renderer(load(slug)))
    first = [*begins(slug).values()]
    document = pypdfium2.PdfDocument(book(slug))
    for part, page in ((0, first[0] + 1), (2, first[2] + 1)):
        ground, _ = look.opening(part)
        shown = raster.image(book(slug), page, DPI)
        outer, inner = (PAGE[0] - 1.0, 1.0) if page % 2 == 0 else (1.0, PAGE[0] - 1.0)
        assert has(shown, ground, outer) and not has(shown, ground, inner)
        text = document[page].get_textpage()
        place, count = text.search(PARTS[part], match_case=True).get_next()
        boxes = [text.get_charbox(place + letter) for letter in range(count)]
        ends = [PAGE[0] - box[2] * MM_PER_POINT if page % 2 == 0 else box[0] * MM_PER_POINT for box in boxes]
        assert min(ends) >= 3 and max(ends) < MARGIN[0]


def ratio(letters: Color, ground: Color) -> float:
    return contrast(letters.rgb(), ground.rgb())


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("slug", GAMES)
def test_letters_on_colour_can_be_read(slug: str, ink: str) -> None:
    """On the ground of an opening, of a tab, of a mark and of a box."""
    look = Look(Renderer(load(slug), ink))
    pairs = [*(look.opening(part)[::-1] for part in range(3)), look.mark()[::-1]]
    pairs += [(look.colour(letters), look.box()[0]) for letters in ("ink", "muted", "accent")]
    assert [pair for pair in pairs if ratio(*pair) < LEGIBLE] == []


@pytest.mark.parametrize("slug", GAMES)
def test_titles_have_the_colour_of_their_part_and_can_be_read_on_paper(slug: str) -> None:
    made = Book(load(slug), Renderer(load(slug)), {})
    look, setter = made.look, Setter(made)
    titles = []
    for part in (-1, 0, 1, 2):
        setter.part = part
        titles.append(setter.heading("Title").style.textColor)
    assert titles[0].hexval() == look.colour("accent").hexval()
    assert [title.hexval() for title in titles[1:]] == [look.opening(part)[0].hexval() for part in range(3)]
    assert min(ratio(title, look.colour("paper")) for title in titles) >= LEGIBLE


@pytest.mark.parametrize("slug", GAMES)
def test_parts_differ_by_their_colour_and_games_by_their_pages(slug: str) -> None:
    look = Look(Renderer(load(slug)))
    assert len({look.opening(part)[0].hexval() for part in range(3)}) == 3
    others = [Look(drawn(other)).pages for other in GAMES if other != slug]
    assert look.pages not in others


def test_saving_ink_leaves_openings_and_boxes_as_light_as_paper() -> None:
    look = Look(Renderer(load("mlem"), "saver"))
    grounds = [*(look.opening(part)[0] for part in range(3)), look.box()[0]]
    assert {ground.hexval() for ground in grounds} == {HexColor("#ffffff").hexval()}


@pytest.mark.parametrize("slug", GAMES)
def test_the_contents_stand_in_two_columns(slug: str) -> None:
    """The second begins with a part, as high as the first."""
    text = pypdfium2.PdfDocument(book(slug))[1].get_textpage()
    places = {}
    for title in PARTS:
        place, count = text.search(title, match_case=True).get_next()
        places[title] = text.get_charbox(place)
        assert count == len(title)
    left, *others = places.values()
    right = max(others, key=lambda place: place[1])
    assert left[0] * MM_PER_POINT < MARGIN[0] + 2 and right[0] * MM_PER_POINT > PAGE[0] / 2
    assert left[1] == pytest.approx(right[1], abs=2)


@pytest.mark.parametrize("slug", GAMES)
def test_questions_and_variants_are_the_entries(slug: str) -> None:
    found = {lesson.title: entries_of(lesson) for lesson in read_teaching(load(slug)).learn}
    entries = {title: texts for title, texts in found.items() if texts}
    assert [*entries][:2] == ["Questions and answers", "Variants"]
    assert sum(map(asks, entries["Questions and answers"])) > len(entries["Questions and answers"]) / 2
    assert not any(asks(entry) for texts in [*entries.values()][1:] for entry in texts)


@pytest.mark.parametrize(
    ("parts", "count"),
    [(("**A.** One.\n\n**B.** Two.",), 2), (("**A.** One.",), 0), (("**A.** One.\n\nTwo.",), 0),
     (("**A.** One.\n\n**B.** Two.", ()), 0), ((), 0)],
)  # fmt: skip
def test_entries_are_paragraphs_that_all_begin_with_bold_words(parts: tuple[Any, ...], count: int) -> None:
    assert len(entries_of(Lesson("Title", parts, ""))) == count


@cache
def entries(count: int) -> Entries:
    """Entries of one line, but the first of three."""
    made = Book(load("mlem"), Renderer(load("mlem")), {})
    setter = Setter(made)
    said = [f"**Question {number}?** No." for number in range(count)]
    said[0] += " Because" + " no" * 40
    return Entries(made, [setter.paragraph(runs(text), made.styles["entry"]) for text in said], True)


WIDTH = (PAGE[0] - 2 * MARGIN[0]) / MM_PER_POINT


def test_columns_are_as_even_as_whole_entries_allow() -> None:
    found = entries(9)
    found.wrap(WIDTH, 1000)
    heights = [sum(found.tall[: found.first]), sum(found.tall[found.first :])]
    assert abs(heights[0] - heights[1]) <= max(found.tall[1:]) and 1 <= found.first < 9


@pytest.mark.parametrize("room", [10, 40, 60, 75, 200])
def test_entries_go_on_over_the_page_whole_and_in_order(room: int) -> None:
    found = entries(9)
    parts = found.split(WIDTH, room)
    shown = [entry.getPlainText() for part in parts for entry in part.entries]  # type: ignore[attr-defined]
    assert shown == ([entry.getPlainText() for entry in found.entries] if parts else [])
    assert (len(parts) == 2) == (room >= 60)
    if parts:
        assert parts[0].wrap(WIDTH, room)[1] <= room
        assert all(len(part.entries) >= 2 for part in parts)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('edge = "golld"', 'names the colour "golld"'),
        ("openings = []", "openings is empty"),
        ("line = 0.1", "line is 0.1. Write mm, 0.2 to 3"),
        ("dash = [1, 0]", "dash is"),
        ("slant = 40", "slant is 40"),
        ("cutt = 1", "cutt is not a key"),
        ('box = "accent"', 'boxes on "accent", to which ink has'),
    ],
)
def test_a_mistake_in_the_looks_of_pages_is_named(small_game: Path, row: str, told: str) -> None:
    (small_game / "theme.toml").write_text(f"[book]\n{row}\n")
    with pytest.raises((DataError, TemplateError)) as problem:
        Look(Renderer(load(str(small_game))))
    assert told in str(problem.value)


def test_a_game_of_ones_own_changes_what_it_names(small_game: Path) -> None:
    (small_game / "theme.toml").write_text('[palette]\nmoss = "#d4e5d0"\n[book]\nbox = "moss"\n')
    look = Look(Renderer(load(str(small_game))))
    assert look.box()[0].hexval() == "0xd4e5d0"
    assert look.pages.openings == ("accent", "night", "night-soft")


def test_a_book_without_contents_begins_its_rules_on_the_second_page(small_game: Path) -> None:
    """The picture would leave too little room for them."""
    game = load(str(small_game))
    made = Renderer(game)
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(rulebook(game, made))]
    assert "players" in pages[0] and "players" not in pages[1]
    assert game.rules.sections[0].title in pages[1]


def test_columns_are_balanced_alike_by_every_version_of_python() -> None:
    """Since 3.12 `sum` carries what rounding loses: then one of two equal columns seemed to be the longer."""
    for tall in ([31.0, 31.0, 31.0, 10.3, 31.0, 31.0, 31.0], [40.8, 11.8, 10.3, 11.8, 40.8]):
        whole = sum(map(Fraction, map(str, tall)))
        firsts = [sum(map(Fraction, map(str, tall[: count + 1]))) for count in range(len(tall))]
        longer = [max(first, whole - first) for first in firsts]
        assert balanced(tall) == longer.index(min(longer)) + 1
