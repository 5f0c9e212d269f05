"""Worked examples stand on a ground of their own, also over the page."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.styles import ParagraphStyle

from components.languages.translated import load
from components.teaching import Lesson, read_teaching
from generator.book.layout.asides import OVER, Aside, carried, set_aside
from generator.book.layout.look import MARGIN, PAGE, Look
from generator.book.rulebook import rulebook
from generator.book.typeset import Text
from generator.faces.renderer import Renderer
from generator.pdf import raster
from tests.generator.presswork import GAMES

DPI = 51
LONG = "This goes on and on and is told in all its length, so that it fills some lines of the page. " * 3
BODY = ParagraphStyle("body", fontSize=10, leading=12, spaceAfter=4)


def lesson(folder: Path, text: str) -> Lesson:
    (folder / "learn.md").write_text(f"## Begin\n\n{text}\n", encoding="utf-8")
    (folder / "scenes.toml").write_text(
        '[[scene]]\nname = "one"\nsize = [90, 60]\npieces = [{ deck = "cards", code = "R1", at = [0, 0] }]\n'
    )
    [found] = read_teaching(load(str(folder), "")).learn
    return found


@pytest.mark.parametrize(
    ("text", "parts", "quoted"),
    [
        ("Before.\n\n> It is so.\n\nAfter.", ["Before.", "It is so.", "After."], (1,)),
        ("> One.\n\n> Two.\n>\n> - Three.", ["One.\n\nTwo.\n\n- Three."], (0,)),
        ("> Look.\n\n> ![Here.](one)\n\nAfter.", ["Look.", "one", "After."], (0, 1)),
        ("![Here.](one)\n\n> Look.", ["one", "Look."], (1,)),
        ("5 > 3 quotes nothing.", ["5 > 3 quotes nothing."], ()),
    ],
)
def test_lines_after_an_angle_bracket_are_an_example(
    small_game: Path, text: str, parts: list[str], quoted: tuple[int, ...]
) -> None:
    found = lesson(small_game, text)
    said = [part if isinstance(part, str) else part[0].scene for part in found.parts]
    assert (said, found.quoted) == (parts, quoted)


@pytest.mark.parametrize("slug", GAMES)
def test_the_turns_that_are_played_move_by_move_are_examples_in_each_language(slug: str) -> None:
    english = read_teaching(load(slug, "")).learn
    [played] = [found for found in english if found.title.endswith("move by move")]
    assert played.quoted == tuple(range(len(played.parts)))
    for language in ("de", "fr"):
        other = read_teaching(load(slug, language)).learn
        assert [found.quoted for found in other] == [found.quoted for found in english]


@pytest.mark.parametrize("slug", GAMES)
def test_the_examples_after_the_rules_are_examples_in_each_language(slug: str) -> None:
    """They alone; and their lines are read without the sign before them."""
    titles = [section.title for section in load(slug, "").rules.sections]
    for language in ("", "de", "fr"):
        sections = load(slug, language).rules.sections
        assert [place for place, section in enumerate(sections) if section.quoted] == [
            titles.index("Examples")
        ]
        assert not any(line.startswith(">") for section in sections for line in section.prose.splitlines())


def columns(page: Image.Image, look: Look) -> list[bool]:
    """For each row of the page, whether the bar of an example is left of the text."""
    accent = [round(256 * channel) for channel in look.colour("accent").rgb()]
    x = round((MARGIN[0] - OVER + 0.6) / 25.4 * DPI)
    rows = [page.getpixel((x, y)) for y in range(page.height)]
    return [all(abs(a - b) < 40 for a, b in zip(row, accent, strict=True)) for row in rows]


def test_an_example_goes_on_over_the_page_on_its_ground(small_game: Path) -> None:
    """The bar is as long as the example: on the first page to its foot, on the second to where it ends."""
    lesson(small_game, f"Before.\n\n{'> ' + LONG}\n" + f"\n> {LONG}\n" * 11 + "\nAfter.")
    game = load(str(small_game), "")
    pdf, look = rulebook(game, Renderer(game)), Look(Renderer(game))
    document = pypdfium2.PdfDocument(pdf)
    pages = [n for n, page in enumerate(document) if "on and on" in page.get_textpage().get_text_range()]
    assert len(pages) == 2
    feet = []
    for page, words in zip(pages, ("Before.", "After."), strict=True):
        marked = columns(raster.image(pdf, page, DPI), look)
        text = document[page].get_textpage()
        place, _ = text.search(words).get_next()
        outside = PAGE[1] - text.get_charbox(place)[3] * 25.4 / 72
        rows = [
            y
            for y, bar in enumerate(marked)
            if bar and (y / len(marked) * PAGE[1] > outside) == (page == pages[0])
        ]
        assert all(marked[rows[0] : rows[-1] + 1]), "the bar has no gap"
        feet.append(rows[-1] / len(marked) * PAGE[1])
    assert feet[0] > PAGE[1] - MARGIN[1] - 8
    assert 0 < outside - feet[1] < 6, "it ends just over what follows"


def test_parts_of_a_divided_flowable_share_its_ground() -> None:
    whole = Text("words " * 60, BODY)
    set_aside([whole], Look(Renderer(load("mlem", ""))))
    whole.wrap(100, 1000)
    first, last = carried(whole, whole.split(100, 60))
    grounds: list[Aside] = [first.aside, last.aside]
    assert [(one.begins, one.ends) for one in grounds] == [(True, False), (False, True)]
    assert last.getSpaceAfter() > BODY.spaceAfter and first.getSpaceAfter() != last.getSpaceAfter()
    assert carried(Text("words", BODY), []) == []
